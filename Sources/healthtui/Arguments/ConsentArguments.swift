import ArgumentParser
import Foundation
import Glibc

/// What the command line needs to decide for the person: a person who says so, at a terminal or beforehand.
struct ConsentArguments: ParsableArguments {
    @Flag(
        name: .long,
        help: """
            Don't ask. Needs the line “\(Self.key) = allow” in your configuration, ~/.config/healthtui/config.
            """
    )
    var yes = false

    private static let key = "unattended-permissions"

    /// Asks the person, or finds that the person allowed to go on without.
    ///
    /// - Parameter question: What is about to be done.
    /// - Throws: ``CommandFailure`` when the person says no, when nobody is there to ask, and when the configuration does not
    ///   allow to go on without.
    func check(_ question: String) throws {
        let what = "nothing was changed"
        if yes {
            guard try Self.isAllowed() else {
                throw CommandFailure(what, "--yes needs the line “\(Self.key) = allow” in \(Self.path)")
            }
            return
        }
        guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else {
            throw CommandFailure(what, "giving access needs a person: run this at a terminal, or with --yes")
        }
        guard try Question.ask(question) else { throw CommandFailure(what, "canceled") }
    }

    /// Where the person's configuration is.
    private static var path: String { SettingsFile.folder + "/config" }

    /// Whether the configuration allows to decide without asking: it must be the person's own, and nobody else's to write.
    private static func isAllowed() throws -> Bool {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return false }
        var status = stat()
        guard stat(path, &status) == 0, status.st_uid == geteuid(), status.st_mode & 0o022 == 0 else {
            throw CommandFailure(path, "must belong to you and be writable by nobody else")
        }
        return text.split(separator: "\n")
            .contains { line in
                let parts = line.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
                return parts == [key, "allow"]
            }
    }
}
