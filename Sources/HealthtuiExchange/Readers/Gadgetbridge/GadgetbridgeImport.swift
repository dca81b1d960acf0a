import Foundation
import HealthKit
import HealthKitStore

/// Imports the contents of a Gadgetbridge database.
struct GadgetbridgeImport {
    private let database: ForeignDatabase
    private let devices: GadgetbridgeDevices
    private var series = DatabaseSeries<Kind>()
    /// How many numbers of columns weren't read, by table and column.
    private var counted: [String: Int] = [:]

    /// The properties that measurements share that are handed over together.
    private struct Kind: Hashable {
        var type: HKQuantityTypeIdentifier
        var device: Int64?
    }

    /// A row of a table of measurements.
    private struct Row {
        var time: Int64 = 0
        var end: Int64 = 0
        var device: Int64?
        /// A number for each measure, nil for none.
        var values: [Int64?] = []
    }

    /// The last second that a measurement can have: 2100 begins then.
    private static let lastSecond: Int64 = 4_102_444_800

    init(_ database: ForeignDatabase) throws {
        self.database = database
        devices = try GadgetbridgeDevices(database)
    }

    /// Reads everything.
    ///
    /// - Parameter sink: Receives the samples.
    /// - Throws: `ForeignDatabaseError`, and any error of the sink; earlier data has been passed on.
    mutating func read(into sink: inout ReaderSink) throws {
        do {
            for table in GadgetbridgeTable.all { try read(table, &sink) }
            try series.flush(&sink)
            try readSleep(&sink)
            for (name, count) in counted.sorted(by: { $0.key < $1.key }) {
                sink.passOver(name, count, isData: Self.isData(name))
            }
            try countOthers(&sink)
        } catch {
            try series.flush(&sink)
            throw error
        }
    }

    private static func isData(_ name: String) -> Bool { !GadgetbridgeTable.untyped.contains { name.contains($0) } }

    /// Counts the rows of tables that aren't read.
    private func countOthers(_ sink: inout ReaderSink) throws {
        let read = Set(
            GadgetbridgeTable.all.map(\.name) + [GadgetbridgeSleep.stagesTable, GadgetbridgeSleep.nightsTable]
        )
        for name in database.tables where !read.contains(name) {
            guard name.hasSuffix(GadgetbridgeTable.ending) || name == GadgetbridgeTable.workouts else { continue }
            var count = 0
            try database.forEachRow(of: name, []) { _ in count += 1 }
            sink.passOver(name, count, isData: Self.isData(name))
        }
    }

    // MARK: Measurements

    private mutating func read(_ table: GadgetbridgeTable, _ sink: inout ReaderSink) throws {
        guard let found = try database.table(table.name) else { return }
        let needed = GadgetbridgeTable.head + [table.otherEnd].compactMap { $0 }
        if let missing = needed.first(where: { !found.columns.contains($0) }) {
            return sink.leaveOut(1, "table \(table.name) isn't read: \(missing) is missing")
        }
        let measures = table.measures.filter { found.columns.contains($0.column) }
        let others = table.counted.filter { found.columns.contains($0) }
        var row = Row()
        try database.forEachRow(of: table.name, needed + measures.map(\.column) + others) { rows in
            do {
                if let fault = try fill(&row, rows, table, measures) {
                    return sink.refuse(fault, at: "table \(table.name), row \(rows.row)")
                }
            } catch let error as ForeignDatabaseError where error.code == .cell {
                return Self.refuse(error, &sink)
            }
            guard row.end >= row.time else { return }
            for (index, measure) in measures.enumerated() {
                guard let value = row.values[index] else { continue }
                guard measure.sound.contains(value) else {
                    sink.refuse("\(measure.column) has no such value", at: "table \(table.name), row \(rows.row)")
                    continue
                }
                try add(value, measure, row, table, rows.row, &sink)
            }
            for (index, name) in others.enumerated() {
                let column = needed.count + measures.count + index
                // A column that isn't read has nothing to count where it holds no number.
                if let number = try? rows.optionalNumber(column), number > 0 {
                    counted["\(table.name): \(name)", default: 0] += 1
                }
            }
        }
    }

    /// Reads a row: one that only fills a gap ends before it begins.
    ///
    /// - Returns: The reason why it makes no sense, or nil.
    private func fill(
        _ row: inout Row,
        _ rows: ForeignRows,
        _ table: GadgetbridgeTable,
        _ measures: [GadgetbridgeTable.Measure]
    ) throws -> String? {
        row.time = try rows.integer(0)
        row.device = try rows.optionalInteger(1)
        let last = Self.lastSecond * table.unitsInSecond
        guard 1..<last ~= row.time else { return "the time isn't between 1970 and 2100" }
        row.end = row.time + 60 * table.unitsInSecond
        if table.otherEnd != nil {
            row.end = try rows.integer(2)
            guard 1..<last ~= row.end else { return "the time isn't between 1970 and 2100" }
        }
        let first = table.otherEnd == nil ? 2 : 3
        row.values.removeAll(keepingCapacity: true)
        for (index, measure) in measures.enumerated() {
            row.values.append(try rows.optionalInteger(first + index).flatMap { measure.none.contains($0) ? nil : $0 })
        }
        return nil
    }

    private mutating func add(
        _ value: Int64,
        _ measure: GadgetbridgeTable.Measure,
        _ row: Row,
        _ table: GadgetbridgeTable,
        _ number: Int64,
        _ sink: inout ReaderSink
    ) throws {
        let point = ReadSeries.Point(
            start: Self.seconds(row.time, table.unitsInSecond),
            end: Self.seconds(measure.isSum ? row.end : row.time, table.unitsInSecond),
            value: Double(value) / measure.divisor
        )
        let kind = Kind(type: measure.type, device: row.device)
        if series.add(point, of: kind, number) { return }
        let common = ReadSeries(
            type: measure.type,
            unit: measure.unit,
            source: devices.source(row.device),
            device: devices.device(row.device)
        )
        try series.begin(kind, common, [:], table.name, number, &sink)
        _ = series.add(point, of: kind, number)
    }

    /// A time in seconds since the reference date, of a number that 2100 bounds.
    private static func seconds(_ time: Int64, _ unitsInSecond: Int64) -> Double {
        Double(time - 978_307_200 * unitsInSecond) / Double(unitsInSecond)
    }

    private static func refuse(_ error: ForeignDatabaseError, _ sink: inout ReaderSink) {
        // The reason begins with the table and the row.
        let parts = error.reason.split(separator: ": ", maxSplits: 1).map(String.init)
        sink.refuse(parts.last ?? error.reason, at: parts.count > 1 ? parts[0] : "a row")
    }
}

// MARK: Sleep

extension GadgetbridgeImport {
    private func readSleep(_ sink: inout ReaderSink) throws {
        var sleep = GadgetbridgeSleep()
        try forEachSleepRow(GadgetbridgeSleep.stagesTable, "STAGE", &sink) { device, time, code in
            sleep.stages.append(GadgetbridgeSleep.Stage(device: device, time: time, code: code))
            return nil
        }
        try forEachSleepRow(GadgetbridgeSleep.nightsTable, "WAKEUP_TIME", &sink) { device, start, end in
            guard 1..<Self.lastSecond * 1_000 ~= end else { return "the time isn't between 1970 and 2100" }
            guard start < end else { return "it ends before it starts" }
            sleep.nights.append(GadgetbridgeSleep.Night(device: device, start: start, end: end))
            return nil
        }
        let (spans, outside, empty) = sleep.spans()
        sink.passOver("\(GadgetbridgeSleep.stagesTable): stages of no night", outside)
        sink.passOver("\(GadgetbridgeSleep.nightsTable): nights without stages", empty)
        for span in spans {
            var sample = ReadSample(
                type: HKCategoryTypeIdentifier.sleepAnalysis.rawValue,
                value: Double(span.value.rawValue),
                start: Date(timeIntervalSinceReferenceDate: Self.seconds(span.start, 1_000)),
                end: Date(timeIntervalSinceReferenceDate: Self.seconds(span.end, 1_000)),
                source: devices.source(span.device)
            )
            sample.device = devices.device(span.device)
            // The last stage of a night that isn't over grows with the next copy of the database.
            sample.identity = ReadIdentity(["sleep", String(span.start)], changed: sink.hints.posted)
            try sink.take(sample, at: "table \(GadgetbridgeSleep.stagesTable)")
        }
    }

    /// Reads a table of sleep: device, time and one number more.
    ///
    /// - Parameters:
    ///   - name: The table.
    ///   - column: The column of the number.
    ///   - sink: Receives reports about invalid data.
    ///   - body: Called with each row, returns its problem if it is invalid.
    /// - Throws: `ForeignDatabaseError` and `CancellationError`.
    private func forEachSleepRow(
        _ name: String,
        _ column: String,
        _ sink: inout ReaderSink,
        _ body: (Int64?, Int64, Int64) -> String?
    ) throws {
        guard let table = try database.table(name) else { return }
        let columns = GadgetbridgeTable.head + [column]
        if let missing = columns.first(where: { !table.columns.contains($0) }) {
            return sink.leaveOut(1, "table \(name) isn't read: \(missing) is missing")
        }
        var count = 0
        try database.forEachRow(of: name, columns) { rows in
            count += 1
            guard count <= GadgetbridgeSleep.mostRows else { return }
            do {
                let time = try rows.integer(0)
                guard 1..<Self.lastSecond * 1_000 ~= time else {
                    return sink.refuse("the time isn't between 1970 and 2100", at: "table \(name), row \(rows.row)")
                }
                guard let number = try rows.optionalInteger(2) else { return }
                if let fault = body(try rows.optionalInteger(1), time, number) {
                    sink.refuse(fault, at: "table \(name), row \(rows.row)")
                }
            } catch let error as ForeignDatabaseError where error.code == .cell {
                Self.refuse(error, &sink)
            }
        }
        let rest = count - GadgetbridgeSleep.mostRows
        if rest > 0 { sink.leaveOut(rest, "table \(name): \(rest) more rows aren't read") }
    }
}
