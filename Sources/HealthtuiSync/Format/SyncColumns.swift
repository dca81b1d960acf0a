import HealthKitStore

/// Samples of one type, unit and source as columns: similar values lie side by side, which compresses.
enum SyncColumns {
    /// Whether a version can be in the same columns as another.
    static func isAlike(_ left: SyncedVersion, _ right: SyncedVersion) -> Bool {
        let (left, right) = (left.content.texts, right.content.texts)
        return SharedTexts(left) == SharedTexts(right) || left.prefix(3) == right.prefix(3)
    }

    /// The value of a version; `nil` for a record.
    static func value(_ version: SyncedVersion) -> Double? {
        if case .value(let value) = version.content.body { value } else { nil }
    }

    // MARK: Writing

    static func write(_ rows: SampleRows, _ writer: inout SyncByteWriter, _ texts: inout TextTable) {
        guard let first = rows.texts.first else { return }
        for text in first.texts.prefix(3) { writer.varint(texts.number(text)) }
        writer.varint(rows.count)
        for flags in rows.flags { writer.byte(flags.rawValue) }
        writeTimes([rows.starts, rows.ends, rows.creations], &writer)
        writeValues(rows.values, &writer)
        // Column by column, as texts are numbered in the order of their first use.
        for column in 3..<SampleContent.textCount {
            let numbers = rows.texts.map { texts.number($0.texts[column]) }
            for place in rows.places { writer.varint(numbers[place]) }
        }
        for (flags, ordinal) in zip(rows.flags, rows.ordinals) where flags.contains(.imported) {
            writer.varint(UInt64(ordinal))
        }
        for (row, flags) in rows.flags.enumerated() {
            if !flags.contains(.computed) { writer.id(rows.ids[row]) }
            if let root = rows.roots[row] { writer.id(root) }
        }
        var clock: Int64 = 0
        for (flags, stamp) in zip(rows.flags, rows.stamps) where !flags.isPlainImport {
            writer.varint(stamp.generation)
            writer.zigzag(stamp.clock &- clock)
            writer.varint(texts.number(stamp.device))
            clock = stamp.clock
        }
        if rows.identifiers.isEmpty { return }
        for row in 0..<rows.count {
            if let identifier = rows.identifiers[row] { writer.identifier(identifier, &texts) }
        }
    }

    private static func writeTimes(_ columns: [[Double]], _ writer: inout SyncByteWriter) {
        let scale = DecimalScale.common(columns)
        writer.byte(scale)
        guard scale != DecimalScale.raw else {
            for column in columns { for number in column { writer.number(number) } }
            return
        }
        let whole = columns.map { column in column.map { DecimalScale.whole($0, scale) ?? 0 } }
        var last: Int64 = 0
        for start in whole[0] {
            writer.zigzag(start - last)
            last = start
        }
        for (start, end) in zip(whole[0], whole[1]) { writer.zigzag(end - start) }
        for (end, creation) in zip(whole[1], whole[2]) { writer.zigzag(creation - end) }
    }

    private static func writeValues(_ values: [Double], _ writer: inout SyncByteWriter) {
        let scale = DecimalScale.common([values])
        writer.byte(scale)
        guard scale != DecimalScale.raw else {
            for value in values { writer.number(value) }
            return
        }
        var last: Int64 = 0
        for value in values {
            let whole = DecimalScale.whole(value, scale) ?? 0
            writer.zigzag(whole - last)
            last = whole
        }
    }

    // MARK: Reading

    static func read(_ reader: inout SyncByteReader, _ texts: ReadTexts) throws(SyncError) -> SampleRows {
        let common = [try texts.text(&reader), try texts.text(&reader), try texts.text(&reader)]
        let count = try reader.count(of: 8)
        let flags = try reader.take(count).map { SampleRows.Flags(rawValue: $0) }
        guard flags.allSatisfy({ SampleRows.Flags.all.isSuperset(of: $0) }) else { throw SyncByteReader.damaged }
        let times = try readTimes(&reader, count)
        let values = try readValues(&reader, count)
        var rows = SampleRows()
        let places = try readPlaces(&reader, texts, common, count, &rows)
        var ordinals = [UInt32](repeating: 0, count: count)
        for row in 0..<count where flags[row].contains(.imported) {
            guard let ordinal = UInt32(exactly: try reader.varint()) else { throw SyncByteReader.damaged }
            ordinals[row] = ordinal
        }
        var identities = [ComputedIdentity?](repeating: nil, count: rows.texts.count)
        var (ids, roots): ([SyncID], [Int: SyncID]) = ([], [:])
        ids.reserveCapacity(count)
        for row in 0..<count {
            if flags[row].contains(.computed) {
                guard flags[row].isSuperset(of: [.imported, .first]) else { throw SyncByteReader.damaged }
                let place = places[row]
                let identity = identities[place] ?? ComputedIdentity(texts: rows.texts[place].texts)
                identities[place] = identity
                let uuid = identity.uuid(
                    start: times.starts[row],
                    end: times.ends[row],
                    value: values[row],
                    creation: times.creations[row],
                    ordinal: ordinals[row]
                )
                ids.append(SyncID(uuid))
            } else {
                ids.append(try reader.id())
            }
            if !flags[row].contains(.first) { roots[row] = try reader.id() }
        }
        rows.fill(
            ids,
            flags,
            places: places,
            starts: times.starts,
            ends: times.ends,
            creations: times.creations,
            values: values,
            ordinals: ordinals,
            roots: roots
        )
        var clock: Int64 = 0
        for row in 0..<count where !flags[row].isPlainImport {
            let generation = try reader.varint()
            clock &+= try reader.zigzag()
            rows.stamp(row, Stamp(generation: generation, clock: clock, device: try texts.device(&reader)))
        }
        for row in 0..<count where flags[row].contains(.identified) {
            rows.identify(row, as: try texts.identifier(&reader))
        }
        return rows
    }

    /// The place of each row's texts, which are added to the rows.
    private static func readPlaces(
        _ reader: inout SyncByteReader,
        _ texts: ReadTexts,
        _ common: [[UInt8]],
        _ count: Int,
        _ rows: inout SampleRows
    ) throws(SyncError) -> [Int] {
        var columns: [[UInt64]] = []
        for _ in common.count..<SampleContent.textCount {
            var column: [UInt64] = []
            column.reserveCapacity(count)
            for _ in 0..<count { column.append(try reader.varint()) }
            columns.append(column)
        }
        var known: [[UInt64]: Int] = [:]
        var places: [Int] = []
        places.reserveCapacity(count)
        for row in 0..<count {
            // Most have the texts of the row before.
            var isSame = row > 0
            for column in columns.indices where isSame { isSame = columns[column][row] == columns[column][row - 1] }
            if isSame {
                places.append(places[row - 1])
                continue
            }
            let numbers = columns.map { $0[row] }
            if let place = known[numbers] {
                places.append(place)
                continue
            }
            var all = common
            for number in numbers { all.append(try texts.text(number)) }
            let place = rows.place(of: SharedTexts(all))
            known[numbers] = place
            places.append(place)
        }
        return places
    }

    /// The times of rows, column by column.
    private struct Times {
        var starts: [Double] = []
        var ends: [Double] = []
        var creations: [Double] = []

        init(_ count: Int) {
            starts.reserveCapacity(count)
            ends.reserveCapacity(count)
            creations.reserveCapacity(count)
        }
    }

    private static func readTimes(_ reader: inout SyncByteReader, _ count: Int) throws(SyncError) -> Times {
        let scale = try DecimalScale.read(&reader)
        var times = Times(count)
        guard scale != DecimalScale.raw else {
            for _ in 0..<count { times.starts.append(try reader.number()) }
            for _ in 0..<count { times.ends.append(try reader.number()) }
            for _ in 0..<count { times.creations.append(try reader.number()) }
            return times
        }
        var (starts, ends, last): ([Int64], [Int64], Int64) = ([], [], 0)
        starts.reserveCapacity(count)
        ends.reserveCapacity(count)
        for _ in 0..<count {
            last &+= try reader.zigzag()
            starts.append(last)
            times.starts.append(DecimalScale.number(last, scale))
        }
        for place in 0..<count {
            ends.append(starts[place] &+ (try reader.zigzag()))
            times.ends.append(DecimalScale.number(ends[place], scale))
        }
        for place in 0..<count {
            times.creations.append(DecimalScale.number(ends[place] &+ (try reader.zigzag()), scale))
        }
        return times
    }

    private static func readValues(_ reader: inout SyncByteReader, _ count: Int) throws(SyncError) -> [Double] {
        let scale = try DecimalScale.read(&reader)
        var (values, last): ([Double], Int64) = ([], 0)
        values.reserveCapacity(count)
        for _ in 0..<count {
            if scale == DecimalScale.raw {
                values.append(try reader.number())
            } else {
                last &+= try reader.zigzag()
                values.append(DecimalScale.number(last, scale))
            }
        }
        return values
    }
}

extension SyncByteWriter {
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
    func identifier(_ reader: inout SyncByteReader) throws(SyncError) -> SyncedIdentifier {
        let key = SyncedIdentifier.Key(
            source: try text(&reader),
            type: try text(&reader),
            identifier: try text(&reader)
        )
        return SyncedIdentifier(key: key, version: try reader.number(), incarnation: try reader.varint())
    }
}
