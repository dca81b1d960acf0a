import Foundation
import HealthKitStore

extension ObjectReader {
    /// The sorted samples of one or more requests, at most `limit` of them.
    package func samples(_ requests: [FetchRequest], order: SampleOrder, limit: Int?) throws -> [HKSample] {
        guard limit != 0 else { return [] }
        let early = order.isStartOnly ? limit : nil
        var found: [HKSample] = []
        for request in requests {
            let some = try samples(request, ascending: order.primaryTime?.ascending ?? true, limit: early)
            // The first batch isn't copied: it may contain millions.
            if found.isEmpty { found = some } else { found += some }
        }
        if requests.count > 1 {
            var seen: Set<UUID> = []
            found = found.filter { seen.insert($0.uuid).inserted }
        }
        if requests.count > 1 || !order.isStartOnly { order.sort(&found) }
        if let limit, found.count > limit { found.removeSubrange(limit...) }
        return found
    }

    /// The samples of one request sorted by start, at most `limit` of them.
    private func samples(_ request: FetchRequest, ascending: Bool, limit: Int?) throws -> [HKSample] {
        var objects = SampleObjects()
        try readSamples(request, ascending: ascending, limit: limit, into: &objects)
        return objects.samples
    }

    /// Passes on the samples of one request sorted by start, at most `limit` of them; for equal starts, plain rows come first.
    func readSamples(
        _ request: FetchRequest,
        ascending: Bool,
        limit: Int?,
        into sink: inout some SampleSink
    ) throws {
        var left = limit ?? .max
        guard left > 0 else { return }
        var records: [HKSample] = []
        try forEachRecord(request, ascending: ascending) { record in
            if let sample = try object(record) { records.append(sample) }
            return records.count < left
        }
        var next = records.startIndex
        try forEachRow(request, ascending: ascending) { row in
            while next < records.endIndex {
                let start = records[next].startDate.timeIntervalSinceReferenceDate
                guard ascending ? start < row.start : start > row.start else { break }
                try sink.add(records[next])
                next += 1
                left -= 1
                if left == 0 { return false }
            }
            if try sink.add(row, self) { left -= 1 }
            return left > 0
        }
        for record in records[next...].prefix(left) { try sink.add(record) }
    }

    /// The samples of one request sorted by start, at most `limit` of them, after an offset.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - ascending: Whether the order is ascending.
    ///   - skipped: The number of samples to skip.
    ///   - limit: The maximum number of samples.
    /// - Returns: The samples; `nil` if not all of them are plain rows.
    /// - Throws: Any error from the store.
    func rows(_ request: FetchRequest, ascending: Bool, skipping skipped: Int, limit: Int) throws -> [HKSample]? {
        var hasRecords = false
        try forEachRecord(request, ascending: ascending) { _ in
            hasRecords = true
            return false
        }
        if hasRecords { return nil }
        var found: [HKSample] = []
        try forEachRow(request, ascending: ascending, skipping: skipped) { row in
            if let sample = try object(row) { found.append(sample) }
            return found.count < limit
        }
        return found
    }

    /// Calls a closure with each plain row of a request, sorted by start and UUID, until it returns false.
    package func forEachRow(
        _ request: FetchRequest,
        ascending: Bool = true,
        skipping skipped: Int = 0,
        _ body: (StoredSample) throws -> Bool
    ) throws {
        guard !(request.type is HKCorrelationType), !(request.type is HKWorkoutType),
            let scan = try scanRequest(request)
        else { return }
        var left = skipped
        if let uuids = request.filter.uuids {
            try forEachRow(of: uuids, request, scan, ascending) { row in
                if left == 0 { return try body(row) }
                left -= 1
                return true
            }
            return
        }
        let filter = RequestMatcher(request, self)
        var visited = 0
        // If only times matter, the store itself selects exactly the matching rows.
        let isScanExact = filter.exactBounds != nil
        let order: StoreOrder = ascending ? .ascending : .descending
        try store.forEachSample(scan, order: order, skipping: isScanExact ? skipped : 0) { row in
            visited &+= 1
            if visited & 0x3FF == 0 { try checkpoint?() }
            guard try filter.admits(row) else { return .continue }
            if !isScanExact, left > 0 {
                left -= 1
                return .continue
            }
            return try body(row) ? .continue : .stop
        }
    }

    /// The maximum number of objects that are looked up individually.
    static let singleLookups = 100

    private func forEachRow(
        of uuids: Set<UUID>,
        _ request: FetchRequest,
        _ scan: ScanRequest,
        _ ascending: Bool,
        _ body: (StoredSample) throws -> Bool
    ) throws {
        let isWithin: StoreReader.Visibility = { $0 == scan.type && scan.sources?.contains($1) ?? true }
        let found =
            uuids.count > Self.singleLookups
            ? Array(try store.samples(uuids: Array(uuids), where: isWithin).values)
            : try uuids.compactMap { try store.sample(uuid: $0, where: isWithin) }
        let rows =
            try (found + substitutes(of: uuids, besides: found, isWithin))
            .filter { request.matches(StoredSubject($0, self, kind: request.type)) }
            .sorted { left, right in
                let (one, two) = ((left.start, left.uuid), (right.start, right.uuid))
                return ascending ? one < two : one > two
            }
        for row in rows where try !body(row) { return }
    }

    /// The caller's samples that are stored under substitutes of some UUIDs.
    private func substitutes(
        of uuids: Set<UUID>,
        besides found: [StoredSample],
        _ isWithin: @escaping StoreReader.Visibility
    ) throws -> [StoredSample] {
        guard caller != nil, found.count < uuids.count else { return [] }
        return try uuids.subtracting(found.map(\.uuid))
            .compactMap { if case .sample(let row)? = try substituted($0, where: isWithin) { row } else { nil } }
    }

    /// Calls a closure with each record of a request, sorted by start and UUID, until it returns false.
    package func forEachRecord(
        _ request: FetchRequest,
        ascending: Bool = true,
        _ body: (StoredRecord) throws -> Bool
    ) throws {
        guard let scan = try scanRequest(request) else { return }
        func visit(_ record: StoredRecord) throws -> Bool {
            guard request.matches(StoredSubject(record, self, kind: request.type)) else { return true }
            return try body(record)
        }
        if let known = try knownRecords(request, scan, ascending) {
            for record in known where try !visit(record) { return }
            return
        }
        try store.forEachRecord(RecordRequest(scan, ascending: ascending)) { record in
            try visit(copy record) ? .continue : .stop
        }
    }

    /// A superset of a request's records, sorted by start, if they are looked up individually: those with known UUIDs, and
    /// those that the person chose; `nil` otherwise.
    private func knownRecords(
        _ request: FetchRequest,
        _ scan: ScanRequest,
        _ ascending: Bool
    ) throws -> [StoredRecord]? {
        if let uuids = request.filter.uuids {
            let isWithin: StoreReader.Visibility = { $0 == scan.type && scan.sources?.contains($1) ?? true }
            let records = try uuids.compactMap { uuid in
                if let record = try store.record(uuid: uuid, where: isWithin) { return record }
                guard case .record(let record)? = try substituted(uuid, where: isWithin) else { return nil }
                return record
            }
            return Self.sorted(records, ascending)
        }
        guard let choice = request.choice else { return nil }
        // Limited to the caller's own records and those that the person allowed; others aren't even examined.
        var wanted = RecordRequest(scan, ascending: ascending)
        let own = try sourceIDs([choice.bundleIdentifier])
        wanted.sources = wanted.sources?.intersection(own) ?? own
        let found = try store.records(wanted)
        let known = Set(found.map(\.uuid))
        let allowed = try choice.allowed.subtracting(known).compactMap { try store.record(uuid: $0) }
            .filter { $0.type == scan.type && (scan.sources?.contains($0.source) ?? true) }
        return Self.sorted(found + allowed, ascending)
    }

    /// Sorts records by start, and those with equal starts by UUID as in the store.
    private static func sorted(_ records: [StoredRecord], _ ascending: Bool) -> [StoredRecord] {
        records.sorted { left, right in
            let (one, two) = ((left.start, left.uuid), (right.start, right.uuid))
            return ascending ? one < two : one > two
        }
    }

    /// A scan that finds a superset of a request; `nil` if nothing can match.
    package func scanRequest(_ request: FetchRequest) throws -> ScanRequest? {
        guard request.scope != .nothing, request.filter != .nothing, let type = try typeID(request.type.identifier)
        else {
            return nil
        }
        var bundles = request.filter.bundleIdentifiers
        if case .only(let bundle) = request.scope { bundles = bundles.map { $0.intersection([bundle]) } ?? [bundle] }
        let bounds = request.filter.timeBounds.intersection(request.bounds)
        var scan = ScanRequest(type: type)
        scan.sources = try bundles.map { try sourceIDs($0) }
        guard scan.sources?.isEmpty != true else { return nil }
        scan.startLower = bounds.startLower
        scan.startUpper = bounds.startUpper
        scan.endLower = bounds.endLower
        scan.endUpper = bounds.endUpper
        return scan
    }
}

extension RecordRequest {
    /// Creates a request for the records of a scan's type, sources and bounds.
    fileprivate init(_ scan: ScanRequest, ascending: Bool) {
        self.init(
            type: scan.type,
            sources: scan.sources,
            startLower: scan.startLower,
            startUpper: scan.startUpper,
            endLower: scan.endLower,
            endUpper: scan.endUpper,
            order: ascending ? .ascending : .descending
        )
    }
}
