import Foundation
import HealthStore

extension ObjectReader {
    /// The samples of one or more requests, ordered, at most `limit` of them.
    package func samples(_ requests: [FetchRequest], order: SampleOrder, limit: Int?) throws -> [HKSample] {
        guard limit != 0 else { return [] }
        let early = order.isStartOnly ? limit : nil
        var found: [HKSample] = []
        for request in requests {
            let some = try samples(request, ascending: order.primaryTime?.ascending ?? true, limit: early)
            // The first are not copied: they may be millions.
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

    /// The samples of one request by start, at most `limit` of them.
    private func samples(_ request: FetchRequest, ascending: Bool, limit: Int?) throws -> [HKSample] {
        var objects = SampleObjects()
        try readSamples(request, ascending: ascending, limit: limit, into: &objects)
        return objects.samples
    }

    /// Hands on the samples of one request by start, at most `limit` of them; where starts are equal plain rows come first.
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

    /// The samples of one request by start, at most `limit` of them, from a place on.
    ///
    /// - Parameters:
    ///   - request: Which samples.
    ///   - ascending: Their order.
    ///   - skipped: How many are passed over.
    ///   - limit: How many there are at most.
    /// - Returns: The samples; `nil` where not all of them are plain rows.
    /// - Throws: What the store throws.
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

    /// Calls a closure with each plain row of a request, by start and then by UUID, until it returns false.
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
        // Where times alone decide, the store knows which rows are asked for.
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

    /// Up to how many objects are looked for one by one.
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
            found.filter { request.matches(StoredSubject($0, self, kind: request.type)) }
            .sorted { left, right in
                let (one, two) = ((left.start, left.uuid), (right.start, right.uuid))
                return ascending ? one < two : one > two
            }
        for row in rows where try !body(row) { return }
    }

    /// Calls a closure with each record of a request, by start and then by UUID, until it returns false.
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

    /// A superset of the records of a request, by start, where they are looked up one by one: those with known identities,
    /// and those that the person chose; `nil` for all others.
    private func knownRecords(
        _ request: FetchRequest,
        _ scan: ScanRequest,
        _ ascending: Bool
    ) throws -> [StoredRecord]? {
        if let uuids = request.filter.uuids {
            let isWithin: StoreReader.Visibility = { $0 == scan.type && scan.sources?.contains($1) ?? true }
            return Self.sorted(try uuids.compactMap { try store.record(uuid: $0, where: isWithin) }, ascending)
        }
        guard let choice = request.choice else { return nil }
        // What the caller saved and what the person allowed: others are not even looked at.
        var wanted = RecordRequest(scan, ascending: ascending)
        let own = try sourceIDs([choice.bundleIdentifier])
        wanted.sources = wanted.sources?.intersection(own) ?? own
        let found = try store.records(wanted)
        let known = Set(found.map(\.uuid))
        let allowed = try choice.allowed.subtracting(known).compactMap { try store.record(uuid: $0) }
            .filter { $0.type == scan.type && (scan.sources?.contains($0.source) ?? true) }
        return Self.sorted(found + allowed, ascending)
    }

    /// Records by start; those that start together by UUID, as the store has them.
    private static func sorted(_ records: [StoredRecord], _ ascending: Bool) -> [StoredRecord] {
        records.sorted { left, right in
            let (one, two) = ((left.start, left.uuid), (right.start, right.uuid))
            return ascending ? one < two : one > two
        }
    }

    /// The scan that finds a superset of a request; `nil` when nothing can match.
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
    /// The records of a type, sources and bounds that a scan is of.
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
