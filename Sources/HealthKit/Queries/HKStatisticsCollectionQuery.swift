import Foundation
import HealthStore
import Synchronization

/// Computes statistics for consecutive intervals: once, or again and again as samples come and go.
public class HKStatisticsCollectionQuery: HKQuery, @unchecked Sendable {
    /// A date at which an interval starts; the others follow before and after it.
    public let anchorDate: Date
    /// The length of the intervals.
    public let intervalComponents: DateComponents
    /// What to compute, and whether for each source too.
    public let options: HKStatisticsOptions
    /// Called once, on a background queue, with the statistics or an error.
    @preconcurrency
    public var initialResultsHandler:
        (@Sendable (HKStatisticsCollectionQuery, HKStatisticsCollection?, (any Error)?) -> Void)?
    /// Called on a background queue whenever matching samples were added or deleted; setting it makes the query run
    /// until it is stopped.
    ///
    /// The statistics are those of the interval that changed, `nil` when several did (R5.23).
    @preconcurrency
    public var statisticsUpdateHandler:
        (@Sendable (HKStatisticsCollectionQuery, HKStatistics?, HKStatisticsCollection?, (any Error)?) -> Void)?

    let type: HKQuantityType
    let intervals: IntervalCalendar
    /// The intervals as last delivered, and the store's anchor at that time.
    private let known = Mutex<(filled: [HKStatistics], anchor: Int64)>(([], 0))

    /// Makes a query.
    ///
    /// Options that do not fit the type, and intervals without length, stop the program, as on Apple's platforms
    /// (R5.1, R5.7).
    ///
    /// - Parameters:
    ///   - quantityType: The type.
    ///   - quantitySamplePredicate: Which samples of it; `nil` for all.
    ///   - options: What to compute, and whether for each source too.
    ///   - anchorDate: A date at which an interval starts.
    ///   - intervalComponents: The length of the intervals, in the calendar and time zone that the components name, or the
    ///     current ones.
    public init(
        quantityType: HKQuantityType,
        quantitySamplePredicate: NSPredicate?,
        options: HKStatisticsOptions = [],
        anchorDate: Date,
        intervalComponents: DateComponents
    ) {
        intervals = raisingExceptions {
            try StatisticsCalculator.check(options, for: quantityType)
            return try IntervalCalendar(anchor: anchorDate, components: intervalComponents)
        }
        self.anchorDate = anchorDate
        self.intervalComponents = intervalComponents
        self.options = options
        type = quantityType
        super.init(type: quantityType, predicate: quantitySamplePredicate)
    }

    override func start(_ store: HKHealthStore) {
        let isLongRunning = statisticsUpdateHandler != nil
        delivering.lock()
        if isLongRunning, let hub = try? store.database().changes {
            let interest = ChangeInterest(types: [type.identifier], namespaces: [StoreNamespace.sourceOrder])
            run.watch(hub, interest) { _ in self.update(store) }
        }
        read(
            store,
            { reader in
                let request = try self.requests(reader, store, [(self.type, self.filter)])[0]
                let filled = try reader.statistics(
                    request,
                    self.type,
                    options: self.options,
                    intervals: self.intervals
                )
                let anchor = try reader.store.currentAnchor
                self.known.withLock { $0 = (filled, anchor) }
                return HKStatisticsCollection(type: self.type, intervals: self.intervals, filled: filled)
            },
            { result in self.initialResultsHandler?(self, try? result.get(), result.failure) }
        )
        delivering.unlock()
        if !isLongRunning { run.end() }
    }

    /// Computes the intervals again that changed since the last time, and tells the handler.
    private func update(_ store: HKHealthStore) {
        delivering.lock()
        defer { delivering.unlock() }
        read(
            store,
            { reader in try self.changed(reader, store) },
            { result in
                switch result {
                case .success(let change?):
                    let collection = HKStatisticsCollection(
                        type: self.type,
                        intervals: self.intervals,
                        filled: change.filled
                    )
                    self.statisticsUpdateHandler?(self, change.single, collection, nil)
                case .success(nil): break
                case .failure(let error): self.statisticsUpdateHandler?(self, nil, nil, error)
                }
            }
        )
    }

    /// All intervals with the changed ones computed again; `nil` when no matching sample changed.
    private func changed(_ reader: ObjectReader, _ store: HKHealthStore) throws -> (
        filled: [HKStatistics], single: HKStatistics?
    )? {
        let request = try requests(reader, store, [(type, filter)])[0]
        let (old, anchor) = known.withLock { ($0.filled, $0.anchor) }
        let now = try reader.store.currentAnchor
        let touched = try touchedRange(reader, since: anchor)
        let filled: [HKStatistics]
        if let touched {
            let first = intervals.interval(containing: touched.lowerBound).start
            let last = intervals.interval(containing: touched.upperBound).end
            let fresh = try reader.statistics(
                request.touching(first...last),
                type,
                options: options,
                intervals: intervals,
                range: first...max(first, last.nextDown)
            )
            let before = old.filter { $0.startDate.timeIntervalSinceReferenceDate < first }
            let after = old.filter { $0.startDate.timeIntervalSinceReferenceDate >= last }
            filled = before + fresh + after
        } else {
            filled = try reader.statistics(request, type, options: options, intervals: intervals)
        }
        known.withLock { $0 = (filled, now) }
        guard filled != old else { return nil }
        let oldSet = Set(old)
        let differing = filled.filter { !oldSet.contains($0) }
        return (filled, differing.count == 1 ? differing[0] : nil)
    }

    /// The times of the samples that came or went; `nil` when they are not known and everything must be computed.
    private func touchedRange(_ reader: ObjectReader, since anchor: Int64) throws -> ClosedRange<Double>? {
        guard let id = try reader.typeID(type.identifier) else { return nil }
        let changes = try reader.store.changes(after: anchor, types: [id], limit: 10_000)
        guard changes.items.count < 10_000, !changes.items.isEmpty else { return nil }
        var low = Double.infinity
        var high = -Double.infinity
        for item in changes.items {
            switch item {
            case .sample(let row):
                low = min(low, row.start)
                high = max(high, row.end)
            case .record(let record):
                low = min(low, record.start)
                high = max(high, record.end)
            case .tombstone(let tombstone):
                guard let payload = TombstonePayload(bytes: tombstone.payload) else { return nil }
                low = min(low, payload.start)
                high = max(high, payload.end)
            }
        }
        return low...high
    }
}
