import Foundation
import HealthKitLocalization
import HealthtuiEntry

/// Importing an export of the Health app, and the result.
enum ImportStrings {
    static var title: String { localized("Import") }
    static func unfinished(_ file: String) -> String {
        localized("The import of \(file) is not done; what is in stays, and importing it again goes on.")
    }
    static var notBegun: String { localized("The file you typed is not imported.") }
    static var stopQuestion: String { localized("Stop importing? What’s imported so far is kept.") }
    static func imported(_ objects: Int) -> String { localized("imported \(SharedStrings.objects(objects))") }
    static var stopped: String { localized("stopped; what is in stays, and importing again goes on") }
    static var placeholder: String { localized("export.zip or table.csv") }
    static var help: String {
        localized("On an iPhone: Health, your picture, Export All Health Data. Importing again adds only what is new.")
    }
    static var importing: String { localized("Importing") }
    static var opening: String { localized("opening…") }
    /// The message that a finished import leaves in the terminal.
    static func done(_ file: String, added: String, known: String, refused: String) -> String {
        localized("\(file): \(added) added, \(known) there already, \(refused) refused")
    }
    /// The message that a finished import without the user's PIN or passphrase leaves in the terminal.
    static func doneUnseen(_ file: String, taken: String, refused: String) -> String {
        localized("\(file): \(taken) taken, \(refused) refused")
    }
    /// The message that a stopped import leaves in the terminal.
    static func stopped(_ file: String, after records: Int?) -> String {
        guard let records else {
            return localized("\(file): stopped; what is in stays, and importing it again goes on")
        }
        let count = SharedStrings.records(records)
        return localized("\(file): stopped after \(count); what is in stays, and importing it again goes on")
    }
    static func failed(_ file: String, _ reason: String, after records: Int?) -> String {
        guard let records else { return localized("\(file): \(reason)") }
        return localized("\(file): \(reason) after \(SharedStrings.records(records))")
    }
    static var pathMissing: String { localized("type the path of an export.zip, an export.xml or a table") }
    static var read: String { localized("read") }
    static var added: String { localized("added") }
    static var known: String { localized("known") }
    /// The number of objects taken, without saying which were stored before.
    static var taken: String { localized("taken") }
    static var unseen: String {
        localized(
            "Without your PIN or passphrase it isn’t said what was stored before; what would replace it waits until you give it."
        )
    }
    static var refused: String { localized("refused") }
    /// The row of all kinds together.
    static var allObjects: String { localized("All objects") }
    static func facts(types: Int, bytes: Double, seconds: Double) -> String {
        localized(
            "\(SharedStrings.types(types)), \(NumberText.bytes(bytes)) in \(NumberText.text(seconds, decimals: 1)) s"
        )
    }
    static var truncated: String { localized("The export ends too early; what came before is imported.") }
    static func leftOut(_ objects: Int, _ key: String) -> String {
        let left = SharedStrings.objects(objects)
        return key.isEmpty
            ? localized("\(left) left out, deleted by you")
            : localized("\(left) left out, deleted by you; \(key) brings them back")
    }
    /// Of a file that was refused in part, or has data that isn't imported yet.
    static var partial: String { localized("Only part of the file was imported.") }
    static var notImported: String { localized("Not imported yet") }
    /// Above data that isn't a measurement, or that HealthKit has no type for.
    static var ignored: String { localized("Ignored") }
    static func skipped(_ count: Int, _ kind: String, firstLine: Int?) -> String {
        guard let firstLine else { return localized("\(NumberText.text(count)) × \(kind)") }
        return localized("\(NumberText.text(count)) × \(kind), first in line \(NumberText.text(firstLine))")
    }
    static func warnings(_ count: Int) -> String {
        plural(count, one: "\(NumberText.text(count)) warning", other: "\(NumberText.text(count)) warnings")
    }

    // MARK: Dry runs

    /// The heading above the preview of an import.
    static func wouldComeIn(_ file: String) -> String { localized("\(file): what would come in") }
    static var nothingSaved: String { localized("nothing is saved yet") }
    static var trying: String { localized("Reading without saving") }
    /// The column of new samples.
    static var new: String { localized("New") }
    /// The column of samples that the store already has.
    static var here: String { localized("Here") }
    /// The column of samples that are skipped because the user deleted them.
    static var deleted: String { localized("Deleted") }
    /// The column of unsupported data.
    static var noPlace: String { localized("No place") }
    static var filesLabel: String { localized("Files") }
    /// The number of files that a format was found for.
    static func filesRead(_ read: Int, of all: Int) -> String {
        localized("\(NumberText.text(read)) of \(NumberText.text(all))")
    }
    static var fromTo: String { localized("From – to") }
    static var values: String { localized("Sum or range") }
    static func span(_ first: String, _ last: String) -> String { localized("\(first) – \(last)") }
    static var nothingComes: String { localized("Nothing of it would come in.") }
    static func files(_ count: Int) -> String {
        plural(count, one: "\(NumberText.text(count)) file", other: "\(NumberText.text(count)) files")
    }
    /// How a file was read, and why; without a reader, why it wasn't.
    static func read(_ file: String, _ reader: String?, because reason: String) -> String {
        guard let reader else { return localized("\(file): not read: \(reason)") }
        return localized("\(file): read as \(reader): \(reason)")
    }
    static func moreFiles(_ count: Int) -> String {
        plural(count, one: "\(NumberText.text(count)) more file", other: "\(NumberText.text(count)) more files")
    }
    /// The effect of a key after the import.
    static func oneStep(_ key: String) -> String {
        localized("After the import it is one step: \(key) takes it all back.")
    }
}
