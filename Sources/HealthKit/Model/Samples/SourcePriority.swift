import Foundation

/// The order in which sources count for the totals of a type, and which of them do not count (R5.17).
package struct SourcePriority: Codable, Sendable, Hashable {
    /// Bundle identifiers, the first counts first.
    package var order: [String]
    /// Bundle identifiers of sources that the person left out.
    package var excluded: Set<String>

    package init(order: [String], excluded: Set<String> = []) {
        self.order = order
        self.excluded = excluded
    }
}

/// What is known of a source when its default place is decided.
package struct SourceTraits: Sendable {
    package var source: HKSource
    /// Models and product types of the devices its samples came from.
    package var models: Set<String> = []
    /// When the source came into the store: higher is later.
    package var arrival: Int

    package init(source: HKSource, models: Set<String> = [], arrival: Int) {
        self.source = source
        self.models = models
        self.arrival = arrival
    }

    /// The default group: entries by hand, watch, phone, everything else.
    package var group: Int {
        if source.bundleIdentifier == "com.apple.Health" || source.name == "Health" { return 0 }
        if mentions("Watch") { return 1 }
        if mentions("iPhone") { return 2 }
        return 3
    }

    private func mentions(_ word: String) -> Bool {
        source.name.contains(word) || models.contains { $0.contains(word) }
    }
}

extension SourcePriority {
    /// Orders sources as the Health app does: by hand, watch, phone, then the rest, the newest first; sources that
    /// the person placed come in the person's order.
    package func sorted(_ sources: [SourceTraits]) -> [SourceTraits] {
        let places = Dictionary(order.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        return sources.sorted { left, right in
            let leftPlace = places[left.source.bundleIdentifier]
            let rightPlace = places[right.source.bundleIdentifier]
            switch (leftPlace, rightPlace) {
            case (let left?, let right?): return left < right
            case (_?, nil): return true
            case (nil, _?): return false
            case (nil, nil):
                if left.group != right.group { return left.group < right.group }
                return left.arrival > right.arrival
            }
        }
    }
}
