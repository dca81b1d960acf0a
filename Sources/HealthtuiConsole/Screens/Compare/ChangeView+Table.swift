import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

// The numbers of before and after: next to the chart on wide terminals, and as a table.
extension ChangeView {
    /// A row of the table.
    enum Row {
        case heading(String)
        case span(String, MeasureChange.Span)
        case week(MeasureChange.Week, isSince: Bool)
        case other(ChangeBeside)
    }

    /// The rows: the spans, the other measures, then the weeks since and before, the newest first.
    static func rows(_ facts: ChangeFacts, _ others: [ChangeBeside]) -> [Row] {
        let change = facts.change
        func weeks(_ weeks: [MeasureChange.Week], isSince: Bool = false) -> [Row] {
            weeks.reversed().map { .week($0, isSince: isSince) }
        }
        let parts: [(name: String, rows: [Row])] = [
            (ChangeStrings.spans, spans(change).map { .span($0.name, $0.span) }),
            (othersTitle(facts), others.map { .other($0) }),
            (ChangeStrings.weeksSince, weeks(change.weeks, isSince: true)),
            (ChangeStrings.weeksBefore, weeks(change.weeksBefore)),
            (ChangeStrings.weeksOlder, weeks(change.weeksOlder)),
        ]
        return parts.filter { !$0.rows.isEmpty }.flatMap { [.heading($0.name)] + $0.rows }
    }

    private static func othersTitle(_ facts: ChangeFacts) -> String {
        facts.marks.contains { $0.first == facts.since } ? ChangeStrings.others : ChangeStrings.othersOfDay
    }

    private static func text(_ found: MeasureChange.Found) -> String {
        switch found {
        case .tooFew: ChangeStrings.foundTooFew
        case .wentOn: ChangeStrings.foundWentOn
        case .outside: ChangeStrings.foundOutside
        case .within: ChangeStrings.foundWithin
        }
    }

    private static func spans(_ change: MeasureChange) -> [(name: String, span: MeasureChange.Span)] {
        [
            (AnswerStrings.since, change.after), (AnswerStrings.before, change.before),
            (AnswerStrings.earlier, change.earlier),
        ]
    }

    func drawTable(_ list: ListState, in rect: Rect, on grid: inout CellGrid) {
        var body = rect
        for line in facts.words.found.wrapped(to: max(1, body.width - 2)).prefix(2) where body.height > 4 {
            grid.write(line, in: body.cutTop(1), x: 1, style: .bold)
        }
        if body.height > 8 {
            grid.write(Line(facts.words.limits, theme.dim), in: body.cutTop(1), x: 1)
        }
        let rows = Self.rows(facts, others)
        Table(
            name: Self.tableName,
            columns: [
                TableColumn(AnswerStrings.time, minimum: 14, maximum: 44, importance: 9),
                TableColumn.figures(facts.measure.name, minimum: 8, maximum: 24, importance: 8),
                TableColumn.figures(AnswerStrings.days, minimum: 8, maximum: 18, importance: 7),
                TableColumn(AnswerStrings.varies, minimum: 8, maximum: 46, importance: 5),
            ],
            count: rows.count,
            state: list
        ) { rows.indices.contains($0) ? tableRow(rows[$0]) : .heading("") }
        .draw(in: body, on: &grid, theme: theme)
    }

    private func tableRow(_ row: Row) -> TableRow {
        switch row {
        case .heading(let name): .heading(name)
        case .span(let name, let span):
            TableRow([
                Line(name + "  " + text(span.days)),
                Line(MeasureChangeWords.level(span, format) ?? SharedStrings.noData),
                Line(MeasureChangeWords.days(span)), Line(MeasureChangeWords.spread(span, format) ?? ""),
            ])
        case .week(let week, let isSince):
            TableRow([
                Line(text(week)), Line(format.labelled(week.mean, week.second)),
                Line(MeasureChangeWords.days(week.days, of: 7)), Line(isSince ? side(week) : ""),
            ])
        case .other(let other):
            TableRow([
                Line(other.measure.name), Line(other.difference), Line(""), Line(Self.text(other.found)),
            ])
        }
    }

    // MARK: Beside the chart

    func drawSide(in rect: Rect, on grid: inout CellGrid) {
        var body = rect
        _ = body.cutTop(1)
        _ = body.cutRight(1)
        let length = ChangeStrings.lengths(change.after.days.count, before: change.before.days.count)
        grid.section(Line(ChangeStrings.spans, .bold), note: length, in: body.cutTop(1), theme: theme)
        for (name, span) in Self.spans(change) {
            let level = MeasureChangeWords.level(span, format) ?? SharedStrings.noData
            let line = body.cutTop(1)
            grid.write(
                Line.fitting([Line(name, theme.dim), Line(text(span.days))], by: "  ", in: line.width),
                in: line
            )
            let numbers = [
                Line(level, .bold), Line(MeasureChangeWords.days(span)),
                MeasureChangeWords.spread(span, format).map { Line($0, theme.dim) } ?? .empty,
            ]
            let second = body.cutTop(1)
            grid.write(Line.fitting(numbers, by: "   ", in: second.width - 2), in: second, x: 2)
        }
        _ = body.cutTop(1)
        let changes = [
            (ChangeStrings.changeSince, facts.words.difference),
            (ChangeStrings.changeBefore, facts.words.earlierDifference),
        ]
        for case (let name, let text?) in changes {
            grid.write(Line(name + "  ", theme.dim) + Line(text, .bold), in: body.cutTop(1))
        }
        _ = body.cutTop(1)
        grid.section(Line(ChangeStrings.inWords, .bold), in: body.cutTop(1), theme: theme)
        for text in [facts.words.found, facts.words.limits] {
            for line in text.wrapped(to: max(1, body.width)) { grid.write(line, in: body.cutTop(1)) }
        }
        _ = body.cutTop(1)
        drawWeeks(in: body.cutTop(max(0, body.height - marksHeight - othersHeight)), on: &grid)
        drawOthers(in: body.cutTop(othersHeight), on: &grid)
        drawMarks(in: body, on: &grid)
    }

    private static let mostOthers = 7

    private var othersHeight: Int { others.isEmpty ? 0 : min(others.count, Self.mostOthers) + 2 }

    /// How other measures changed; a press opens one.
    private func drawOthers(in rect: Rect, on grid: inout CellGrid) {
        guard !others.isEmpty, rect.height > 2 else { return }
        var body = rect
        _ = body.cutTop(1)
        grid.section(Line(Self.othersTitle(facts), .bold), in: body.cutTop(1), theme: theme)
        for (index, other) in others.prefix(body.height).enumerated() {
            var line = body.cutTop(1)
            grid.layout.addTarget(.item(Self.othersName, index), in: line)
            grid.write(Line(Self.text(other.found), theme.dim), in: line.cutRight(16), x: 2)
            grid.write(Line(other.difference, .bold), in: line.cutRight(16), alignment: .right)
            grid.write(
                Line(other.measure.name).truncated(to: line.width - 1, ellipsis: theme.glyphs.ellipsis),
                in: line
            )
        }
    }

    private static let mostMarks = 6

    private var marksHeight: Int { facts.marks.isEmpty ? 0 : min(facts.marks.count, Self.mostMarks) + 2 }

    /// The weeks since, the newest last; the earliest are omitted if there is no room.
    private func drawWeeks(in rect: Rect, on grid: inout CellGrid) {
        guard !change.weeks.isEmpty, rect.height > 1 else { return }
        var body = rect
        let farthest = change.weeks.compactMap { abs(beyond($0) ?? 0) }.max() ?? 0
        let note = farthest > 0 ? ChangeStrings.beyondYear : ""
        grid.section(Line(ChangeStrings.weeksSince, .bold), note: note, in: body.cutTop(1), theme: theme)
        for week in change.weeks.suffix(body.height) { drawWeek(week, farthest, in: body.cutTop(1), on: &grid) }
    }

    private func drawWeek(_ week: MeasureChange.Week, _ farthest: Double, in rect: Rect, on grid: inout CellGrid) {
        var line = rect
        if farthest > 0 {
            let bar = line.cutRight(8)
            let number = line.cutRight(9)
            if let beyond = beyond(week) {
                let share = min(1, abs(beyond) / farthest)
                let text = format.difference(beyond, 0, isRelative: true)
                grid.write(Line(text), in: number, alignment: .right)
                grid.write(
                    Gauge.line(share, width: bar.width - 1, style: theme.style(hue), theme: theme, showsRest: false),
                    in: bar,
                    x: 1
                )
            }
        }
        let side = week.isBeyond ? theme.glyphs.closed : theme.glyphs.open
        let parts = [
            Line(side + " " + text(week)), Line(format.labelled(week.mean, week.second), .bold),
            Line(MeasureChangeWords.days(week.days, of: 7), theme.dim),
        ]
        grid.write(Line.fitting(parts, by: "  ", in: line.width), in: line)
    }

    /// How far a week since lies beyond the nearest week of the year before; `nil` for one that doesn't, and for times of day.
    private func beyond(_ week: MeasureChange.Week) -> Double? {
        let means = change.weeksBefore.map(\.mean)
        guard week.isBeyond, facts.measure.kind != .clock, let least = means.min(), let most = means.max() else {
            return nil
        }
        return week.mean < least ? week.mean - least : week.mean > most ? week.mean - most : nil
    }

    /// The person's marks around the one that is compared.
    private func drawMarks(in rect: Rect, on grid: inout CellGrid) {
        guard !facts.marks.isEmpty, rect.height > 2 else { return }
        var body = rect
        _ = body.cutTop(1)
        grid.section(Line(ChangeStrings.marks, .bold), in: body.cutTop(1), theme: theme)
        let own = facts.marks.firstIndex { $0.first == facts.since && $0.text == mark }
        let first = max(0, min((own ?? facts.marks.count) - body.height / 2, facts.marks.count - body.height))
        for (index, mark) in facts.marks.enumerated().dropFirst(first).prefix(body.height) {
            let line = body.cutTop(1)
            let isOwn = index == own
            if isOwn { grid.write(theme.glyphs.cursorRow, in: line, style: theme.accent) }
            let days = text(mark.first..<mark.last.advanced(by: 1))
            let parts = [Line(days, theme.dim), Line(mark.text.printable, isOwn ? .bold : .plain)]
            grid.write(Line.fitting(parts, by: "  ", in: line.width - 2), in: line, x: 2)
        }
    }
}
