import Foundation
import Glibc
import HealthKit
import HealthtuiConsole
import HealthtuiExchange

/// The file of the console's settings.
enum SettingsFile {
    /// The folder of the person's configuration.
    static var folder: String {
        let environment = ProcessInfo.processInfo.environment
        let home = environment["HOME"] ?? NSHomeDirectory()
        let folder = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + "/.config"
        return folder + "/healthtui"
    }

    /// No settings are longer.
    private static let limit = 1 << 20

    /// The person's settings; none if there is no file.
    ///
    /// - Throws: ``CommandFailure`` for a file that cannot be read.
    static func readStandard() throws -> ConsoleSettings {
        let path = folder + "/config.toml"
        return FileManager.default.fileExists(atPath: path) ? try read(path) : ConsoleSettings()
    }

    /// The settings of a file.
    ///
    /// - Parameter path: The file's path.
    /// - Returns: The settings; lines that couldn't be understood are among their problems.
    /// - Throws: ``CommandFailure`` for a file that cannot be read.
    static func read(_ path: String) throws -> ConsoleSettings { ConsoleSettings(try text(path, limit: limit)) }

    /// Turns a setting of the person's on or off; the rest of the file is unchanged.
    ///
    /// - Parameters:
    ///   - key: A setting outside of tables.
    ///   - isOn: What it is to be.
    /// - Throws: `HKError`, ``CommandFailure``; the file is then unchanged.
    static func set(_ key: String, to isOn: Bool) throws {
        // A link leads to where the person keeps it.
        let path = URL(fileURLWithPath: folder + "/config.toml").resolvingSymlinksInPath().path
        let before = FileManager.default.fileExists(atPath: path) ? try text(path, limit: limit) : ""
        try makeFolder()
        let file = try OutgoingFile(at: path, replacing: true, store: nil)
        do {
            let after = ConsoleSettings.setting(key, to: isOn, in: before)
            try Data(after.utf8).write(to: URL(fileURLWithPath: file.temporaryPath))
            try file.finish()
        } catch {
            file.discard()
            throw error
        }
    }

    /// Creates the folder, for the person alone, if it doesn't exist.
    /// - Throws: ``CommandFailure``.
    static func makeFolder() throws {
        do {
            try FileManager.default.createDirectory(
                atPath: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw CommandFailure(folder, "can't create the folder: \(error.localizedDescription)")
        }
    }

    /// The text of a file of the person's configuration.
    ///
    /// - Parameters:
    ///   - path: Where it is.
    ///   - limit: No file is longer.
    /// - Returns: The text.
    /// - Throws: ``CommandFailure`` for a file that cannot be read.
    static func text(_ path: String, limit: Int) throws -> String {
        var status = stat()
        guard stat(path, &status) == 0 else { throw CommandFailure(path, String(cString: strerror(errno))) }
        // A device or a pipe may have no end, or block.
        guard status.st_mode & S_IFMT == S_IFREG else { throw CommandFailure(path, "not a file") }
        guard status.st_size <= limit else { throw CommandFailure(path, "too large for a settings file") }
        guard let data = FileManager.default.contents(atPath: path) else {
            throw CommandFailure(path, "can't be read")
        }
        guard let text = String(validating: data, as: UTF8.self) else {
            throw CommandFailure(path, "not UTF-8 text")
        }
        return text
    }
}
