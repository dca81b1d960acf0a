import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

/// A year as weeks side by side: a cell a day, its shade the share of the measures that have a value.
///
/// Of all years a cell is a week, and a row a year.
struct OriginYearView {
    /// The name of the click targets; the index is the day's number.
    static let dayName = "origin-day"

    let page: OriginPage
    let software: [SoftwareSpan]
    let day: CalendarDay?
    /// How many measures are still to be read; nil once all are.
    let unread: Int?
    /// The most years that have a row.
    let mostYears: Int
    let environment: ConsoleEnvironment

    private var theme: Theme { environment.theme }
    private var year: OriginYear { page.year }
    private var clock: CivilClock { CivilClock(environment.calendar.timeZone) }

    private var isDevice: Bool {
        if case .device = page.overview.origin { return true }
        return false
    }

    /// The spans of software that can be drawn; the only version of a source's app stands in the head alone.
    private var spans: [(version: String, days: ClosedRange<CalendarDay>)] {
        guard !year.showsAll, isDevice || software.count > 1 else { return [] }
        return software.compactMap { span in
            guard let version = span.version, let days = span.days else { return nil }
            return (version, days)
        }
    }

    /// The layout of the cells.
    struct Frame: Equatable {
        /// The column of the first cell.
        let x: Int
        /// The columns from one week to the next.
        let pitch: Int
        /// The weeks that have room, the latest ones.
        let weeks: Int
        /// Whether the legend of the shades is next to the cells.
        let hasLegendBeside: Bool

        /// The width of a cell.
        var cell: Int { pitch == 3 ? 2 : 1 }
        /// The first week.
        var first: Int { OriginYear.weeks - weeks }

        init(width: Int, labels: Int) {
            x = labels + 3
            let room = max(0, width - x - 1)
            let all = OriginYear.weeks
            hasLegendBeside = room >= all * 3 + 28
            pitch = hasLegendBeside ? 3 : room >= all * 2 ? 2 : 1
            weeks = min(all, room / pitch)
        }
    }

    private func frame(_ width: Int) -> Frame {
        let labels = year.showsAll ? ["0000"] : (0..<7).map(weekday)
        return Frame(width: width, labels: labels.map(\.displayWidth).max() ?? 0)
    }

    /// The years that have a row, the latest ones.
    private var years: [(year: Range<CalendarDay>, weeks: [CalendarDay])] { year.years.suffix(mostYears) }

    /// The number of rows of cells; beside the legend there are as many as it has lines.
    private func rows(_ frame: Frame) -> Int {
        guard year.showsAll else { return 7 }
        return max(years.count, frame.hasLegendBeside ? OriginLevel.allCases.count + 1 : 1)
    }

    private var note: String {
        if let unread { return OriginStrings.reading(unread) }
        guard year.showsAll else { return OriginStrings.cellOfDay }
        let all = year.years.count
        return all > mostYears ? OriginStrings.latestYears(mostYears, of: all) : OriginStrings.cellOfWeek
    }

    /// Whether a width has room for it: of each year all weeks, or none.
    func fits(width: Int) -> Bool { !year.showsAll || frame(width).weeks == OriginYear.weeks }

    /// The number of rows that it takes at a width.
    func height(width: Int) -> Int {
        let frame = frame(width)
        return 2 + rows(frame) + (spans.isEmpty ? 0 : 1) + (frame.hasLegendBeside ? 0 : 1)
    }

    func draw(in rect: Rect, on grid: inout CellGrid) {
        let frame = frame(rect.width)
        var body = rect
        let heading = body.cutTop(1).inset(horizontally: 1)
        let title = year.showsAll ? OriginStrings.allYears : OriginStrings.year
        grid.section(Line(title, theme.accent.adding(.bold)), note: note, in: heading, theme: theme)
        drawMonths(in: body.cutTop(1), frame, on: &grid)
        let cells = body.cutTop(rows(frame))
        if year.showsAll {
            drawYears(in: cells, frame, on: &grid)
        } else {
            for row in 0..<cells.height {
                if row % 2 == 0 { grid.write(Line(weekday(row), theme.dim), in: cells, x: 1, y: row) }
                for week in 0..<frame.weeks { drawDay(week, row, in: cells, frame, on: &grid) }
            }
        }
        if !spans.isEmpty { drawSpans(in: body.cutTop(1), frame, on: &grid) }
        drawLegend(in: frame.hasLegendBeside ? cells : body.cutTop(1), frame, on: &grid)
    }

    private func weekday(_ row: Int) -> String {
        environment.dates.weekday(year.day(week: 0, row: row).start(on: clock))
    }

    private func drawDay(_ week: Int, _ row: Int, in rect: Rect, _ frame: Frame, on grid: inout CellGrid) {
        let day = year.day(week: frame.first + week, row: row)
        guard day <= year.today else { return }
        draw(day, page.level(day), isRead: day == self.day, week, row, in: rect, frame, on: &grid)
    }

    /// The weeks of each year, at the columns of the days on which they begin.
    private func drawYears(in rect: Rect, _ frame: Frame, on grid: inout CellGrid) {
        let read = day?.startOfWeek(year.firstWeekday)
        for (row, (span, weeks)) in years.enumerated() {
            grid.write(
                Line(environment.dates.year(span.lowerBound.start(on: clock)), theme.dim),
                in: rect,
                x: 1,
                y: row
            )
            for week in weeks {
                let column = span.lowerBound.distance(to: week) / 7 - frame.first
                guard column >= 0 else { continue }
                draw(week, page.level(ofWeek: week), isRead: week == read, column, row, in: rect, frame, on: &grid)
            }
        }
    }

    private func draw(
        _ day: CalendarDay,
        _ level: OriginLevel,
        isRead: Bool,
        _ column: Int,
        _ row: Int,
        in rect: Rect,
        _ frame: Frame,
        on grid: inout CellGrid
    ) {
        let place = Rect(x: rect.x + frame.x + column * frame.pitch, y: rect.y + row, width: frame.cell, height: 1)
        let (glyph, style) = isRead ? (theme.glyphs.diamond, theme.accent.adding(.bold)) : cell(level)
        for x in 0..<frame.cell { grid.write(glyph, in: place, x: x, style: style) }
        grid.layout.addTarget(.item(Self.dayName, day.number), in: place)
    }

    /// The glyph and the style of a level: without shades of colours, the glyph shows the level.
    private func cell(_ level: OriginLevel) -> (String, Style) {
        let shades = theme.glyphs.shades
        let glyph = shades.indices.contains(level.rawValue) ? shades[level.rawValue] : theme.glyphs.gridDot
        guard level > .none, Hue.years.indices.contains(level.rawValue - 1) else { return (glyph, theme.dim) }
        let style = theme.style(Hue.years[level.rawValue - 1])
        return (theme.hasShades && !theme.glyphs.isASCII ? theme.glyphs.columnEighths[6] : glyph, style)
    }

    /// The names of months over the weeks in which they begin.
    private func drawMonths(in rect: Rect, _ frame: Frame, on grid: inout CellGrid) {
        var end = 0
        // Of all years the columns are those of a year's days.
        let first = CalendarDay(era: year.today.era, year: year.today.year, month: 1, day: 1)
        for week in 0..<frame.weeks {
            let start =
                year.showsAll
                ? first.advanced(by: 7 * (frame.first + week)) : year.day(week: frame.first + week, row: 0)
            let days = (0..<7).map { start.advanced(by: $0) }
            let last = year.showsAll ? first.advanced(by: 364) : year.today
            guard let first = days.first(where: { $0.day == 1 && $0 <= last }) else { continue }
            let name = environment.dates.month(first.start(on: clock))
            let x = frame.x + week * frame.pitch
            guard x > end, x + name.displayWidth <= rect.width else { continue }
            end = grid.write(Line(name, theme.dim), in: rect, x: x)
        }
    }

    private func named(_ version: String) -> String {
        isDevice ? OriginStrings.software(version) : OriginStrings.version(version)
    }

    /// The versions of software beneath the weeks in which they ran.
    private func drawSpans(in rect: Rect, _ frame: Frame, on grid: inout CellGrid) {
        var end = frame.x
        for (index, span) in spans.enumerated() {
            let first = year.start.distance(to: span.days.lowerBound) / 7 - frame.first
            let last = year.start.distance(to: span.days.upperBound) / 7 - frame.first
            guard last >= 0 else { continue }
            let x = max(end, frame.x + max(0, first) * frame.pitch)
            let width = frame.x + min(last, frame.weeks - 1) * frame.pitch + frame.cell - x
            guard width >= 3 else { continue }
            let line = Rect(x: rect.x + x, y: rect.y, width: width, height: 1)
            grid.fill(line, with: theme.glyphs.horizontal, style: theme.axis)
            grid.write(theme.glyphs.vertical, in: line, style: theme.axis)
            grid.write(theme.glyphs.vertical, in: line, x: width - 1, style: theme.axis)
            let names = index == 0 ? [named(span.version), span.version] : [span.version]
            if let name = names.first(where: { $0.displayWidth + 4 <= width }) {
                grid.write(Line(" " + name + " "), in: line, x: (width - name.displayWidth - 2) / 2)
            }
            end = x + width
        }
    }

    private func drawLegend(in rect: Rect, _ frame: Frame, on grid: inout CellGrid) {
        let names = [
            OriginStrings.none, OriginStrings.quarter, OriginStrings.half, OriginStrings.more,
            OriginStrings.all(page.rows.count),
        ]
        let parts = zip(OriginLevel.allCases, names)
            .map { level, name in
                let (glyph, style) = cell(level)
                return Line(glyph + " ", style) + Line(name, theme.dim)
            }
        guard frame.hasLegendBeside else {
            grid.write(Line.fitting(parts, by: Line("  "), in: rect.width - frame.x), in: rect, x: frame.x)
            return
        }
        let x = frame.x + frame.weeks * frame.pitch + 2
        for (index, part) in parts.enumerated() {
            let text = part.truncated(to: rect.width - x, ellipsis: theme.glyphs.ellipsis)
            grid.write(text, in: rect, x: x, y: index + 1)
        }
    }
}
