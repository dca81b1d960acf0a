import Foundation
import HealthKitLocalization
import HealthtuiEntry

/// Texts that several screens share: headings of columns, labels of facts, counts, and results of attempts.
///
/// Headings and labels begin with a capital; notices are half sentences without a capital and a full stop.
enum SharedStrings {
    // MARK: Headings of columns and labels of facts
    static var type: String { localized("Type") }
    static var value: String { localized("Value") }
    static var when: String { localized("When") }
    static var start: String { localized("Start") }
    static var end: String { localized("End") }
    /// The labels of a start and an end, if both are shown.
    static var from: String { localized("From") }
    static var to: String { localized("To") }
    static var length: String { localized("Length") }
    /// In the place of a source's name, of one that has none.
    static var namelessSource: String { localized("no name") }
    static var source: String { localized("Source") }
    static var device: String { localized("Device") }
    static var samplesHeading: String { localized("Samples") }
    static var last: String { localized("Last") }
    static var what: String { localized("What") }
    static var added: String { localized("Added") }
    static var uuid: String { localized("UUID") }
    static var file: String { localized("File") }
    static var folder: String { localized("Folder") }
    static var folderMissing: String { localized("name the folder to write to") }
    static var systolic: String { localized("Systolic") }
    static var diastolic: String { localized("Diastolic") }

    // MARK: Counts
    static func more(_ count: Int) -> String { localized("\(NumberText.text(count)) more") }
    static func samples(_ count: Int) -> String {
        plural(count, one: "\(NumberText.text(count)) sample", other: "\(NumberText.text(count)) samples")
    }
    static func objects(_ count: Int) -> String {
        plural(count, one: "\(NumberText.text(count)) object", other: "\(NumberText.text(count)) objects")
    }
    static func records(_ count: Int) -> String {
        plural(count, one: "\(NumberText.text(count)) record", other: "\(NumberText.text(count)) records")
    }
    static func types(_ count: Int) -> String {
        plural(count, one: "\(NumberText.text(count)) type", other: "\(NumberText.text(count)) types")
    }
    static func sources(_ count: Int) -> String {
        plural(count, one: "\(NumberText.text(count)) source", other: "\(NumberText.text(count)) sources")
    }

    // MARK: Values and missing data
    static func aDay(_ value: String) -> String { localized("\(value) a day") }
    /// A value or a time that is not over yet.
    static func soFar(_ what: String) -> String { localized("\(what) so far") }
    static func instant(_ moment: String) -> String { localized("\(moment), an instant") }
    static func sourceVersion(_ name: String, _ version: String?, _ identifier: String) -> String {
        version.map { localized("\(name), version \($0) (\(identifier))") } ?? localized("\(name) (\(identifier))")
    }
    static var none: String { localized("none") }
    static var noData: String { localized("no data") }
    static var noDataYet: String { localized("no data yet") }
    /// Shown if there is no row to go to; the filter is empty if there is none.
    static func noMatch(_ filter: String) -> String {
        filter.isEmpty
            ? localized("no filter was used yet: / filters") : localized("nothing here matches “\(filter)”")
    }
    static var noSamples: String { localized("no samples") }
    static var dayToCome: String { localized("that day is still to come") }

    // MARK: How an attempt ended
    static func saved(_ what: String) -> String { localized("saved \(what)") }
    static func savedTo(_ what: String, _ path: String) -> String { localized("saved \(what) to \(path)") }
    static func notSaved(_ reason: String) -> String { localized("not saved: \(reason)") }
    static var notSavedSeeFields: String { localized("not saved: see beside the fields") }
    static func notChanged(_ reason: String) -> String { localized("not changed: \(reason)") }
    static var nothingChanged: String { localized("nothing was changed") }
    static func deleted(_ what: String) -> String { localized("deleted \(what)") }
    static func notDeleted(_ reason: String) -> String { localized("not deleted: \(reason)") }
    static var readOnly: String { localized("this console only reads") }

    // MARK: Forms and dialogs
    static var no: String { localized("no") }
    static var yes: String { localized("yes") }
    static var delete: String { localized("Delete") }
    static var deleteAll: String { localized("Delete all") }
    static var stop: String { localized("Stop") }
    static var goOn: String { localized("Go on") }
    static var replace: String { localized("Replace") }
    static var keepIt: String { localized("Keep it") }
    static var leave: String { localized("Leave") }
    static var stay: String { localized("Stay") }
    /// Asks for confirmation to leave a form; the lost input is one of the two below.
    static func leaveWithoutSaving(_ lost: String) -> String { localized("Leave without saving \(lost)?") }
    static var whatYouTyped: String { localized("what you typed") }
    static var whatYouChanged: String { localized("what you changed") }
    static var savedFromHealth: String { localized("Saved from the source Health, as entered by you.") }
    /// The current activity, such as `Importing`, with its file.
    static func doing(_ what: String, _ path: String) -> String { localized("\(what) \(path)") }
}
