import Foundation
import HealthEntry

/// What several screens say: headings of columns, labels of facts, counts, and how an attempt ended.
///
/// Headings begin with a capital; notices are half sentences without a capital and a full stop.
enum SharedTexts {
    static func samples(_ count: Int) -> String { NumberText.count(count, "sample") }
    static func objects(_ count: Int) -> String { NumberText.count(count, "object") }
    static func records(_ count: Int) -> String { NumberText.count(count, "record") }
    static func types(_ count: Int) -> String { NumberText.count(count, "type") }
    static func sources(_ count: Int) -> String { NumberText.count(count, "source") }
    static let dayToCome = "that day is still to come"
    static let file = "File"
    /// What is being done, such as `Importing`, and with which file.
    static func doing(_ what: String, _ path: String) -> String { what + " " + path }
    static let whatYouTyped = "what you typed"
    static func leaveWithoutSaving(_ lost: String) -> String { "Leave without saving \(lost)?" }
    static let leave = "Leave"
    static let stay = "Stay"
    static func saved(_ what: String) -> String { "saved \(what)" }
    static func notSaved(_ reason: String) -> String { "not saved: \(reason)" }
    static let notSavedSeeFields = "not saved: see beside the fields"
    static let when = "When"
    static let value = "Value"
    static let no = "no"
    static let yes = "yes"
    static let start = "Start"
    static let end = "End"
    static let noData = "no data"
    static func notDeleted(_ reason: String) -> String { "not deleted: \(reason)" }
    static let delete = "Delete"
    static let type = "Type"
    static let samplesHeading = "Samples"
    static let last = "Last"
    static let what = "What"
    static let source = "Source"
    static let device = "Device"
    static let from = "From"
    static let deleteAll = "Delete all"
    static func instant(_ moment: String) -> String { "\(moment), an instant" }
    static let to = "To"
    static func sourceVersion(_ name: String, _ version: String?, _ identifier: String) -> String {
        "\(name)\(version.map { ", version \($0)" } ?? "") (\(identifier))"
    }
    static let added = "Added"
    static let uuid = "UUID"
    static let noSamples = "no samples"
    static func soFar(_ what: String) -> String { "\(what) so far" }
    static func deleted(_ what: String) -> String { "deleted \(what)" }
    static let none = "none"
    static let length = "Length"
    static let whatYouChanged = "what you changed"
    static let stop = "Stop"
    static let goOn = "Go on"
    static let replace = "Replace"
    static let keepIt = "Keep it"
}
