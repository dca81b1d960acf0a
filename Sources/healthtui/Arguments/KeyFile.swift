import Foundation
import HealthKit
import HealthtuiExchange

/// The file of the keys that signatures of verifiable records are checked with: the person's own, next to the settings.
enum KeyFile {
    static var path: String { SettingsFile.folder + "/keys.json" }

    /// The keys; none if there is no file.
    ///
    /// - Throws: ``CommandFailure`` for a file that cannot be read.
    static func read() throws -> CardKeys {
        var keys = CardKeys()
        guard FileManager.default.fileExists(atPath: path) else { return keys }
        let addition = try add(path, issuer: nil, to: &keys)
        if let problem = addition.problems.first { throw CommandFailure(path, problem) }
        return keys
    }

    /// Adds the keys of a file.
    ///
    /// - Throws: ``CommandFailure`` for a file that cannot be read or holds none.
    static func add(_ path: String, issuer: String?, to keys: inout CardKeys) throws -> CardKeys.Addition {
        let file = URL(fileURLWithPath: path)
        // Any error means that it can't be read.
        let size = try? file.resourceValues(forKeys: [.fileSizeKey, .isRegularFileKey])
        guard size?.isRegularFile ?? false, let data = try? Data(contentsOf: file) else {
            throw CommandFailure(path, "can't be read", status: ExitStatus.noInput)
        }
        guard data.count <= largest else {
            throw CommandFailure(path, "too large for a key file", status: ExitStatus.badData)
        }
        do { return try keys.add(data, issuer: issuer) } catch let flaw as CardKeys.Flaw {
            throw CommandFailure(path, flaw.description, status: ExitStatus.badData)
        }
    }

    /// No list of keys is longer; that of all issuers of a country has some hundred kilobytes.
    private static let largest = 32 << 20

    /// Writes the keys, for the person alone.
    ///
    /// - Throws: `HKError`, ``CommandFailure``; the file is then unchanged.
    static func write(_ keys: CardKeys) throws {
        try SettingsFile.makeFolder()
        let file = try OutgoingFile(at: path, replacing: true, store: nil)
        do {
            try (keys.data + Data("\n".utf8)).write(to: URL(fileURLWithPath: file.temporaryPath))
            try file.finish()
        } catch {
            file.discard()
            throw error
        }
    }
}
