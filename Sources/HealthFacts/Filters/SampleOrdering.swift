import Foundation
import HealthKit

/// In which order samples of a list come that is not that of their times.
package struct SampleOrdering: Sendable {
    /// What a sample is sorted by.
    package typealias Key = @Sendable (HKSample) -> SortKey

    /// Which samples come first.
    package enum Rule: Hashable, Sendable {
        case greatest
        case least
        /// Those whose numbers are furthest from the middle one.
        case outliers
    }

    let key: Key
    let rule: Rule

    /// The most samples that are sorted: their keys are all at hand at once.
    package static let most = 250_000

    /// An order.
    ///
    /// - Parameters:
    ///   - rule: Which samples come first.
    ///   - key: What a sample is sorted by.
    package init(_ rule: Rule, by key: @escaping Key) {
        self.rule = rule
        self.key = key
    }

    /// The indices of samples in this order, by their keys.
    func order(_ keys: [SortKey]) -> [Int] {
        guard rule == .outliers else { return SortKey.order(keys, isDescending: rule == .greatest) }
        let middle = Self.median(keys.compactMap(\.value)) ?? 0
        let distances = keys.map { SortKey.optional($0.value.map { abs($0 - middle) }) }
        return SortKey.order(distances, isDescending: true)
    }

    private static func median(_ numbers: [Double]) -> Double? {
        guard !numbers.isEmpty else { return nil }
        let sorted = numbers.sorted()
        let middle = sorted.count / 2
        return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    }
}

/// The samples of a list in another order than that of their times.
package struct OrderedSamples: Sendable {
    /// All samples, the first in order first.
    package let uuids: [UUID]
    /// Their numbers in the same order; empty where they are sorted by something else.
    package let numbers: [Double]
}

extension FilteredSamples {
    /// The samples in another order than that of their times.
    ///
    /// - Parameters:
    ///   - ordering: The order.
    ///   - caller: Who asks.
    ///   - report: Told how far the scan has come, now and then; cancels it with `false`.
    /// - Returns: All samples in order; `nil` where there are more than ``SampleOrdering/most``.
    /// - Throws: `HKError`, and `CancellationError`.
    package func ordered(
        _ ordering: SampleOrdering,
        _ caller: Caller,
        report: (Progress) -> Bool = { _ in true }
    ) throws -> OrderedSamples? {
        var (uuids, keys): ([UUID], [SortKey]) = ([], [])
        var progress = Progress()
        var words: Set<String> = []
        var isWhole = true
        try scan(after: nil, ascending: false, caller) { samples, isMatch in
            for sample in samples where isMatch(sample) {
                uuids.append(sample.uuid)
                let key = ordering.key(sample)
                // Equal words share their memory: there are few sources and devices.
                if case .words(let text) = key {
                    keys.append(.words(words.insert(text).memberAfterInsert))
                } else {
                    keys.append(key)
                }
            }
            progress.scanned += samples.count
            progress.found = uuids.count
            isWhole = uuids.count <= SampleOrdering.most
            guard report(progress) else { throw CancellationError() }
            return isWhole
        }
        guard isWhole else { return nil }
        let order = ordering.order(keys)
        let numbers = order.compactMap { keys[$0].value }
        return OrderedSamples(uuids: order.map { uuids[$0] }, numbers: numbers.count == order.count ? numbers : [])
    }

    /// How many rows behind a sample of the list the next of some samples is.
    ///
    /// - Parameters:
    ///   - position: The sample.
    ///   - ascending: Whether the way goes to the newer ones.
    ///   - uuids: The samples that are looked for.
    ///   - caller: Who asks.
    ///   - isCancelled: Whether it is no longer wanted.
    /// - Returns: The number of rows; `nil` where none of them is on the way.
    /// - Throws: `HKError`, and `CancellationError`.
    package func distance(
        from position: SampleListPosition,
        ascending: Bool,
        to uuids: Set<UUID>,
        _ caller: Caller,
        isCancelled: () -> Bool = { false }
    ) throws -> Int? {
        var (rows, found): (Int, Int?) = (0, nil)
        try scan(after: position, ascending: ascending, caller) { samples, isMatch in
            guard !isCancelled() else { throw CancellationError() }
            for sample in samples where isMatch(sample) {
                rows += 1
                guard uuids.contains(sample.uuid) else { continue }
                found = rows
                return false
            }
            return true
        }
        return found
    }
}
