import HealthKitStore

/// The columns that a table of an export has of those that are wanted, and where they are in a row.
struct HealthConnectColumns {
    /// The columns that there are.
    private(set) var names: [String] = []
    /// For each column that is wanted its place in a row, or nil if the table doesn't have it.
    private(set) var places: [Int?] = []

    /// Chooses columns.
    ///
    /// - Parameters:
    ///   - table: The table.
    ///   - wanted: The columns that are wanted.
    init(_ table: ForeignTable, _ wanted: [String]) {
        let stored = Set(table.columns)
        for name in wanted {
            places.append(stored.contains(name) ? names.count : nil)
            if stored.contains(name) { names.append(name) }
        }
    }

    func integer(_ rows: ForeignRows, _ index: Int) throws -> Int64? {
        guard let place = places[index] else { return nil }
        return try rows.optionalInteger(place)
    }

    func number(_ rows: ForeignRows, _ index: Int) throws -> Double? {
        guard let place = places[index] else { return nil }
        return try rows.optionalNumber(place)
    }

    func text(_ rows: ForeignRows, _ index: Int) throws -> String? {
        guard let place = places[index] else { return nil }
        return try rows.optionalText(place)
    }
}
