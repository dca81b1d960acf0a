import HealthKitStore

/// A destination for samples read from the store one by one.
protocol SampleSink {
    /// Adds a plain row.
    ///
    /// - Parameters:
    ///   - row: The row.
    ///   - reader: The reader that read it.
    /// - Returns: Whether it is a sample that this version of HealthKit knows.
    /// - Throws: Any error from looking up its origin.
    mutating func add(_ row: borrowing StoredSample, _ reader: ObjectReader) throws -> Bool

    /// Adds the sample of a record.
    ///
    /// - Throws: Any error from its content.
    mutating func add(_ sample: HKSample) throws
}

/// Collects samples as objects.
struct SampleObjects: SampleSink {
    private(set) var samples: [HKSample] = []

    mutating func add(_ row: borrowing StoredSample, _ reader: ObjectReader) throws -> Bool {
        guard let sample = try reader.object(row) else { return false }
        samples.append(sample)
        return true
    }

    mutating func add(_ sample: HKSample) throws { samples.append(sample) }
}

/// Encodes samples in pieces as they are read, without an object for each.
struct PackedSamples: SampleSink {
    /// The samples of the last piece, which weren't passed on.
    private(set) var columns = SampleColumns()
    private let pieceLength: Int
    private let handOn: (SampleColumns) throws -> Void
    /// The number of the piece among all those that the reader's rows were written to.
    private var batch = 0

    /// - Parameters:
    ///   - pieceLength: The maximum number of samples in a piece.
    ///   - handOn: Receives each piece except the last.
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
            kind.uuid(of: row),
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
