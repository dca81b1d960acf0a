import Foundation
import HealthEntry

/// What several screens say: headings of columns, labels of facts, counts, and how an attempt ended.
///
/// Headings and labels begin with a capital; notices are half sentences without a capital and a full stop.
enum SharedStrings {
    // MARK: Headings of columns and labels of facts
    static let type = "Type"
    static let value = "Value"
    static let when = "When"
    static let start = "Start"
    static let end = "End"
    /// When something began and ended, where both are told.
    static let from = "From"
    static let to = "To"
    static let length = "Length"
    /// In the place of a source's name, of one that has none.
    static let namelessSource = "no name"
    static let source = "Source"
    static let device = "Device"
    static let samplesHeading = "Samples"
    static let last = "Last"
    static let what = "What"
    static let added = "Added"
    static let uuid = "UUID"
    static let file = "File"
    static let folder = "Folder"
    static let folderMissing = "name the folder to write to"
    static let systolic = "Systolic"
    static let diastolic = "Diastolic"

    // MARK: Counts
    static func more(_ count: Int) -> String { NumberText.text(Double(count)) + " more" }
    static func samples(_ count: Int) -> String { NumberText.count(count, "sample") }
    static func objects(_ count: Int) -> String { NumberText.count(count, "object") }
    static func records(_ count: Int) -> String { NumberText.count(count, "record") }
    static func types(_ count: Int) -> String { NumberText.count(count, "type") }
    static func sources(_ count: Int) -> String { NumberText.count(count, "source") }

    // MARK: Values and what is missing
    static func aDay(_ value: String) -> String { "\(value) a day" }
    /// A value or a time that is not over yet.
    static func soFar(_ what: String) -> String { "\(what) so far" }
    static func instant(_ moment: String) -> String { "\(moment), an instant" }
    static func sourceVersion(_ name: String, _ version: String?, _ identifier: String) -> String {
        "\(name)\(version.map { ", version \($0)" } ?? "") (\(identifier))"
    }
    static let none = "none"
    static let noData = "no data"
    static let noDataYet = "no data yet"
    /// Said where there is no row to go to; empty where nothing was filtered for.
    static func noMatch(_ filter: String) -> String {
        filter.isEmpty ? "no filter was used yet: / filters" : "nothing here matches “\(filter)”"
    }
    static let noSamples = "no samples"
    static let dayToCome = "that day is still to come"

    // MARK: How an attempt ended
    static func saved(_ what: String) -> String { "saved \(what)" }
    static func savedTo(_ what: String, _ path: String) -> String { "saved \(what) to \(path)" }
    static func notSaved(_ reason: String) -> String { "not saved: \(reason)" }
    static let notSavedSeeFields = "not saved: see beside the fields"
    static func notChanged(_ reason: String) -> String { "not changed: \(reason)" }
    static let nothingChanged = "nothing was changed"
    static func deleted(_ what: String) -> String { "deleted \(what)" }
    static func notDeleted(_ reason: String) -> String { "not deleted: \(reason)" }
    static let readOnly = "this console only reads"

    // MARK: Forms and dialogs
    static let no = "no"
    static let yes = "yes"
    static let delete = "Delete"
    static let deleteAll = "Delete all"
    static let stop = "Stop"
    static let goOn = "Go on"
    static let replace = "Replace"
    static let keepIt = "Keep it"
    static let leave = "Leave"
    static let stay = "Stay"
    /// Asks before a form is left; what would be lost is one of the two below.
    static func leaveWithoutSaving(_ lost: String) -> String { "Leave without saving \(lost)?" }
    static let whatYouTyped = "what you typed"
    static let whatYouChanged = "what you changed"
    static let savedFromHealth = "Saved from the source Health, as entered by you."
    /// What is being done, such as `Importing`, and with which file.
    static func doing(_ what: String, _ path: String) -> String { "\(what) \(path)" }
}
