import HealthKitStore

/// Reads a row of a table of records.
struct HealthConnectRow {
    let columns: HealthConnectColumns
    private let shape: HealthConnectTable.Shape
    private let firstTime: Int
    /// The columns of the table with a number, and that with a text.
    private let numbers: [Int]
    private let text: Int?

    /// Chooses the columns.
    ///
    /// - Parameters:
    ///   - table: The table as it is known.
    ///   - found: The table as it is there.
    init(_ table: HealthConnectTable, _ found: ForeignTable) {
        shape = table.shape
        firstTime = HealthConnectTable.head.count
        let firstOwn = firstTime + table.times.count
        numbers = table.columns.indices.filter { !table.columns[$0].isText }.map { firstOwn + $0 }
        text = table.columns.firstIndex { $0.isText }.map { firstOwn + $0 }
        columns = HealthConnectColumns(found, HealthConnectTable.head + table.times + table.columns.map(\.name))
    }

    /// Reads the row that is next.
    ///
    /// - Parameter rows: The rows.
    /// - Returns: The record without its parts.
    /// - Throws: `ForeignDatabaseError` for a cell of another type.
    func record(_ rows: ForeignRows) throws -> HealthConnectRecord {
        var record = HealthConnectRecord(row: rows.row, start: 0, end: 0)
        if let place = columns.places[0] { record.uuid = try rows.optionalUUID(place) }
        record.app = try columns.integer(rows, 1)
        record.device = try columns.integer(rows, 2)
        record.recordingMethod = try columns.integer(rows, 3)
        record.clientID = try columns.text(rows, 4)
        record.modified = try columns.integer(rows, 5)
        if let place = columns.places[firstTime] { record.start = try rows.integer(place) }
        switch shape {
        case .interval:
            if let place = columns.places[firstTime + 1] { record.end = try rows.integer(place) }
            record.startOffset = HealthConnectTime.offset(try columns.integer(rows, firstTime + 2))
            record.endOffset = HealthConnectTime.offset(try columns.integer(rows, firstTime + 3))
        case .instant:
            record.end = record.start
            record.startOffset = HealthConnectTime.offset(try columns.integer(rows, firstTime + 1))
            record.endOffset = record.startOffset
        }
        if let first = numbers.first { record.value = try columns.number(rows, first) }
        if numbers.count > 1 { record.others = try numbers.dropFirst().map { try columns.number(rows, $0) } }
        if let text { record.text = try columns.text(rows, text) }
        return record
    }
}
