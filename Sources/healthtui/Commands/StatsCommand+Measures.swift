import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiEntry
import HealthtuiFacts

// Measures that aren't quantities, and questions about days rather than samples.
extension StatsCommand {
    /// Prints the rows, or the summary, of a measure's days.
    func writeMeasure(_ question: StatsQuestion, _ asked: Asked) throws {
        let measure = question.measure
        guard question.period != .hour else {
            throw CommandFailure.usage("--by", "\(measure.name) has days and no hours here")
        }
        guard !separateBySource, !explain else {
            throw CommandFailure.usage(
                separateBySource ? "--separate-by-source" : "--explain",
                "this is for the plain statistics of a quantity"
            )
        }
        var reader = try gaps.reader(asked.reader, measure)
        reader.condition = try filter(measure, asked)
        let recorded = try reader.recorded(measure)
        let all = (recorded?.lowerBound ?? reader.today)..<reader.today.advanced(by: 1)
        let span = question.span(reader, all: all.isEmpty ? reader.today..<reader.today.advanced(by: 1) : all)
        let other = try otherDays(asked)
        let first = [span.lowerBound.advanced(by: 1 - (rolling ?? 1)), other?.lowerBound].compactMap { $0 }.min()
        let days = try reader.days(of: measure, in: (first ?? span.lowerBound)..<span.upperBound)
        let writer = MeasureRows(
            measure: measure,
            shown: asked.format(measure, resultUnit: days.resultUnit),
            unit: question.unit,
            resultUnit: days.resultUnit,
            timestamps: zone.timestamps,
            clock: reader.clock
        )
        let condition = try condition(writer.shown, asked)
        if summary {
            let beside = other.map { MeasureBeside(days, [span], against: $0) }
            return try write(
                MeasureSummary(days, in: span) { condition?.holds($0.value) ?? true },
                beside,
                span,
                days,
                writer
            )
        }
        var table = MeasureTable(days.within(span), by: rolling == nil ? question.period : .day)
        if let rolling {
            table.rows = days.rolling(span, length: rolling)
                .map { day, value in
                    let covered = day.advanced(by: 1 - rolling)..<day.advanced(by: 1)
                    return MeasureTable.Row(span: covered, value: value, isPartial: false)
                }
        }
        if let condition { table.rows = table.rows.filter { condition.holds($0.value.value) } }
        table.sort(sort, limit: limit)
        let beside = other.map { MeasureBeside(days, table.rows.map { $0.span.clamped(to: span) }, against: $0) }
        try write(table, beside, days, writer)
    }

    /// The days of `--against`.
    private func otherDays(_ asked: Asked) throws -> Range<CalendarDay>? {
        guard let against else { return nil }
        return try asked.days([against])
    }

    private func write(
        _ table: MeasureTable,
        _ beside: MeasureBeside?,
        _ days: MeasureDays,
        _ writer: MeasureRows
    ) throws {
        let isTable = format.format == .table
        if isTable { try StandardOutput.shared.line(writer.measure.name) }
        var list = ListWriter(
            format.format,
            keys: writer.keys(beside: beside != nil),
            columns: writer.columns(beside: beside != nil),
            emptyText: empty(days, writer)
        )
        for (index, row) in table.rows.enumerated() { try list.append(writer.row(row, beside?.rows[index])) }
        try list.finish()
        guard isTable else { return }
        if let ahead = beside?.ahead { try StandardOutput.shared.line("In all: " + writer.difference(ahead)) }
        if days.leftOut > 0 {
            try StandardOutput.shared.line("Left out: \(days.leftOut.of("sample")) of more than 24 hours.")
        }
    }

    /// Why there are no rows.
    private func empty(_ days: MeasureDays, _ writer: MeasureRows) -> String {
        let name = writer.measure.name
        guard condition != nil, let known = days.whole?.days, known > 0 else {
            return "Nothing is known of \(name) on these days."
        }
        return "\(name) is known on \(known.of("day")); nothing meets the condition."
    }

    private func write(
        _ summary: MeasureSummary,
        _ beside: MeasureBeside?,
        _ span: Range<CalendarDay>,
        _ days: MeasureDays,
        _ writer: MeasureRows
    ) throws {
        let hasCondition = condition != nil
        if format.format == .table {
            for line in writer.lines(summary, beside, span, days, hasCondition: hasCondition) {
                try StandardOutput.shared.line(line)
            }
            return
        }
        let fields = writer.fields(summary, beside, span, days, hasCondition: hasCondition)
        guard format.format != .json else { return try StandardOutput.shared.line(JSONValue.object(fields).line) }
        var list = ListWriter(format.format, keys: fields.map(\.key), columns: [], emptyText: "")
        try list.append(ListRow(fields: fields, cells: []))
        try list.finish()
    }
}

extension MeasureDays {
    /// The same days for another span within them.
    fileprivate func within(_ span: Range<CalendarDay>) -> MeasureDays {
        var days = MeasureDays(
            measure,
            in: span,
            self.days,
            recorded: recorded,
            today: today,
            firstWeekday: firstWeekday
        )
        (days.leftOut, days.resultUnit, days.countsZeros) = (leftOut, resultUnit, countsZeros)
        return days
    }
}
