import HealthKitStore

/// Reads a row of a table of records.
struct HealthConnectRow {
    let columns: HealthConnectColumns
    private let table: HealthConnectTable
    private let firstTime: Int
    private let firstOwn: Int

    /// Chooses the columns.
    ///
    /// - Parameters:
    ///   - table: The table as it is known.
    ///   - found: The table as it is there.
    init(_ table: HealthConnectTable, _ found: ForeignTable) {
        self.table = table
        firstTime = HealthConnectTable.head.count
        firstOwn = firstTime + table.times.count
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
        switch table.shape {
        case .interval:
            if let place = columns.places[firstTime + 1] { record.end = try rows.integer(place) }
            record.startOffset = HealthConnectTime.offset(try columns.integer(rows, firstTime + 2))
            record.endOffset = HealthConnectTime.offset(try columns.integer(rows, firstTime + 3))
        case .instant:
            record.end = record.start
            record.startOffset = HealthConnectTime.offset(try columns.integer(rows, firstTime + 1))
            record.endOffset = record.startOffset
        }
        for (index, column) in table.columns.enumerated() {
            if column.isText {
                record.text = try columns.text(rows, firstOwn + index)
                continue
            }
            let number = try columns.number(rows, firstOwn + index)
            if index == 0 { record.value = number } else { record.others.append(number) }
        }
        return record
    }
}
