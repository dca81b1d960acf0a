import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiEntry
import HealthtuiFacts

/// Writes the values of a measure as rows and as a summary.
struct MeasureRows {
    let measure: Measure
    let shown: MeasureFormat
    /// The unit of quantities for programs; `nil` for the type's canonical one.
    let unit: HKUnit?
    let resultUnit: String
    let timestamps: Timestamps
    let clock: CivilClock

    // MARK: Rows

    func keys(beside: Bool) -> [String] {
        ["start", "end", "partial", "unit", "value", "second", "mean", "days", "of"]
            + (beside ? ["against", "difference"] : [])
    }

    func columns(beside: Bool) -> [ListColumn] {
        let isTotal = measure.kind == .total
        let value: String =
            switch measure.kind {
            case .total: "Total"
            case .result: "Latest"
            default: "Mean"
            }
        return [.left("Day"), .right(value)] + (isTotal ? [.right("A day")] : []) + [.right("Days")]
            + (beside ? [.right("Before"), .right("Difference")] : [])
    }

    /// A row, and the compared one.
    func row(_ row: MeasureTable.Row, _ beside: MeasureBeside.Row?) -> ListRow {
        let value = row.value
        var cells = [timestamps.day(row.span.lowerBound.start(on: clock)) + (row.isPartial ? " (partial)" : "")]
        cells.append(shown.labelled(value.value, value.second))
        if measure.kind == .total { cells.append(value.mean.map { shown.labelled($0) } ?? "") }
        cells.append("\(value.days) of \(value.of)")
        var fields = fields(row.span, row.isPartial, value)
        if let beside {
            cells.append(beside.other.map { shown.labelled($0.value, $0.second) } ?? "–")
            cells.append(beside.difference.map(difference) ?? "")
            fields.append(("against", beside.other.map { .object(self.fields(beside.otherDays, false, $0)) } ?? .null))
            fields.append(("difference", number(beside.difference)))
        }
        return ListRow(fields: fields, cells: cells)
    }

    private func fields(_ span: Range<CalendarDay>, _ isPartial: Bool, _ value: MeasureValue) -> JSONValue.Fields {
        [
            ("start", start(span.lowerBound)), ("end", start(span.upperBound)), ("partial", .bool(isPartial)),
            ("unit", .text(unitText)), ("value", number(value.value)), ("second", number(value.second)),
            ("mean", number(value.mean)), ("days", .integer(value.days)), ("of", .integer(value.of)),
        ]
    }

    private func start(_ day: CalendarDay) -> JSONValue { timestamps.json(day.start(on: clock)) }

    /// A difference with its sign: `+12.3 km`.
    func difference(_ value: Double) -> String {
        let isClock = measure.kind == .clock
        let text = isClock ? NumberText.duration(abs(value)) : shown.labelled(abs(value))
        return (value < 0 ? "−" : "+") + text
    }

    // MARK: Numbers for programs

    private var unitText: String {
        if case .quantity(let type) = measure.unit { return (unit ?? type.canonicalUnit).unitString }
        return measure.unit == .laboratory ? resultUnit : measure.unit.text
    }

    private func number(_ value: Double?) -> JSONValue {
        guard let value, let unit, case .quantity(let type) = measure.unit else { return .number(value) }
        return .number(HKQuantity(unit: type.canonicalUnit, doubleValue: value), unit)
    }

    // MARK: Summaries

    /// A summary for programs.
    func fields(
        _ summary: MeasureSummary,
        _ beside: MeasureBeside?,
        _ span: Range<CalendarDay>,
        _ days: MeasureDays,
        hasCondition: Bool
    ) -> JSONValue.Fields {
        let value = summary.value
        var fields: JSONValue.Fields = [
            ("measure", .text(measure.id)), ("start", start(span.lowerBound)), ("end", start(span.upperBound)),
            ("unit", .text(unitText)), ("value", number(value?.value)), ("second", number(value?.second)),
            ("mean", number(value?.mean)), ("total", number(value?.total)), ("days", .integer(value?.days ?? 0)),
            ("of", .integer(value?.of ?? days.over(span).count)), ("spread", number(summary.spread)),
            ("least", object(summary.least)), ("most", object(summary.most)),
            ("met", hasCondition ? .integer(summary.met) : .null),
            ("longest", hasCondition ? object(summary.longest) : .null),
            ("current", hasCondition ? .integer(summary.current.count) : .null),
            ("leftOut", .integer(days.leftOut)),
        ]
        if let beside {
            let other = beside.rows.first.map { self.fields(beside: $0, beside.other) }
            fields += [("against", other ?? .null), ("ahead", number(beside.ahead))]
        }
        return fields
    }

    private func fields(beside row: MeasureBeside.Row, _ other: MeasureValue?) -> JSONValue {
        other.map { .object(fields(row.otherDays, false, $0)) } ?? .null
    }

    private func object(_ day: MeasureSummary.DayValue?) -> JSONValue {
        guard let day else { return .null }
        return .object([
            ("start", start(day.day)), ("value", number(day.value.value)), ("second", number(day.value.second)),
        ])
    }

    private func object(_ run: MeasureSummary.Run) -> JSONValue {
        .object([
            ("count", .integer(run.count)), ("start", run.start.map(start) ?? .null),
            ("end", run.end.map { start($0.advanced(by: 1)) } ?? .null),
        ])
    }

    /// A summary in words.
    func lines(
        _ summary: MeasureSummary,
        _ beside: MeasureBeside?,
        _ span: Range<CalendarDay>,
        _ days: MeasureDays,
        hasCondition: Bool
    ) -> [String] {
        var lines = [measure.name, "Days        " + self.days(span)]
        guard let value = summary.value else { return lines + ["Nothing is known of these days."] }
        if let total = value.total { lines.append("Total       " + shown.labelled(total)) }
        if let mean = value.mean {
            lines.append("Mean        " + shown.labelled(mean, value.second) + ", \(value.days) of \(value.of) days")
        } else if measure.kind == .result {
            lines.append("Latest      " + shown.labelled(value.value))
        }
        if let spread = summary.spread { lines.append("Vary        " + deviation(spread)) }
        for (name, day) in [("Least       ", summary.least), ("Most        ", summary.most)] {
            guard let day else { continue }
            lines.append(name + shown.labelled(day.value.value, day.value.second) + ", " + text(day.day))
        }
        if hasCondition {
            lines.append("Met         \(summary.met) of \(value.days) days")
            if let start = summary.longest.start, let end = summary.longest.end {
                lines.append("Longest     \(summary.longest.count.of("day")), \(text(start)) to \(text(end))")
            }
            lines.append("Now         " + summary.current.count.of("day"))
        }
        if let ahead = beside?.ahead { lines.append("In all      " + difference(ahead)) }
        if days.leftOut > 0 { lines.append("Left out    \(days.leftOut.of("sample")) of more than 24 hours") }
        return lines
    }

    private func deviation(_ spread: Double) -> String {
        "± " + (measure.kind == .clock ? NumberText.duration(spread) : shown.labelled(spread))
    }

    private func text(_ day: CalendarDay) -> String { timestamps.day(day.start(on: clock)) }

    private func days(_ span: Range<CalendarDay>) -> String {
        let last = span.upperBound.advanced(by: -1)
        return text(span.lowerBound) + (last > span.lowerBound ? " to " + text(last) : "")
    }
}
