import Foundation
import HealthKitLocalization
import HealthtuiEntry

/// Samples: the list of a type, one sample with everything about it, and the form that edits one.
enum SampleStrings {
    // MARK: The list
    static func from(_ type: String, _ source: String) -> String { localized("\(type) from \(source)") }
    static var allData: String { localized("All Data") }
    static func marked(_ count: Int) -> String { localized("\(count) marked") }
    /// The totals of marked samples: `sum 12,300 count, 40–2,100`.
    static func sum(_ sum: String, _ range: String) -> String { localized("sum \(sum), \(range)") }
    static func average(_ average: String, _ range: String) -> String { localized("average \(average), \(range)") }
    static func average(_ average: String) -> String { localized("average \(average)") }
    static func together(_ duration: String) -> String { localized("\(duration) together") }
    static func notMarked(_ count: Int) -> String {
        plural(
            count,
            one: "\(NumberText.text(count)) row between not marked: go through them once, they are not loaded yet",
            other: "\(NumberText.text(count)) rows between not marked: go through them once, they are not loaded yet"
        )
    }
    /// Above other details of a sample.
    static var details: String { localized("Details") }
    static var sorting: String { localized("sorting…") }
    static var outliersFirst: String { localized("outliers first") }
    static func tooManyToSort(_ most: Int) -> String {
        localized("not sorted: only lists of up to \(NumberText.text(most)) samples are; narrow it with / first")
    }
    static var nothingToGoTo: String { localized("nothing is marked, and no filter was used yet") }
    static var jumpNeedsTimes: String {
        localized("a sorted list has no order to look for matches in; mark them, or filter again")
    }
    static func noFurther(_ forward: Bool) -> String {
        forward ? localized("none further down") : localized("none further up")
    }
    static var saveTitle: String { localized("Save samples") }
    static func saveAbout(_ count: Int) -> String {
        localized("\(SharedStrings.samples(count)); CSV, or JSON where the name ends in .json")
    }
    // The sample beside the list
    static var hourAround: String { localized("The hour around it") }
    static var whereItFalls: String { localized("Where it falls") }
    static func ofSamples(_ count: Int) -> String { localized("of \(SharedStrings.samples(count))") }
    static func above(_ percent: String) -> String { localized("Above \(percent) % of the samples in this list.") }
    static var stillCounted: String { localized("the samples are still being counted") }
    static func loading(_ type: String) -> String { localized("loading \(type)…") }
    static var searching: String { localized("searching…") }
    static var noneLikeThat: String { localized("no sample is like that; Esc shows all") }
    static var notUnderstood: String { localized("not searched, for it was not understood; Esc shows all") }
    static func deleteMarked(_ count: Int, _ type: String) -> String {
        plural(
            count,
            one: "Delete \(count) marked \(type) sample? You can undo this.",
            other: "Delete \(count) marked \(type) samples? You can undo this."
        )
    }
    /// A question such as `Delete 12 Weight samples from Scale of March 2026: >70? You can undo this.`; empty parts are
    /// omitted.
    static func deleteQuestion(_ count: Int, _ type: String, from origin: String?, of period: String, asked: String)
        -> String
    {
        var samples = plural(
            count,
            one: "\(NumberText.text(count)) \(type) sample",
            other: "\(NumberText.text(count)) \(type) samples"
        )
        if let origin { samples = localized("\(samples) from \(origin)", context: "samples") }
        if !period.isEmpty { samples = localized("\(samples) of \(period)", context: "samples") }
        if !asked.isEmpty { samples = localized("\(samples): \(asked)", context: "samples") }
        return localized("Delete \(samples)? You can undo this.")
    }
    static var searchPlaceholder: String { localized(">100, 70..80, not in workout, a source, last march") }
    static var allSamples: String { localized("all samples") }
    /// Before the completion of a filter by Tab.
    static var tabOffers: String { localized("Tab: ") }
    /// Behind the name of a list whose samples are checked one by one, as far as that has come.
    static func scanned(_ found: Int, of scanned: Int) -> String {
        localized("\(NumberText.text(found)) so far, \(NumberText.text(scanned)) searched")
    }
    /// Before the interpretation of a search.
    static var shows: String { localized("shows ") }

    // MARK: One sample
    static func deleteOne(_ type: String, _ value: String, _ moment: String, _ source: String) -> String {
        localized("Delete \(type) \(value), \(moment), from \(source)? You can undo this.")
    }
    static var metadata: String { localized("Metadata") }
    static var beforeEdited: String { localized("Before it was edited") }
    static func edited(_ what: String) -> String { localized("edited \(what)") }
    static var related: String { localized("Related") }
    static var deletedLabel: String { localized("Deleted") }
    static var gone: String { localized("this sample is no longer in the store") }
    static var recordedAs: String { localized("Recorded as") }
    static var series: String { localized("Series") }
    static func values(_ count: Int) -> String {
        plural(count, one: "\(count) value", other: "\(count) values")
    }
    static var product: String { localized("Product") }
    static var energy: String { localized("Energy") }
    static var distance: String { localized("Distance") }
    static var event: String { localized("Event") }
    static var beats: String { localized("Beats") }
    static func beatCount(_ count: Int) -> String {
        plural(count, one: "\(NumberText.text(count)) beat", other: "\(NumberText.text(count)) beats")
    }
    static func beat(_ rate: String, _ time: String) -> String { localized("\(rate) BPM at \(time)") }

    // MARK: The form that edits
    static func noneToEdit(_ type: String) -> String {
        localized("there is no \(type) that you added, and only those are edited")
    }
    static var editTitle: String { localized("Edit") }
    /// The form of several samples.
    static func editMarkedTitle(_ count: Int, _ type: String) -> String {
        plural(
            count,
            one: "Edit \(NumberText.text(count)) \(type) sample",
            other: "Edit \(NumberText.text(count)) \(type) samples"
        )
    }
    static func notYours(_ count: Int) -> String {
        plural(
            count,
            one: "\(NumberText.text(count)) marked sample isn’t yours and stays as it is.",
            other: "\(NumberText.text(count)) marked samples aren’t yours and stay as they are."
        )
    }
    static var editMarkedHelp: String {
        localized(
            """
            Each sample gets a replacement; all of them are one step that u takes back. Leave a field empty to keep what \
            the samples say.
            """
        )
    }
    static var shift: String { localized("Time shift") }
    static var shiftPlaceholder: String { localized("+1h, -30 min, +1d") }
    static var key: String { localized("Metadata key") }
    static var keyPlaceholder: String { localized("any key, such as note") }
    static var note: String { localized("Metadata value") }
    static var notePlaceholder: String { localized("empty takes the key away") }
    static var keyIsMissing: String { localized("name the key that says it") }
    static var unchanged: String { localized("unchanged") }
    static func editedSamples(_ samples: String) -> String { localized("edited \(samples); u takes it back") }
    static var notSavedYet: String { localized("What you changed is not saved.") }
    static var editHelp: String {
        localized("The new sample takes the place of the old one, which stays in its history.")
    }
}
