import HealthEntry

/// What the pages of all records have in common: where a record is from, its files, and what is too long to show.
///
/// Labels stand in the first column of a page, which is as wide as the longest of them, and begin in upper case.
enum RecordPageStrings {
    // MARK: Where it is from

    static let recordedAs = "Recorded as"
    static let whereItIsFrom = "Where it is from"
    static let when = "When"
    static let from = "From"
    static let to = "To"
    static let source = "Source"
    static let device = "Device"
    static let added = "Added"
    static let uuid = "UUID"
    static func source(_ name: String, version: String) -> String { "\(name), version \(version)" }

    // MARK: Lists of the same records

    static let overTime = "Over time"
    /// Behind the record whose page is seen.
    static let thisOne = "(this one)"
    /// Of what has an end that is past.
    static func expired(_ day: String) -> String { "\(day), expired" }

    // MARK: Files

    static let fileIsMissing = "name the file to write"
    static func cannotBeWritten(_ path: String) -> String { "\(path) cannot be written" }
    static let documentIsMissing = "the document is not in the store"
    static let voltagesAreMissing = "the voltages are not in the store"
    static let file = "File"
    static func enterSaves(_ what: String) -> String { "\(what), Enter saves it" }

    // MARK: What is too long

    static func linesMore(_ count: Int) -> String { "… and \(NumberText.text(count)) lines more, which the file has" }
    static func shortened(_ text: String, without count: Int) -> String {
        "\(text) … and \(count) characters more, which the file has"
    }
}
