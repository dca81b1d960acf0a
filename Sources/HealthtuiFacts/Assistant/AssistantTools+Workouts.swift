import HealthKit
import HealthtuiEntry

extension AssistantTools {
    /// Time and distance of workouts.
    func workouts(_ arguments: AssistantArguments) throws -> JSONValue.Fields {
        let days = AssistantDays(try arguments.days("days", .last(30)))
        let table = try table(.workouts, [HKObjectType.workoutType().identifier], days)
        let span = try days.span(table)
        let columns = table.columns.compactMap { AssistantWorkouts.Column($0) }
        let workouts = AssistantWorkouts(columns, span, table.firstWeekday)
        var fields = head(table, span)
        if columns.contains(where: { $0.column.isByWeek }) {
            fields.append(("note_of_weeks", .text("By whole weeks; each row begins on the first day of one.")))
        }
        return fields + [("activities", .array(workouts.activities)), ("rows", .array(workouts.rows))]
    }
}

/// Workouts by activity, out of the columns of their times and distances.
struct AssistantWorkouts {
    /// The time or the distance of an activity.
    struct Column {
        let column: TotalsTable.Column
        let activity: String
        let part: String

        /// The part that a column is; `nil` for one of something else.
        init?(_ column: TotalsTable.Column) {
            guard column.type == HKObjectType.workoutType().identifier else { return nil }
            let name = column.name.lowercased()
            let endings = [(" workout distance", "distance"), (" distance", "distance"), (" time", "time")]
            guard let (ending, part) = endings.first(where: { name.hasSuffix($0.0) }) else { return nil }
            self.column = column
            self.part = part
            let activity = String(name.dropLast(ending.count))
            self.activity = activity == "workout" ? "all workouts" : activity
        }
    }

    private let names: [String]
    private let parts: [String: [Column]]
    private let span: AssistantSpan
    private let weeks: Set<CalendarDay>

    init(_ columns: [Column], _ span: AssistantSpan, _ firstWeekday: Int) {
        parts = Dictionary(grouping: columns, by: \.activity)
        names = parts.keys.sorted()
        self.span = span
        weeks = Set(span.weeks(firstWeekday))
    }

    /// The cells of a column in these days, today among them.
    private func cells(_ column: TotalsTable.Column) -> [TotalsTable.Cell] {
        column.known.filter { column.isByWeek ? weeks.contains($0.day) : span.contains($0.day) }
    }

    /// The activities with their totals.
    var activities: [JSONValue] {
        names.compactMap { name in
            var days: Set<CalendarDay> = []
            var totals: JSONValue.Fields = []
            var isByWeek = false
            for part in parts[name] ?? [] {
                let cells = cells(part.column)
                isByWeek = part.column.isByWeek
                guard !cells.isEmpty else { continue }
                days.formUnion(cells.map(\.day))
                let total = part.column.number(cells.reduce(0) { $0 + $1.value })
                totals.append((part.part, .object([("total", total), ("unit", .text(part.column.unitName))])))
            }
            guard let first = days.min(), let last = days.max() else { return nil }
            let unit = isByWeek ? "week" : "day"
            return .object(
                [("activity", .text(name)), (unit + "s", .integer(days.count))] + totals + [
                    ("first_\(unit)", .text(first.text)), ("last_\(unit)", .text(last.text)),
                ]
            )
        }
    }

    /// A row for each day and activity, in order of time.
    var rows: [JSONValue] {
        var rows: [(day: CalendarDay, name: String, fields: JSONValue.Fields)] = []
        for name in names {
            var numbers: [CalendarDay: JSONValue.Fields] = [:]
            for part in parts[name] ?? [] {
                for cell in cells(part.column) {
                    numbers[cell.day, default: []].append((part.part, part.column.number(cell)))
                }
            }
            rows += numbers.map { ($0.key, name, $0.value) }
        }
        return rows.sorted { ($0.day, $0.name) < ($1.day, $1.name) }
            .map { row in
                .object([("day", .text(row.day.text)), ("activity", .text(row.name))] + row.fields)
            }
    }
}
