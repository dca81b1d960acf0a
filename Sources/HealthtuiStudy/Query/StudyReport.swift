import Foundation

/// A report that this program makes of a study, and what may be published of it.
package enum StudyReport: String, Codable, CaseIterable, Sendable {
    /// A cell for each day.
    case daily
    /// A cell for each hour of the day.
    case hourly
    /// One cell.
    case summary

    /// The table that it needs.
    package var table: StudyTable { self == .hourly ? .hours : .days }

    /// The cells that there may be: all are listed, whether anybody has data for them or not.
    ///
    /// - Parameters:
    ///   - study: The study.
    ///   - now: The current time.
    /// - Returns: The names of the cells, in order.
    /// - Throws: ``StudyError``.
    func cells(_ study: StudyDescription, now: Date) throws -> [String] {
        switch self {
        case .summary: return ["all"]
        case .hourly: return (0..<24).map { $0 < 10 ? "0\($0)" : "\($0)" }
        case .daily:
            let days = try study.days()
            let shift = study.dates == .shifted ? 7 * DateShift.weeks : 0
            let first = days.lowerBound.adding(-shift)
            let last = min(days.upperBound, StudyDay(utc: now).adding(1)).adding(shift)
            guard first <= last else { return [] }
            return (first.number...last.number).map { StudyDay(number: $0).text }
        }
    }
}

/// A cell's totals over its people, in millionths, before any decision about showing it.
package struct CellNumbers: Hashable, Sendable {
    package var type: String
    package var cell: String
    package var people: Int
    package var total: Int128
    /// The total of all values without their signs, and the largest of them.
    package var absolute: Int128
    package var largest: Int128
    /// The values at a quarter, a half and three quarters of the people.
    package var low: Int64
    package var middle: Int64
    package var high: Int64

    package init(
        type: String,
        cell: String,
        people: Int,
        total: Int128,
        absolute: Int128,
        largest: Int128,
        low: Int64,
        middle: Int64,
        high: Int64
    ) {
        self.type = type
        self.cell = cell
        self.people = people
        self.total = total
        self.absolute = absolute
        self.largest = largest
        self.low = low
        self.middle = middle
        self.high = high
    }
}

/// The difference between a cell and the same cell of an earlier published report.
package struct CellChange: Hashable, Sendable {
    /// The number of people who are in only one of the two.
    package var people: Int
    /// The sum of the differences of people's values, in millionths, without signs.
    package var gained: Int128
    /// The most that one person's value differs, or may differ where it isn't known any more.
    package var largest: Int128

    package init(people: Int, gained: Int128, largest: Int128) {
        self.people = people
        self.gained = gained
        self.largest = largest
    }
}

/// A row of a report.
package struct ReportCell: Hashable, Sendable {
    /// The type's identifier.
    package let type: String
    /// The day, the hour, or `all`; `total` for the sum of the cells that are shown.
    package let cell: String
    /// The values shown; `nil` for a cell that is held back or has no data.
    ///
    /// Which of the two applies isn't revealed.
    package let shown: Shown?

    package struct Shown: Hashable, Sendable {
        package let people: Int
        /// The mean of the people's values, in millionths.
        package let mean: Int128
        /// The sum of the people's values, in millionths; `nil` where values don't add up.
        package let total: Int128?
        /// Values with enough people on either side, in millionths.
        package let low: Int64?
        package let middle: Int64?
        package let high: Int64?
    }
}

/// Decides what of a report may be shown: the five promises.
package enum CellSuppression {
    /// The cells of a report.
    ///
    /// - Parameters:
    ///   - numbers: What the people of each cell come to.
    ///   - changes: How a cell differs from the same cell of each earlier report, by type and cell.
    ///   - report: Which report.
    ///   - study: The study.
    ///   - now: The current time.
    /// - Returns: Every cell that there may be, by type and in order; after the days of a type their total.
    /// - Throws: ``StudyError``.
    package static func cells(
        _ numbers: [CellNumbers],
        changes: [String: [CellChange]],
        _ report: StudyReport,
        _ study: StudyDescription,
        now: Date
    ) throws -> [ReportCell] {
        let found = Dictionary(numbers.map { (key($0.type, $0.cell), $0) }, uniquingKeysWith: { first, _ in first })
        let names = try report.cells(study, now: now)
        return study.types.compactMap { StudyType($0) }.filter { $0.style != nil }
            .flatMap { type -> [ReportCell] in
                let cells = names.map { name -> ReportCell in
                    let key = key(type.identifier, name)
                    let numbers = found[key]
                        .flatMap { mayShow($0, changes[key] ?? [], k: study.k) ? $0 : nil }
                    return ReportCell(
                        type: type.identifier,
                        cell: name,
                        shown: numbers.map { shown($0, type, study.k) }
                    )
                }
                guard report == .daily, type.style == .total else { return cells }
                return cells + [total(of: cells, type)]
            }
    }

    package static func key(_ type: String, _ cell: String) -> String { "\(type) \(cell)" }

    /// Whether a cell may be shown.
    private static func mayShow(_ numbers: CellNumbers, _ changes: [CellChange], k: Int) -> Bool {
        // 1. No cell of fewer people than k, nor their number.
        guard numbers.people >= k else { return false }
        // 2. No total of which one person gives over half.
        guard 2 * numbers.largest <= numbers.absolute else { return false }
        return changes.allSatisfy { change in
            // 2. Subtracting a published report must not give a difference of which one person contributes over half.
            guard 2 * change.largest <= change.gained else { return false }
            // 5. The same people as in every report that was published before, or k others at least.
            return change.people == 0 || change.people >= k
        }
    }

    private static func shown(_ numbers: CellNumbers, _ type: StudyType, _ k: Int) -> ReportCell.Shown {
        /// 3. No minimum or maximum; what is shown of one has k people on either side.
        func guarded(_ value: Int64, atQuarter quarter: Int) -> Int64? {
            let place = (quarter * numbers.people + 3) / 4
            return place - 1 >= k && numbers.people - place >= k ? value : nil
        }
        return ReportCell.Shown(
            people: numbers.people,
            mean: Micros.quotient(numbers.total, Int128(numbers.people)),
            total: type.style == .total ? numbers.total : nil,
            low: guarded(numbers.low, atQuarter: 1),
            middle: guarded(numbers.middle, atQuarter: 2),
            high: guarded(numbers.high, atQuarter: 3)
        )
    }

    /// 4. Totals sum shown cells only: nothing that is held back can be found by subtracting.
    private static func total(of cells: [ReportCell], _ type: StudyType) -> ReportCell {
        let shown = cells.compactMap(\.shown)
        guard !shown.isEmpty else { return ReportCell(type: type.identifier, cell: "total", shown: nil) }
        let total = shown.reduce(Int128(0)) { $0 + ($1.total ?? 0) }
        // Days of people: how many people there are in all isn't the sum of those of the days.
        let days = shown.reduce(0) { $0 + $1.people }
        return ReportCell(
            type: type.identifier,
            cell: "total",
            shown: ReportCell.Shown(
                people: days,
                mean: Micros.quotient(total, Int128(days)),
                total: total,
                low: nil,
                middle: nil,
                high: nil
            )
        )
    }
}
