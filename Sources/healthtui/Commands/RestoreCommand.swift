import ArgumentParser
import Foundation
import HealthKit

/// Puts a backup in the store's place.
struct RestoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Put a backup in the place of the store, which is kept under another name.",
        discussion: """
            The backup is read whole first, and stays as it is. While another program has the store open nothing is done. \
            Without --yes it asks before it replaces a store.
            """
    )

    @Argument(help: "The backup.")
    var file: String

    @Flag(name: .long, help: "Replace the store without asking.")
    var yes = false

    @OptionGroup var store: StoreArguments
    @OptionGroup var format: ValueFormatArguments

    func validate() throws {
        if file.isEmpty { throw ValidationError("name the backup") }
    }

    func run() throws {
        let path = store.path
        let backup = URL(fileURLWithPath: file).standardizedFileURL.path
        if !yes, FileManager.default.fileExists(atPath: path) {
            guard try Question.ask("Replace the store \(path) by \(backup)?") else {
                throw CommandFailure(path, "nothing was changed")
            }
        }
        let wasEncrypted = (try? StorePassphrase(path: path).isSet) ?? true
        let line = ProgressLine()
        defer { line.clear() }
        let kept = try StoreDoctor(path: path)
            .restore(from: backup) { copied, total in
                line.show("\(copied / 1_000_000) of \(total / 1_000_000) MB copied")
            }
        line.clear()
        if format.json {
            let fields: [(key: String, value: JSONValue)] = [
                ("store", .text(path)), ("backup", .text(backup)), ("kept", .text(kept)),
            ]
            try StandardOutput.shared.line(JSONValue.object(fields).line)
            return
        }
        try StandardOutput.shared.line("\(path.printable): restored from \(backup.printable)")
        if wasEncrypted, FileManager.default.fileExists(atPath: path), try !StorePassphrase(path: path).isSet,
            kept != nil
        {
            let way = "Encrypt it with: healthtui passphrase set"
            try StandardOutput.shared.line("The store that was there is encrypted; this one isn't. \(way)")
        }
        if let kept { try StandardOutput.shared.line("The store that was there is kept as \(kept.printable)") }
    }
}
