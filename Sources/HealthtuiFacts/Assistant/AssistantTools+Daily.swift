import HealthKit
import HealthtuiEntry

extension AssistantTools {
    /// Numbers of days, weeks or months.
    func daily(_ arguments: AssistantArguments) throws -> JSONValue.Fields {
        let names = try arguments.names("types", most: AssistantTool.mostTypes)
        let days = AssistantDays(
            first: try arguments.days("first_day", .last(30)),
            last: try arguments.days("last_day", .ago(0), mayBeSpan: false)
        )
        let period = try arguments.choice("by", AssistantTool.periods) ?? "day"
        let atLeast = try arguments.number("at_least")
        let table = try table(.daily, AssistantNames.types(names), days)
        let columns = try columns(names, in: table)
        let span = try days.span(table)
        let answers = columns.map { column -> JSONValue in
            let answer = AssistantColumn(column, span, table, atLeast: atLeast)
            return .object(column.isByWeek ? answer.weeks(asked: period) : answer.days(by: period))
        }
        return head(table, span) + [("types", .array(answers))]
    }
}

/// What is answered of one column.
struct AssistantColumn {
    let column: TotalsTable.Column
    let span: AssistantSpan
    let atLeast: Double?
    private let firstWeekday: Int
    private let hour: Int
    /// The days that are over and have a value, or the weeks.
    private let cells: [TotalsTable.Cell]
    private let today: TotalsTable.Cell?

    /// Gaps are named from so many days on.
    private static let shortestGap = 3
    /// The most gaps that are named.
    private static let mostGaps = 20

    init(_ column: TotalsTable.Column, _ span: AssistantSpan, _ table: TotalsTable, atLeast: Double? = nil) {
        self.column = column
        self.span = span
        self.atLeast = atLeast
        firstWeekday = table.firstWeekday
        hour = table.hour
        let known = column.known
        if column.isByWeek {
            let weeks = Set(span.weeks(table.firstWeekday))
            cells = known.filter { weeks.contains($0.day) }
            today = nil
        } else {
            cells = known.filter { span.over?.contains($0.day) ?? false }
            today = span.hasToday ? known.first { $0.day == span.today } : nil
        }
    }

    private var beginning: JSONValue.Fields {
        var fields: JSONValue.Fields = [("type", .text(column.name))]
        if column.kind != .event { fields.append(("unit", .text(column.unitName))) }
        return fields
    }

    // MARK: Days

    /// The answer of a column of days.
    func days(by period: String) -> JSONValue.Fields {
        if column.kind == .event { return events() }
        var fields = beginning + [("by", .text(period))]
        if period == "day" {
            fields.append(("rows", .object(cells.map { ($0.day.text, column.number($0)) })))
        } else {
            fields.append(("rows", .array(grouped(period).map { .object($0) })))
        }
        if let today { fields.append(("today", .object(ofToday(today)))) }
        fields.append(("over_all", .object(overAll)))
        return fields
    }

    /// The days on which something happened.
    private func events() -> JSONValue.Fields {
        var days = cells.map(\.day)
        if let today { days.append(today.day) }
        return beginning + [
            ("on", .texts(days.map(\.text))), ("days", .integer(days.count)),
            ("days_asked", .integer(span.first.distance(to: span.last) + 1)),
        ]
    }

    private func ofToday(_ cell: TotalsTable.Cell) -> JSONValue.Fields {
        var fields: JSONValue.Fields = [
            ("so_far", column.number(cell)), ("until", .text(AssistantTools.hour(hour))),
        ]
        if let atLeast, column.kind == .total, cell.value >= atLeast { fields.append(("reaches", .bool(true))) }
        return fields
    }

    private var asked: Int { span.over?.count ?? 0 }

    private var overAll: JSONValue.Fields {
        let fold = AssistantFold(cells, today: today, column)
        var fields: JSONValue.Fields = []
        if column.kind == .total {
            fields.append(("total", column.number(fold.total)))
            if today != nil { fields.append(("total_has_today", .bool(true))) }
        }
        fields.append(("mean", column.number(fold.mean, fold.second)))
        fields += extremes(key: "day")
        fields.append(("days_with_data", .integer(cells.count)))
        fields.append(("of_days", .integer(asked)))
        if let atLeast {
            fields.append(("days_reaching_\(Self.key(atLeast))", .integer(cells.count { $0.value >= atLeast })))
        }
        let gaps = gaps
        if !gaps.isEmpty {
            fields.append(("gaps", .texts(gaps.prefix(Self.mostGaps).map(AssistantSpan.text))))
            if gaps.count > Self.mostGaps { fields.append(("more_gaps", .integer(gaps.count - Self.mostGaps))) }
        }
        return fields
    }

    private static func key(_ number: Double) -> String { JSONValue.digits(number) ?? "it" }

    private func extremes(key: String) -> JSONValue.Fields {
        guard cells.count > 1, let least = cells.min(by: { $0.value < $1.value }),
            let most = cells.max(by: { $0.value < $1.value })
        else { return [] }
        return [("least", least), ("most", most)]
            .map { name, cell in
                (name, .object([(key, .text(cell.day.text)), ("value", column.number(cell))]))
            }
    }

    /// Days in a row without data.
    private var gaps: [ClosedRange<CalendarDay>] {
        guard let over = span.over else { return [] }
        var gaps: [ClosedRange<CalendarDay>] = []
        var next = over.lowerBound
        func close(before day: CalendarDay) {
            if next.distance(to: day) >= Self.shortestGap { gaps.append(next...day.advanced(by: -1)) }
        }
        for cell in cells where cell.day >= next {
            close(before: cell.day)
            next = cell.day.advanced(by: 1)
        }
        close(before: over.upperBound.advanced(by: 1))
        return gaps
    }

    /// A row for each week or month that has a value.
    private func grouped(_ period: String) -> [JSONValue.Fields] {
        let isWeek = period == "week"
        func beginning(_ day: CalendarDay) -> CalendarDay {
            isWeek ? day.startOfWeek(firstWeekday) : CalendarDay(year: day.year, month: day.month, day: 1)
        }
        func end(_ first: CalendarDay) -> CalendarDay {
            let next = isWeek ? first.advanced(by: 7) : beginning(first.advanced(by: 31))
            return next.advanced(by: -1)
        }
        var groups: [CalendarDay: [TotalsTable.Cell]] = [:]
        for cell in cells { groups[beginning(cell.day), default: []].append(cell) }
        let current = today.map { beginning($0.day) }
        if let current, groups[current] == nil { groups[current] = [] }
        return groups.sorted { $0.key < $1.key }
            .map { first, cells in
                let days = max(first, span.first)...min(end(first), span.last)
                let fold = AssistantFold(cells, today: first == current ? today : nil, column)
                return row(days, fold, hasToday: first == current)
            }
    }

    private func row(_ days: ClosedRange<CalendarDay>, _ fold: AssistantFold, hasToday: Bool) -> JSONValue.Fields {
        let over = days.contains(span.today) ? days.count - 1 : days.count
        var fields: JSONValue.Fields = [
            ("first", .text(days.lowerBound.text)), ("last", .text(days.upperBound.text)),
        ]
        if column.kind == .total {
            fields.append(("total", column.number(fold.total)))
            if hasToday { fields.append(("total_has_today", .bool(true))) }
        }
        if fold.mean != nil { fields.append(("mean", column.number(fold.mean, fold.second))) }
        fields.append(("days", .integer(fold.days ?? 0)))
        fields.append(("of", .integer(over)))
        return fields
    }

    // MARK: Weeks

    /// The answer of a column of weeks.
    func weeks(asked period: String) -> JSONValue.Fields {
        var fields = beginning + [("by", .text("week"))]
        if period != "week" { fields.append(("note", .text("Only whole weeks can be read of it."))) }
        let weeks = span.weeks(firstWeekday)
        guard !weeks.isEmpty else {
            return fields + [
                ("rows", .array([])), ("no_week", .text("No whole week that is over lies in these days.")),
            ]
        }
        fields.append(("rows", .array(cells.map { .object(row(ofWeek: $0)) })))
        if column.kind == .event {
            return fields + [("weeks", .integer(cells.count)), ("of_weeks", .integer(weeks.count))]
        }
        return fields + [("over_all", .object(overAll(weeks)))]
    }

    private func row(ofWeek cell: TotalsTable.Cell) -> JSONValue.Fields {
        var fields: JSONValue.Fields = [
            ("first", .text(cell.day.text)), ("last", .text(cell.day.advanced(by: 6).text)),
        ]
        switch column.kind {
        case .total:
            fields.append(("total", column.number(cell)))
            let fold = AssistantFold([cell], column)
            if let mean = fold.mean { fields.append(("mean", column.number(mean))) }
            if let days = cell.days { fields.append(("days", .integer(days))) }
        case .level: fields.append(("mean", column.number(cell)))
        case .event: break
        }
        return fields
    }

    private func overAll(_ weeks: [CalendarDay]) -> JSONValue.Fields {
        let fold = AssistantFold(cells, column)
        var fields: JSONValue.Fields = []
        if column.kind == .total { fields.append(("total", column.number(fold.total))) }
        fields.append(("mean", column.number(fold.mean, fold.second)))
        fields += extremes(key: "week")
        fields.append(("weeks_with_data", .integer(cells.count)))
        fields.append(("of_weeks", .integer(weeks.count)))
        let known = Set(cells.map(\.day))
        let missing = weeks.filter { !known.contains($0) }
        if !missing.isEmpty {
            fields.append(("weeks_without", .texts(missing.prefix(Self.mostGaps).map(\.text))))
            if missing.count > Self.mostGaps {
                fields.append(("more_weeks_without", .integer(missing.count - Self.mostGaps)))
            }
        }
        if let atLeast {
            let reaching = cells.count { AssistantFold([$0], column).mean ?? -.infinity >= atLeast }
            fields.append(("weeks_whose_mean_reaches_\(Self.key(atLeast))", .integer(reaching)))
        }
        return fields
    }
}
