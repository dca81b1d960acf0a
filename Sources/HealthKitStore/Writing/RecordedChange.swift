import Foundation

/// A summary of the changes that a transaction was asked to record, so that they can be undone.
package struct RecordedSummary: Sendable, Hashable {
    /// Objects that came, by type.
    package var added: [TypeID: Int] = [:]
    /// Objects that went, by type.
    package var removed: [TypeID: Int] = [:]
    /// Values, links and payloads that changed.
    package var changed = 0
    /// The range of these changes in the order of changes; nil if nothing took a place.
    package var anchors: ClosedRange<Int64>?
    /// The number of parts written, and their total size.
    package var parts = 0
    package var bytes = 0

    /// Whether nothing happened.
    package var isEmpty: Bool { added.isEmpty && removed.isEmpty && changed == 0 }
}

/// One recorded change of a transaction.
package enum RecordedChange: Sendable {
    /// Samples that went.
    case samples(RecordedSamples)
    /// A record that went.
    case record(StoredRecord)
    /// The places of deletions in the order of changes.
    case tombstones(ClosedRange<Int64>)
    /// A link that went, or came.
    case unlinked(StoreLink)
    case linked(StoreLink)
    /// A record's payload before the first change.
    case payload(UUID, [UInt8])
    /// Its payload after the last change; nil if it was removed.
    case payloadAfter(UUID, RecordedMark)
    /// The value of a key before the first change; nil if there was none.
    case value(namespace: String, key: String, [UInt8]?)
    /// The value of the key after the last change.
    case valueAfter(namespace: String, key: String, RecordedMark)
    /// An object that came although the person had deleted it.
    case revived(UUID)
}

/// By what bytes are known again: nothing, or their checksum.
package struct RecordedMark: Sendable, Hashable {
    var checksum: UInt64

    /// The mark of some bytes; nil for none.
    package init(_ bytes: [UInt8]?) {
        checksum = bytes.map { max($0.withUnsafeBytes { Checksum.of($0) }, 1) } ?? 0
    }

    init(checksum: UInt64) { self.checksum = checksum }
}

/// Samples of one type, source and unit, as the columns that they were.
package struct RecordedSamples: Sendable {
    package let type: TypeID
    package let source: SourceID
    let unit: UnitID
    let header: [UInt8]
    let anchorFirst: Int64
    let columns: [UInt8]
    let identifiers: [UInt8]
}

/// The bytes of a recorded change.
enum RecordedBytes {
    enum Kind: UInt8 {
        case samples = 1
        case record = 2
        case tombstones = 3
        case unlinked = 4
        case linked = 5
        case payload = 6
        case payloadAfter = 7
        case value = 8
        case valueAfter = 9
        case revived = 10
    }

    /// A buffer is written when it is as large.
    static let partSize = 256 << 10
    /// The most samples kept as one set of columns.
    static let rowLimit = 8_192
}

extension RecordedChange {
    /// Reads a part.
    ///
    /// - Parameters:
    ///   - part: the bytes of the part.
    ///   - body: gets each change, in order.
    /// - Throws: The errors of `body`, ``StoreError/Code/damaged``.
    package static func forEach(in part: [UInt8], _ body: (RecordedChange) throws -> Void) throws {
        if part.isEmpty { return }
        try part.withUnsafeBytes { buffer in
            let end = buffer.count - 8
            guard end >= 0 else { throw damaged }
            var tail = try ByteCursor(buffer, end..<buffer.count)
            let written = UInt64(bitPattern: try tail.int64())
            guard Checksum.of(UnsafeRawBufferPointer(rebasing: buffer[..<end])) == written else { throw damaged }
            var cursor = try ByteCursor(buffer, 0..<end)
            while cursor.remaining > 0 { try body(try RecordedChange(&cursor)) }
        }
    }

    private static let damaged = StoreError.damaged("the undo history fails its checksum")

    private init(_ cursor: inout ByteCursor) throws {
        guard let kind = RecordedBytes.Kind(rawValue: try cursor.byte()) else { throw Self.damaged }
        switch kind {
        case .samples:
            self = .samples(
                RecordedSamples(
                    type: try cursor.number(),
                    source: try cursor.number(),
                    unit: try cursor.number(),
                    header: try cursor.run(),
                    anchorFirst: try cursor.int64(),
                    columns: try cursor.run(),
                    identifiers: try cursor.run()
                )
            )
        case .record:
            self = .record(
                StoredRecord(
                    uuid: try cursor.uuid(),
                    type: try cursor.number(),
                    source: try cursor.number(),
                    revision: try cursor.number(),
                    device: try cursor.number(),
                    metadata: try cursor.number(),
                    start: try cursor.double(),
                    end: try cursor.double(),
                    creation: try cursor.double(),
                    anchor: try cursor.int64(),
                    payload: try cursor.run()
                )
            )
        case .tombstones:
            let first = try cursor.int64()
            let last = try cursor.int64()
            guard first <= last else { throw Self.damaged }
            self = .tombstones(first...last)
        case .unlinked: self = .unlinked(try cursor.link())
        case .linked: self = .linked(try cursor.link())
        case .payload: self = .payload(try cursor.uuid(), try cursor.run())
        case .payloadAfter: self = .payloadAfter(try cursor.uuid(), try cursor.mark())
        case .value:
            let (namespace, key) = (try cursor.text(), try cursor.text())
            self = .value(namespace: namespace, key: key, try cursor.byte() == 0 ? nil : try cursor.run())
        case .valueAfter: self = .valueAfter(namespace: try cursor.text(), key: try cursor.text(), try cursor.mark())
        case .revived: self = .revived(try cursor.uuid())
        }
    }
}

extension ByteCursor {
    fileprivate mutating func number<Entry>() throws -> EntryID<Entry> {
        EntryID(number: Int32(truncatingIfNeeded: try varint()))
    }

    fileprivate mutating func double() throws -> Double { Double(bitPattern: UInt64(bitPattern: try int64())) }

    fileprivate mutating func run() throws -> [UInt8] {
        let size = try varint()
        guard size <= UInt64(remaining) else { throw StoreError.damaged("an entry of the undo history ends too early") }
        return [UInt8](UnsafeRawBufferPointer(start: try skip(Int(size)), count: Int(size)))
    }

    fileprivate mutating func text() throws -> String { String(decoding: try run(), as: UTF8.self) }

    fileprivate mutating func uuid() throws -> UUID { Identifier(words: try skip(16)).uuid }

    fileprivate mutating func mark() throws -> RecordedMark {
        RecordedMark(checksum: UInt64(bitPattern: try int64()))
    }

    fileprivate mutating func link() throws -> StoreLink {
        StoreLink(parent: try uuid(), child: try uuid(), role: Int(try int64()))
    }
}

extension ByteBuffer {
    func append<Entry>(number: EntryID<Entry>) { append(varint: UInt64(UInt32(bitPattern: number.number))) }

    func append(run bytes: [UInt8]) {
        append(varint: UInt64(bytes.count))
        bytes.withUnsafeBytes { append(contentsOf: $0) }
    }

    func append(run bytes: UnsafeRawBufferPointer) {
        append(varint: UInt64(bytes.count))
        append(contentsOf: bytes)
    }

    func append(_ uuid: UUID) {
        let identifier = Identifier(uuid)
        append(identifier.high.byteSwapped)
        append(identifier.low.byteSwapped)
    }

    func append(_ link: StoreLink) {
        append(link.parent)
        append(link.child)
        append(Int64(link.role))
    }
}
