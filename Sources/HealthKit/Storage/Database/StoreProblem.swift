import Foundation
import HealthKitStore

/// A problem of a store, described with names that people know.
package struct StoreProblem: Codable, Sendable, Hashable {
    /// The kind of problem, as a machine-readable word.
    package var kind: String
    /// The problem: a phrase about samples if ``isAboutSamples``, otherwise a complete sentence; without a final period.
    package var text: String
    /// Whether the text continues “35 heart rate samples from Watch, 3–9 May 2023,”.
    package var isAboutSamples: Bool
    /// The number of affected items; `nil` if unknown.
    package var count: Int?
    /// The identifier of the samples' type; `nil` if unknown.
    package var type: String?
    /// The name of the samples' source; `nil` if unknown.
    package var source: String?
    /// The start of the first sample; `nil` if unknown.
    package var first: Date?
    /// The start of the last sample; `nil` if unknown.
    package var last: Date?

    init(_ finding: StoreFinding, _ names: EntryNames) {
        kind = finding.kind.rawValue
        text = finding.text
        isAboutSamples = finding.subject == .samples
        count = finding.count
        type = finding.origin.flatMap { names.types[$0.type] }.map { DictionaryCoding.text($0) }
        source = finding.origin.flatMap { names.sources[$0.source] }.flatMap { DictionaryCoding.source($0)?.name }
        first = finding.period.map { Date(timeIntervalSinceReferenceDate: $0.lowerBound) }
        last = finding.period.map { Date(timeIntervalSinceReferenceDate: $0.upperBound) }
    }

    init(kind: String, _ text: String, count: Int) {
        self.kind = kind
        self.text = text
        self.count = count
        isAboutSamples = false
    }

    /// The name of the samples' type as it appears within a sentence: “heart rate”; `nil` if unknown.
    package var typePhrase: String? {
        guard let type else { return nil }
        guard let name = HKObjectType.type(identifier: type)?.entry.name else { return type }
        let words = name.split(separator: " ")
            .map { word in
                word.dropFirst().allSatisfy { $0.isLowercase || !$0.isLetter } ? word.lowercased() : String(word)
            }
        return words.joined(separator: " ")
    }
}

/// The results of a check of the whole store.
package struct StoreCheck: Codable, Sendable, Hashable {
    /// The number of types that have data.
    package var types = 0
    /// The number of samples that were read.
    package var samples = 0
    /// The number of known changes that the store lacks, if its file as a whole is an earlier one.
    package var missingChanges: Int?
    /// The problems found; empty for an intact store.
    package var problems: [StoreProblem] = []
}

/// The results of a repair.
package struct StoreRepairSummary: Sendable, Hashable {
    /// The number of samples, including records, in the new store.
    package var samples: Int
    package var deletions: Int
    package var settings: Int
    /// The problems of the damaged store.
    package var problems: [StoreProblem]
    /// The items missing from the new store.
    package var lost: [StoreProblem]
    /// The items that are in the new store in a different form.
    package var changed: [StoreProblem]
    /// The problems of the new store; empty unless this program has a bug.
    package var remaining: [StoreProblem]
}
