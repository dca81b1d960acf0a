import ArgumentParser
import Foundation
import HealthKit
import HealthtuiFacts

/// Copies the store while it is in use.
struct BackupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copy the store to a file, even while it is in use.",
        discussion: """
            The backup is a store: --store FILE opens it, and healthtui restore replaces the store with it. An \
            interrupted backup leaves no file.
            """
    )

    @Argument(help: "The file to write.")
    var file: String

    @Flag(name: .long, help: "Replace the file if it exists.")
    var force = false

    @OptionGroup var store: StoreArguments
    @OptionGroup var format: ValueFormatArguments

    func validate() throws {
        if file.isEmpty { throw ValidationError("name the file to write") }
    }

    func run() throws {
        let path = try store.existingName()
        let target = URL(fileURLWithPath: file).standardizedFileURL.path
        let person = try store.openForReading()
        let line = ProgressLine()
        defer { line.clear() }
        let size = try person.backUp(to: target, replacing: force) { copied, total in
            line.show("\(copied / 1_000_000) of \(total / 1_000_000) MB copied")
        }
        line.clear()
        if format.json {
            let fields: JSONValue.Fields = [
                ("store", .text(path)), ("file", .text(target)), ("bytes", .integer(size)),
            ]
            try StandardOutput.shared.line(JSONValue.object(fields).line)
        } else {
            let megabytes = String(format: "%.1f", Double(size) / 1_000_000)
            try StandardOutput.shared.line("\(target.printable): a copy of \(path.printable), \(megabytes) MB")
        }
    }
}
