import Foundation
import HealthEntry
import HealthExchange
import HealthKit

extension SaveFileRequest {
    /// The route of a workout, as GPX.
    static func route(of workout: HKWorkout, _ environment: ConsoleEnvironment) -> SaveFileRequest {
        let (zone, now) = (environment.calendar.timeZone, environment.now)
        return SaveFileRequest(
            title: WorkoutStrings.routeTitle,
            name: RouteName(start: workout.startDate, timeZone: zone).fileName,
            about: WorkoutStrings.routeAbout(WorkoutText.title(workout), environment.dates.moment(workout.startDate))
        ) { path, replaces, person in
            let outcome = try RouteFile.write(workout, person, to: path, replacing: replaces, timeZone: zone, now: now)
            return WorkoutStrings.wroteRoute(places: outcome.places, leftOut: outcome.leftOut, path: outcome.path)
        }
    }
}
