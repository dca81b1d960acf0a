import Foundation
import HealthKitStore

/// The database of a Health Connect export, `health_connect_export.db`: its apps, its devices, and its records as they are stored.
package struct HealthConnectFile {
    private let database: ForeignDatabase

    /// The apps that wrote records, by their numbers.
    package let apps: [Int64: HealthConnectApp]

    /// The devices that measured, by their numbers.
    package let devices: [Int64: HealthConnectDevice]

    private static let appTable = "application_info_table"
    private static let deviceTable = "device_info_table"

    /// Whether a database is one of Health Connect.
    ///
    /// - Parameter database: The database.
    /// - Returns: Whether it has apps and one of the tables of records.
    /// - Throws: `ForeignDatabaseError` and `CancellationError`.
    package static func recognizes(_ database: ForeignDatabase) throws -> Bool {
        guard try database.has(appTable, ["package_name"]) else { return false }
        let names = Set(database.tables)
        return HealthConnectTable.all.contains { names.contains($0.name) }
    }

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - isCancelled: Asked now and then whether to stop, which throws a `CancellationError`.
    /// - Returns: The export, or nil for a database of another kind.
    /// - Throws: `ForeignDatabaseError` and `CancellationError`.
    package static func open(
        path: String,
        isCancelled: @escaping () -> Bool = { false }
    ) throws -> HealthConnectFile? {
        let database = try ForeignDatabase(path: path, isCancelled: isCancelled)
        return try recognizes(database) ? HealthConnectFile(database) : nil
    }

    /// Opens a file by its descriptor, such as one that was unpacked and has no name any more.
    ///
    /// - Parameters:
    ///   - descriptor: The file; copied.
    ///   - name: The name to use in errors.
    ///   - isCancelled: Asked now and then whether to stop, which throws a `CancellationError`.
    /// - Returns: The export, or nil for a database of another kind.
    /// - Throws: `ForeignDatabaseError` and `CancellationError`.
    package static func open(
        descriptor: Int32,
        name: String,
        isCancelled: @escaping () -> Bool = { false }
    ) throws -> HealthConnectFile? {
        let database = try ForeignDatabase(descriptor: descriptor, name: name, isCancelled: isCancelled)
        return try recognizes(database) ? HealthConnectFile(database) : nil
    }

    /// Reads apps and devices.
    ///
    /// - Parameter database: A database that ``recognizes(_:)`` recognizes.
    /// - Throws: `ForeignDatabaseError` and `CancellationError`.
    package init(_ database: ForeignDatabase) throws {
        self.database = database
        var apps: [Int64: HealthConnectApp] = [:]
        try Self.read(database, Self.appTable, ["package_name", "app_name"]) { rows, columns in
            guard let package = try columns.text(rows, 0) else { return }
            apps[rows.row] = HealthConnectApp(package: package, name: try columns.text(rows, 1))
        }
        var devices: [Int64: HealthConnectDevice] = [:]
        try Self.read(database, Self.deviceTable, ["manufacturer", "model", "device_type"]) { rows, columns in
            devices[rows.row] = HealthConnectDevice(
                manufacturer: try columns.text(rows, 0),
                model: try columns.text(rows, 1),
                type: try columns.integer(rows, 2)
            )
        }
        (self.apps, self.devices) = (apps, devices)
    }

    /// Reads a small table; a row with a cell of another type is as if it weren't there.
    private static func read(
        _ database: ForeignDatabase,
        _ name: String,
        _ wanted: [String],
        _ body: (ForeignRows, HealthConnectColumns) throws -> Void
    ) throws {
        guard let table = try database.table(name) else { return }
        let columns = HealthConnectColumns(table, wanted)
        try database.forEachRow(of: name, columns.names) { rows in
            do { try body(rows, columns) } catch let error as ForeignDatabaseError where error.code == .cell {}
        }
    }

    /// Reads the records of all tables.
    ///
    /// - Parameter body: Gets each record and its table, in the order of ``HealthConnectTable/all`` and of rows.
    /// - Returns: The counts of imported and skipped rows.
    /// - Throws: `ForeignDatabaseError`, `CancellationError`, and what `body` throws.
    package func read(_ body: (HealthConnectTable, HealthConnectRecord) throws -> Void) throws -> HealthConnectReport {
        var report = HealthConnectReport()
        for table in HealthConnectTable.all where table.outcome != .counted { try read(table, &report, body) }
        for name in database.tables where Self.isCounted(name) {
            var count = 0
            try database.forEachRow(of: name, []) { _ in count += 1 }
            if count > 0 { report.counted[name] = count }
        }
        return report
    }

    /// Reads the records of one table.
    ///
    /// - Parameters:
    ///   - table: The table.
    ///   - body: Gets each record.
    /// - Returns: The counts of imported and skipped rows.
    /// - Throws: `ForeignDatabaseError`, `CancellationError`, and what `body` throws.
    package func read(
        _ table: HealthConnectTable,
        _ body: (HealthConnectRecord) throws -> Void
    ) throws -> HealthConnectReport {
        var report = HealthConnectReport()
        try read(table, &report) { _, record in try body(record) }
        return report
    }

    /// Whether rows of a table are health data that isn't read.
    private static func isCounted(_ name: String) -> Bool {
        if let known = HealthConnectTable.all.first(where: { $0.name == name }) { return known.outcome == .counted }
        return name.hasSuffix("_record_table") && !children.contains(name) || name.hasSuffix("RecordTable")
            || name.hasPrefix("medical_resource")
    }

    /// The tables of parts, which are read with their records, and tables that are only counted.
    private static let children = Set(HealthConnectTable.all.flatMap { $0.children.map(\.table) })
        .union(["steps_cadence_record_table"])

    private func read(
        _ table: HealthConnectTable,
        _ report: inout HealthConnectReport,
        _ body: (HealthConnectTable, HealthConnectRecord) throws -> Void
    ) throws {
        guard let found = try database.table(table.name) else { return }
        if let missing = table.times.prefix(table.neededTimes).first(where: { !found.columns.contains($0) }) {
            report.unreadable[table.name] = missing
            return
        }
        if let value = table.columns.first(where: { !$0.isText })?.name, !found.columns.contains(value),
            table.outcome != .food, table.outcome != .workout
        {
            report.unreadable[table.name] = value
            return
        }
        let row = HealthConnectRow(table, found)
        var children: [HealthConnectParts] = []
        for child in table.children {
            do {
                if let parts = try HealthConnectParts(database, child) { children.append(parts) }
            } catch let error as ForeignDatabaseError where error.code == .cell {
                // The record of each row is unknown.
                report.unreadable[child.table] = error.reason
            }
        }
        var parts = HealthConnectReport()
        var count = 0
        try database.forEachRow(of: table.name, row.columns.names) { rows in
            var record: HealthConnectRecord
            do {
                record = try row.record(rows)
            } catch let error as ForeignDatabaseError where error.code == .cell {
                return parts.refuse(table.name, error.reason)
            }
            for child in children { try child.take(&record, &parts) }
            if let fault = HealthConnectTime.fault(record.start, record.end) {
                return parts.refuse(table.name, "table \(table.name), row \(rows.row): \(fault)")
            }
            count += 1
            try body(table, record)
        }
        for child in children { try child.finish(&parts) }
        if count > 0 { parts.tables[table.name, default: HealthConnectReport.Count()].read = count }
        report.tables.merge(parts.tables) { $1 }
        report.orphans.merge(parts.orphans) { $1 }
    }
}
