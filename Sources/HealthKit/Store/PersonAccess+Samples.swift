import Foundation
import HealthStore

/// Which samples a list shows.
package struct SampleListQuery: Sendable, Hashable {
    package var type: HKSampleType
    package var from: Date?
    package var to: Date?
    package var source: HKSource?
    package var device: HKDevice?

    package init(
        type: HKSampleType,
        from: Date? = nil,
        to: Date? = nil,
        source: HKSource? = nil,
        device: HKDevice? = nil
    ) {
        self.type = type
        self.from = from
        self.to = to
        self.source = source
        self.device = device
    }

    fileprivate var predicate: NSPredicate? {
        var parts: [NSPredicate] = []
        if from != nil || to != nil { parts.append(HKQuery.predicateForSamples(withStart: from, end: to, options: [])) }
        if let source { parts.append(HKQuery.predicateForObjects(from: source)) }
        if let device { parts.append(HKQuery.predicateForObjects(from: [device])) }
        return parts.isEmpty ? nil : NSCompoundPredicate(andPredicateWithSubpredicates: parts)
    }
}

/// A place in a list of samples ordered by start: the next page begins after it.
package struct SampleListPosition: Sendable, Hashable {
    package var start: Date
    package var uuid: UUID

    package init(_ sample: HKSample) {
        start = sample.startDate
        uuid = sample.uuid
    }
}

extension PersonAccess {
    /// A page of samples by start, from a position on; pages at any depth cost the same.
    package func samples(
        _ query: SampleListQuery,
        after position: SampleListPosition? = nil,
        ascending: Bool = false,
        limit: Int
    ) throws -> [HKSample] {
        var request = FetchRequest(type: query.type, filter: try SampleFilter(query.predicate))
        if let start = position?.start.timeIntervalSinceReferenceDate {
            request.bounds = ascending ? TimeBounds(startLower: start) : TimeBounds(startUpper: start)
        }
        return try read { reader in
            var wanted = limit + (position == nil ? 0 : 1)
            while true {
                let found = try reader.samples([request], order: .byStart(ascending: ascending), limit: wanted)
                guard let position else { return found }
                let rest = Self.rest(found, after: position)
                if rest.count >= limit || found.count < wanted { return Array(rest.prefix(limit)) }
                wanted *= 2
            }
        }
    }

    /// What follows a position; of samples with the same start, those that come after it.
    private static func rest(_ samples: [HKSample], after position: SampleListPosition) -> ArraySlice<HKSample> {
        guard let index = samples.firstIndex(where: { $0.uuid == position.uuid }) else {
            return samples.drop { $0.startDate == position.start }
        }
        return samples[(index + 1)...]
    }

    /// The sample with a UUID; `nil` when there is none.
    package func sample(_ uuid: UUID) throws -> HKSample? { try read { try $0.sample(uuid: uuid) } }

    /// The correlations and workouts that a sample belongs to.
    package func related(to uuid: UUID) throws -> [HKSample] {
        try read { reader in
            try reader.store.parents(of: uuid, role: nil).compactMap { try reader.sample(uuid: $0.parent) }
        }
    }

    /// The latest sample of a type by start; `nil` when there is none.
    package func latest(_ type: HKSampleType) throws -> HKSample? {
        try samples(SampleListQuery(type: type), limit: 1).first
    }

    /// Saves what the person typed, as the Health app would.
    package func save(_ samples: [HKSample]) throws { try store.saveNow(samples) }

    /// How many samples a deletion would take.
    package func count(_ query: SampleListQuery) throws -> Int {
        let request = FetchRequest(type: query.type, filter: try SampleFilter(query.predicate))
        return try read { reader in
            var count = 0
            try reader.forEachRow(request) { _ in
                count += 1
                return true
            }
            try reader.forEachRecord(request) { _ in
                count += 1
                return true
            }
            return count
        }
    }

    /// Deletes samples by UUID, from whatever source.
    ///
    /// - Returns: How many there were.
    @discardableResult
    package func delete(_ uuids: [UUID]) throws -> Int { try write { try $0.delete(uuids) } }

    /// Deletes all samples of a list, from whatever source.
    ///
    /// - Returns: How many there were.
    @discardableResult
    package func delete(_ query: SampleListQuery) throws -> Int {
        let request = FetchRequest(type: query.type, filter: try SampleFilter(query.predicate))
        return try write { try $0.delete(request) }
    }
}
