import ArgumentParser
import Foundation
import HealthKit
import HealthtuiFacts

/// Puts a backup in the store's place.
struct RestoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Replace the store with a backup. The current store is kept under another name.",
        discussion: """
            Checks the whole backup first, and doesn't change it. Asks before replacing a store, unless --yes is \
            given. Close other programs that use the store first.
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
        let path = try store.unservedPath()
        let backup = URL(fileURLWithPath: file).standardizedFileURL.path
        // Of one that can't be looked at it isn't known: then the advice to encrypt it again is given too often.
        let wasEncrypted = (try? StorePassphrase(path: path).isSet) ?? true
        let line = ProgressLine()
        defer { line.clear() }
        let kept = try StoreDoctor(path: path)
            .restore(
                from: backup,
                progress: { copied, total in
                    line.show("\(copied / 1_000_000) of \(total / 1_000_000) MB copied")
                },
                confirm: {
                    line.clear()
                    guard try yes || Confirmation.ask("Replace the store \(path) with \(backup)?") else {
                        throw CommandFailure(path, "nothing was changed")
                    }
                }
            )
        line.clear()
        if format.json {
            let fields: JSONValue.Fields = [
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
