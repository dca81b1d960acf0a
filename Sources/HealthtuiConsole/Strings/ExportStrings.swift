import Foundation
import HealthKitLocalization
import HealthtuiEntry

/// Exporting everything into a zip, and the result.
enum ExportStrings {
    static var title: String { localized("Export") }
    static func unfinished(_ file: String) -> String {
        localized("The export to \(file) is not done; stopped, it leaves no file.")
    }
    static var stopQuestion: String { localized("Stop the export? No file is left.") }
    /// The message that a finished export leaves in the terminal.
    static func done(_ file: String, objects: Int, bytes: Double) -> String {
        localized("\(file): \(SharedStrings.objects(objects)), \(NumberText.bytes(bytes))")
    }
    static func wrote(_ file: String) -> String { localized("wrote \(file)") }
    static var stopped: String { localized("stopped; there is no file") }
    static var placeholder: String { localized("export.zip") }
    static var help: String {
        localized(
            "Everything, in the Health app's layout. Includes a full copy of the store; importing it restores everything."
        )
    }
    /// The contents of an export of some sources.
    static func helpOfSources(_ names: [String]) -> String {
        let named = names.count > 3 ? SharedStrings.sources(names.count) : names.joined(separator: ", ")
        return localized("Only what was recorded by \(named), in the Health app's layout.")
    }
    static var writing: String { localized("Writing") }
    static var copying: String { localized("copying the store…") }
    static var pathMissing: String { localized("type the path of the zip to make") }
    static func replaceQuestion(_ file: String) -> String { localized("Replace \(file)? What it holds is gone then.") }
    static var written: String { localized("written") }
    static func facts(_ path: String, bytes: Double, seconds: Double) -> String {
        localized("\(path): \(NumberText.bytes(bytes)) in \(NumberText.text(seconds, decimals: 1)) s")
    }
    static var notEncrypted: String {
        localized("The store is encrypted; this file isn't. Anyone who has it can read it.")
    }
    static var withCopy: String { localized("With a copy of the store.") }
    static var inCopyAlone: String { localized("In the copy of the store alone") }
    static func leftOut(_ count: Int, _ kind: String) -> String { localized("\(NumberText.text(count)) × \(kind)") }
}
