import Foundation
import HealthKit

/// The meaning of a table's columns.
package struct TableMapping: Sendable, Hashable {
    /// The meaning of one column.
    package enum Role: Sendable, Hashable {
        case start
        /// The time of day that goes with the day of ``start``.
        case time
        case end
        /// The time of day of the end.
        case endTime
        /// The duration; the unit of plain numbers.
        case duration(unit: String?)
        case type
        case value(unit: String?)
        case unit
        case source
        /// The activity, which determines the type of the distance.
        case activity
        /// The offset from UTC, or the name of a time zone.
        case zone
        /// Values of one type; the unit is empty if not stated.
        case measure(type: String, unit: String)
        case ignored

        /// A readable description of the role.
        package var words: String {
            switch self {
            case .start: "when it began"
            case .time: "the time of day it began"
            case .end: "when it ended"
            case .endTime: "the time of day it ended"
            case .duration: "how long it lasted"
            case .type: "the type"
            case .value(let unit): "the value" + (unit.map { " in \($0)" } ?? "")
            case .unit: "the unit"
            case .source: "the source"
            case .activity: "the activity"
            case .zone: "the time zone"
            case .measure(let type, let unit):
                unit.isEmpty ? type : "\(type) in \(unit.hasPrefix("mmol<") ? "mmol/L" : unit)"
            case .ignored: "ignored"
            }
        }
    }

    package typealias DateOrder = TableDateOrder

    /// A column and its role.
    package struct Column: Sendable, Hashable {
        package var name: String
        package var role: Role
        /// The factor that numbers are multiplied by.
        package var scale = 1.0
        /// The number format.
        package var numbers = TableNumbers()
        /// The meaning of two numbers around a colon, if the column is a duration.
        package var pairs: TableDuration.Format?
        /// Whether it is the distance of the activity column's activity.
        package var followsActivity = false
        /// A meaning that no role has, by a mapping.
        package var meaning: String?
        /// A guess that was made, or the reason the column is left out; `nil` if there is neither.
        package var note: String?

        /// A readable description of the column's meaning.
        package var words: String {
            var words = meaning ?? role.words
            if let pairs { words += ", \(pairs.rawValue)" }
            if followsActivity, case .measure(_, let unit) = role { words = "the distance of the activity in \(unit)" }
            return note.map { "\(words) (\($0))" } ?? words
        }
    }

    package var columns: [Column]
    /// The title above the table, or `nil` if it has none.
    package var title: String?
    /// The first line of the table: that of its title, otherwise that of its header.
    package var firstLine = 1
    /// The first line of the next table, or `nil` if there is none.
    package var endLine: Int?
    /// The number of rows that have more than words.
    package var rowCount = 0
    /// The order of dates, or `nil` if the table's own dates don't determine it.
    package var dateOrder: DateOrder?
    /// The line of the header; lines before it are skipped.
    package var headerLine = 1
    /// Whether times without a zone are in UTC.
    package var isInUTC = false
    /// The types, among those that a column names, whose percentages are hundredths: `97` is 97 %.
    package var percentTypes: Set<String> = []
    /// A maker's rules beyond the roles of columns; `nil` without a mapping.
    package var rules: TableRules?
    /// The column that says whose the rows are, if it names several people and one of them is the person; `nil` if all rows are.
    var persons: TablePersons?
    /// The guesses that the table doesn't settle, each with the answers to pass: such a guess may be wrong, and would
    /// change what is stored.
    package var questions: [ReaderQuestion] = []

    /// The table's name in messages.
    package var name: String { title.map { "table “\($0.printableName)”" } ?? "a table" }

    /// Reads the table by a mapping of its maker.
    ///
    /// - Parameter rules: The rules of the mapping, for the columns of the table.
    mutating func take(_ rules: TableRules) {
        self.rules = rules
        if rules.isInUTC { isInUTC = true }
        for index in columns.indices where columns[index].role == .ignored {
            columns[index].meaning = rules.words(index)
        }
    }

    /// The reason the table can't be read this way, or `nil` if it can.
    package var problem: String? {
        if columns.isEmpty { return "no row has the names of columns" }
        let roles = columns.map(\.role)
        if !roles.contains(.start) { return "no column contains dates or times" }
        let measures = roles.contains { if case .measure = $0 { true } else { false } }
        let values = roles.contains { if case .value = $0 { true } else { false } }
        if measures || rules?.hasValues ?? false { return nil }
        guard values else { return "no column contains values of a known type" }
        return roles.contains(.type) ? nil : "no column says of what type the values are"
    }
}
