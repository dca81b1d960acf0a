import Foundation
import HealthKit
import HealthtuiEntry

extension AssistantTools {
    /// How closely two types move together.
    func compare(_ arguments: AssistantArguments) throws -> JSONValue.Fields {
        let names = [try arguments.requiredText("first"), try arguments.requiredText("second")]
        let days = AssistantDays(try arguments.days("days", .last(90)))
        let table = try table(.compare, AssistantNames.types(names), days, later: 1)
        let columns = try names.map { try column($0, in: table) }
        guard columns[0].name != columns[1].name else { throw AssistantProblem("name two different types") }
        if let event = columns.first(where: { $0.kind == .event }) {
            throw AssistantProblem("\(event.name) is no number: it is there on a day or not. daily lists its days.")
        }
        let span = try days.span(table)
        let comparison = AssistantComparison(columns[0], columns[1], span, table).comparison
        let words = ComparisonWords(comparison, first: columns[0].name, second: columns[1].name)
        return head(table, span) + [
            ("first", .text(columns[0].name)), ("second", .text(columns[1].name)),
            ("by", .text(comparison.period == .week ? "week" : "day")), ("pairing", .text(words.pairing)),
            ("pairs", .integer(comparison.pairs)), ("coefficient", Self.coefficient(comparison.pearson)),
            ("coefficient_of_changes", Self.coefficient(comparison.changes)), ("found", .text(words.found)),
            ("not_proven", .text(words.limits)),
        ]
    }

    private static func coefficient(_ number: Double?) -> JSONValue {
        guard let number else { return .null }
        return TotalsTable.Column.number(number, decimals: 2)
    }
}

/// The comparison of two columns, paired as measures are.
struct AssistantComparison {
    let comparison: TypeComparison

    init(_ first: TotalsTable.Column, _ second: TotalsTable.Column, _ span: AssistantSpan, _ table: TotalsTable) {
        if first.isByWeek || second.isByWeek {
            comparison = Self.weeks(first, second, span, table.firstWeekday)
        } else {
            comparison = Self.days(first, second, span, Self.pairing(first, second))
        }
    }

    private static func pairing(_ first: TotalsTable.Column, _ second: TotalsTable.Column) -> TypeComparison.Pairing {
        guard let one = AssistantNames.measure(first), let other = AssistantNames.measure(second) else {
            return .sameDay
        }
        return TypeComparison.Request(one, other, by: .day, in: nil).pairing
    }

    /// Days that are over: today is no whole day.
    private static func days(
        _ first: TotalsTable.Column,
        _ second: TotalsTable.Column,
        _ span: AssistantSpan,
        _ pairing: TypeComparison.Pairing
    ) -> TypeComparison {
        let later = pairing == .nightAfter ? 1 : 0
        func numbers(_ column: TotalsTable.Column) -> [CalendarDay: Double] {
            Dictionary(column.known.filter { $0.day < span.today }.map { ($0.day, $0.value) }) { $1 }
        }
        let (ones, others) = (numbers(first), numbers(second))
        let days = span.over.map(Array.init) ?? []
        let points = days.map { day in
            TypeComparison.Point(start(day), ones[day], others[day.advanced(by: later)])
        }
        return TypeComparison(trimmed(points), period: .day, pairing: pairing)
    }

    /// Whole weeks; of days their mean.
    private static func weeks(
        _ first: TotalsTable.Column,
        _ second: TotalsTable.Column,
        _ span: AssistantSpan,
        _ firstWeekday: Int
    ) -> TypeComparison {
        func numbers(_ column: TotalsTable.Column) -> [CalendarDay: Double] {
            let weeks = Dictionary(grouping: column.known.filter { span.contains($0.day) && $0.day < span.today }) {
                column.isByWeek ? $0.day : $0.day.startOfWeek(firstWeekday)
            }
            return weeks.compactMapValues { AssistantFold($0, column).mean }
        }
        let (ones, others) = (numbers(first), numbers(second))
        let points = span.weeks(firstWeekday).map { TypeComparison.Point(start($0), ones[$0], others[$0]) }
        return TypeComparison(trimmed(points), period: .week)
    }

    /// The points from the first that both have to the last that either has.
    private static func trimmed(_ points: [TypeComparison.Point]) -> [TypeComparison.Point] {
        guard let one = points.firstIndex(where: { $0.first != nil }),
            let other = points.firstIndex(where: { $0.second != nil }),
            let last = points.lastIndex(where: { $0.first != nil || $0.second != nil }), max(one, other) <= last
        else { return [] }
        return Array(points[max(one, other)...last])
    }

    private static func start(_ day: CalendarDay) -> Date {
        Date(timeIntervalSinceReferenceDate: Double(day.number) * 86_400)
    }
}
