import Foundation
import Synchronization

/// Finds the activity summaries of days: once, or again and again as they change.
///
/// A day has the summary that was imported; a day without one has a summary computed from its samples, in the current time
/// zone (R6.4): merged active energy, exercise minutes together with the time of workouts, and hours with standing. Goals
/// are those of the last stored day before; without one, 30 minutes and 12 hours (R6.6).
public class HKActivitySummaryQuery: HKQuery, @unchecked Sendable {
    /// Called on a background queue with the summaries that changed after the first results; setting it makes the query run
    /// until it is stopped (R4.20, R6.8).
    @preconcurrency
    public var updateHandler: (@Sendable (HKActivitySummaryQuery, [HKActivitySummary]?, (any Error)?) -> Void)?

    private let days: SummaryFilter
    private let handler: (HKActivitySummaryQuery, [HKActivitySummary]?, (any Error)?) -> Void
    private let known = Mutex<Set<ActivitySummaryContent>>([])

    /// Makes a query.
    ///
    /// A predicate over anything but summaries stops the program, as on Apple's platforms.
    ///
    /// - Parameters:
    ///   - predicate: Which days, see `HKQuery.predicateForActivitySummary(with:)`; `nil` for all.
    ///   - handler: Called on a background queue with the summaries in order of days, or an error.
    @preconcurrency
    public init(
        predicate: NSPredicate?,
        resultsHandler handler: @escaping @Sendable (HKActivitySummaryQuery, [HKActivitySummary]?, (any Error)?) -> Void
    ) {
        days = raisingExceptions { try SummaryFilter(predicate) }
        self.handler = handler
        super.init(type: HKObjectType.activitySummaryType(), predicate: predicate, filter: .everything)
    }

    override func start(_ store: HKHealthStore) {
        let isLongRunning = updateHandler != nil
        delivering.lock()
        if isLongRunning, let hub = try? store.database().changes {
            run.watch(hub, ChangeInterest(types: Self.types, namespaces: Self.namespaces)) { _ in self.update(store) }
        }
        read(
            store,
            { try self.contents($0, store) },
            { result in
                if case .success(let contents) = result { known.withLock { $0 = Set(contents) } }
                handler(self, try? result.get().map { HKActivitySummary($0) }, result.failure)
            }
        )
        delivering.unlock()
        if !isLongRunning { run.end() }
    }

    private static let types: Set<String> = [
        HKQuantityTypeIdentifier.activeEnergyBurned.rawValue, HKQuantityTypeIdentifier.appleMoveTime.rawValue,
        HKQuantityTypeIdentifier.appleExerciseTime.rawValue, HKCategoryTypeIdentifier.appleStandHour.rawValue,
        HKWorkoutTypeIdentifier,
    ]
    private static let namespaces: Set<String> = [
        StoreNamespace.activitySummaries, StoreNamespace.sourceOrder, StoreNamespace.characteristics,
    ]

    private func contents(_ reader: ObjectReader, _ store: HKHealthStore) throws -> [ActivitySummaryContent] {
        guard try reader.readScope(store.principal, HKObjectType.activitySummaryType()) == .everything else {
            return []
        }
        return try ActivitySummaryCalculator(reader).summaries(days)
    }

    private func update(_ store: HKHealthStore) {
        delivering.lock()
        defer { delivering.unlock() }
        read(
            store,
            { try self.contents($0, store) },
            { result in
                switch result {
                case .success(let contents):
                    let old = known.withLock { known in
                        defer { known = Set(contents) }
                        return known
                    }
                    let changed = contents.filter { !old.contains($0) }
                    guard !changed.isEmpty else { return }
                    updateHandler?(self, changed.map { HKActivitySummary($0) }, nil)
                case .failure(let error): updateHandler?(self, nil, error)
                }
            }
        )
    }
}
