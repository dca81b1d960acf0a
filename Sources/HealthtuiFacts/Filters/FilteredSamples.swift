import Foundation
import HealthKit
import HealthtuiEntry
import Synchronization

/// The samples of a list that a filter matches, in pages.
///
/// Conditions that the store can't query are checked while pages of the store stream by, so that ten million samples
/// need no more memory than ten.
package final class FilteredSamples: Sendable {
    /// The list, with the part of the filter that the store evaluates.
    package let query: SampleListQuery
    private let expression: FilterExpression?
    private let timeZone: TimeZone
    /// The times of workouts, read once.
    private let workouts = Mutex<TimeSpans?>(nil)

    private static let pageSize = 2_000

    /// The samples of a list that a filter matches.
    ///
    /// - Parameters:
    ///   - query: The list.
    ///   - expression: The filter; `nil` for all samples.
    ///   - timeZone: The time zone of samples without one of their own.
    package init(_ query: SampleListQuery, _ expression: FilterExpression?, timeZone: TimeZone) {
        var query = query
        if let expression {
            let filter = expression.storeFilter
            query.matching = query.matching == .everything ? filter : .all([query.matching, filter])
        }
        self.query = query
        self.expression = expression
        self.timeZone = timeZone
    }

    /// Whether samples are checked one by one.
    package var isScanned: Bool { expression?.hasChecks ?? false }

    /// The progress of a scan.
    package struct Progress: Sendable, Hashable {
        /// The number of samples of the store examined.
        package var scanned = 0
        /// The number of them that the filter matches.
        package var found = 0
    }

    /// A page of samples by start, from a position on.
    ///
    /// - Parameters:
    ///   - position: The start of the page; `nil` for the beginning of the list.
    ///   - ascending: Whether the oldest come first.
    ///   - limit: The largest number of samples.
    ///   - caller: The caller.
    ///   - isCancelled: Whether the page is no longer wanted.
    /// - Returns: The samples; fewer than the limit only at the end of the list.
    /// - Throws: `HKError`, and `CancellationError`.
    package func page(
        after position: SampleListPosition?,
        ascending: Bool,
        limit: Int,
        _ caller: Caller,
        isCancelled: () -> Bool = { false }
    ) throws -> [HKSample] {
        guard isScanned else {
            return try SampleReader(caller).samples(query, after: position, ascending: ascending, limit: limit)
        }
        var page: [HKSample] = []
        try scan(after: position, ascending: ascending, caller) { samples, isMatch in
            guard !isCancelled() else { throw CancellationError() }
            for sample in samples where isMatch(sample) {
                page.append(sample)
                if page.count == limit { return false }
            }
            return true
        }
        return page
    }

    /// The number of samples.
    ///
    /// - Parameters:
    ///   - caller: The caller.
    ///   - report: Called now and then with the scan's progress; returning `false` cancels it.
    /// - Returns: The number.
    /// - Throws: `HKError`, and `CancellationError`.
    package func count(_ caller: Caller, report: (Progress) -> Bool = { _ in true }) throws -> Int {
        var progress = Progress()
        try scan(after: nil, ascending: false, caller) { samples, isMatch in
            progress.found += samples.count(where: isMatch)
            progress.scanned += samples.count
            guard report(progress) else { throw CancellationError() }
            return true
        }
        return progress.found
    }

    /// The identities of all samples, for deleting them.
    ///
    /// - Parameter caller: The caller.
    /// - Returns: The UUIDs, the newest sample's first.
    /// - Throws: `HKError`.
    package func uuids(_ caller: Caller) throws -> [UUID] {
        var uuids: [UUID] = []
        try scan(after: nil, ascending: false, caller) { samples, isMatch in
            uuids += samples.filter(isMatch).map(\.uuid)
            return true
        }
        return uuids
    }

    /// Calls a closure with each page that the store finds, until the closure has enough.
    func scan(
        after position: SampleListPosition?,
        ascending: Bool,
        _ caller: Caller,
        _ body: ([HKSample], _ isMatch: (HKSample) -> Bool) throws -> Bool
    ) throws {
        let reader = SampleReader(caller)
        let matcher = try matcher(caller)
        var position = position
        while true {
            let page = try reader.samples(query, after: position, ascending: ascending, limit: Self.pageSize)
            guard try body(page, { matcher?.matches($0) ?? true }) else { return }
            guard page.count == Self.pageSize, let next = SampleListPosition(behind: page, after: position) else {
                return
            }
            position = next
        }
    }

    private func matcher(_ caller: Caller) throws -> SampleMatcher? {
        guard let remainder = expression?.remainder else { return nil }
        let sex = try SampleMatcher.sex(remainder, caller)
        guard remainder.checks.contains(.inWorkout) else {
            return SampleMatcher(remainder, timeZone: timeZone, sex: sex)
        }
        if let known = workouts.withLock({ $0 }) {
            return SampleMatcher(remainder, timeZone: timeZone, workouts: known, sex: sex)
        }
        let read = try SampleMatcher.workouts(caller)
        workouts.withLock { $0 = read }
        return SampleMatcher(remainder, timeZone: timeZone, workouts: read, sex: sex)
    }
}
