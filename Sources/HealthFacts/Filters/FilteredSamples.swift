import Foundation
import HealthEntry
import HealthKit
import Synchronization

/// The samples of a list that a filter matches, in pages: what the store cannot ask is checked while pages of the store
/// stream by, so that ten million samples need no more memory than ten.
package final class FilteredSamples: Sendable {
    /// The list, with what the store is asked.
    package let query: SampleListQuery
    private let expression: FilterExpression?
    private let timeZone: TimeZone
    /// When there were workouts, read once.
    private let workouts = Mutex<TimeSpans?>(nil)

    private static let pageSize = 2_000

    /// The samples of a list that a filter matches.
    ///
    /// - Parameters:
    ///   - query: The list.
    ///   - expression: The filter; `nil` for all samples.
    ///   - timeZone: Where samples without a time zone of their own were recorded.
    package init(_ query: SampleListQuery, _ expression: FilterExpression?, timeZone: TimeZone) {
        var query = query
        if let expression { query.matching = expression.storeFilter }
        self.query = query
        self.expression = expression
        self.timeZone = timeZone
    }

    /// Whether samples are checked one by one.
    package var isScanned: Bool { expression?.hasChecks ?? false }

    /// How far a scan has come.
    package struct Progress: Sendable, Hashable {
        /// How many samples of the store were looked at.
        package var scanned = 0
        /// How many of them the filter matches.
        package var found = 0
    }

    /// A page of samples by start, from a position on.
    ///
    /// - Parameters:
    ///   - position: Where the page begins; `nil` for the beginning of the list.
    ///   - ascending: Whether the oldest come first.
    ///   - limit: The most samples.
    ///   - caller: Who asks.
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

    /// How many samples there are.
    ///
    /// - Parameters:
    ///   - caller: Who asks.
    ///   - report: Told how far the scan has come, now and then; cancels it with `false`.
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
    /// - Parameter caller: Who asks.
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

    /// Calls a closure with each page of what the store finds, until it says that it has enough.
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
