import CoreLocation
import Foundation
import Glibc
import HealthKit

/// Writes the routes of a workout to a GPX file, which appears whole or not at all.
package enum RouteFile {
    /// The outcome of writing.
    package struct Outcome: Sendable, Hashable {
        /// The file's absolute path.
        package var path: String
        package var routes: Int
        package var places: Int
        /// The number of locations that aren't on Earth, which GPX can't express.
        package var leftOut: Int
    }

    /// The reason no file was written.
    package struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
        package let path: String
        package let reason: String

        package var description: String { "\(path): \(reason)" }
    }

    /// Writes the routes of a workout.
    ///
    /// - Parameters:
    ///   - workout: The workout.
    ///   - person: The store.
    ///   - path: The file's path; only its owner can read the file.
    ///   - replaces: Whether it may replace an existing file.
    ///   - timeZone: The person's time zone, for the name of the track.
    ///   - now: The file's creation time.
    /// - Returns: A summary of the written data.
    /// - Throws: ``Failure`` when the workout has no route or writing fails; `HKError` when the file may not be made.
    package static func write(
        _ workout: HKWorkout,
        _ person: PersonAccess,
        to path: String,
        replacing replaces: Bool,
        timeZone: TimeZone,
        now: Date
    ) throws -> Outcome {
        guard
            let outcome = try writeIfAny(
                workout,
                person,
                to: path,
                replacing: replaces,
                timeZone: timeZone,
                now: now
            )
        else { throw Failure(path: path, reason: "the workout has no route") }
        return outcome
    }

    /// Writes the routes of a workout, if it has any.
    ///
    /// - Returns: The outcome, or `nil` for a workout without a route, for which no file is written.
    static func writeIfAny(
        _ workout: HKWorkout,
        _ person: PersonAccess,
        to path: String,
        replacing replaces: Bool,
        timeZone: TimeZone,
        now: Date
    ) throws -> Outcome? {
        let routes = try person.routes(of: workout).filter { !$0.points.isEmpty }
        guard let first = routes.first?.points.first else { return nil }
        let start = Date(timeIntervalSinceReferenceDate: first.fields.timestamp)
        let name = RouteName(start: start, timeZone: timeZone).title
        let file = try OutgoingFile(at: path, replacing: replaces, store: try person.storePath)
        do {
            let outcome = try write(routes, name, now, to: file)
            try file.finish()
            return outcome
        } catch {
            file.discard()
            throw error
        }
    }

    private static func write(_ routes: [RouteData], _ name: String, _ now: Date, to file: OutgoingFile) throws
        -> Outcome
    {
        let descriptor = open(file.temporaryPath, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(file.path) }
        defer { close(descriptor) }
        var writer = GPXWriter(name: name, time: now) { piece in
            var offset = 0
            while offset < piece.count {
                let count = piece.withUnsafeBytes {
                    Glibc.write(descriptor, $0.baseAddress?.advanced(by: offset), $0.count - offset)
                }
                if count >= 0 { offset += count } else if errno != EINTR { throw failure(file.path) }
            }
        }
        for route in routes {
            try writer.beginSegment()
            for point in route.points { try writer.append(point.fields) }
        }
        try writer.finish()
        return Outcome(path: file.path, routes: routes.count, places: writer.count, leftOut: writer.leftOut)
    }

    private static func failure(_ path: String) -> Failure {
        Failure(path: path, reason: String(cString: strerror(errno)))
    }
}
