import Foundation
import Glibc

/// A folder for what an engine writes meanwhile, and the end of the engine should a signal end this process.
enum EngineWork {
    /// Does some work with an engine.
    ///
    /// - Parameter body: Gets the folder, and what is to be told of the engine's process group.
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
