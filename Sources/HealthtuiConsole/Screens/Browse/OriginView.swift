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
            unread: unread,
            mostYears: max(7, body.height / 3),
            environment: environment
        )
        let rows = year.height(width: body.width)
        if !page.rows.isEmpty || unread != nil, body.height >= rows + 4, year.fits(width: body.width) {
            let isRoomy = body.height >= rows + 20
            if isRoomy { _ = body.cutTop(1) }
            year.draw(in: body.cutTop(rows), on: &grid)
            if isRoomy { _ = body.cutTop(1) }
        }
        if body.width >= Self.wideEnough, body.height >= 10, !isPlain {
            drawChart(in: body.cutRight(body.width - min(84, body.width / 2)), on: &grid)
        }
        drawTable(in: &body, on: &grid)
        for section in sections(width: body.width) where body.height >= 3 {
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
        let bars = page.year.bars
        let ends = [bars.first, bars.last].compactMap { $0?.lowerBound }
        let names = ends.map { day in
            let start = day.start(on: clock)
            return page.year.showsAll && ends.first?.year != ends.last?.year
                ? environment.dates.year(start) : environment.dates.month(start)
        }
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
        ) { cells(entries[$0], bars) }
        let sections = sections(width: body.width)
        let rest = body.height >= 8 ? min(body.height / 2, 12) : 0
        // The sections below get the space that the table doesn't need.
        let height = sections.isEmpty ? body.height : min(entries.count + 1, body.height - rest)
        table.draw(in: body.cutTop(height), on: &grid, theme: theme)
        if !sections.isEmpty, body.height > 0 { _ = body.cutTop(1) }
    }

    private func cells(_ entry: OriginEntry, _ bars: [Range<CalendarDay>]) -> TableRow {
        guard let row = entry.row else {
            let count = Line(SharedStrings.samples(entry.count.samples), theme.dim)
            let isUnread = unread != nil && !(entry.count.type is UnknownSampleType)
            return TableRow([Line(entry.name, theme.dim), isUnread ? Line(ellipsis, theme.dim) : count])
        }
        let values = bars.map { row.value($0) }
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
        let window = window(of: row, width: body.width)
        let bars =
            switch window.step {
            case .hour, .day: OriginStrings.days(window.count)
            case .week: OriginStrings.weeks(window.count)
            case .month: OriginStrings.months(window.count)
            case .year: OriginStrings.years(window.count)
            }
        let isMean = row.measure.barsAverageDays && window.step.isAveragedByDay
        grid.section(
            Line(title, theme.style(Hue.of(row.type)).adding(.bold)),
            note: isMean ? OriginStrings.meanOfDays(bars) : bars,
            in: body.cutTop(1),
            theme: theme
        )
        let data = OriginChartData(type: row.type, days: row.days, environment: environment).chart(window)
        ChartView(ofOrigin: row.type, data, cursor: nil, environment).drawPicture(in: body, on: &grid)
    }

    /// The weeks of a year whose bars take two columns each, and the axis.
    private static let weeks = (count: 52, width: 52 * 2 + 8)

    /// The bars of the chart: of a year the weeks if there is room for them, else the months.
    private func window(of row: OriginRow, width: Int) -> ChartWindow {
        let (now, calendar) = (environment.now, environment.calendar)
        if page.year.showsAll {
            let data = row.first.flatMap { first in row.last.map { first...max(first, $0) } }
            return ChartWindow(.all, ending: now, data: data, calendar: calendar)
        }
        guard width >= Self.weeks.width else { return ChartWindow(.year, ending: now, data: nil, calendar: calendar) }
        let first = page.year.start.advanced(by: 7 * (OriginYear.weeks - Self.weeks.count)).start(on: clock)
        return ChartWindow(.week, from: first, through: now, calendar: calendar)
    }

    // MARK: Beneath them

    /// A section below the table: its heading, and lines with a name and a text.
    private struct Section {
        let title: String
        let note: String
        let lines: [(name: String, texts: [String])]

        init(title: String, note: String = "", lines: [(name: String, text: String)]) {
            self.init(title: title, note: note, lines: lines.map { ($0.name, [$0.text]) })
        }

        /// A section of lines whose texts also have shorter forms.
        init(title: String, note: String = "", lines: [(name: String, texts: [String])]) {
            self.title = title
            self.note = note
            self.lines = lines
        }
    }

    private func sections(width: Int) -> [Section] {
        guard let rest = content.rest else { return [] }
        var sections: [Section] = []
        if case .device(let device) = page.overview.origin { sections += self.sections(of: device) }
        if !rest.gaps.isEmpty { sections.append(section(rest.gaps)) }
        if !rest.places.isEmpty { sections.append(section(rest.places, width: width)) }
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

    /// The measures for which it counts first, or who counts before it; those of which it is the only source together.
    private func section(_ places: [OriginPlace], width: Int) -> Section {
        let alone = places.filter { $0.place != nil && $0.of < 2 && $0.leftOut == 0 }
        var lines = places.filter { !alone.contains($0) }.prefix(alone.isEmpty ? 6 : 5)
            .map { (name: $0.measure.name, texts: texts($0)) }
        if !alone.isEmpty {
            let names = alone.map(\.measure.name).joined(separator: ", ")
            let number =
                alone.count == places.count ? OriginStrings.all(alone.count) : OriginStrings.others(alone.count)
            lines.append((names.displayWidth <= width / 2 ? names : number, [OriginStrings.onlySource]))
        }
        return Section(title: OriginStrings.whereItCounts, lines: lines)
    }

    /// How a source counts for a measure, the longest form first.
    private func texts(_ place: OriginPlace) -> [String] {
        guard let number = place.place else { return [SourceStrings.leftOut] }
        guard place.of > 1 else { return [OriginStrings.onlyCounting] }
        switch place.rule {
        case .each: return [OriginStrings.each(of: place.of)]
        case .nights: return [OriginStrings.nights(of: place.of)]
        case .ordered:
            let position =
                place.first.map { OriginStrings.place(number, of: place.of, after: $0.shownName) }
                ?? OriginStrings.first(of: place.of)
            let parts = place.share.map(parts) ?? []
            return (0...parts.count).reversed()
                .map { count in
                    count == 0 ? position : position + ": " + parts.prefix(count).joined(separator: ", ")
                }
        }
    }

    private func parts(_ share: OriginPlace.Share) -> [String] {
        switch share {
        case .total(let share):
            // A source that has little isn't said to have nothing, nor one that has nearly all to have all.
            let percent = share <= 0 ? 0 : share >= 1 ? 100 : min(99, max(1, (share * 100).rounded()))
            return [OriginStrings.own(NumberText.text(percent, decimals: 0))]
        case .workouts(let whole, let part, let all):
            return [OriginStrings.counted(whole, of: all)] + (part > 0 ? [OriginStrings.countedInPart(part)] : [])
        }
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
            let room = row.width - names - 6
            let text = line.texts.first { $0.displayWidth <= room } ?? line.texts.last ?? ""
            grid.write(Line(text, theme.dim).truncated(to: room, ellipsis: ellipsis), in: row, x: names + 4)
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
        if page.year.showsAll { return reading(week: page.year.week(of: day)) }
        let values = entries.compactMap { entry -> Line? in
            guard let row = entry.row, let value = row.days.days[day] else { return nil }
            let text = format(row.measure).labelled(value.value, value.second)
            return Line(row.measure.name + " ", theme.dim) + Line(text)
        }
        let count = Line(OriginStrings.measures(page.count(day), of: page.rows.count), .bold)
        return (environment.dates.longDay(day.start(on: clock)), [count] + values)
    }

    private func reading(week: Range<CalendarDay>) -> (String, [Line]) {
        let values = entries.compactMap { entry -> Line? in
            guard let row = entry.row, let value = row.days.fold(week) else { return nil }
            let text = format(row.measure).labelled(value.value, value.second)
            let isMean = row.measure.kind != .total && value.mean != nil
            let mean = Line(isMean ? " (" + HeatStrings.mean(value.days) + ")" : "", theme.dim)
            return Line(row.measure.name + " ", theme.dim) + Line(text) + mean
        }
        let days = environment.dates.days(
            from: week.lowerBound.start(on: clock),
            through: week.upperBound.advanced(by: -1).start(on: clock)
        )
        let count = Line(OriginStrings.measures(page.count(ofWeek: week.lowerBound), of: page.rows.count), .bold)
        return (days, [count] + values)
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
