import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

extension NightFormScreen {
    package func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        if FormPage.isWide(rect), rect.height >= 30 { return drawWide(in: rect, on: &grid, environment) }
        let help = [NightStrings.stagesHelp, NightStrings.timesHelp, SharedStrings.savedFromHealth]
        var body = rect
        let lines = form.fields.count + (rect.height > 12 ? 1 : 0)
        guard let night = entry.night, !entry.timeRanges.isEmpty, rect.height >= lines + 11 else {
            return FormPage(form: form, help: help).draw(in: rect, on: &grid, environment)
        }
        let words = NightStrings.stagesHelp.wrapped(to: max(1, rect.width - 2)).count
        let page = body.cutTop(min(lines + max(2, words) + 2, rect.height - 9))
        FormPage(form: form, help: [NightStrings.stagesHelp]).draw(in: page, on: &grid, environment)
        if let summary = entry.summary {
            let facts = [Line(summary, .bold)] + (entry.remark.map { [Line($0, environment.theme.dim)] } ?? [])
            grid.write(Line.fitting(facts, by: "   ", in: rect.width - 2), in: body.cutTop(1), x: 1)
        }
        _ = body.cutTop(body.height > 8 ? 1 : 0)
        drawNight(night, remarks: [], in: body.cutTop(min(body.height, 22)), on: &grid, environment)
    }

    /// The fields over the whole width, the input of the focused one, and the night as it is typed.
    private func drawWide(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        let theme = environment.theme
        var body = rect
        _ = body.cutTop(1)
        let used = form.drawBoxes(in: body, on: &grid, theme: theme, rows: 2)
        _ = body.cutTop(used + 1)
        let error = form.focusedField?.error.map { [($0, theme.error)] } ?? []
        for (text, style) in error + entry.help.map({ ($0, theme.dim) }) {
            for line in text.wrapped(to: max(1, rect.width - 6)) {
                grid.write(line, in: body.cutTop(1), x: 3, style: style)
            }
        }
        _ = body.cutTop(2)
        guard let night = entry.night else { return }
        let counts = entry.sampleCount
        let section = body.cutTop(1).inset(horizontally: 3)
        grid.section(
            Line(NightStrings.asItWillBeSaved, theme.style(.sleep).adding(.bold)),
            note: counts > 0 ? NightStrings.samples(counts, title) : "",
            in: section,
            theme: theme
        )
        _ = body.cutTop(1)
        let bottom = body.cutBottom(2)
        if !entry.timeRanges.isEmpty {
            drawNight(night, remarks: remarks(theme), in: body.cutTop(min(body.height, 26)), on: &grid, environment)
        }
        guard let summary = entry.summary else { return }
        let facts = [Line(summary, .bold)] + (entry.remark.map { [Line($0, theme.dim)] } ?? [])
        let line = Line.fitting(facts, by: "   ", in: bottom.width - 6)
        grid.write(Line("\(theme.glyphs.done) ", theme.good) + line, in: bottom, x: 3)
    }

    /// The duration of each stage, and its share.
    private func remarks(_ theme: Theme) -> [[Line]] {
        let total = entry.timeRanges.reduce(0) { $0 + $1.interval.duration }
        return entry.values.map { value in
            let length = entry.timeRanges.filter { $0.value.rawValue == value }.reduce(0) { $0 + $1.interval.duration }
            let share = NightStrings.share(total > 0 ? length / total : 0)
            let text = NumberText.duration(length).fitted(to: 12, alignment: .right)
            return [Line(text, .bold) + Line(share.fitted(to: 7, alignment: .right), theme.dim)]
        }
    }

    /// The night as it will be saved.
    private func drawNight(
        _ night: DateInterval,
        remarks: [[Line]],
        in rect: Rect,
        on grid: inout CellGrid,
        _ environment: ConsoleEnvironment
    ) {
        let used = entry.values
        let places = Dictionary(used.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        func share(_ date: Date) -> Double { date.timeIntervalSince(night.start) / max(1, night.duration) }
        let segments = entry.timeRanges.compactMap { timeRange in
            places[timeRange.value.rawValue]
                .map {
                    TimelineSegment(row: $0, start: share(timeRange.interval.start), end: share(timeRange.interval.end))
                }
        }
        let labels = CivilHours.hours(in: night, environment.calendar)
            .map { AxisLabel(share($0), environment.dates.hour($0)) }
        var chart = TimelineChart(rows: used.map(SleepStage.name), segments: segments, labels: labels)
        chart.isStepped = true
        chart.hues = used.map { Hue.ofSleep($0) ?? .sleep }
        if !remarks.isEmpty { (chart.remarks, chart.remarkWidth) = (remarks, 24) }
        chart.draw(in: rect, on: &grid, theme: environment.theme)
    }
}
