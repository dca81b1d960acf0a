import Foundation
import HealthEntry

/// Importing an export of the Health app, and what came of it.
enum ImportStrings {
    static let title = "Import"
    static func unfinished(_ file: String) -> String {
        "The import of \(file) is not done; what is in stays, and importing it again goes on."
    }
    static let notBegun = "The file you typed is not imported."
    static let stopQuestion = "Stop importing? What’s imported so far is kept."
    static func imported(_ objects: Int) -> String { "imported \(SharedStrings.objects(objects))" }
    static let stopped = "stopped; what is in stays, and importing again goes on"
    static let placeholder = "export.zip or export.xml"
    static let help =
        "On an iPhone: Health, your picture, Export All Health Data. Importing again adds only what is new."
    static let importing = "Importing"
    static let opening = "opening…"
    /// What an import that is done leaves in the terminal.
    static func done(_ file: String, added: String, known: String, refused: String) -> String {
        "\(file): \(added) added, \(known) there already, \(refused) refused"
    }
    /// What an import that was stopped leaves in the terminal.
    static func stopped(_ file: String, after records: Int?) -> String {
        "\(file): stopped\(after(records)); what is in stays, and importing it again goes on"
    }
    static func failed(_ file: String, _ reason: String, after records: Int?) -> String {
        "\(file): \(reason)\(after(records))"
    }
    private static func after(_ records: Int?) -> String {
        records.map { " after \(SharedStrings.records($0))" } ?? ""
    }
    static let pathMissing = "type the path of an export.zip or export.xml"
    static let read = "read"
    static let added = "added"
    static let known = "known"
    static let refused = "refused"
    static func facts(types: Int, bytes: Double, seconds: Double) -> String {
        "\(SharedStrings.types(types)), \(NumberText.bytes(bytes)) in \(NumberText.text(seconds, decimals: 1)) s"
    }
    static let truncated = "The export ends too early; what came before is imported."
    static func leftOut(_ objects: Int) -> String {
        "\(SharedStrings.objects(objects)) left out, deleted by you; healthtui import --restore-deleted brings them back"
    }
    static let notImported = "Not imported yet"
    static func skipped(_ count: Int, _ kind: String, firstLine: Int?) -> String {
        "\(NumberText.text(count)) × \(kind)" + (firstLine.map { ", first in line \(NumberText.text($0))" } ?? "")
    }
    static func warnings(_ count: Int) -> String { NumberText.count(count, "warning") }
}
