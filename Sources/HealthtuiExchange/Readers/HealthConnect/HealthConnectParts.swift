import HealthKitStore

/// The rows of a table whose rows belong to records, handed out record by record.
final class HealthConnectParts {
    private let child: HealthConnectTable.Child
    private let columns: HealthConnectColumns
    private let rows: ForeignRows
    /// The record of the row that is next; nil at the end.
    private var parent: Int64?
    private var count = 0
    /// How many rows the record of the last row has so far.
    private var countOfRecord = 0

    /// The most rows of a record that are read: two days of one a second.
    static let mostOfRecord = 200_000

    /// How many rows are sorted at a time, where an app wrote them out of order.
    private static let sortedAtOnce = 1 << 19

    /// Opens a table; there is nothing to open if the database lacks it or one of its times.
    ///
    /// - Parameters:
    ///   - database: The database.
    ///   - child: The table.
    /// - Throws: `ForeignDatabaseError` and `CancellationError`.
    init?(_ database: ForeignDatabase, _ child: HealthConnectTable.Child) throws {
        let key = "parent_key"
        guard let table = try database.table(child.table), table.columns.contains(key),
            child.columns.prefix(2).allSatisfy({ table.columns.contains($0.name) })
        else { return nil }
        self.child = child
        columns = HealthConnectColumns(table, [key] + child.columns.map(\.name))
        var selection = ForeignSelection(order: .column(key))
        selection.sortedAtOnce = Self.sortedAtOnce
        rows = try database.rows(of: child.table, columns.names, selection)
        try move()
    }

    private func move() throws { parent = try rows.next() ? try rows.integer(0) : nil }

    /// Adds a record's parts to it.
    ///
    /// - Parameters:
    ///   - record: The record; its number must be greater than that of the one before.
    ///   - report: Receives invalid rows, and parts of missing records.
    /// - Throws: `ForeignDatabaseError` and `CancellationError`.
    func take(_ record: inout HealthConnectRecord, _ report: inout HealthConnectReport) throws {
        countOfRecord = 0
        while let parent, parent <= record.row {
            if parent < record.row {
                report.orphans[child.table, default: 0] += 1
            } else {
                try add(to: &record, &report)
            }
            try move()
        }
    }

    /// Counts the parts that were read, and the rest, which belong to missing records.
    ///
    /// - Parameter report: Gets the numbers.
    /// - Throws: `ForeignDatabaseError` and `CancellationError`.
    func finish(_ report: inout HealthConnectReport) throws {
        if count > 0 { report.tables[child.table, default: HealthConnectReport.Count()].read = count }
        while parent != nil {
            report.orphans[child.table, default: 0] += 1
            try move()
        }
    }

    private func add(to record: inout HealthConnectRecord, _ report: inout HealthConnectReport) throws {
        countOfRecord += 1
        guard countOfRecord <= Self.mostOfRecord else {
            let reason = "a record has more than \(Self.mostOfRecord) rows"
            return report.refuse(child.table, "table \(child.table), row \(rows.row): \(reason)")
        }
        do {
            if let fault = try read(into: &record) {
                return report.refuse(child.table, "table \(child.table), row \(rows.row): \(fault)")
            }
        } catch let error as ForeignDatabaseError where error.code == .cell {
            return report.refuse(child.table, error.reason)
        }
        count += 1
    }

    /// Reads a row, and returns its problem if it is invalid.
    private func read(into record: inout HealthConnectRecord) throws -> String? {
        switch child.kind {
        case .points:
            let (time, value) = (try rows.integer(1), try rows.number(2))
            if let fault = HealthConnectTime.fault(time, time) { return fault }
            record.points.append(HealthConnectRecord.Point(time: time, value: value))
        case .places:
            return try readPlace(into: &record)
        case .stages, .segments, .laps:
            var part = HealthConnectRecord.Part(start: try rows.integer(1), end: try rows.integer(2))
            if let fault = HealthConnectTime.fault(part.start, part.end) { return fault }
            switch child.kind {
            case .laps:
                part.amount = try columns.number(rows, 3)
                record.laps.append(part)
            case .stages:
                part.code = try columns.integer(rows, 3)
                record.stages.append(part)
            default:
                part.code = try columns.integer(rows, 3)
                part.amount = try columns.number(rows, 4)
                record.segments.append(part)
            }
        }
        return nil
    }

    private func readPlace(into record: inout HealthConnectRecord) throws -> String? {
        guard let latitude = try columns.number(rows, 2), let longitude = try columns.number(rows, 3) else {
            return "the place is missing"
        }
        let time = try rows.integer(1)
        if let fault = HealthConnectTime.fault(time, time) { return fault }
        guard abs(latitude) <= 90, abs(longitude) <= 180 else { return "the place isn't on Earth" }
        record.places.append(
            HealthConnectRecord.Place(
                time: time,
                latitude: latitude,
                longitude: longitude,
                altitude: try columns.number(rows, 4),
                horizontalAccuracy: try columns.number(rows, 5),
                verticalAccuracy: try columns.number(rows, 6)
            )
        )
        return nil
    }
}
