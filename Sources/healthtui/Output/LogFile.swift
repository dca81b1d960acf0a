import Foundation
import Glibc
import HealthKit
import HealthtuiFacts
import Logging
import Synchronization

/// The destination of the log: standard error for commands, a file for the console, which owns the terminal.
enum LogDestination {
    /// Enables the log if the environment requests it.
    ///
    /// - Parameters:
    ///   - isTerminalTaken: Whether the program draws on the terminal.
    ///   - environment: The variables of the process.
    static func set(
        isTerminalTaken: Bool,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
        guard let text = environment[HealthLog.variable], !text.isEmpty else { return }
        guard let level = HealthLog.level(text) else {
            let levels = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
            StandardError.line("healthtui: \(HealthLog.variable): “\(text)” isn't a level; write one of \(levels)")
            return
        }
        guard isTerminalTaken else {
            LoggingSystem.bootstrap { LineLogHandler(label: $0, level: level) { StandardError.write($0) } }
            return
        }
        do {
            let file = try LogFile(path: LogFile.path(environment))
            LoggingSystem.bootstrap { LineLogHandler(label: $0, level: level) { file.write($0) } }
        } catch {
            StandardError.line("healthtui: \(HealthLog.variable): \(error)")
            LoggingSystem.bootstrap { _ in SwiftLogNoOpLogHandler() }
        }
    }
}

/// Writes each event as one line: the time, the level, the event, and the details by name.
struct LineLogHandler: LogHandler {
    let label: String
    var logLevel: Logger.Level
    var metadata: Logger.Metadata = [:]
    private let write: @Sendable (String) -> Void

    init(label: String, level: Logger.Level, write: @escaping @Sendable (String) -> Void) {
        self.label = label
        logLevel = level
        self.write = write
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let all = metadata.merging(event.metadata ?? [:]) { $1 }
        let details = all.sorted { $0.key < $1.key }.map { " \($0.key)=\("\($0.value)".printable)" }
        let utc = TimeZone(secondsFromGMT: 0) ?? .current
        let time = Timestamps(timeZone: utc).iso(Date()) ?? "-"
        write("\(time) \(event.level) \(label)[\(getpid())]: \(event.message)\(details.joined())\n")
    }
}

/// A file that lines are appended to, readable by its owner alone.
final class LogFile: Sendable {
    /// Beyond this size the file is put aside as `….old` when it is opened again.
    static let limit = 8 << 20

    private let descriptor: Int32

    /// `$XDG_STATE_HOME/healthtui/healthtui.log`, else below `~/.local/state`.
    static func path(_ environment: [String: String]) -> String {
        let state =
            environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
            ?? NSHomeDirectory() + "/.local/state"
        return state + "/healthtui/healthtui.log"
    }

    /// Opens the file; creates it, and the folders above it, if missing.
    ///
    /// - Throws: ``CommandFailure`` with the path.
    init(path: String) throws {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        // If it can't be created, opening the file in it reports the reason.
        try? FileManager.default.createDirectory(
            at: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        var facts = stat()
        if stat(path, &facts) == 0, facts.st_size > Self.limit { rename(path, path + ".old") }
        descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw CommandFailure(path, String(cString: strerror(errno))) }
    }

    deinit { close(descriptor) }

    /// Appends a line in one piece, so that lines of several processes do not mix.
    func write(_ line: String) {
        let bytes = Array(line.utf8)
        // A failing log must not stop the work that is logged.
        _ = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    }
}
