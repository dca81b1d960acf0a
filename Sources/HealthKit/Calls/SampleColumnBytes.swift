import Foundation

/// The columns of a batch of samples, which are traversed once, sample by sample.
struct SampleColumnBytes {
    let count: Int
    private var forms: NumberRuns
    private(set) var types: NumberRuns
    private(set) var units: NumberRuns
    private(set) var revisions: NumberRuns
    private(set) var devices: NumberRuns
    private(set) var metadata: NumberRuns
    private var creationRuns: NumberRuns

    private let uuids: [uuid_t]
    /// The start and the end of each sample.
    let bounds: [Double]
    private let creations: [Double]
    private let values: [UInt64]
    private let contents: [ArraySlice<UInt8>]
    // The index of the next entry in each column.
    private var (creation, value, content) = (0, 0, 0)

    /// Decodes the columns.
    ///
    /// - Parameters:
    ///   - reader: The reader, positioned at the columns, which extend to the end.
    ///   - count: The number of samples.
    /// - Throws: ``CallCodingError``.
    init(_ reader: inout CallByteReader, _ count: Int) throws {
        self.count = count
        forms = try NumberRuns(&reader, count)
        types = try NumberRuns(&reader, count)
        units = try NumberRuns(&reader, count)
        revisions = try NumberRuns(&reader, count)
        devices = try NumberRuns(&reader, count)
        metadata = try NumberRuns(&reader, count)
        creationRuns = try NumberRuns(&reader, count)
        if let unknown = forms.first(where: { SampleBatch.Form(rawValue: $0) == nil }) {
            throw CallCodingError.newer("a sample of unknown form \(unknown)")
        }
        uuids = try reader.values(count, of: uuid_t.self)
        bounds = try reader.values(2 * count, of: Double.self)
        for row in 0..<count {
            let (start, end) = (bounds[2 * row], bounds[2 * row + 1])
            guard start.isFinite, end.isFinite, start <= end else {
                throw CallCodingError.damaged("a sample that ends before it starts")
            }
        }
        guard creationRuns.first(where: { $0 > 1 }) == nil else {
            throw CallCodingError.damaged("a date that is neither there nor missing")
        }
        creations = try reader.values(creationRuns.count { $0 == 1 }, of: Double.self)
        guard creations.allSatisfy(\.isFinite) else { throw CallCodingError.damaged("a date that is none") }
        values = try reader.values(forms.count { Self.form($0).hasValue }, of: UInt64.self)
        var contents: [ArraySlice<UInt8>] = []
        for _ in 0..<forms.count(where: { Self.form($0).hasContent }) { contents.append(try reader.block()) }
        self.contents = contents
        try reader.checkEnd()
    }

    /// The form of a number that is known to be valid.
    private static func form(_ number: UInt64) -> SampleBatch.Form { SampleBatch.Form(rawValue: number) ?? .quantity }

    /// The form of the current sample.
    var form: SampleBatch.Form { Self.form(forms.value) }

    /// Whether the current samples have creation dates.
    var isCreated: Bool { creationRuns.value == 1 }

    /// Moves to a sample, and finds the first one that differs from it in more than metadata.
    mutating func endOfKind(from row: Int) -> Int {
        min(
            forms.move(to: row),
            types.move(to: row),
            units.move(to: row),
            revisions.move(to: row),
            devices.move(to: row),
            creationRuns.move(to: row)
        )
    }

    /// Moves to a sample, and finds the first one with other metadata.
    mutating func endOfMetadata(from row: Int, to end: Int) -> Int { min(metadata.move(to: row), end) }

    func uuid(_ row: Int) -> UUID { UUID(uuid: uuids[row]) }

    /// The times of a sample with a creation date.
    mutating func nextTimes(_ row: Int) -> StoredTimes {
        defer { creation += 1 }
        return StoredTimes(start: bounds[2 * row], end: bounds[2 * row + 1], creation: creations[creation])
    }

    /// The next creation date, or `nil` if the current samples have none.
    mutating func nextCreation() -> Double? {
        guard isCreated else { return nil }
        defer { creation += 1 }
        return creations[creation]
    }

    mutating func nextValue() -> UInt64 {
        defer { value += 1 }
        return values[value]
    }

    mutating func nextContent() -> ArraySlice<UInt8> {
        defer { content += 1 }
        return contents[content]
    }
}

/// A column of numbers, as runs of equal values.
struct NumberRuns {
    private var runs: [(value: UInt64, end: Int)] = []
    private var place = 0

    /// Reads a column.
    ///
    /// - Parameters:
    ///   - reader: The reader, positioned at the column.
    ///   - count: The number of values.
    /// - Throws: ``CallCodingError``.
    init(_ reader: inout CallByteReader, _ count: Int) throws {
        var end = 0
        while end < count {
            let (value, length) = (try reader.varint(), try reader.varint())
            guard length > 0, length <= UInt64(count - end) else {
                throw CallCodingError.damaged("a column of another length")
            }
            end += Int(length)
            runs.append((value, end))
        }
    }

    /// The number at the current position.
    var value: UInt64 { runs[place].value }

    /// Moves forward.
    ///
    /// - Parameter row: The new position, before the end.
    /// - Returns: The end of the run of equal numbers there.
    mutating func move(to row: Int) -> Int {
        while runs[place].end <= row { place += 1 }
        return runs[place].end
    }

    /// The first number that satisfies a condition.
    func first(where isWanted: (UInt64) -> Bool) -> UInt64? { runs.first { isWanted($0.value) }?.value }

    /// The number of values that satisfy a condition.
    func count(where isWanted: (UInt64) -> Bool) -> Int {
        var (count, start) = (0, 0)
        for run in runs {
            if isWanted(run.value) { count += run.end - start }
            start = run.end
        }
        return count
    }
}

/// Shared entries, by their numbers in the current batch, from 1.
struct EntryList<Entry> {
    private var entries: [Entry] = []
    /// The indices of the current batch's entries.
    private var places: [Int] = []
    /// Whether entries are kept for the following batches.
    private let isKept: Bool
    private var known: [[UInt8]: Int] = [:]

    init(isKept: Bool) { self.isKept = isKept }

    mutating func removeAll() { (entries, places, known) = ([], [], [:]) }

    /// Reads the entries of a batch.
    ///
    /// - Parameters:
    ///   - reader: The reader, positioned at the entries.
    ///   - make: Decodes an unknown entry.
    /// - Throws: ``CallCodingError``.
    mutating func read(_ reader: inout CallByteReader, _ make: (ArraySlice<UInt8>) throws -> Entry) throws {
        places = []
        for _ in 0..<(try reader.count(of: 1)) {
            let bytes = try reader.block()
            let key = isKept ? Array(bytes) : []
            if isKept, let place = known[key] {
                places.append(place)
                continue
            }
            entries.append(try make(bytes))
            places.append(entries.count - 1)
            if isKept { known[key] = entries.count - 1 }
        }
    }

    /// The index of an entry, by its number; -1 for 0, which means none.
    func place(of number: UInt64) throws -> Int {
        if number == 0 { return -1 }
        guard number <= UInt64(places.count) else { throw CallCodingError.damaged("no entry \(number)") }
        return places[Int(number) - 1]
    }

    /// The entry at an index, or `nil` at -1.
    subscript(place: Int) -> Entry? { place < 0 ? nil : entries[place] }

    /// An entry by its number, or `nil` for 0.
    func entry(_ number: UInt64) throws -> Entry? { self[try place(of: number)] }
}
