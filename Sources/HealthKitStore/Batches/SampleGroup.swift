/// One type, source and unit, with a summary of its data in the store.
struct SampleGroup {
    var id: Int64
    var type: TypeID
    var source: SourceID
    var unit: UnitID
    var count: Int
    var firstStart: Double
    var lastStart: Double
    var lastEnd: Double
    /// No sample here lasts longer than this, in seconds; so what ends after a time starts not long before it.
    var longest: Double
    /// The commit that last changed it.
    var commits: Int64

    init(_ query: Query) {
        id = query.int64(0)
        type = query.entryID(1)
        source = query.entryID(2)
        unit = query.entryID(3)
        count = query.int(4)
        firstStart = query.isNull(5) ? .infinity : query.double(5)
        lastStart = query.isNull(6) ? -.infinity : query.double(6)
        lastEnd = query.isNull(7) ? -.infinity : query.double(7)
        longest = query.double(8)
        commits = query.int64(9)
    }

    init(id: Int64, type: TypeID, source: SourceID, unit: UnitID) {
        self.id = id
        self.type = type
        self.source = source
        self.unit = unit
        count = 0
        firstStart = .infinity
        lastStart = -.infinity
        lastEnd = -.infinity
        longest = 0
        commits = 0
    }

    /// Takes in one more sample or record.
    mutating func include(start: Double, end: Double) {
        count &+= 1
        firstStart = min(firstStart, start)
        lastStart = max(lastStart, start)
        lastEnd = max(lastEnd, end)
        longest = max(longest, end - start)
    }

    func save(_ connection: Connection) throws {
        let query = try connection.query(.updateGroup)
        query.bind(count, at: 1)
        if count > 0 {
            query.bind(firstStart, at: 2)
            query.bind(lastStart, at: 3)
            query.bind(lastEnd, at: 4)
        } else {
            for index in Int32(2)...4 { query.bindNull(at: index) }
        }
        query.bind(longest, at: 5)
        query.bind(commits, at: 6)
        query.bind(id, at: 7)
        try query.run()
    }

    /// The range of starts of samples that can satisfy a request.
    ///
    /// The slack covers what rounding takes from the difference of two times.
    func starts(for request: ScanRequest) -> (lower: Double, upper: Double) {
        let slack = max(1, request.endLower.magnitude * 0x1p-50)
        let lower = request.endLower - longest - slack
        return (lower > request.startLower ? lower : request.startLower, request.startUpper)
    }
}
