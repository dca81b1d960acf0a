import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

// The measures of sleep: the switch above their charts, times of day, and naps.
extension ChartView {
    private var civil: CivilClock { CivilClock(dates.calendar.timeZone) }

    /// A measure in the switch.
    private struct Item {
        let part: Measure.SleepPart
        let name: String
        let value: String
    }

    /// Draws the measures of sleep that have values, each with its name above its value for the time; the displayed one
    /// is always included.
    func drawSleepSwitch(in body: inout Rect, on grid: inout CellGrid) {
        guard let sleepPart, data.sleep != nil, body.height >= 5 else { return }
        let isTall = body.height >= 14
        let rect = body.cutTop(isTall ? 2 : 1)
        let key = Line(Key.tab.label, theme.key)
        let room = rect.width - 2 - (key.width + 2)
        let parts = data.sleepParts(with: sleepPart, on: civil)
        var items = parts.map { item($0, isBrief: false) }
        if width(items, isTall) > room { items = parts.map { item($0, isBrief: true) } }
        while items.count > 1, width(items, isTall) > room {
            if items.last?.part == sleepPart { items.removeFirst() } else { items.removeLast() }
        }
        var x = 1
        for item in items {
            let isShown = item.part == sleepPart
            let name = Line(isShown ? "[" + item.name + "]" : item.name, isShown ? theme.key : theme.dim)
            let value = Line(item.value, .bold)
            grid.write(name.truncated(to: rect.width - x, ellipsis: theme.glyphs.ellipsis), in: rect, x: x)
            let place = isTall ? x : x + name.width + 1
            if place + value.width <= rect.width { grid.write(value, in: rect, x: place, y: isTall ? 1 : 0) }
            x += width(item, isTall) + 2
        }
        if parts.count > 1 { grid.write(key, in: rect, x: max(x, rect.width - key.width - 1)) }
    }

    private func width(_ items: [Item], _ isTall: Bool) -> Int {
        items.reduce(0) { $0 + width($1, isTall) } + 2 * max(0, items.count - 1)
    }

    private func width(_ item: Item, _ isTall: Bool) -> Int {
        let name = item.name.displayWidth + (item.part == sleepPart ? 2 : 0)
        return isTall ? max(name, item.value.displayWidth) : name + 1 + item.value.displayWidth
    }

    private func item(_ part: Measure.SleepPart, isBrief: Bool) -> Item {
        let name = isBrief && part == .efficiency ? NightStrings.efficiencyBriefly : NightStrings.measure(part.rawValue)
        return Item(part: part, name: name, value: value(part, isBrief: isBrief) ?? theme.glyphs.notOffered)
    }

    /// The value of a measure for the time: its mean, or its value for one day; for naps their number, and their length
    /// on one day.
    private func value(_ part: Measure.SleepPart, isBrief: Bool) -> String? {
        guard let days = data.sleep?.parts[part], let value = days.fold(data.sleepSpan(on: civil)) else { return nil }
        let format = MeasureFormat(days.measure) { environment.unit($0) }
        guard days.measure.unit == .duration || part == .naps else { return format.labelled(value.value) }
        func length(_ seconds: Double) -> String { isBrief ? Self.hours(seconds)[0] : NumberText.duration(seconds) }
        guard part == .naps else { return length(value.value) }
        let number = format.text(value.value)
        guard data.window.step == .hour, value.value > 0,
            let time = data.sleep?.parts[.napTime]?.fold(data.sleepSpan(on: civil))
        else { return number }
        return isBrief ? length(time.value) : number + ", " + length(time.value)
    }

    // MARK: Times of day

    /// Draws times of day: a point for each day, and of several days from the earliest to the latest.
    func drawClock(_ axes: ChartAxes, in rect: Rect, on grid: inout CellGrid) {
        let hour = 3_600.0
        var axes = axes
        axes.written = { ($0 * 60).rounded() / 60 }
        axes.format = { ChartUnit.clock($0 * hour) }
        func scaled(_ range: ChartRange?) -> ChartBucket {
            ChartBucket(
                minimum: range.map { $0.minimum / hour },
                maximum: range.map { $0.maximum / hour },
                average: range.map { $0.average / hour }
            )
        }
        if let mean = data.range?.average {
            let text = unit.text(mean)
            let words = [ChartStrings.averageLine(text), ChartStrings.averageLineShort(text)]
            axes.levels.append(ChartLevel(mean / hour, words: words))
        }
        axes.levels += rollingLevels(divisor: hour)
        let rolling = rollingLines(divisor: hour)
        guard data.window.step == .day else {
            var chart = RangeChart(data.bars.map { scaled($0.range) }, axes: axes)
            chart.lines = rolling
            chart.draw(in: rect, on: &grid, theme: theme)
            return
        }
        var series = [data.bars.map { $0.range.map { $0.average / hour } }]
            .map { LineSeries($0, mark: theme.glyphs.closed, joinsGaps: true) }
        if let before {
            let earlier = before.bars.prefix(data.bars.count).map { $0.range.map { $0.average / hour } }
            series.append(LineSeries(Array(earlier), mark: theme.glyphs.open, joinsGaps: true, hue: .before))
        }
        series += rolling.map { LineSeries($0.values, hue: $0.hue) }
        LineChart(series: series, axes: axes).draw(in: rect, on: &grid, theme: theme)
    }

    // MARK: Naps

    /// How long the naps of each bar's day were; empty where bars aren't days of all sleep, or none has a nap.
    var napTimes: [Double?] {
        guard sleepPart == .sleep, data.window.step == .day, let naps = data.sleep?.parts[.napTime] else { return [] }
        let times = data.bars.indices.map { index -> Double? in
            guard let day = data.window.days(ofBar: index, on: civil).first, let time = naps.days[day]?.value, time > 0
            else { return nil }
            return time
        }
        return times.contains { $0 != nil } ? times : []
    }

    /// Draws the legend of the bars' colours, if a night has a nap above it.
    func drawNapLegend(in body: inout Rect, on grid: inout CellGrid) {
        guard data.kind == .totals, data.nights.isEmpty, !overlaysSources, body.height >= 12, !napTimes.isEmpty else {
            return
        }
        let (full, shade) = (theme.glyphs.columnEighths[8], theme.glyphs.shade)
        let nap = Line(theme.colors == .none ? shade : full, theme.style(.nap))
        let parts = [
            Line(full, theme.style(hue)) + Line(" " + NightStrings.nightKey, theme.dim),
            nap + Line(" " + NightStrings.napKey, theme.dim),
        ]
        grid.write(Line.fitting(parts, by: Line("   "), in: body.width - 2), in: body.cutBottom(1), x: 1)
    }

    // MARK: The month of a night

    /// Draws the month that ends with the night, by the measure that is shown.
    func drawSleepMonth(in body: inout Rect, on grid: inout CellGrid) {
        guard let sleepPart, data.timeline?.night != nil, body.height >= 14, let month = sleepMonth(sleepPart) else {
            return
        }
        let isTall = body.height >= 48
        let hasGap = body.height >= 24
        var rect = body.cutBottom(isTall ? 14 : hasGap ? 3 : 2)
        _ = rect.cutTop(hasGap ? 1 : 0)
        let naps = data.sleep?.parts[.naps]
            .map { days in days.span.count { days.days[$0].map { $0.value > 0 } ?? false } }
        let known = month.whole.map { ChartStrings.days($0.days, of: $0.of) } ?? ""
        let note = NightStrings.monthNote(known, naps: naps ?? 0)
        let name = Line(NightStrings.measure(sleepPart.rawValue), theme.style(hue).adding(.bold))
        var head = rect.cutTop(1)
        _ = head.cutLeft(1)
        _ = head.cutRight(1)
        grid.section(name, note: note, in: head, theme: theme)
        var view = of(month, unit: month.unit ?? ChartUnit(.duration))
        view.sleepPart = sleepPart
        view.pictureName = "chart.month"
        if isTall { return view.drawPicture(in: rect, on: &grid) }
        let values = month.bars.map { $0.sum ?? $0.range?.average }
        let (first, last) = (dates.dayAndMonth(month.window.start), dates.dayAndMonth(month.window.lastMoment))
        let room = rect.width - first.displayWidth - last.displayWidth - 4
        let wide = values.flatMap { Array(repeating: $0, count: max(1, min(3, room / max(1, values.count)))) }
        let shape = Sparkline.text(wide, width: room, glyphs: theme.glyphs, baseline: month.kind == .totals ? 0 : nil)
        let line = Line(first + " ", theme.dim) + Line(shape, theme.style(hue)) + Line(" " + last, theme.dim)
        grid.write(line, in: rect, x: 1)
    }

    /// The days up to a night as a chart.
    private func sleepMonth(_ part: Measure.SleepPart) -> ChartData? {
        guard let sleep = data.sleep, let measured = sleep.parts[part], !measured.days.isEmpty else { return nil }
        let window = ChartWindow(
            .month,
            ending: data.window.start,
            data: nil,
            calendar: environment.calendar,
            weeks: 1
        )
        return sleep.chart(measured, window, ChartUnit(ofSleep: measured), on: civil)
    }
}

extension ChartText {
    /// The night and the naps of a day of all sleep that has both, in words.
    func napFacts(_ bar: ChartBar) -> [String] {
        guard case .sleep(.sleep)? = data.days?.measure.subject, data.window.step == .day, let sleep = data.sleep else {
            return []
        }
        let day = CalendarDay(bar.interval.start, on: CivilClock(dates.calendar.timeZone))
        guard let count = sleep.parts[.naps]?.days[day]?.value, count > 0,
            let time = sleep.parts[.napTime]?.days[day]?.value, let night = sleep.parts[.night]?.days[day]?.value
        else { return [] }
        // A day has no more naps than minutes.
        let naps = NightStrings.naps(Int(min(count, 1_440)), NumberText.duration(time))
        return [NightStrings.nightOf(NumberText.duration(night)), naps]
    }
}
