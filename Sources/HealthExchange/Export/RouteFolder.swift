import Foundation
import HealthKit

/// Writes the routes of several workouts to a folder, a file of GPX each.
package enum RouteFolder {
    /// What was written.
    package struct Outcome: Sendable, Hashable {
        /// The folder's path.
        package let path: String
        /// The names of the files that were written.
        package fileprivate(set) var files: [String] = []
        /// Workouts without a route.
        package fileprivate(set) var withoutRoute = 0
        /// Files of that name that were there before, and stayed as they were.
        package fileprivate(set) var kept = 0
        /// Workouts that are no longer in the store.
        package fileprivate(set) var gone = 0
        /// Places that are nowhere on Earth, which GPX cannot hold.
        package fileprivate(set) var leftOut = 0

        /// Whether it was told to stop before all were written.
        package fileprivate(set) var wasStopped = false

        fileprivate init(path: String) { self.path = path }
    }

    /// Writes the routes of workouts; each file is there whole or not at all, and none takes the place of another.
    ///
    /// - Parameters:
    ///   - workouts: The workouts' UUIDs, in the order in which files of one name are numbered.
    ///   - person: The store.
    ///   - path: The folder; it is made, for its owner alone, where there is none.
    ///   - timeZone: Where the person is, for the names of files and tracks.
    ///   - now: When the files are made.
    ///   - isStopped: Asked before each file; true ends the work.
    /// - Returns: What was written.
    /// - Throws: ``RouteFile/Failure`` when the folder or a file cannot be written, `HKError` when the store fails; files
    ///   that were written before stay.
    package static func write(
        _ workouts: [UUID],
        _ person: PersonAccess,
        to path: String,
        timeZone: TimeZone,
        now: Date,
        isStopped: () -> Bool = { false }
    ) throws -> Outcome {
        let folder = URL(fileURLWithPath: path, isDirectory: true).standardizedFileURL
        try make(folder)
        var outcome = Outcome(path: folder.path)
        var names: [String: Int] = [:]
        for uuid in workouts {
            if isStopped() {
                outcome.wasStopped = true
                break
            }
            guard let workout = try person.sample(uuid) as? HKWorkout else {
                outcome.gone += 1
                continue
            }
            let name = RouteName(start: workout.startDate, timeZone: timeZone).fileName
            // Two workouts may begin in the same minute.
            let number = names[name, default: 0] + 1
            let file = number > 1 ? name.dropLast(".gpx".count) + "_\(number).gpx" : name
            let target = folder.appendingPathComponent(file).path
            if FileManager.default.fileExists(atPath: target) {
                names[name] = number
                outcome.kept += 1
                continue
            }
            guard
                let written = try RouteFile.writeIfAny(
                    workout,
                    person,
                    to: target,
                    replacing: false,
                    timeZone: timeZone,
                    now: now
                )
            else {
                outcome.withoutRoute += 1
                continue
            }
            names[name] = number
            outcome.files.append(file)
            outcome.leftOut += written.leftOut
        }
        return outcome
    }

    private static func make(_ folder: URL) throws {
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder) {
            guard isFolder.boolValue else {
                throw RouteFile.Failure(path: folder.path, reason: "a file of that name exists; name a folder")
            }
            return
        }
        do {
            try FileManager.default.createDirectory(
                at: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch let error as CocoaError {
            let reason = (error.underlying as? POSIXError).map { String(cString: strerror($0.code.rawValue)) }
            throw RouteFile.Failure(path: folder.path, reason: reason ?? "can't create the folder")
        }
    }
}
