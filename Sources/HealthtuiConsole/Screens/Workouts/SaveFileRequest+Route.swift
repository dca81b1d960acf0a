import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiExchange

extension SaveFileRequest {
    /// The route of a workout, as GPX; under a name that ends in `.tcx` the workout.
    static func route(of workout: HKWorkout, _ environment: ConsoleEnvironment) -> SaveFileRequest {
        let (zone, now) = (environment.calendar.timeZone, environment.now)
        return SaveFileRequest(
            title: WorkoutStrings.routeTitle,
            name: RouteName(start: workout.startDate, timeZone: zone).fileName,
            about: WorkoutStrings.routeAbout(WorkoutText.title(workout), environment.dates.moment(workout.startDate))
        ) { path, replaces, person, _ in
            if path.lowercased().hasSuffix(".tcx") {
                let request = ExportRequest(path: path, replaces: replaces, zone: zone, now: now)
                let summary = try SingleExporter(person).workout(workout.uuid, request)
                let leftOut = summary.leftOut.map { ExportStrings.leftOut($0.count, $0.kind) }
                return WorkoutStrings.wroteWorkout(path, leftOut: leftOut)
            }
            let outcome = try RouteFile.write(workout, person, to: path, replacing: replaces, timeZone: zone, now: now)
            return WorkoutStrings.wroteRoute(places: outcome.places, leftOut: outcome.leftOut, path: outcome.path)
        }
    }

    /// The routes of several workouts, as a file of GPX each.
    static func routes(of workouts: [UUID], _ environment: ConsoleEnvironment) -> SaveFileRequest {
        let (zone, now) = (environment.calendar.timeZone, environment.now)
        return SaveFileRequest(
            title: WorkoutStrings.routesTitle,
            name: WorkoutStrings.routesFolder,
            about: WorkoutStrings.routesAbout(workouts.count),
            isFolder: true
        ) { path, _, person, stop in
            let outcome = try RouteFolder.write(workouts, person, to: path, timeZone: zone, now: now) { stop.isSet }
            var facts = [WorkoutStrings.wroteRoutes(outcome.files.count)]
            if outcome.wasStopped { facts.append(WorkoutStrings.routesStopped) }
            if outcome.withoutRoute > 0 { facts.append(WorkoutStrings.haveNoRoute(outcome.withoutRoute)) }
            if outcome.kept > 0 { facts.append(WorkoutStrings.filesKept(outcome.kept)) }
            if outcome.leftOut > 0 { facts.append(WorkoutStrings.locationsSkipped(outcome.leftOut)) }
            if outcome.gone > 0 { facts.append(WorkoutStrings.workoutsGone(outcome.gone)) }
            return WorkoutStrings.inFolder(facts.joined(separator: ", "), outcome.path)
        }
    }
}
