import Foundation
import HealthEntry

/// The types, sources and devices of the store, and what one source or device brought.
enum BrowseStrings {
    static let title = "Browse"
    static let pinned = "pinned to the summary"
    static let notPinned = "no longer pinned to the summary"
    static let filterPlaceholder = "a name, or what you call it"
    /// What is being loaded; stands behind that word.
    static let loading = "types"
    static func unknownType(_ type: String) -> String {
        "\(type) isn't a HealthKit type: its samples can only be opened and deleted"
    }
    static let nothingMatches = "nothing matches"
    /// Over what is known of a device besides its kind and version.
    static let details = "Details"
    static let identifier = "Identifier"
    static let first = "First"
    static let versionsHeading = "Versions"
    static let ongoing = "ongoing"
    static func deleted(_ samples: Int, _ origin: String) -> String {
        "deleted \(SharedStrings.samples(samples)) from \(origin)"
    }
    static func deletedUnknown(_ samples: Int) -> String { "Deleted \(SharedStrings.samples(samples))." }
    static func deleteUnknownQuestion(_ type: String, samples: Int) -> String {
        "Delete \(SharedStrings.samples(samples)) of \(type)? You can undo this."
    }
    static func versions(_ versions: String) -> String { "versions \(versions)" }
    static func deleteQuestion(_ origin: String, samples: Int, types: Int) -> String {
        let what = "\(SharedStrings.samples(samples)) of \(SharedStrings.types(types))"
        return "Delete all data from \(origin): \(what)? You can undo this."
    }
}
