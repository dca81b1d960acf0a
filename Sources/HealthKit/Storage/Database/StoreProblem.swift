import Foundation
import HealthStore

/// Something that is wrong with a store, with the names that people know.
package struct StoreProblem: Codable, Sendable, Hashable {
    /// What kind of thing is wrong; a word for programs.
    package var kind: String
    /// What is wrong: of samples when ``isAboutSamples``, else a sentence of its own; without a full stop.
    package var text: String
    /// Whether the text goes on after “35 heart rate samples from Watch, 3–9 May 2023,”.
    package var isAboutSamples: Bool
    /// How many are concerned; `nil` when nobody knows.
    package var count: Int?
    /// The identifier of the samples' type; `nil` when nobody knows.
    package var type: String?
    /// The name of the samples' source; `nil` when nobody knows.
    package var source: String?
    /// The start of the first sample; `nil` when nobody knows.
    package var first: Date?
    /// The start of the last sample; `nil` when nobody knows.
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

    /// The name of the samples' type as it stands within a sentence: “heart rate”; `nil` when nobody knows.
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

/// What a check of the whole store found.
package struct StoreCheck: Codable, Sendable, Hashable {
    /// How many types have data.
    package var types = 0
    /// How many samples were read.
    package var samples = 0
    /// How many changes the store lacks of those that were seen here, when its file as a whole is an earlier one.
    package var missingChanges: Int?
    /// What is wrong; empty for a store that is whole.
    package var problems: [StoreProblem] = []
}

/// What a repair saved and what it could not.
package struct StoreRepairSummary: Sendable, Hashable {
    /// How many samples, records among them, are in the new store.
    package var samples: Int
    package var deletions: Int
    package var settings: Int
    /// What was wrong with the damaged store.
    package var problems: [StoreProblem]
    /// What is not in the new store.
    package var lost: [StoreProblem]
    /// What is there, but not as it was.
    package var changed: [StoreProblem]
    /// What is wrong with the new store; nothing, unless this program is.
    package var remaining: [StoreProblem]
}
