import Foundation
import HealthKit

/// Writes one object of the store: the route of a workout as GPX, or an electrocardiogram as CSV.
package struct SingleExporter: Sendable {
    let person: PersonAccess

    /// Makes an exporter.
    ///
    /// - Parameter person: The store.
    package init(_ person: PersonAccess) { self.person = person }

    /// Writes the routes of a workout, a segment each.
    ///
    /// - Parameters:
    ///   - workout: The workout's UUID, or that of one of its routes.
    ///   - request: The destination; the selection is ignored.
    /// - Returns: A summary of the written data.
    /// - Throws: ``ExportError`` if it isn't a workout or has no route, and as ``AppleExporter/run(_:)``.
    package func route(of workout: UUID, _ request: ExportRequest) throws -> ExportSummary {
        try person.exportFile(request) { snapshot, stream in
            let routes: [HKWorkoutRoute]
            switch try snapshot.sample(workout) {
            case let workout as HKWorkout: routes = try snapshot.routes(of: workout)
            case let route as HKWorkoutRoute: routes = [route]
            default: throw ExportError("\(workout.uuidString): workout not found")
            }
            guard let first = routes.first else { throw ExportError("\(workout.uuidString): the workout has no route") }
            var summary = ExportSummary()
            let title = RouteName(start: first.startDate, timeZone: request.zone).title
            var writer = GPXWriter(name: title, time: request.now) { try stream.write($0) }
            for route in routes {
                try writer.beginSegment()
                for location in try snapshot.locations(of: route) { try writer.append(location) }
                summary.add(.workoutRoutes)
            }
            try writer.finish()
            if writer.leftOut > 0 { summary.leaveOut("invalid locations", writer.leftOut) }
            return summary
        }
    }

    /// Writes an electrocardiogram.
    ///
    /// - Parameters:
    ///   - uuid: Its UUID.
    ///   - request: The destination; the selection is ignored.
    /// - Returns: A summary of the written data.
    /// - Throws: ``ExportError`` if it isn't an electrocardiogram, and as ``AppleExporter/run(_:)``.
    package func electrocardiogram(_ uuid: UUID, _ request: ExportRequest) throws -> ExportSummary {
        try person.exportFile(request) { snapshot, stream in
            guard let sample = try snapshot.sample(uuid) as? HKElectrocardiogram,
                let trace = try snapshot.trace(of: sample)
            else { throw ExportError("\(uuid.uuidString): electrocardiogram not found") }
            var summary = ExportSummary()
            var writer = ElectrocardiogramText(
                try snapshot.characteristics(),
                zone: request.zone,
                now: request.now
            )
            try writer.write(sample, trace, symptoms: try snapshot.symptoms(of: sample)) { try stream.write($0) }
            summary.add(.electrocardiograms)
            return summary
        }
    }
}
