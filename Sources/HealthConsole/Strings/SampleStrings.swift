import Foundation
import HealthEntry

/// Samples: the list of a type, one sample with everything about it, and the form that edits one.
enum SampleStrings {
    // MARK: The list
    static func from(_ type: String, _ source: String) -> String { "\(type) from \(source)" }
    static let allData = "All Data"
    static func marked(_ count: Int) -> String { "\(count) marked" }
    /// What marked samples come to: `sum 12,300 count, 40–2,100`.
    static func sum(_ sum: String, _ range: String) -> String { "sum \(sum), \(range)" }
    static func average(_ average: String, _ range: String) -> String { "average \(average), \(range)" }
    static func average(_ average: String) -> String { "average \(average)" }
    static func together(_ duration: String) -> String { "\(duration) together" }
    static func notMarked(_ count: Int) -> String {
        "\(NumberText.count(count, "row")) between not marked: go through them once, they are not loaded yet"
    }
    /// Over what else is known of a sample.
    static let details = "Details"
    static let sorting = "sorting…"
    static let outliersFirst = "outliers first"
    static func tooManyToSort(_ most: Int) -> String {
        "not sorted: only lists of up to \(NumberText.text(most)) samples are; narrow it with / first"
    }
    static let nothingToGoTo = "nothing is marked, and no filter was used yet"
    static let jumpNeedsTimes = "a sorted list has no order to look for matches in; mark them, or filter again"
    static func noFurther(_ forward: Bool) -> String { forward ? "none further down" : "none further up" }
    static let saveTitle = "Save samples"
    static func saveAbout(_ count: Int) -> String {
        "\(SharedStrings.samples(count)); CSV, or JSON where the name ends in .json"
    }
    // The sample beside the list
    static let hourAround = "The hour around it"
    static let whereItFalls = "Where it falls"
    static func ofSamples(_ count: Int) -> String { "of \(SharedStrings.samples(count))" }
    static func above(_ percent: String) -> String { "Above \(percent) % of the samples in this list." }
    static let stillCounted = "the samples are still being counted"
    static func loading(_ type: String) -> String { "loading \(type)…" }
    static let searching = "searching…"
    static let noneLikeThat = "no sample is like that; Esc shows all"
    static let notUnderstood = "not searched, for it was not understood; Esc shows all"
    static func deleteMarked(_ count: Int, _ type: String) -> String {
        "Delete \(NumberText.text(count)) marked \(type) samples? You can undo this."
    }
    /// A question such as `Delete 12 Weight samples from Scale of March 2026: >70? You can undo this.`; a part that is
    /// empty is not said.
    static func deleteQuestion(_ count: Int, _ type: String, from origin: String?, of period: String, asked: String)
        -> String
    {
        let from = origin.map { " from \($0)" } ?? ""
        let of = period.isEmpty ? "" : " of \(period)"
        let words = asked.isEmpty ? "" : ": \(asked)"
        return "Delete \(NumberText.count(count, "\(type) sample"))\(from)\(of)\(words)? You can undo this."
    }
    static let searchPlaceholder = ">100, 70..80, not in workout, a source, last march"
    static let allSamples = "all samples"
    /// Stands before what Tab makes of a filter.
    static let tabOffers = "Tab: "
    /// Behind the name of a list whose samples are checked one by one, as far as that has come.
    static func scanned(_ found: Int, of scanned: Int) -> String {
        "\(NumberText.text(found)) so far, \(NumberText.text(scanned)) searched"
    }
    /// Stands before what the words of a search were understood as.
    static let shows = "shows "

    // MARK: One sample
    static func deleteOne(_ type: String, _ value: String, _ moment: String, _ source: String) -> String {
        "Delete \(type) \(value), \(moment), from \(source)? You can undo this."
    }
    static let metadata = "Metadata"
    static let beforeEdited = "Before it was edited"
    static func edited(_ what: String) -> String { "edited \(what)" }
    static let related = "Related"
    static let deletedLabel = "Deleted"
    static let gone = "this sample is no longer in the store"
    static let recordedAs = "Recorded as"
    static let series = "Series"
    static func values(_ count: Int) -> String { "\(NumberText.text(count)) values" }
    static let product = "Product"
    static let energy = "Energy"
    static let distance = "Distance"
    static let event = "Event"
    static func eventNumber(_ type: Int) -> String { "event \(type)" }
    static let beats = "Beats"
    static func beatCount(_ count: Int) -> String { NumberText.count(count, "beat") }
    static func beat(_ rate: String, _ time: String) -> String { "\(rate) BPM at \(time)" }

    // MARK: The form that edits
    static func noneToEdit(_ type: String) -> String { "there is no \(type) that you added, and only those are edited" }
    static let editTitle = "Edit"
    static let notSavedYet = "What you changed is not saved."
    static let editHelp = "The new sample takes the place of the old one, which stays in its history."
}
