import HealthKit
import HealthtuiEntry

/// The names in the store that can be opened.
package struct CommandPlaces: Sendable {
    let sources: [SourceSummary]
    let devices: [DeviceSummary]
    let apps: [AppRecord]
    /// Samples by type.
    let counts: [String: Int]
    let marks: TimeMarks

    init(_ person: PersonAccess) throws {
        sources = try person.sources()
        devices = try person.devices()
        apps = try person.apps()
        counts = Dictionary(try person.types().map { ($0.identifier, $0.count) }, uniquingKeysWith: +)
        marks = TimeMarks(try person.marks())
    }
}
