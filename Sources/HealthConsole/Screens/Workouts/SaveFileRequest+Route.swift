import Foundation
import HealthEntry
import HealthExchange
import HealthKit

extension SaveFileRequest {
    /// The route of a workout, as GPX.
    static func route(of workout: HKWorkout, _ environment: ConsoleEnvironment) -> SaveFileRequest {
        let (zone, now) = (environment.calendar.timeZone, environment.now)
        return SaveFileRequest(
            title: "Route as GPX",
            name: RouteName(start: workout.startDate, timeZone: zone).fileName,
            about: "The route of \(WorkoutText.title(workout)), \(environment.dates.moment(workout.startDate)). "
                + "The file can be read by its owner alone; whoever gets it learns where you were."
        ) { path, replaces, person in
            let outcome = try RouteFile.write(workout, person, to: path, replacing: replaces, timeZone: zone, now: now)
            let left = outcome.leftOut > 0 ? ", \(outcome.leftOut) nowhere on Earth left out" : ""
            return "wrote " + NumberText.count(outcome.places, "place") + left + " to " + outcome.path
        }
    }
}
