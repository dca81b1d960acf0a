import Foundation
import HealthKitLocalization
import HealthtuiEntry

/// The types, sources and devices of the store, and the data of one source or device.
enum BrowseStrings {
    static var title: String { localized("Browse") }
    static var pinned: String { localized("pinned to the summary") }
    static var notPinned: String { localized("no longer pinned to the summary") }
    static var filterPlaceholder: String { localized("a name, or what you call it") }
    /// The name of the data in a loading message.
    static var loading: String { localized("types") }
    static func unknownType(_ type: String) -> String {
        localized("\(type) isn't a HealthKit type: its samples can only be opened and deleted")
    }
    static var nothingMatches: String { localized("nothing matches") }
    /// Above the details of a device other than its kind and version.
    static var details: String { localized("Details") }
    static var identifier: String { localized("Identifier") }
    static var first: String { localized("First") }
    static var versionsHeading: String { localized("Versions") }
    static var ongoing: String { localized("ongoing") }
    static func deleted(_ samples: Int, _ origin: String) -> String {
        localized("deleted \(SharedStrings.samples(samples)) from \(origin)")
    }
    static func deletedUnknown(_ samples: Int) -> String { localized("Deleted \(SharedStrings.samples(samples)).") }
    static func deleteUnknownQuestion(_ type: String, samples: Int) -> String {
        localized("Delete \(SharedStrings.samples(samples)) of \(type)? You can undo this.")
    }
    static func versions(_ versions: String) -> String { localized("versions \(versions)") }
    /// Asks for confirmation to delete the data of several sources; for one, the question has its name.
    static func deleteOfSources(_ count: Int, samples: Int, types: Int) -> String {
        let (samples, types) = (SharedStrings.samples(samples), SharedStrings.types(types))
        return plural(
            count,
            one: "Delete all data from \(NumberText.text(count)) source: \(samples) of \(types)? You can undo this.",
            other: "Delete all data from \(NumberText.text(count)) sources: \(samples) of \(types)? You can undo this."
        )
    }
    static func deleteOfDevices(_ count: Int, samples: Int, types: Int) -> String {
        let (samples, types) = (SharedStrings.samples(samples), SharedStrings.types(types))
        return plural(
            count,
            one: "Delete all data from \(NumberText.text(count)) device: \(samples) of \(types)? You can undo this.",
            other: "Delete all data from \(NumberText.text(count)) devices: \(samples) of \(types)? You can undo this."
        )
    }
    static func deleteQuestion(_ origin: String, samples: Int, types: Int) -> String {
        let (samples, types) = (SharedStrings.samples(samples), SharedStrings.types(types))
        return localized("Delete all data from \(origin): \(samples) of \(types)? You can undo this.")
    }
}
