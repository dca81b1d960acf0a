import Foundation
import HealthEntry

/// Exporting everything into a zip, and what came of it.
enum ExportStrings {
    static let title = "Export"
    static func unfinished(_ file: String) -> String {
        "The export to \(file) is not done; stopped, it leaves no file."
    }
    static let stopQuestion = "Stop the export? No file is left."
    /// What an export that is done leaves in the terminal.
    static func done(_ file: String, objects: Int, bytes: Double) -> String {
        "\(file): \(SharedStrings.objects(objects)), \(NumberText.bytes(bytes))"
    }
    static func wrote(_ file: String) -> String { "wrote \(file)" }
    static let stopped = "stopped; there is no file"
    static let placeholder = "export.zip"
    static let help =
        "Everything, in the Health app's layout. Includes a full copy of the store; importing it restores everything."
    static let writing = "Writing"
    static let copying = "copying the store…"
    static let pathMissing = "type the path of the zip to make"
    static func replaceQuestion(_ file: String) -> String { "Replace \(file)? What it holds is gone then." }
    static let written = "written"
    static func facts(_ path: String, bytes: Double, seconds: Double) -> String {
        "\(path): \(NumberText.bytes(bytes)) in \(NumberText.text(seconds, decimals: 1)) s"
    }
    static let notEncrypted = "The store is encrypted; this file isn't. Anyone who has it can read it."
    static let withCopy = "With a copy of the store."
    static let inCopyAlone = "In the copy of the store alone"
    static func leftOut(_ count: Int, _ kind: String) -> String { "\(NumberText.text(count)) × \(kind)" }
}
