import Foundation
import Glibc

/// A folder for an engine's temporary files; also ends the engine if a signal ends this process.
enum EngineWork {
    /// Does some work with an engine.
    ///
    /// - Parameter body: Called with the folder, and a closure to report the engine's process group to.
    /// - Returns: The result of `body`.
    /// - Throws: Any error that `body` throws.
    static func run<T>(_ body: (_ scratch: String, _ started: @escaping (pid_t) -> Void) throws -> T) throws -> T {
        let folder = FileManager.default.temporaryDirectory.path + "/healthtui-study-\(UUID().uuidString)"
        let make = {
            try FileManager.default.createDirectory(
                atPath: folder,
                withIntermediateDirectories: false,
                attributes: [.posixPermissions: 0o700]
            )
            return folder
        }
        let scratch = try PassingFolder.make(make, path: { $0 })
        defer { PassingFolder.remove(scratch) }
        return try body(scratch) { group in EndingWork.set { kill(-group, SIGKILL) } }
    }
}
