import Foundation
import HealthKitStore

/// One consistent state of a store that this process has open.
final class LocalSnapshot: StoreSnapshot {
    let reader: ObjectReader
    let selection: ExportSelection
    private var origins: [OriginKey: SampleOrigin] = [:]
    private var last: (key: OriginKey, origin: SampleOrigin)?
    private var sourceIDs: Set<SourceID>?

    /// The most origins kept in memory at once.
    private static let originLimit = 512

    private struct OriginKey: Hashable {
        var type: TypeID
        var unit: UnitID
        var revision: RevisionID
        var device: DeviceID
        var metadata: MetadataID
    }

    init(_ reader: ObjectReader, _ selection: ExportSelection) throws {
        self.reader = reader
        self.selection = selection
        sourceIDs = try selection.sources.map { try reader.sourceIDs($0) }
    }

    /// The identifiers of the types that have selected data, in order, including those that HealthKit does not know.
    package func typeIdentifiers() throws -> [String] {
        var found: Set<String> = []
        for group in try reader.store.summaries() where group.count > 0 {
            if let sourceIDs, !sourceIDs.contains(group.source) { continue }
            let identifier = try reader.typeIdentifier(group.type)
            if selection.types?.contains(identifier) != false { found.insert(identifier) }
        }
        return found.sorted()
    }

    /// An upper bound of the number of objects, for an export's progress.
    package func count() throws -> Int {
        try reader.store.summaries()
            .reduce(0) { sum, group in
                let isWanted =
                    try sourceIDs?.contains(group.source) != false
                    && selection.types?.contains(reader.typeIdentifier(group.type)) != false
                return isWanted ? sum + group.count : sum
            }
    }

    /// Visits the plain samples of a type, known to HealthKit or not, by source and then by start.
    ///
    /// - Parameters:
    ///   - identifier: The type.
    ///   - body: Receives each sample.
    /// - Throws: Any error thrown by `body`, and the store's errors.
    package func forEachPlainSample(
        of identifier: String,
        _ body: (SampleOrigin, SampleNumbers) throws -> Void
    ) throws {
        guard let type = try reader.typeID(identifier) else { return }
        var request = scan(type)
        request.columns = [.times, .values, .provenance, .creation]
        try reader.store.scan(request) { block in
            try reader.checkpoint?()
            let (starts, ends, values, creations) = (block.starts, block.ends, block.values, block.creations)
            let (revisions, devices, metadata) = (block.revisions, block.devices, block.metadata)
            for row in 0..<block.count
            where ends[row] >= request.endLower && starts[row] <= request.startUpper {
                let key = OriginKey(
                    type: type,
                    unit: block.unit,
                    revision: revisions[row],
                    device: devices[row],
                    metadata: metadata[row]
                )
                let numbers = SampleNumbers(
                    start: starts[row],
                    end: ends[row],
                    creation: creations[row],
                    value: values[row]
                )
                try body(try origin(key, identifier), numbers)
            }
            return .continue
        }
    }

    private func origin(_ key: OriginKey, _ identifier: String) throws -> SampleOrigin {
        if let last, last.key == key { return last.origin }
        let origin = try origins[key] ?? makeOrigin(key, identifier)
        if origins.count >= Self.originLimit { origins.removeAll(keepingCapacity: true) }
        origins[key] = origin
        last = (key, origin)
        return origin
    }

    private func makeOrigin(_ key: OriginKey, _ identifier: String) throws -> SampleOrigin {
        var unit = ""
        if key.unit != 0 { unit = DictionaryCoding.text(try reader.store.dictionaryBytes(.unit, key.unit)) }
        return SampleOrigin(
            type: identifier,
            unit: unit,
            sourceRevision: try reader.revision(key.revision),
            device: try reader.device(key.device),
            metadata: try metadata(key.metadata)
        )
    }

    /// Reads a metadata set without caching: most occur only once, and those of heartbeat lists are long.
    private func metadata(_ id: MetadataID) throws -> Metadata? {
        id == 0 ? nil : Metadata(bytes: try reader.store.dictionaryBytes(.metadata, id))
    }

    /// Visits the samples of a type that aren't plain: correlations, workouts, series, records.
    ///
    /// Skips data that this version of HealthKit does not understand, except health records without a HealthKit type,
    /// such as patients, which get a separate type. A type that is not selected has no samples.
    ///
    /// - Parameters:
    ///   - identifier: The type.
    ///   - body: Receives each sample.
    /// - Throws: Any error thrown by `body`, and the store's errors.
    package func forEachRecord(of identifier: String, _ body: (HKSample) throws -> Void) throws {
        guard selection.types?.contains(identifier) != false, let type = try reader.typeID(identifier) else { return }
        let foreign = recordType(of: identifier) as? ForeignCorrelationType
        var request = RecordRequest(type: type, sources: sourceIDs)
        request.endLower = selection.from?.timeIntervalSinceReferenceDate ?? -.infinity
        request.startUpper = selection.to?.timeIntervalSinceReferenceDate.nextDown ?? .infinity
        for uuid in try reader.store.recordUUIDs(of: type, request) {
            try reader.checkpoint?()
            guard let record = try reader.store.record(uuid: uuid) else { continue }
            let sample = try foreign.map { try reader.object(record, as: $0) } ?? reader.object(record)
            if let sample { try body(sample) }
        }
    }

    /// The number of records of a type that can't be understood.
    package func unreadableRecordCount(of identifier: String) throws -> Int {
        guard selection.types?.contains(identifier) != false, recordType(of: identifier) == nil,
            let type = try reader.typeID(identifier)
        else { return 0 }
        return try reader.store.recordUUIDs(of: type, RecordRequest(type: type, sources: sourceIDs)).count
    }

    /// Visits all samples of a type that HealthKit knows, as objects: plain ones first, then the others.
    ///
    /// - Parameters:
    ///   - identifier: The type.
    ///   - body: Receives each sample.
    /// - Throws: Any error thrown by `body`, and the store's errors.
    package func forEachSample(of identifier: String, _ body: (HKSample) throws -> Void) throws {
        guard let type = try reader.typeID(identifier) else { return }
        var visited = 0
        try reader.store.forEachSample(scan(type)) { row in
            visited &+= 1
            if visited & 0x3FF == 0 { try reader.checkpoint?() }
            if let sample = try reader.object(row) { try body(sample) }
            return .continue
        }
        try forEachRecord(of: identifier, body)
    }

    /// Visits the samples of a type that HealthKit does not know, in order of start.
    ///
    /// - Parameters:
    ///   - identifier: The type.
    ///   - body: Receives each sample.
    /// - Throws: Any error thrown by `body`, and the store's errors.
    package func forEachUnknownSample(of identifier: String, _ body: (UnknownSample) throws -> Void) throws {
        guard let type = try reader.typeID(identifier) else { return }
        try reader.store.forEachSample(scan(type)) { row in
            try body(try UnknownSample(row, identifier, reader))
            return .continue
        }
    }

    /// The selected data of a type.
    private func scan(_ type: TypeID) -> ScanRequest {
        var request = ScanRequest(type: type, sources: sourceIDs)
        request.endLower = selection.from?.timeIntervalSinceReferenceDate ?? -.infinity
        request.startUpper = selection.to?.timeIntervalSinceReferenceDate.nextDown ?? .infinity
        return request
    }
}
