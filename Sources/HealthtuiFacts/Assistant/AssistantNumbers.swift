import Foundation
import HealthKit

/// Numbers of a column, written as the person reads them.
extension TotalsTable.Column {
    /// A number with the column's decimals; null for one that isn't finite.
    func number(_ value: Double?) -> JSONValue {
        guard let value, value.isFinite else { return .null }
        return Self.number(value, decimals: decimals)
    }

    /// A number, or a pair.
    func number(_ value: Double?, _ second: Double?) -> JSONValue {
        second == nil ? number(value) : .array([number(value), number(second)])
    }

    func number(_ cell: TotalsTable.Cell) -> JSONValue { number(cell.value, cell.second) }

    /// A number with some decimals, whole where it has none.
    static func number(_ value: Double, decimals: Int) -> JSONValue {
        let places = min(max(0, decimals), 6)
        guard abs(value) < 1e12, let rounded = Double(String(format: "%.\(places)f", value)) else {
            return .number(value)
        }
        // No minus in front of a zero.
        return Int(exactly: rounded).map { .integer($0) } ?? .number(rounded)
    }

    /// The unit in a word that says what the number is.
    var unitName: String {
        switch unit {
        case "%": "percent"
        case "": "none"
        default: unit
        }
    }

    /// Whether a cell is a week.
    var isByWeek: Bool { level == .weeks }

    /// The cells whose numbers can be written.
    var known: [TotalsTable.Cell] { cells.filter { $0.value.isFinite && $0.second?.isFinite ?? true } }
}

/// Cells of a column folded into one number.
struct AssistantFold {
    /// The sum; of a level none.
    var total: Double?
    var mean: Double?
    var second: Double?
    /// The days that have a value; of weeks that don't say it none.
    var days: Int?

    /// Folds days or weeks, and today, which is in no mean.
    ///
    /// - Parameters:
    ///   - cells: The days or weeks that are over.
    ///   - today: Today's number, where it belongs to them.
    ///   - column: The column.
    init(_ cells: [TotalsTable.Cell], today: TotalsTable.Cell? = nil, _ column: TotalsTable.Column) {
        let sum = cells.reduce(0) { $0 + $1.value }
        let weekDays = cells.compactMap(\.days)
        if column.isByWeek {
            days = weekDays.count == cells.count ? weekDays.reduce(0) { $0 &+ max(0, $1) } : nil
        } else {
            days = cells.count
        }
        switch column.kind {
        case .total:
            if !cells.isEmpty || today != nil { total = sum + (today?.value ?? 0) }
            // The total of a week is of the days that it has.
            if let days, days > 0 { mean = sum / Double(days) }
        case .level:
            guard !cells.isEmpty else { return }
            mean = sum / Double(cells.count)
            let seconds = cells.compactMap(\.second)
            if seconds.count == cells.count { second = seconds.reduce(0, +) / Double(cells.count) }
        case .event: break
        }
    }
}
