import Foundation
import HealthKitStore

/// The sample that holds the value that an app computed for a time span, and the time when it was posted.
struct BucketEntry: Equatable {
    var uuid: UUID
    var version: Double

    init(uuid: UUID, version: Double) {
        self.uuid = uuid
        self.version = version
    }

    /// Creates the entry of a value that isn't stored yet.
    init(_ bucket: ImportedBucket) { self.init(uuid: UUID(), version: bucket.version) }

    init?(bytes: [UInt8]) {
        guard bytes.count == 24 else { return nil }
        uuid = bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
        version = bytes.withUnsafeBytes {
            Double(bitPattern: UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: 16, as: UInt64.self)))
        }
    }

    var bytes: [UInt8] {
        withUnsafeBytes(of: uuid.uuid) { Array($0) }
            + withUnsafeBytes(of: version.bitPattern.littleEndian) { Array($0) }
    }

    /// Whether a value replaces a stored one: it differs, and was posted later, or at the same time and is larger.
    func replaces(_ stored: BucketEntry, _ old: StoredSample, _ new: NewSample) -> Bool {
        if old.value == new.value, old.unit == new.unit, old.start == new.start, old.end == new.end { return false }
        return version == stored.version ? new.value > old.value : version > stored.version
    }
}

extension ObjectWriter {
    /// The key of a value that an app computed for a time span: one for each source, type and identifier.
    func bucketKey(_ row: NewSample, _ identifier: String) throws -> String {
        [try source(row.source).bundleIdentifier, try typeIdentifier(row.type), identifier].joined(separator: "\u{1F}")
    }

    /// The entry of such a value; `nil` if it was never imported.
    ///
    /// The sample may be gone, because the person deleted it or an undo on another device removed it.
    func bucketEntry(_ key: String) throws -> BucketEntry? {
        try writer.value(StoreNamespace.buckets, key).flatMap(BucketEntry.init(bytes:))
    }

    /// Records the sample that holds such a value.
    func remember(_ entry: BucketEntry, _ key: String) throws {
        try writer.setValue(entry.bytes, StoreNamespace.buckets, key)
    }

    /// Deletes samples of earlier versions that a later reading of the same text replaces.
    ///
    /// Only samples as those versions stored them are deleted: an instant with the same creation date, without a device,
    /// metadata or source version.
    ///
    /// - Returns: The number of samples deleted.
    func remove(_ superseded: [SupersededRow]) throws -> Int {
        var removed = 0
        try forEachSuperseded(superseded) { removed += try delete(rows: $0.map(\.row)) }
        return removed
    }

    /// The values among those given that would delete something.
    func superseding(_ superseded: [SupersededRow]) throws -> [SupersededRow] {
        var found: [SupersededRow] = []
        try forEachSuperseded(superseded) { found += $0.map(\.by) }
        return found
    }

    /// Visits the samples that match those of earlier versions, by type and source, with the row that identifies them.
    private func forEachSuperseded(
        _ superseded: [SupersededRow],
        _ body: ([(row: StoredSample, by: SupersededRow)]) throws -> Void
    ) throws {
        struct Group: Hashable {
            var type: String
            var bundleIdentifier: String
        }
        for (group, wanted) in Dictionary(
            grouping: superseded,
            by: { Group(type: $0.type, bundleIdentifier: $0.bundleIdentifier) }
        ) {
            guard let type = try typeID(group.type) else { continue }
            let sources = try store.sources(ofType: type)
                .filter { try source($0).bundleIdentifier == group.bundleIdentifier }
            let byStart = Dictionary(grouping: wanted, by: \.start)
            guard !sources.isEmpty, let first = byStart.keys.min(), let last = byStart.keys.max() else { continue }
            var rows: [(row: StoredSample, by: SupersededRow)] = []
            let request = ScanRequest(type: type, sources: Set(sources), startLower: first, startUpper: last)
            try store.forEachSample(request) { row in
                guard row.end == row.start, row.creation == row.start, row.metadata == 0, row.device == 0,
                    try revision(row.revision).version == nil,
                    let candidates = byStart[row.start]
                else { return .continue }
                let spelled = row.unit == 0 ? "" : try unit(row.unit).unitString
                let value = row.value
                if let by = candidates.first(where: { $0.unit == spelled && $0.values.contains(value) }) {
                    rows.append((copy row, by))
                }
                return .continue
            }
            try body(rows)
        }
    }
}
