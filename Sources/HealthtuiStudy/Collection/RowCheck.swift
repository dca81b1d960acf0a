import Foundation
import HealthKit
import Synchronization

/// Checks the rows of one table of a contribution, and writes them for the engine.
///
/// Every field is an integer, a decimal, a date or a word of a closed list, in its only spelling: there is nothing to quote.
package struct RowCheck {
    private let entry: ContributionManifest.Entry
    private let columns: [StudyTable.Column]
    private let type: StudyType
    private let isShifted: Bool
    private let name: String
    /// The days that rows may have.
    private let days: ClosedRange<StudyDay>
    /// No time may be later: the end of tomorrow, wherever it ends last.
    private let latest: Int64
    private static let zones = Set(TimeZone.knownTimeZoneIdentifiers + ["GMT", "UTC"])
    /// Zones that aren't in that list, which leaves out names that machines have, such as Etc/UTC and US/Pacific.
    private static let otherZones = Mutex<[String: Bool]>([:])
    private static let mostOtherZones = 1_000

    /// Whether a name is one of a time zone.
    static func isZone(_ name: String) -> Bool {
        if zones.contains(name) { return true }
        let isName =
            name.utf8.count <= 40
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "_"), UInt8(ascii: "+"),
                    UInt8(ascii: "-"):
                    true
                default: false
                }
            }
        guard isName, name.utf8.first != UInt8(ascii: "/") else { return false }
        return otherZones.withLock { known in
            if let isKnown = known[name] { return isKnown }
            let isThere = TimeZone(identifier: name) != nil
            if known.count < mostOtherZones { known[name] = isThere }
            return isThere
        }
    }

    /// A check.
    ///
    /// - Parameters:
    ///   - entry: What the manifest says of the table.
    ///   - study: The study.
    ///   - now: The current time.
    ///   - name: What errors call the contribution.
    /// - Throws: ``StudyError`` for a type that the study didn't ask for.
    package init(_ entry: ContributionManifest.Entry, _ study: StudyDescription, now: Date, name: String) throws {
        guard let type = StudyType(entry.type) else { throw StudyError(name, "\(entry.type.printable) doesn't exist") }
        self.entry = entry
        self.type = type
        self.name = name
        columns = entry.table.columns
        isShifted = study.dates == .shifted
        let asked = try study.days()
        let tomorrow = StudyDay(utc: now).adding(1)
        let shift = isShifted ? 7 * DateShift.weeks : 0
        let first = asked.lowerBound.adding(-shift)
        days = first...max(first, min(asked.upperBound, tomorrow).adding(shift))
        latest = (Int64(tomorrow.number) + 11_323 + 2) * Microseconds.day
    }

    /// A row's sort key: no row may come before an earlier one.
    private typealias Place = (Int64, Int64, Int64, Int64)

    /// Checks all rows.
    ///
    /// - Parameters:
    ///   - bytes: The table.
    ///   - prefix: The beginning of each row, for the engine.
    ///   - output: Receives the rows with the prefix.
    /// - Throws: ``StudyError``, which names the row.
    package func check(_ bytes: [UInt8], prefix: [UInt8], to output: inout [UInt8]) throws {
        var (row, start) = (0, 0)
        var last: Place?
        guard bytes.last == UInt8(ascii: "\n") else { throw wrong(1, "the last row is cut off") }
        output.reserveCapacity(output.count + bytes.count + entry.rows * prefix.count)
        while start < bytes.count {
            row += 1
            guard row <= entry.rows else { throw wrong(row, "there are more rows than the manifest says") }
            let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
            let place = try check(bytes[start..<end], row)
            if let last, place <= last, !(allowsEqual && place == last) {
                throw wrong(row, "rows aren't in order, or one is there twice")
            }
            last = place
            output += prefix
            output += bytes[start...end]
            start = end + 1
        }
        guard row == entry.rows else { throw wrong(row, "there are fewer rows than the manifest says") }
    }

    /// Two samples may be alike.
    private var allowsEqual: Bool { entry.table != .days && entry.table != .hours }

    private func wrong(_ row: Int, _ why: String) -> StudyError {
        StudyError(name, "\(entry.table.rawValue) of \(entry.type), \(entry.month), row \(row): \(why)")
    }

    /// The fields of a row that matter beyond their own column.
    private struct Row {
        var day: StudyDay?
        var hour: Int64 = 0
        var start: Int64?
        var end: Int64?
        var priority: Int64 = 0
        var value: Int64 = 0
        var hasZone = false
        var filled: Set<String> = []
    }

    private func check(_ bytes: ArraySlice<UInt8>, _ number: Int) throws -> Place {
        var row = Row()
        var index = 0
        var start = bytes.startIndex
        while true {
            let end = bytes[start...].firstIndex(of: UInt8(ascii: ",")) ?? bytes.endIndex
            guard index < columns.count else { throw wrong(number, "there are more than \(columns.count) fields") }
            if start < end { try read(bytes[start..<end], columns[index], &row, number) }
            index += 1
            guard end < bytes.endIndex else { break }
            start = end + 1
        }
        guard index == columns.count else { throw wrong(number, "there are fewer than \(columns.count) fields") }
        try checkPresence(row, number)
        try checkTimes(row, number)
        switch entry.table {
        case .days: return (Int64(row.day?.number ?? 0), 0, 0, 0)
        case .hours: return (Int64(row.day?.number ?? 0), row.hour, 0, 0)
        case .samples: return (row.start ?? 0, row.end ?? 0, row.priority, row.value)
        case .categories, .workouts: return (row.start ?? 0, row.end ?? 0, row.value, 0)
        }
    }

    private func read(_ field: ArraySlice<UInt8>, _ column: StudyTable.Column, _ row: inout Row, _ number: Int) throws {
        row.filled.insert(column.name)
        func invalid() -> StudyError { wrong(number, "\(column.name): invalid value") }
        func whole(_ range: ClosedRange<Int64>) throws -> Int64 {
            guard let value = WholeNumber.parse(field), range.contains(value) else { throw invalid() }
            return value
        }
        switch column.kind {
        case .date:
            guard let day = StudyDay(bytes: field) else { throw invalid() }
            row.day = day
        case .time:
            let value = try whole(-100_000 * Microseconds.day...latest)
            if column.name == "start_us" { row.start = value } else { row.end = value }
        case .zone:
            guard Self.isZone(String(decoding: field, as: UTF8.self)) else { throw invalid() }
            row.hasZone = true
        case .value:
            guard let value = Micros.parse(field) else { throw invalid() }
            let isSingle = entry.table == .samples
            guard value.magnitude <= (isSingle ? Micros.largestValue : Micros.largestTotal) else { throw invalid() }
            row.value = value
        case .count: _ = try whole(0...10_000_000_000_000)
        case .hour: row.hour = try whole(0...(isShifted ? 23 : 48))
        case .priority: row.priority = try whole(1...Int64(StudySample.mostSources))
        case .code: row.value = try whole(-Int64(Int32.max)...Int64(Int32.max))
        }
    }

    /// Which fields are filled follows from the table, the type and the dates of the study.
    private func checkPresence(_ row: Row, _ number: Int) throws {
        let measures: Set = ["minimum", "maximum", "average", "latest"]
        var wanted: Set<String> = []
        switch entry.table {
        case .days, .hours:
            wanted = Set(["date", "n"]).union(type.style == .total ? Set(["total"]) : measures)
            if entry.table == .hours { wanted.insert("hour") }
            if !isShifted {
                wanted.formUnion(["start_us", "end_us"])
                if entry.table == .days { wanted.insert("zone") }
                if type.style == .total { wanted.insert("covered_us") }
            }
        case .samples, .categories: wanted = Set(columns.map(\.name))
        case .workouts: wanted = row.filled.union(["start_us", "end_us", "value"])
        }
        guard row.filled != wanted else { return }
        let (lacking, extra) = (wanted.subtracting(row.filled).min(), row.filled.subtracting(wanted).min())
        throw wrong(number, lacking.map { "\($0) is missing" } ?? "\(extra ?? "a field") must be empty")
    }

    private func checkTimes(_ row: Row, _ number: Int) throws {
        if let day = row.day {
            guard days.contains(day) else {
                throw wrong(number, "\(day.text) is outside of the study, or in the future")
            }
            guard day.month == entry.month else { throw wrong(number, "\(day.text) isn't in \(entry.month)") }
        }
        guard let start = row.start, let end = row.end else { return }
        let longest = entry.table == .days ? 3 * Microseconds.day : entry.table == .hours ? Microseconds.hour : nil
        if let day = row.day, let longest {
            // Days begin up to 26 hours before and after those of UTC.
            let noon = (Int64(day.number) + 11_323) * Microseconds.day
            guard start < end, end - start <= longest, abs(start - noon) <= 3 * Microseconds.day else {
                throw wrong(number, "start_us and end_us don't fit \(day.text)")
            }
        } else {
            guard start <= end else { throw wrong(number, "it ends before it starts") }
            guard entry.table != .samples || end - start <= Microseconds.longest else {
                throw wrong(number, "it is longer than four days")
            }
            let first = (Int64(days.lowerBound.number) + 11_323 - 2) * Microseconds.day
            let last = (Int64(days.upperBound.number) + 11_323 + 3) * Microseconds.day
            guard end >= first, start <= last else { throw wrong(number, "it is outside of the study") }
        }
    }
}
