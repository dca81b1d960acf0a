import Foundation
import HealthKit
import HealthKitStore

/// All that a store says of a person's health as a few numbers, which two stores share when they say the same.
///
/// Each object goes in by what it says, texts and all, and by its UUID; the order in which objects stand, the store's own
/// numbers of texts and the order of changes do not count. Nothing is kept but the sums, so any store fits.
struct StoreDigest {
    /// What is summed up apart from the rest, so that a difference says where it is.
    enum Part: Int, CaseIterable {
        case samples, records, links, deletions, values
        /// The files that workouts named and that did not come with them.
        case missingFiles
    }

    private struct Sum {
        var count = 0
        var words: (UInt64, UInt64) = (0, 0)
    }

    private var sums = Array(repeating: Sum(), count: Part.allCases.count)
    private var texts: [DictionaryKind: [Int32: UInt64]] = [:]

    /// For each part how many there are, and a sum of 128 bits in four numbers.
    var numbers: [Double] {
        sums.flatMap { sum in
            [
                Double(sum.count), Double(sum.words.0 >> 32), Double(sum.words.0 & 0xFFFF_FFFF),
                Double(sum.words.1 >> 32), Double(sum.words.1 & 0xFFFF_FFFF),
            ]
        }
    }

    /// Reads a store.
    ///
    /// - Parameter store: The store.
    /// - Throws: What reading it throws.
    init(_ store: StoreReader) throws {
        for type in try store.dictionaryEntries(.type) {
            try store.scan(ScanRequest(type: type.id, columns: .all)) { block in
                try add(block, store)
                return .continue
            }
        }
        try store.forEachRecordByAnchor { record in
            try add(copy record, store)
            return .continue
        }
        try addDeletions(store)
        for namespace in try store.namespaces() where Self.healthNamespaces.contains(namespace) {
            for key in try store.valueKeys(namespace) {
                var hash = ObjectHash()
                hash.add(namespace)
                hash.add(key)
                hash.add(try store.value(namespace, key) ?? [])
                add(hash, to: .values)
            }
        }
    }

    /// What says something of the person's health, rather than how the person wants the store to be.
    private static let healthNamespaces: Set<String> = [
        StoreNamespace.activitySummaries, StoreNamespace.characteristics, "attachments", "attachments.data",
    ]

    private mutating func add(_ hash: ObjectHash, to part: Part) {
        sums[part.rawValue].count += 1
        sums[part.rawValue].words.0 &+= hash.words.0
        sums[part.rawValue].words.1 &+= hash.words.1
    }

    private mutating func add(_ block: SampleBlock, _ store: StoreReader) throws {
        let group = try [
            text(.type, block.type, store), text(.source, block.source, store), text(.unit, block.unit, store),
        ]
        for row in 0..<block.count {
            var hash = ObjectHash()
            for word in group { hash.add(word) }
            hash.add(try text(.revision, block.revisions[row], store))
            hash.add(try text(.device, block.devices[row], store))
            hash.add(try text(.metadata, block.metadata[row], store))
            for number in [block.starts[row], block.ends[row], block.values[row], block.creations[row]] {
                hash.add(number.bitPattern)
            }
            hash.add(block.uuid(at: row))
            add(hash, to: .samples)
        }
    }

    private mutating func add(_ record: StoredRecord, _ store: StoreReader) throws {
        var hash = ObjectHash()
        hash.add(try text(.type, record.type, store))
        hash.add(try text(.source, record.source, store))
        hash.add(try text(.revision, record.revision, store))
        hash.add(try text(.device, record.device, store))
        hash.add(try text(.metadata, record.metadata, store))
        for number in [record.start, record.end, record.creation] { hash.add(number.bitPattern) }
        hash.add(record.uuid)
        hash.add(try content(of: record, store))
        add(hash, to: .records)
        for link in try store.children(of: record.uuid) {
            var hash = ObjectHash()
            hash.add(link.parent)
            hash.add(link.child)
            hash.add(UInt64(link.role))
            add(hash, to: .links)
        }
    }

    /// The payload of a record; of a workout without the names of files that did not come, which stand apart.
    private mutating func content(of record: StoredRecord, _ store: StoreReader) throws -> [UInt8] {
        let type = DictionaryCoding.text(try store.dictionaryBytes(.type, record.type))
        guard type == HKObjectType.workoutType().identifier, var content = WorkoutContent(json: record.payload) else {
            return record.payload
        }
        if let paths = content.routePaths {
            var hash = ObjectHash()
            hash.add(record.uuid)
            for path in paths { hash.add(path) }
            add(hash, to: .missingFiles)
        }
        content.routePaths = nil
        return content.json
    }

    private mutating func addDeletions(_ store: StoreReader) throws {
        var anchor: Int64 = 0
        while true {
            let part = try store.tombstones(after: anchor, limit: 16_384)
            guard let last = part.last else { return }
            anchor = last.anchor
            for tombstone in part {
                var hash = ObjectHash()
                hash.add(tombstone.uuid)
                hash.add(try text(.type, tombstone.type, store))
                hash.add(tombstone.deleted.bitPattern)
                hash.add(tombstone.payload)
                add(hash, to: .deletions)
            }
        }
    }

    /// What stands for a text of the store's dictionary.
    private mutating func text<Entry>(
        _ dictionary: StoreDictionary<Entry>,
        _ id: EntryID<Entry>,
        _ store: StoreReader
    ) throws -> UInt64 {
        if id == 0 { return 0 }
        if let known = texts[dictionary.kind]?[id.number] { return known }
        var hash = ObjectHash()
        hash.add(try store.dictionaryBytes(dictionary, id))
        // Texts that one object has of its own would fill the memory.
        if texts[dictionary.kind, default: [:]].count >= 1 << 16 { texts[dictionary.kind] = [:] }
        texts[dictionary.kind, default: [:]][id.number] = hash.words.0
        return hash.words.0
    }
}

/// A hash of 128 bits of what one object says.
private struct ObjectHash {
    private(set) var words: (UInt64, UInt64) = (0x9E37_79B9_7F4A_7C15, 0xC2B2_AE3D_27D4_EB4F)

    mutating func add(_ word: UInt64) {
        words.0 = Self.mixed(words.0 ^ word, 0xD6E8_FEB8_6659_FD93)
        words.1 = Self.mixed(words.1 &+ word, 0xA076_1D64_78BD_642F) ^ words.0
    }

    mutating func add(_ uuid: UUID) {
        withUnsafeBytes(of: uuid.uuid) { bytes in
            add(bytes.loadUnaligned(as: UInt64.self))
            add(bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        }
    }

    mutating func add(_ text: String) { add(Array(text.utf8)) }

    mutating func add(_ bytes: [UInt8]) {
        add(UInt64(bytes.count))
        bytes.withUnsafeBytes { bytes in
            var place = 0
            while place + 8 <= bytes.count {
                add(bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
                place += 8
            }
            var rest: UInt64 = 0
            for byte in bytes[place...] { rest = rest << 8 | UInt64(byte) }
            add(rest)
        }
    }

    private static func mixed(_ word: UInt64, _ factor: UInt64) -> UInt64 {
        let product = word.multipliedFullWidth(by: factor)
        return product.high ^ product.low ^ word
    }
}

extension Subject {
    /// All that the store says, as numbers.
    func digest() async throws -> Run {
        try await Run.measure {
            try engine.read { try StoreDigest($0) }
        } found: {
            $0.numbers
        }
    }
}
