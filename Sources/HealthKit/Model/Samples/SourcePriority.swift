import Foundation

/// The order in which sources count for the totals of a type, and which of them do not count (R5.17).
package struct SourcePriority: Codable, Sendable, Hashable {
    /// Bundle identifiers, the first counts first.
    package var order: [String]
    /// Bundle identifiers of sources that the person excluded.
    package var excluded: Set<String>

    package init(order: [String], excluded: Set<String> = []) {
        self.order = order
        self.excluded = excluded
    }
}

/// The properties of a source that determine its default position.
package struct SourceTraits: Sendable {
    package var source: HKSource
    /// Models and product types of the devices its samples came from.
    package var models: Set<String> = []
    /// The order of arrival in the store: higher is later.
    package var arrival: Int
    /// The time when the group of machines first saw it; `nil` if the group doesn't know it yet, and outside a group.
    package var groupArrival: SourceArrival?
    /// All names that the source had.
    package var names: Set<String>

    package init(source: HKSource, models: Set<String> = [], arrival: Int, groupArrival: SourceArrival? = nil) {
        self.source = source
        self.models = models
        self.arrival = arrival
        self.groupArrival = groupArrival
        names = [source.name]
    }

    /// The default group: entries by hand, watch, phone, everything else.
    package var group: Int {
        if source.bundleIdentifier == "com.apple.Health" || names.contains("Health") { return 0 }
        if mentions("Watch") { return 1 }
        if mentions("iPhone") { return 2 }
        return 3
    }

    private func mentions(_ word: String) -> Bool {
        names.contains { Self.holds($0, word) } || models.contains { Self.holds($0, word) }
    }

    /// Whether a text contains an ASCII word.
    private static func holds(_ text: String, _ word: String) -> Bool {
        let word = Array(word.utf8)
        var rest = Substring(text).utf8
        while let place = rest.firstIndex(of: word[0]) {
            rest = rest[place...]
            if rest.starts(with: word) { return true }
            rest = rest.dropFirst()
        }
        return false
    }
}

extension SourcePriority {
    /// Sorts sources as the Health app does: manual entries, watch, phone, then the rest, the newest first; sources that the
    /// person ordered are in that order.
    package func sorted(_ sources: [SourceTraits]) -> [SourceTraits] {
        let places = Dictionary(order.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        let placed = sources.map {
            (traits: $0, place: places[$0.source.bundleIdentifier] ?? .max, group: $0.group)
        }
        return
            placed.sorted { left, right in
                if left.place != right.place { return left.place < right.place }
                if left.group != right.group { return left.group < right.group }
                return left.traits.isNewer(than: right.traits)
            }
            .map(\.traits)
    }
}

extension SourceTraits {
    /// Whether the source arrived later according to the group; sources that the group doesn't know yet are the newest.
    fileprivate func isNewer(than other: SourceTraits) -> Bool {
        switch (groupArrival, other.groupArrival) {
        case (nil, nil): arrival > other.arrival
        case (nil, _): true
        case (_, nil): false
        case (let own?, let theirs?): own.time == theirs.time ? own.name < theirs.name : own.time > theirs.time
        }
    }
}
