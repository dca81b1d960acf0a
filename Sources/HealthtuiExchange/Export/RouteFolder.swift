import Foundation
import HealthKit

/// Writes the routes of several workouts to a folder, one GPX file each.
package enum RouteFolder {
    /// The outcome of writing.
    package struct Outcome: Sendable, Hashable {
        /// The folder's path.
        package let path: String
        /// The names of the files that were written.
        package fileprivate(set) var files: [String] = []
        /// The number of workouts without a route.
        package fileprivate(set) var withoutRoute = 0
        /// The number of existing files of the same name, which were left unchanged.
        package fileprivate(set) var kept = 0
        /// The number of workouts that are no longer in the store.
        package fileprivate(set) var gone = 0
        /// The number of locations that aren't on Earth, which GPX can't express.
        package fileprivate(set) var leftOut = 0

        /// Whether writing was stopped before all files were written.
        package fileprivate(set) var wasStopped = false

        fileprivate init(path: String) { self.path = path }
    }

    /// Writes the routes of workouts; each file appears whole or not at all, and none replaces another.
    ///
    /// - Parameters:
    ///   - workouts: The workouts' UUIDs, in the order in which files of one name are numbered.
    ///   - person: The store.
    ///   - path: The folder; created for its owner alone if it doesn't exist.
    ///   - timeZone: The person's time zone, for the names of files and tracks.
    ///   - now: When the files are made.
    ///   - isStopped: Polled before each file; `true` stops writing.
    /// - Returns: A summary of the written data.
    /// - Throws: ``RouteFile/Failure`` when the folder or a file cannot be written, `HKError` when the store fails;
    ///   files already written stay.
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
