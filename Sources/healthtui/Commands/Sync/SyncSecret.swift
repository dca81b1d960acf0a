import Foundation
import HealthKit

/// Reads codes and keys of groups, which are never on a command line.
enum SyncSecret {
    /// - Throws: ``CommandFailure`` if there is none.
    static func read(_ file: String?, option: String, prompt: String) throws -> StoreSecret {
        guard let file else {
            do {
                return try SecretReader.ask(prompt).take(.passphrase)
            } catch let failure as CommandFailure where failure.why.hasPrefix("no terminal") {
                throw CommandFailure("sync", "no terminal to ask at; use \(option)")
            }
        }
        let descriptor = open(file, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw CommandFailure(file, String(cString: strerror(errno)), status: ExitStatus.noInput)
        }
        defer { close(descriptor) }
        let entry = try SecretReader.line(of: descriptor, named: file)
        return try entry.take(.passphrase)
    }
}
