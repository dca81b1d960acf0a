/// Entries as the bytes of a file: each a kind, a length and a body.
struct EntryWriter {
    private(set) var writer = SyncByteWriter()
    private var texts = TextTable()

    /// Writes entries; samples that follow each other and are of one type, unit and source become columns.
    mutating func write(_ entries: [Entry]) {
        var place = 0
        while place < entries.count {
            if case .sample(let first) = entries[place], SyncColumns.value(first) != nil {
                var rows = [first]
                while place + rows.count < entries.count, case .sample(let next) = entries[place + rows.count],
                    SyncColumns.value(next) != nil, SyncColumns.isAlike(first, next)
                {
                    rows.append(next)
                }
                add(.samples) { SyncColumns.write(SampleRows(rows), &$0, &$1) }
                place += rows.count
            } else {
                write(entries[place])
                place += 1
            }
        }
    }

    private mutating func write(_ entry: Entry) {
        switch entry {
        case .sample(let version): add(.record) { RecordCoding.write(version, &$0, &$1) }
        case .rows(let rows): add(.samples) { SyncColumns.write(rows, &$0, &$1) }
        case .deletion(let deletion): add(.deletion) { DeletionCoding.write(deletion, &$0, &$1) }
        case .restore(let restore): write(restore)
        case .link(let link): add(.link) { Self.write(link, &$0, &$1) }
        case .register(let register): add(.register) { Self.write(register, &$0, &$1) }
        case .duplicate(let duplicate):
            add(.duplicate) { writer, _ in
                writer.id(duplicate.hidden)
                writer.id(duplicate.shown)
            }
        case .piece(let piece):
            add(.piece) { writer, _ in
                writer.digest(piece.whole)
                writer.varint(UInt64(piece.index))
                writer.varint(UInt64(piece.count))
                writer.append(piece.bytes)
            }
        case .heads(let positions):
            add(.heads) { writer, _ in
                writer.varint(positions.count)
                for position in positions {
                    writer.id(position.device)
                    writer.varint(position.number)
                    writer.digest(position.hash)
                }
            }
        case .replaced(let segments):
            add(.replaced) { writer, _ in
                for segment in segments { writer.long(segment.byteSwapped) }
            }
        }
    }

    /// A restore has entries in it, which use the texts of the file.
    private mutating func write(_ restore: Restore) {
        var inner = EntryWriter()
        inner.texts = texts
        inner.write(restore.versions.map(Entry.sample) + restore.links.map(Entry.link))
        texts = inner.texts
        add(.restore) { writer, _ in
            writer.id(restore.deletion)
            writer.append(inner.writer.bytes)
        }
    }

    private static func write(_ link: SyncedLink, _ writer: inout SyncByteWriter, _ texts: inout TextTable) {
        writer.id(link.name.parent)
        writer.id(link.name.child)
        writer.varint(UInt64(link.name.role))
        writer.byte(link.isPresent ? 1 : 0)
        writer.stamp(link.stamp, &texts)
    }

    private static func write(_ register: Register, _ writer: inout SyncByteWriter, _ texts: inout TextTable) {
        writer.varint(texts.number(register.key))
        writer.byte(register.value == nil ? 0 : 1)
        writer.stamp(register.stamp, &texts)
        writer.append(register.value ?? [])
    }

    /// Writes an entry, and before it the texts that it is the first to use.
    private mutating func add(_ kind: EntryKind, _ body: (inout SyncByteWriter, inout TextTable) -> Void) {
        var inner = SyncByteWriter()
        body(&inner, &texts)
        if !texts.new.isEmpty {
            var lines = SyncByteWriter()
            for text in texts.new { lines.sized(text) }
            texts.wroteNew()
            writer.byte(EntryKind.texts.rawValue)
            writer.sized(lines.bytes)
        }
        writer.byte(kind.rawValue)
        writer.sized(inner.bytes)
    }
}

/// Entries as they are read from the bytes of a file.
struct EntryReader {
    private var texts = ReadTexts()
    /// Whether unedited samples stay the rows that they are.
    private let asRows: Bool

    init(asRows: Bool = false) { self.asRows = asRows }

    /// Reads entries to the end.
    mutating func read(_ reader: inout SyncByteReader, isInner: Bool = false) throws(SyncError) -> [Entry] {
        var entries: [Entry] = []
        while reader.remaining > 0 {
            let number = try reader.byte()
            guard let kind = EntryKind(rawValue: number) else {
                throw SyncError(.newerFormat, "An entry of kind \(number) was written by a later version.")
            }
            var body = SyncByteReader(try reader.sized())
            // A restore carries only samples and links.
            if isInner, ![.texts, .samples, .record, .link].contains(kind) { throw SyncByteReader.damaged }
            entries += try read(kind, &body)
            try body.end()
        }
        return entries
    }

    private mutating func read(_ kind: EntryKind, _ body: inout SyncByteReader) throws(SyncError) -> [Entry] {
        switch kind {
        case .texts:
            while body.remaining > 0 { texts.add(Array(try body.sized())) }
            return []
        case .samples:
            let rows = try SyncColumns.read(&body, texts)
            return asRows && rows.isPlain ? [.rows(rows)] : rows.versions.map(Entry.sample)
        case .record: return [.sample(try RecordCoding.read(&body, texts))]
        case .deletion: return [.deletion(try DeletionCoding.read(&body, texts))]
        case .restore:
            var restore = Restore(deletion: try body.id(), versions: [])
            for entry in try read(&body, isInner: true) {
                switch entry {
                case .sample(let version): restore.versions.append(version)
                case .rows(let rows): restore.versions += rows.versions
                case .link(let link): restore.links.append(link)
                default: break
                }
            }
            return [.restore(restore)]
        case .link:
            let (parent, child) = (try body.id(), try body.id())
            guard let role = UInt32(exactly: try body.varint()) else { throw SyncByteReader.damaged }
            let isPresent = try flag(&body)
            let name = SyncedLink.Name(parent: parent, child: child, role: role)
            return [.link(SyncedLink(name: name, isPresent: isPresent, stamp: try texts.stamp(&body)))]
        case .register:
            let (key, hasValue) = (try texts.text(&body), try flag(&body))
            let stamp = try texts.stamp(&body)
            let value = hasValue ? Array(try body.take(body.remaining)) : nil
            return [.register(Register(key: key, value: value, stamp: stamp))]
        case .piece:
            let whole = try body.digest()
            guard let index = UInt32(exactly: try body.varint()), let count = UInt32(exactly: try body.varint()),
                index < count
            else {
                throw SyncByteReader.damaged
            }
            return [
                .piece(Piece(whole: whole, index: index, count: count, bytes: Array(try body.take(body.remaining))))
            ]
        case .duplicate: return [.duplicate(Duplicate(hidden: try body.id(), shown: try body.id()))]
        case .heads:
            var positions: [LogPosition] = []
            for _ in 0..<(try body.count(of: SyncID.size + Digest.size + 1)) {
                positions.append(
                    LogPosition(device: try body.id(), number: try body.varint(), hash: try body.digest())
                )
            }
            return [.heads(positions)]
        case .replaced:
            var segments: [UInt64] = []
            while body.remaining > 0 { segments.append(try body.long().byteSwapped) }
            return [.replaced(segments)]
        }
    }

    private func flag(_ body: inout SyncByteReader) throws(SyncError) -> Bool {
        let byte = try body.byte()
        if byte > 1 { throw SyncByteReader.damaged }
        return byte == 1
    }
}
