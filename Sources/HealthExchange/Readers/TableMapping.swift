import Foundation
import HealthKit

/// What the columns of a table mean.
package struct TableMapping: Sendable, Hashable {
    /// What one column means.
    package enum Role: Sendable, Hashable {
        case start
        /// The time of day that belongs to the day of ``start``.
        case time
        case end
        /// The time of day at which it ended.
        case endTime
        /// How long it lasted; the unit of plain numbers.
        case duration(unit: String?)
        case type
        case value(unit: String?)
        case unit
        case source
        /// What was done, which says whose distance it is.
        case activity
        /// The offset from UTC, or the name of a zone.
        case zone
        /// Values of one type; the unit is empty where none is told.
        case measure(type: String, unit: String)
        case ignored

        /// The role in words.
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
        /// What numbers are multiplied with.
        package var scale = 1.0
        /// How numbers are written.
        package var numbers = TableNumbers()
        /// How two numbers around a colon are read, where it is how long something lasted.
        package var pairs: TableDuration.Format?
        /// Whether it is the distance of what the activity column says.
        package var followsActivity = false
        /// What was guessed, or why the column is left out; `nil` for nothing.
        package var note: String?

        /// What the column means, in words.
        package var words: String {
            var words = role.words
            if let pairs { words += ", \(pairs.rawValue)" }
            if followsActivity, case .measure(_, let unit) = role { words = "the distance of the activity in \(unit)" }
            return note.map { "\(words) (\($0))" } ?? words
        }
    }

    package var columns: [Column]
    /// What stands above the table; `nil` for nothing.
    package var title: String?
    /// The line that the table begins in: that of its title, else that of its header.
    package var firstLine = 1
    /// The line that the next table begins in; `nil` where none does.
    package var endLine: Int?
    /// How many rows have more than words in them.
    package var rowCount = 0
    /// The order of dates; `nil` where the table's own dates do not tell.
    package var dateOrder: DateOrder?
    /// The line of the header; what stands before it is passed over.
    package var headerLine = 1
    /// Whether times without a zone are those of UTC.
    package var isInUTC = false
    /// The types, of those that a column names, whose percentages are hundredths: `97` is 97 %.
    package var percentTypes: Set<String> = []
    /// What the table does not say and was guessed, each with what to pass: such a guess may be wrong, and would change
    /// what is stored.
    package var questions: [TableQuestion] = []

    /// What the table is called in messages.
    package var name: String { title.map { "table “\($0.printableName)”" } ?? "a table" }

    /// What keeps the table from being read so; `nil` when nothing does.
    package var problem: String? {
        if columns.isEmpty { return "no row has the names of columns" }
        let roles = columns.map(\.role)
        if !roles.contains(.start) { return "no column contains dates or times" }
        let measures = roles.contains { if case .measure = $0 { true } else { false } }
        let values = roles.contains { if case .value = $0 { true } else { false } }
        if measures { return nil }
        guard values else { return "no column contains values of a known type" }
        return roles.contains(.type) ? nil : "no column says of what type the values are"
    }
}
