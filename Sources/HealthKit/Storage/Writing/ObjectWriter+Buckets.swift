import Foundation
import HealthStore

/// Which sample holds the value that an app computed for a span of time, and when that was posted.
struct BucketEntry: Equatable {
    var uuid: UUID
    var version: Double

    init(uuid: UUID, version: Double) {
        self.uuid = uuid
        self.version = version
    }

    /// The entry of a value that is not stored yet.
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

    /// Whether a value takes the place of a stored one: it was posted later, or at once with it and is larger, and says
    /// something else.
    func replaces(_ stored: BucketEntry, _ old: StoredSample, _ new: NewSample) -> Bool {
        if old.value == new.value, old.unit == new.unit, old.start == new.start, old.end == new.end { return false }
        return version == stored.version ? new.value > old.value : version > stored.version
    }
}

extension ObjectWriter {
    /// The place of a value that an app computed for a span of time: one for each source, type and identifier.
    func bucketKey(_ row: NewSample, _ identifier: String) throws -> String {
        [try source(row.source).bundleIdentifier, try typeIdentifier(row.type), identifier].joined(separator: "\u{1F}")
    }

    /// What is known of such a value; `nil` when it never came.
    ///
    /// The sample may be gone: then the person deleted it, or an undo took it away on another device.
    func bucketEntry(_ key: String) throws -> BucketEntry? {
        try writer.value(StoreNamespace.buckets, key).flatMap(BucketEntry.init(bytes:))
    }

    /// Remembers which sample holds such a value.
    func remember(_ entry: BucketEntry, _ key: String) throws {
        try writer.setValue(entry.bytes, StoreNamespace.buckets, key)
    }

    /// Removes what earlier versions stored and a later reading of the same text replaces.
    ///
    /// Only what looks as they stored it goes: an instant that was created when it was, with neither device nor metadata nor
    /// the version of its source.
    ///
    /// - Returns: How many samples went.
    func remove(_ superseded: [SupersededRow]) throws -> Int {
        var removed = 0
        try forEachSuperseded(superseded) { removed += try delete(rows: $0.map(\.row)) }
        return removed
    }

    /// Those of some values that would remove something.
    func superseding(_ superseded: [SupersededRow]) throws -> [SupersededRow] {
        var found: [SupersededRow] = []
        try forEachSuperseded(superseded) { found += $0.map(\.by) }
        return found
    }

    /// Visits what looks as earlier versions stored it, by type and source, with what names it.
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
