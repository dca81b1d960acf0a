import HealthStore

/// Samples of one type, unit and source as columns: what is alike lies side by side, which compresses.
enum SampleColumns {
    /// What a row's first byte says.
    private enum Flag {
        static let imported: UInt8 = 1
        static let first: UInt8 = 2
        static let identified: UInt8 = 4
        /// The identity is computed from what the sample says, and isn't there.
        static let computed: UInt8 = 8
        static let all: UInt8 = 15
    }

    /// Whether a version can stand in the columns of another.
    static func isAlike(_ left: SampleVersion, _ right: SampleVersion) -> Bool {
        let (left, right) = (left.content.texts, right.content.texts)
        return SharedTexts(left) == SharedTexts(right) || left.prefix(3) == right.prefix(3)
    }

    /// The value of a version; `nil` for a record.
    static func value(_ version: SampleVersion) -> Double? {
        if case .value(let value) = version.content.body { value } else { nil }
    }

    // MARK: Writing

    static func write(_ rows: [SampleVersion], _ writer: inout ByteWriter, _ texts: inout TextTable) {
        guard let first = rows.first else { return }
        for text in first.content.texts.prefix(3) { writer.varint(texts.number(text)) }
        writer.varint(rows.count)
        let flags = self.flags(rows)
        writer.append(flags)
        writeTimes(rows.map(\.content), &writer)
        writeValues(rows.map { value($0) ?? 0 }, &writer)
        // Column by column, as texts are numbered in the order of their first use.
        let shared = SharedColumns(rows)
        for column in 3..<SampleContent.textCount {
            let numbers = shared.inOrder.map { texts.number($0.texts[column]) }
            for place in shared.places { writer.varint(numbers[place]) }
        }
        for row in rows {
            if case .imported(let ordinal) = row.origin { writer.varint(UInt64(ordinal)) }
        }
        for (row, flags) in zip(rows, flags) {
            if flags & Flag.computed == 0 { writer.id(row.id) }
            if flags & Flag.first == 0 { writer.id(row.root) }
        }
        var clock: Int64 = 0
        for (row, flags) in zip(rows, flags) where !isPlainImport(flags) {
            writer.varint(row.stamp.generation)
            writer.zigzag(row.stamp.clock &- clock)
            writer.varint(texts.number(row.stamp.device))
            clock = row.stamp.clock
        }
        for row in rows {
            if let identifier = row.identifier { writer.identifier(identifier, &texts) }
        }
    }

    /// Which texts each row has.
    private struct SharedColumns {
        /// In the order of their first use.
        var inOrder: [SharedTexts] = []
        /// By row, the place in that order.
        var places: [Int] = []

        init(_ rows: [SampleVersion]) {
            var known: [SharedTexts: Int] = [:]
            var last: (key: SharedTexts, place: Int)?
            places.reserveCapacity(rows.count)
            for row in rows {
                let key = SharedTexts(row.content.texts)
                if let last, last.key == key {
                    places.append(last.place)
                    continue
                }
                let place = known[key] ?? inOrder.count
                if place == inOrder.count {
                    known[key] = place
                    inOrder.append(key)
                }
                places.append(place)
                last = (key, place)
            }
        }
    }

    /// What was imported and never changed has the stamp of imports.
    private static func isPlainImport(_ flags: UInt8) -> Bool {
        flags & Flag.imported != 0 && flags & Flag.computed != 0
    }

    private static func flags(_ rows: [SampleVersion]) -> [UInt8] {
        var identities = Identities()
        return rows.map { row in
            var flags: UInt8 = row.isFirst ? Flag.first : 0
            if row.identifier != nil { flags |= Flag.identified }
            guard case .imported(let ordinal) = row.origin else { return flags }
            flags |= Flag.imported
            guard row.isFirst, row.stamp == .imported else { return flags }
            let isComputed = computed(identities.identity(row.content), row.content, ordinal) == row.id
            return isComputed ? flags | Flag.computed : flags
        }
    }

    /// How identities are computed, looked up once for rows with the same texts.
    private struct Identities {
        private var known: [SharedTexts: ComputedIdentity] = [:]
        private var last: (key: SharedTexts, identity: ComputedIdentity)?

        mutating func identity(_ content: SampleContent) -> ComputedIdentity {
            let key = SharedTexts(content.texts)
            if let last, last.key == key { return last.identity }
            let identity = known[key] ?? ComputedIdentity(texts: key.texts)
            known[key] = identity
            last = (key, identity)
            return identity
        }
    }

    private static func computed(
        _ identity: ComputedIdentity,
        _ content: SampleContent,
        _ ordinal: UInt32
    ) -> SyncID {
        var value = 0.0
        if case .value(let number) = content.body { value = number }
        return SyncID(
            identity.uuid(
                start: content.start,
                end: content.end,
                value: value,
                creation: content.creation,
                ordinal: ordinal
            )
        )
    }

    private static func writeTimes(_ rows: [SampleContent], _ writer: inout ByteWriter) {
        let columns = [rows.map(\.start), rows.map(\.end), rows.map(\.creation)]
        let scale = NumberScale.common(columns)
        writer.byte(scale)
        guard scale != NumberScale.raw else {
            for column in columns { for number in column { writer.number(number) } }
            return
        }
        let whole = columns.map { column in column.map { NumberScale.whole($0, scale) ?? 0 } }
        var last: Int64 = 0
        for start in whole[0] {
            writer.zigzag(start - last)
            last = start
        }
        for (start, end) in zip(whole[0], whole[1]) { writer.zigzag(end - start) }
        for (end, creation) in zip(whole[1], whole[2]) { writer.zigzag(creation - end) }
    }

    private static func writeValues(_ values: [Double], _ writer: inout ByteWriter) {
        let scale = NumberScale.common([values])
        writer.byte(scale)
        guard scale != NumberScale.raw else {
            for value in values { writer.number(value) }
            return
        }
        var last: Int64 = 0
        for value in values {
            let whole = NumberScale.whole(value, scale) ?? 0
            writer.zigzag(whole - last)
            last = whole
        }
    }

    // MARK: Reading

    static func read(_ reader: inout ByteReader, _ texts: ReadTexts) throws(SyncError) -> [SampleVersion] {
        let common = [try texts.text(&reader), try texts.text(&reader), try texts.text(&reader)]
        let count = try reader.count(of: 8)
        let flags = Array(try reader.take(count))
        guard flags.allSatisfy({ $0 & ~Flag.all == 0 }) else { throw ByteReader.damaged }
        let times = try readTimes(&reader, count)
        let values = try readValues(&reader, count)
        let all = try readTexts(&reader, texts, common, count)
        let rows = (0..<count)
            .map { place in
                SampleContent(
                    sharing: all[place],
                    start: times.starts[place],
                    end: times.ends[place],
                    creation: times.creations[place],
                    body: .value(values[place])
                )
            }
        var origins = [SampleVersion.Origin](repeating: .saved, count: count)
        for place in 0..<count where flags[place] & Flag.imported != 0 {
            guard let ordinal = UInt32(exactly: try reader.varint()) else { throw ByteReader.damaged }
            origins[place] = .imported(ordinal)
        }
        var names = try readIdentities(&reader, flags, rows, origins)
        var clock: Int64 = 0
        for place in 0..<count where !isPlainImport(flags[place]) {
            let generation = try reader.varint()
            clock &+= try reader.zigzag()
            names[place].stamp = Stamp(generation: generation, clock: clock, device: try texts.device(&reader))
        }
        var versions: [SampleVersion] = []
        versions.reserveCapacity(count)
        for place in 0..<count {
            let identifier = flags[place] & Flag.identified != 0 ? try texts.identifier(&reader) : nil
            versions.append(
                SampleVersion(
                    name: names[place],
                    origin: origins[place],
                    identifier: identifier,
                    content: rows[place]
                )
            )
        }
        return versions
    }

    /// The texts of each row, shared by the rows that have the same.
    private static func readTexts(
        _ reader: inout ByteReader,
        _ texts: ReadTexts,
        _ common: [[UInt8]],
        _ count: Int
    ) throws(SyncError) -> [[[UInt8]]] {
        var columns: [[UInt64]] = []
        for _ in common.count..<SampleContent.textCount {
            var column: [UInt64] = []
            column.reserveCapacity(count)
            for _ in 0..<count { column.append(try reader.varint()) }
            columns.append(column)
        }
        var known: [[UInt64]: [[UInt8]]] = [:]
        var rows: [[[UInt8]]] = []
        rows.reserveCapacity(count)
        for place in 0..<count {
            if place > 0, columns.allSatisfy({ $0[place] == $0[place - 1] }) {
                rows.append(rows[place - 1])
                continue
            }
            let numbers = columns.map { $0[place] }
            var row = known[numbers] ?? []
            if row.isEmpty {
                row = common
                for number in numbers { row.append(try texts.text(number)) }
                known[numbers] = row
            }
            rows.append(row)
        }
        return rows
    }

    private static func readIdentities(
        _ reader: inout ByteReader,
        _ flags: [UInt8],
        _ rows: [SampleContent],
        _ origins: [SampleVersion.Origin]
    ) throws(SyncError) -> [VersionName] {
        var identities = Identities()
        var names: [VersionName] = []
        names.reserveCapacity(flags.count)
        for (place, flags) in flags.enumerated() {
            let id: SyncID
            if flags & Flag.computed != 0 {
                guard case .imported(let ordinal) = origins[place], flags & Flag.first != 0 else {
                    throw ByteReader.damaged
                }
                id = computed(identities.identity(rows[place]), rows[place], ordinal)
            } else {
                id = try reader.id()
            }
            let root = flags & Flag.first != 0 ? id : try reader.id()
            names.append(VersionName(root: root, stamp: .imported, id: id))
        }
        return names
    }

    /// The times of rows, column by column.
    private struct Times {
        var starts: [Double] = []
        var ends: [Double] = []
        var creations: [Double] = []
    }

    private static func readTimes(_ reader: inout ByteReader, _ count: Int) throws(SyncError) -> Times {
        let scale = try NumberScale.read(&reader)
        var times = Times()
        guard scale != NumberScale.raw else {
            for _ in 0..<count { times.starts.append(try reader.number()) }
            for _ in 0..<count { times.ends.append(try reader.number()) }
            for _ in 0..<count { times.creations.append(try reader.number()) }
            return times
        }
        var (starts, ends, last): ([Int64], [Int64], Int64) = ([], [], 0)
        for _ in 0..<count {
            last &+= try reader.zigzag()
            starts.append(last)
            times.starts.append(NumberScale.number(last, scale))
        }
        for place in 0..<count {
            ends.append(starts[place] &+ (try reader.zigzag()))
            times.ends.append(NumberScale.number(ends[place], scale))
        }
        for place in 0..<count {
            times.creations.append(NumberScale.number(ends[place] &+ (try reader.zigzag()), scale))
        }
        return times
    }

    private static func readValues(_ reader: inout ByteReader, _ count: Int) throws(SyncError) -> [Double] {
        let scale = try NumberScale.read(&reader)
        var (values, last): ([Double], Int64) = ([], 0)
        for _ in 0..<count {
            if scale == NumberScale.raw {
                values.append(try reader.number())
            } else {
                last &+= try reader.zigzag()
                values.append(NumberScale.number(last, scale))
            }
        }
        return values
    }
}

extension ByteWriter {
    mutating func identifier(_ identifier: SyncedIdentifier, _ texts: inout TextTable) {
        for text in [identifier.key.source, identifier.key.type, identifier.key.identifier] {
            varint(texts.number(text))
        }
        number(identifier.version)
        varint(identifier.incarnation)
    }

    mutating func stamp(_ stamp: Stamp, _ texts: inout TextTable) {
        varint(stamp.generation)
        zigzag(stamp.clock)
        varint(texts.number(stamp.device))
    }
}

extension ReadTexts {
    func identifier(_ reader: inout ByteReader) throws(SyncError) -> SyncedIdentifier {
        let key = SyncedIdentifier.Key(
            source: try text(&reader),
            type: try text(&reader),
            identifier: try text(&reader)
        )
        return SyncedIdentifier(key: key, version: try reader.number(), incarnation: try reader.varint())
    }
}
