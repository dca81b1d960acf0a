import HealthStore

/// Where samples go that are read of the store, one after another.
protocol SampleSink {
    /// Takes a plain row.
    ///
    /// - Parameters:
    ///   - row: The row.
    ///   - reader: Who read it.
    /// - Returns: Whether it is a sample that this version of HealthKit knows.
    /// - Throws: What looking up its origin throws.
    mutating func add(_ row: borrowing StoredSample, _ reader: ObjectReader) throws -> Bool

    /// Takes the sample of a record.
    ///
    /// - Throws: What its content throws.
    mutating func add(_ sample: HKSample) throws
}

/// Samples as objects.
struct SampleObjects: SampleSink {
    private(set) var samples: [HKSample] = []

    mutating func add(_ row: borrowing StoredSample, _ reader: ObjectReader) throws -> Bool {
        guard let sample = try reader.object(row) else { return false }
        samples.append(sample)
        return true
    }

    mutating func add(_ sample: HKSample) throws { samples.append(sample) }
}

/// Samples that are written down as they are read, without an object for each, in pieces.
struct PackedSamples: SampleSink {
    /// The samples of the last piece, which was not handed on.
    private(set) var columns = SampleColumns()
    private let pieceLength: Int
    private let handOn: (SampleColumns) throws -> Void
    /// The number of the piece among all that the reader's rows were written to.
    private var batch = 0

    /// - Parameters:
    ///   - pieceLength: The most samples of a piece.
    ///   - handOn: Gets each piece but the last.
    init(pieceLength: Int, handOn: @escaping (SampleColumns) throws -> Void) {
        self.pieceLength = pieceLength
        self.handOn = handOn
    }

    mutating func add(_ row: borrowing StoredSample, _ reader: ObjectReader) throws -> Bool {
        let kind = try reader.kind(of: row)
        let value: UInt64
        switch kind.form {
        case .cumulative, .discrete: value = row.value.bitPattern
        case .category:
            guard let category = kind.category(of: row) else { return false }
            value = UInt64(bitPattern: Int64(category))
        case .unknown: return false
        }
        try makeRoom()
        if batch == 0 {
            reader.packedBatches += 1
            batch = reader.packedBatches
        }
        if kind.packed.batch != batch { kind.packed = (batch, number(of: kind)) }
        columns.addRow(
            kind.packed.number,
            row.uuid,
            StoredTimes(start: row.start, end: row.end, creation: row.creation),
            value
        )
        return true
    }

    mutating func add(_ sample: HKSample) throws {
        try makeRoom()
        try columns.add(sample)
    }

    private mutating func number(of kind: RowKind) -> Int {
        kind.form == .category
            ? columns.addKind(.category, kind.categoryType, nil, kind.origin)
            : columns.addKind(.quantity, kind.quantityType, kind.unit, kind.origin)
    }

    private mutating func makeRoom() throws {
        guard columns.count == pieceLength else { return }
        try handOn(columns)
        columns.removeAll()
        batch = 0
    }
}
