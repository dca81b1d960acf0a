import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

/// A type of a source or a device with its data.
struct OriginEntry: Sendable {
    let count: OriginOverview.TypeCount
    let row: OriginRow?

    var name: String { row?.measure.name ?? count.type.entry.name }
}

/// Draws the page of a source or a device.
struct OriginView {
    static let listName = "origin"

    let content: OriginContent
    let entries: [OriginEntry]
    let list: ListState
    let sort: TableSort?
    let day: CalendarDay?
    /// How many measures are still to be read; nil once all are.
    let unread: Int?
    /// Whether it is printed: without a cursor, and without a chart next to the measures.
    var isPlain = false
    let environment: ConsoleEnvironment

    private var theme: Theme { environment.theme }
    private var page: OriginPage { content.page }
    private var clock: CivilClock { CivilClock(environment.calendar.timeZone) }
    private var ellipsis: String { theme.glyphs.ellipsis }
    private var chosen: OriginEntry? {
        entries.indices.contains(list.selected) ? entries[list.selected] : nil
    }

    /// The minimum width for a chart next to the table.
    private static let wideEnough = 110

    func draw(in rect: Rect, on grid: inout CellGrid) {
        var body = rect
        let reading = body.height >= 4 && !isPlain ? body.cutBottom(1) : nil
        drawHead(in: &body, on: &grid)
        let year = OriginYearView(
            page: page,
            software: content.rest?.software ?? [],
            day: day,
            note: unread.map { OriginStrings.reading($0) } ?? OriginStrings.cellOfDay,
            environment: environment
        )
        let rows = year.height(width: body.width)
        if !page.rows.isEmpty || unread != nil, body.height >= rows + 4 {
            let isRoomy = body.height >= rows + 20
            if isRoomy { _ = body.cutTop(1) }
            year.draw(in: body.cutTop(rows), on: &grid)
            if isRoomy { _ = body.cutTop(1) }
        }
        if body.width >= Self.wideEnough, body.height >= 10, !isPlain {
            drawChart(in: body.cutRight(body.width - min(84, body.width / 2)), on: &grid)
        }
        drawTable(in: &body, on: &grid)
        for section in sections where body.height >= 3 {
            draw(section, in: &body, on: &grid)
        }
        if let reading { drawReading(in: reading, on: &grid) }
    }

    // MARK: The head

    private func drawHead(in body: inout Rect, on grid: inout CellGrid) {
        func figure(_ name: String, _ value: String) -> Line { Line(name + " ", theme.dim) + Line(value, .bold) }
        let lived = page.lived(on: clock)
        let day = page.firstDay(on: clock)
            .map { figure(OriginStrings.firstDay, environment.dates.longDay($0.start(on: clock))) }
        let last = page.last.map { figure(OriginStrings.last, environment.dates.moment($0)) }
        let days =
            lived.isEmpty
            ? nil : figure(OriginStrings.daysWithData, OriginStrings.of(page.daysWithData(lived), lived.count))
        let samples = figure(OriginStrings.samples, NumberText.text(page.overview.samples))
        let first = body.cutTop(1)
        let all = [day, last, days, samples].compactMap { $0 }
        // If not all columns fit, the first day is the least important.
        let isTight = all.reduce(0) { $0 + $1.width + 3 } - 3 > first.width - 2
        let figures = isTight ? [days, samples, last, day].compactMap { $0 } : all
        grid.write(Line.fitting(figures, by: Line("   "), in: first.width - 2), in: first, x: 1)
        guard body.height >= 9 else { return }
        let facts = identity.map { Line($0, theme.dim) }
        let second = body.cutTop(1)
        let line = Line.fitting(facts, by: Line(" · ", theme.dim), in: second.width - 2)
        grid.write(
            line.width > 0 ? line : (facts.first ?? .empty).truncated(to: second.width - 2, ellipsis: ellipsis),
            in: second,
            x: 1
        )
    }

    /// The facts about the source or the device itself.
    private var identity: [String] {
        let overview = page.overview
        func name(_ partner: OriginOverview.Partner) -> String { partner.origin.name }
        switch overview.origin {
        case .source(let source):
            let versions = overview.versions.sorted { $0.compare($1, options: .numeric) == .orderedAscending }
            var facts = [source.bundleIdentifier]
            if let first = versions.first, let last = versions.last {
                facts.append(first == last ? OriginStrings.version(first) : OriginStrings.versions(first, last))
            }
            var seen: Set<String> = []
            let devices = overview.partners.map(name).filter { seen.insert($0).inserted }
            if let device = devices.first { facts.append(OriginStrings.device(device)) }
            if devices.count > 1 { facts.append(OriginStrings.moreDevices(devices.count - 1)) }
            return facts
        case .device(let device):
            let maker = [device.manufacturer, device.hardwareVersion, device.localIdentifier].compactMap { $0 }
            let sources = overview.partners.prefix(3)
                .map { name($0) + " (" + NumberText.text($0.samples) + ")" }.joined(separator: ", ")
            return maker + (sources.isEmpty ? [] : [OriginStrings.sampledBy(sources)])
        }
    }

    // MARK: The measures

    private func drawTable(in body: inout Rect, on grid: inout CellGrid) {
        let months = page.year.months
        let names = [months.first, months.last].compactMap { $0 }
            .map { environment.dates.month($0.lowerBound.start(on: clock)) }
        let heading = names.count == 2 ? OriginStrings.months(names[0], names[1]) : ""
        let columns = [
            TableColumn(OriginStrings.measure, minimum: 12, maximum: 26, importance: 9),
            TableColumn.figures(OriginStrings.latest, minimum: 8, maximum: 16, importance: 8),
            TableColumn.figures(OriginStrings.days, minimum: 4, maximum: 7, importance: 7),
            TableColumn.dates(SharedStrings.when, minimum: 6, maximum: 16, importance: 4),
            TableColumn(heading, width: 12, importance: 5),
        ]
        let table = Table(
            name: Self.listName,
            columns: columns,
            count: entries.count,
            state: list,
            sort: sort,
            isFocused: !isPlain,
            emptyText: SharedStrings.noData
        ) { cells(entries[$0], months) }
        let sections = sections
        let rest = body.height >= 8 ? min(body.height / 2, 12) : 0
        // The sections below get the space that the table doesn't need.
        let height = sections.isEmpty ? body.height : min(entries.count + 1, body.height - rest)
        table.draw(in: body.cutTop(height), on: &grid, theme: theme)
        if !sections.isEmpty, body.height > 0 { _ = body.cutTop(1) }
    }

    private func cells(_ entry: OriginEntry, _ months: [Range<CalendarDay>]) -> TableRow {
        guard let row = entry.row else {
            let count = Line(SharedStrings.samples(entry.count.samples), theme.dim)
            let isUnread = unread != nil && !(entry.count.type is UnknownSampleType)
            return TableRow([Line(entry.name, theme.dim), isUnread ? Line(ellipsis, theme.dim) : count])
        }
        let values = months.map { row.value($0) }
        let hue = theme.style(Hue.of(row.type))
        return TableRow(
            [
                Line(entry.name), Line(latest(row) ?? ""), Line(NumberText.text(row.days.days.count)),
                Line(row.last.map { environment.dates.moment($0) } ?? "", theme.dim),
                Line(Sparkline.text(values, width: 12, glyphs: theme.glyphs), hue),
            ],
            shorter: row.last.map { [3: environment.dates.shorterMoments($0).map { Line($0, theme.dim) }] } ?? [:]
        )
    }

    private func format(_ measure: Measure) -> MeasureFormat {
        let environment = environment
        return MeasureFormat(measure) { environment.unit($0) }
    }

    private func latest(_ row: OriginRow) -> String? {
        row.latest.map { format(row.measure).labelled($0.value.value, $0.value.second) }
    }

    // MARK: The chart

    private func drawChart(in rect: Rect, on grid: inout CellGrid) {
        for y in 0..<rect.height { grid.write(theme.glyphs.vertical, in: rect, x: 1, y: y, style: theme.faint) }
        var body = Rect(x: rect.x + 3, y: rect.y, width: max(0, rect.width - 4), height: rect.height)
        guard let row = chosen?.row else { return }
        let title = OriginStrings.by(row.measure.name, page.overview.origin.name)
        grid.section(
            Line(title, theme.style(Hue.of(row.type)).adding(.bold)),
            note: OriginStrings.twelveMonths,
            in: body.cutTop(1),
            theme: theme
        )
        let window = ChartWindow(.year, ending: environment.now, data: nil, calendar: environment.calendar)
        let data = OriginChartData(type: row.type, days: row.days, environment: environment).chart(window)
        ChartView(ofOrigin: row.type, data, cursor: nil, environment).drawPicture(in: body, on: &grid)
    }

    // MARK: Beneath them

    /// A section below the table: its heading, and lines with a name and a text.
    private struct Section {
        let title: String
        let note: String
        let lines: [(name: String, text: String)]
    }

    private var sections: [Section] {
        guard let rest = content.rest else { return [] }
        var sections: [Section] = []
        if case .device(let device) = page.overview.origin { sections += self.sections(of: device) }
        if !rest.gaps.isEmpty { sections.append(section(rest.gaps)) }
        if !rest.places.isEmpty { sections.append(section(rest.places)) }
        if case .source = page.overview.origin, rest.software.count > 1 { sections.append(section(rest.software)) }
        return sections
    }

    /// The newest versions of a source's app, with the days on which it ran them.
    private func section(_ versions: [SoftwareSpan]) -> Section {
        Section(
            title: OriginStrings.versions,
            note: versions.count > 6 ? OriginStrings.of(6, versions.count) : "",
            lines: versions.suffix(6).reversed()
                .map { span in
                    let days = span.days.map {
                        environment.dates.days(
                            from: $0.lowerBound.start(on: clock),
                            through: $0.upperBound.start(on: clock)
                        )
                    }
                    return (span.version ?? SharedStrings.none, days ?? OriginStrings.beforeTheYear)
                }
        )
    }

    private func section(_ gaps: [OriginGap]) -> Section {
        let lived = page.lived(on: clock)
        let missing = gaps.reduce(0) { $0 + $1.days.count }
        return Section(
            title: OriginStrings.withoutData,
            note: OriginStrings.of(missing, lived.count),
            lines: gaps.prefix(6)
                .map { gap in
                    let (first, last) = (gap.days.lowerBound, gap.days.upperBound.advanced(by: -1))
                    let days = environment.dates.days(from: first.start(on: clock), through: last.start(on: clock))
                    return (days, OriginStrings.days(gap.days.count) + owner(of: gap))
                }
        )
    }

    private func owner(of gap: OriginGap) -> String {
        guard let type = page.measureOfGaps else { return "" }
        let measure = Measure(.quantity(type))
        guard let owner = gap.owner else { return "   " + OriginStrings.noSourceHas(measure.name) }
        let value = owner.total.map { format(measure).labelled($0) } ?? OriginStrings.days(owner.days)
        return "   " + OriginStrings.has(owner.source.shownName, value)
    }

    private func section(_ places: [OriginContent.Place]) -> Section {
        Section(
            title: OriginStrings.whereItCounts,
            note: "",
            lines: places.prefix(6)
                .map { place in
                    let text =
                        place.isExcluded
                        ? SourceStrings.leftOut
                        : place.of < 2 ? OriginStrings.onlySource : OriginStrings.place(place.place, of: place.of)
                    return (place.type.entry.name, text)
                }
        )
    }

    private func sections(of device: HKDevice) -> [Section] {
        let sources = page.overview.partners.map { ($0.origin.name, SharedStrings.samples($0.samples)) }
        let devices = page.overview.devices
        func all(_ field: (HKDevice) -> String?) -> String {
            let values = Set(devices.compactMap(field))
            let sorted = values.sorted { $0.compare($1, options: .numeric) == .orderedAscending }
            return sorted.isEmpty ? SharedStrings.none : sorted.joined(separator: ", ")
        }
        let facts = [
            (OriginStrings.name, device.name), (OriginStrings.maker, device.manufacturer),
            (OriginStrings.model, device.model), (OriginStrings.hardware, device.hardwareVersion),
            (OriginStrings.firmware, all(\.firmwareVersion)), (OriginStrings.softwareHeading, all(\.softwareVersion)),
        ]
        return [
            Section(title: OriginStrings.sourcesOnIt, note: "", lines: sources.prefix(4).map { $0 }),
            Section(title: OriginStrings.asSamplesSay, note: "", lines: facts.map { ($0, $1 ?? SharedStrings.none) }),
        ]
    }

    private func draw(_ section: Section, in body: inout Rect, on grid: inout CellGrid) {
        let heading = body.cutTop(1)
        grid.section(
            Line(section.title, theme.heading),
            note: section.note,
            in: Rect(x: heading.x + 1, y: heading.y, width: max(0, heading.width - 2), height: heading.height),
            theme: theme
        )
        let names = min(section.lines.map(\.name.displayWidth).max() ?? 0, max(8, body.width / 2))
        for line in section.lines where body.height > 0 {
            let row = body.cutTop(1)
            grid.write(line.name.truncated(to: names, ellipsis: ellipsis), in: row, x: 2)
            let text = Line(line.text, theme.dim).truncated(to: row.width - names - 6, ellipsis: ellipsis)
            grid.write(text, in: row, x: names + 4)
        }
        if body.height > 0 { _ = body.cutTop(1) }
    }

    // MARK: What is read

    private func drawReading(in rect: Rect, on grid: inout CellGrid) {
        let (what, facts) = day.map(reading) ?? chosen.map(reading) ?? ("", [])
        guard !what.isEmpty else { return }
        grid.write(theme.glyphs.cursorRow, in: rect, style: theme.accent)
        let name = Line(what, .bold).truncated(to: rect.width - 2, ellipsis: ellipsis)
        let room = rect.width - name.width - 4
        grid.write(name + Line("  ") + Line.fitting(facts, by: Line(", ", theme.dim), in: room), in: rect, x: 1)
    }

    private func reading(_ day: CalendarDay) -> (String, [Line]) {
        let values = entries.compactMap { entry -> Line? in
            guard let row = entry.row, let value = row.days.days[day] else { return nil }
            let text = format(row.measure).labelled(value.value, value.second)
            return Line(row.measure.name + " ", theme.dim) + Line(text)
        }
        let count = Line(OriginStrings.measures(page.count(day), of: page.rows.count), .bold)
        return (environment.dates.longDay(day.start(on: clock)), [count] + values)
    }

    private func reading(_ entry: OriginEntry) -> (String, [Line]) {
        guard let row = entry.row, let latest = row.latest else {
            return (entry.name, [Line(SharedStrings.samples(entry.count.samples), theme.dim)])
        }
        let value = format(row.measure).labelled(latest.value.value, latest.value.second)
        var facts = [
            Line(latest.day == page.year.today && !row.days.isOver(latest.day) ? SharedStrings.soFar(value) : value),
            Line(environment.dates.day(latest.day.start(on: clock)), theme.dim),
        ]
        let counted = row.days.days.keys.count { page.year.days.contains($0) }
        if let first = row.first {
            let start = max(first, page.year.start.start(on: clock))
            facts.append(Line(OriginStrings.since(counted, environment.dates.dayMonthAndYear(start)), theme.dim))
        }
        facts.append(Line(SharedStrings.samples(entry.count.samples), theme.dim))
        return (entry.name, facts)
    }
}
