import Foundation
import HealthKit
import Synchronization

/// Reads samples for a caller, page by page, so that ten million need no more memory than ten.
///
/// Every call waits for the store on the caller's thread.
package struct SampleReader: Sendable {
    package let caller: Caller

    package init(_ caller: Caller) { self.caller = caller }

    /// A page of samples by start, from a position on.
    ///
    /// - Parameters:
    ///   - query: The query.
    ///   - position: The start of the page; nil for the beginning of the list.
    ///   - ascending: Whether the oldest come first.
    ///   - limit: The largest number of samples.
    /// - Returns: The samples that the caller may see; fewer than the limit only at the end of the list.
    /// - Throws: `HKError`.
    package func samples(
        _ query: SampleListQuery,
        after position: SampleListPosition? = nil,
        ascending: Bool = false,
        limit: Int
    ) throws -> [HKSample] {
        guard limit > 0 else { return [] }
        switch caller {
        case .person(let person):
            return try person.samples(query, after: position, ascending: ascending, limit: limit)
        case .app(let store):
            // Samples that start with the last one are read again, so that none is missed.
            let found = try Self.samples(store, query, from: position, ascending, limit: limit + (position?.rank ?? 0))
            guard let position else { return found }
            guard let last = found.firstIndex(where: { $0.uuid == position.uuid }) else {
                return Array(found.drop { $0.startDate == position.start }.prefix(limit))
            }
            return Array(found[(last + 1)...].prefix(limit))
        }
    }

    /// The latest sample of a type by start, or nil if the caller sees none.
    package func latest(_ type: HKSampleType) throws -> HKSample? {
        try samples(SampleListQuery(type: type), limit: 1).first
    }

    private static func samples(
        _ store: HKHealthStore,
        _ query: SampleListQuery,
        from position: SampleListPosition?,
        _ ascending: Bool,
        limit: Int
    ) throws -> [HKSample] {
        let answer = Mutex<Result<[HKSample], any Error>>(.success([]))
        let done = DispatchSemaphore(value: 0)
        store.execute(
            HKSampleQuery(
                sampleType: query.type,
                predicate: predicate(query, from: position, ascending),
                limit: limit,
                sortDescriptors: [NSSortDescriptor(key: HKSampleSortIdentifierStartDate, ascending: ascending)]
            ) { _, samples, error in
                answer.withLock { $0 = error.map { .failure($0) } ?? .success(samples ?? []) }
                done.signal()
            }
        )
        done.wait()
        return try answer.withLock { $0 }.get()
    }

    private static func predicate(
        _ query: SampleListQuery,
        from position: SampleListPosition?,
        _ ascending: Bool
    ) -> NSPredicate {
        var parts: [NSPredicate] = []
        if query.from != nil || query.to != nil {
            parts.append(HKQuery.predicateForSamples(withStart: query.from, end: query.to, options: []))
        }
        if let source = query.source { parts.append(HKQuery.predicateForObjects(from: source)) }
        if let device = query.device { parts.append(HKQuery.predicateForObjects(from: [device])) }
        if let workout = query.workout { parts.append(HKQuery.predicateForObjects(from: workout)) }
        if query.matching != .everything { parts.append(FilterPredicate(query.matching)) }
        if let start = position?.start {
            // The end of a span is exclusive.
            let end = Date(timeIntervalSinceReferenceDate: start.timeIntervalSinceReferenceDate.nextUp)
            parts.append(
                HKQuery.predicateForSamples(
                    withStart: ascending ? start : nil,
                    end: ascending ? nil : end,
                    options: .strictStartDate
                )
            )
        }
        return NSCompoundPredicate(andPredicateWithSubpredicates: parts)
    }
}
