import Foundation
import HealthKit

/// An order of a list's samples other than by time.
package struct SampleOrdering: Sendable {
    /// Returns the key that a sample is sorted by.
    package typealias Key = @Sendable (HKSample) -> SortKey

    /// The samples that come first.
    package enum Rule: Hashable, Sendable {
        case greatest
        case least
        /// The samples whose numbers are furthest from the median.
        case outliers
    }

    let key: Key
    let rule: Rule

    /// The largest number of samples that are sorted: their keys are all held in memory at once.
    package static let most = 250_000

    /// An order.
    ///
    /// - Parameters:
    ///   - rule: The samples that come first.
    ///   - key: The key that a sample is sorted by.
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

/// The samples of a list in an order other than by time.
package struct OrderedSamples: Sendable {
    /// All samples, in order.
    package let uuids: [UUID]
    /// Their numbers in the same order; empty if they are sorted by something else.
    package let numbers: [Double]
}

extension FilteredSamples {
    /// The samples in an order other than by time.
    ///
    /// - Parameters:
    ///   - ordering: The order.
    ///   - caller: The caller.
    ///   - report: Called now and then with the scan's progress; returning `false` cancels it.
    /// - Returns: All samples in order, or `nil` if there are more than ``SampleOrdering/most``.
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
                // Equal texts share their memory: there are few sources and devices.
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

    /// The number of rows from a sample of the list to the next of some samples.
    ///
    /// - Parameters:
    ///   - position: The sample.
    ///   - ascending: Whether to search toward newer samples.
    ///   - uuids: The samples to find.
    ///   - caller: The caller.
    ///   - isCancelled: Whether the result is no longer wanted.
    /// - Returns: The number of rows, or `nil` if none of them is in that direction.
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
