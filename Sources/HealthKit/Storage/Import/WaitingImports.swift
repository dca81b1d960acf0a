import Foundation
import HealthKitStore

/// A part of an import that waits until the person has given the secret.
struct WaitingImport: Codable {
    private static let name = "waitingImport"

    /// The name of the import in the undo history: a file name.
    var file: String
    /// The time when a sum was posted, which decides which of two is kept; `nil` for anything else.
    var version: Double?
    /// A message with an ``ImportChunk``.
    var chunk: Data

    init(_ chunk: ImportChunk, file: String, version: Double? = nil) throws {
        (self.file, self.version) = (file, version)
        let value = try CallEncoder.value(of: chunk)
        self.chunk = Data(CallMessage(.waiting, name: Self.name, level: 1, value: value).bytes)
    }

    /// The objects; numbers refer to definitions in the chunk itself, or in earlier chunks of the same import.
    func objects() throws -> ImportChunk {
        let message = try CallMessage(bytes: [UInt8](chunk))
        guard message.name == Self.name, message.level == 1 else {
            throw CallCodingError.newer("a part of an import of the unknown kind “\(message.name.prefix(32))”")
        }
        return try CallDecoder.value(ImportChunk.self, from: message.value)
    }
}

extension StoreNamespace {
    /// The changes of imports made without the person's secret, until it is given.
    package static let waitingImports = "waitingImports"
}

/// The changes held back from an import made without the person's secret: those that would replace stored data or restore
/// deleted data.
///
/// They are kept among the store's values and aren't visible to anyone. Of several changes that would replace the same data,
/// only the last is kept, so that no more waits than is stored. If deleted objects are to be restored, the whole import waits
/// if it contains any of them.
struct WaitingImports {
    /// The key prefixes, one for each kind of value.
    enum Key {
        /// Replacements, by the item they replace.
        static let part = "part\u{1F}"
        /// The chunks of whole imports, by import and number.
        static let whole = "whole\u{1F}"
        /// The complete imports, by their hash.
        static let end = "end\u{1F}"
    }

    private let file: String
    /// Whether deleted objects are to be restored.
    let restoresDeleted: Bool
    private var definitions = ImportChunk.Definitions()
    /// Sorts in order of the imports.
    private let identifier: String
    private var chunks = 0
    private var deleted = 0
    private var hash: [UInt8] = []

    init(file: String, restoresDeleted: Bool) {
        self.file = file
        self.restoresDeleted = restoresDeleted
        identifier = Self.digits(Int(Date().timeIntervalSince1970 * 1_000), 15) + UUID().uuidString
    }

    /// Records a chunk that is about to be stored, and removes its list of rows that earlier versions stored and that must be
    /// deleted.
    mutating func begin(_ chunk: inout ImportChunk, _ writer: ObjectWriter) throws {
        definitions.append(chunk.definitions)
        if restoresDeleted {
            // Unique items wait individually, and only the last of each.
            var whole = chunk
            (whole.superseded, whole.summaries, whole.characteristics) = ([], [], nil)
            let form = try WaitingImport(whole, file: file)
            hash = Blake2b.hash(hash + form.chunk, count: 32)
            try set(form, Key.whole + identifier + "\u{1F}" + Self.digits(chunks, 9), writer)
            chunks += 1
        }
        for row in try writer.superseding(chunk.superseded) {
            var part = ImportChunk()
            part.superseded = [row]
            let name = "superseded\u{1F}\(row.type)\u{1F}\(row.bundleIdentifier)\u{1F}\(row.start)"
            try set(WaitingImport(part, file: file), Key.part + name, writer)
        }
        chunk.superseded = []
    }

    /// Records the outcome of a chunk.
    mutating func end(_ outcome: ImportOutcome) { deleted += outcome.tallies.total(\.deleted) }

    /// Keeps a sum for a time span, unless a later one waits.
    func keep(_ bucket: ImportedBucket, at key: String, _ writer: ObjectWriter) throws {
        let key = Key.part + "sum\u{1F}" + key
        let known = try writer.value(WaitingImport.self, StoreNamespace.waitingImports, key)
        if let known = known?.version, known > bucket.version { return }
        try set(WaitingImport(definitions.alone(bucket), file: file, version: bucket.version), key, writer)
    }

    /// Keeps the summary of a day; one that changes nothing removes the waiting one.
    func keep(_ summary: ActivitySummaryContent, changes: Bool, _ writer: ObjectWriter) throws {
        let key = Key.part + "summary\u{1F}" + summary.day
        guard changes else {
            return try writer.writer.setValue(nil, StoreNamespace.waitingImports, key, isNoted: false)
        }
        var part = ImportChunk()
        part.summaries = [summary]
        try set(WaitingImport(part, file: file), key, writer)
    }

    /// Keeps characteristics; if they change nothing, they are kept only if they change the waiting ones.
    func keep(_ characteristics: CharacteristicValues, changes: Bool, _ writer: ObjectWriter) throws {
        let key = Key.part + "characteristics"
        var part = ImportChunk()
        let known = try writer.value(WaitingImport.self, StoreNamespace.waitingImports, key)?.objects().characteristics
        if known == nil, !changes { return }
        part.characteristics = (known ?? CharacteristicValues()).updated(with: characteristics)
        try set(WaitingImport(part, file: file), key, writer)
    }

    /// Makes the whole import wait if it contains deleted objects, and discards its chunks otherwise.
    func finish(_ writer: ObjectWriter) throws {
        guard chunks > 0 else { return }
        let end = Key.end + hash.map { String($0, radix: 16) }.joined(separator: ".")
        if deleted > 0, try writer.store.value(StoreNamespace.waitingImports, end) == nil {
            let name = Array(try JSONEncoder().encode(identifier))
            try writer.writer.setValue(name, StoreNamespace.waitingImports, end, isNoted: false)
        } else {
            try writer.writer.removeValues(StoreNamespace.waitingImports, prefix: Key.whole + identifier)
        }
    }

    private func set(_ waiting: WaitingImport, _ key: String, _ writer: ObjectWriter) throws {
        let bytes = Array(try JSONEncoder().encode(waiting))
        try writer.writer.setValue(bytes, StoreNamespace.waitingImports, key, isNoted: false)
    }

    /// The suffix of a chunk's key, which sorts like its number.
    private static func digits(_ number: Int, _ count: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }
}

extension ImportChunk.Definitions {
    mutating func append(_ more: Self) {
        series += more.series
        revisions += more.revisions
        devices += more.devices
        metadata += more.metadata
    }

    /// A sum with only the definitions that it needs.
    func alone(_ bucket: ImportedBucket) -> ImportChunk {
        var (chunk, bucket) = (ImportChunk(), bucket)
        let header = bucket.row.header
        chunk.definitions.series = [series[Int(bucket.row.series.place)]]
        chunk.definitions.revisions = [revisions[Int(header.revision.place)]]
        (bucket.row.series, bucket.row.header.revision) = (.init(0), .init(0))
        // The first number means none.
        if header.device != .none {
            chunk.definitions.devices = [devices[Int(header.device.place) - 1]]
            bucket.row.header.device = .init(1)
        }
        if header.metadata != .none {
            chunk.definitions.metadata = [metadata[Int(header.metadata.place) - 1]]
            bucket.row.header.metadata = .init(1)
        }
        chunk.buckets = [bucket]
        return chunk
    }
}

extension ImportChunk {
    /// Appends an item that waited individually, with its own definitions.
    mutating func append(_ part: ImportChunk) {
        let known = definitions
        definitions.append(part.definitions)
        superseded += part.superseded
        summaries += part.summaries
        if let new = part.characteristics {
            characteristics = (characteristics ?? CharacteristicValues()).updated(with: new)
        }
        for var bucket in part.buckets {
            let header = bucket.row.header
            bucket.row.series = .init(bucket.row.series.place + UInt32(known.series.count))
            bucket.row.header.revision = .init(header.revision.place + UInt32(known.revisions.count))
            if header.device != .none {
                bucket.row.header.device = .init(header.device.place + UInt32(known.devices.count))
            }
            if header.metadata != .none {
                bucket.row.header.metadata = .init(header.metadata.place + UInt32(known.metadata.count))
            }
            buckets.append(bucket)
        }
    }
}
