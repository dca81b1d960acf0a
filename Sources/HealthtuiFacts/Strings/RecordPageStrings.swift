import HealthKitLocalization
import HealthtuiEntry

/// The common parts of all record pages: where a record is from, its files, and text that is too long to show.
///
/// Labels are in the first column of a page, which is as wide as the longest of them, and are capitalized.
enum RecordPageStrings {
    // MARK: Where it is from

    static var recordedAs: String { localized("Recorded as") }
    static var whereItIsFrom: String { localized("Where it is from") }
    static var when: String { localized("When") }
    static var from: String { localized("From") }
    static var to: String { localized("To") }
    static var source: String { localized("Source") }
    static var device: String { localized("Device") }
    static var added: String { localized("Added") }
    static var uuid: String { localized("UUID") }
    static func source(_ name: String, version: String) -> String { localized("\(name), version \(version)") }

    // MARK: Lists of the same records

    static var overTime: String { localized("Over time") }
    /// Follows the record whose page is shown.
    static var thisOne: String { localized("(this one)") }
    /// For a date that has passed.
    static func expired(_ day: String) -> String { localized("\(day), expired") }

    // MARK: Files

    static var fileIsMissing: String { localized("name the file to write") }
    static func cannotBeWritten(_ path: String) -> String { localized("\(path) cannot be written") }
    static var documentIsMissing: String { localized("the document is not in the store") }
    static var voltagesAreMissing: String { localized("the voltages are not in the store") }
    static var file: String { localized("File") }
    static func enterSaves(_ what: String) -> String { localized("\(what), Enter saves it") }

    // MARK: What is too long

    static func linesMore(_ count: Int) -> String {
        plural(
            count,
            one: "… and \(count) line more, which the file has",
            other: "… and \(count) lines more, which the file has"
        )
    }
    static func shortened(_ text: String, without count: Int) -> String {
        plural(
            count,
            one: "\(text) … and \(count) character more, which the file has",
            other: "\(text) … and \(count) characters more, which the file has"
        )
    }
}
