import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

/// Nights on one clock: the minutes that a wall clock shows, counted from the evening at which a night's day begins.
struct NightClock: Sendable {
    let calendar: Calendar
    /// The offset of the day's start from midnight, in seconds below zero.
    let dayOffset: TimeInterval

    private var evening: Double { (dayOffset / 60 + 1_440).truncatingRemainder(dividingBy: 1_440) }

    /// The minute of a moment on the clock, 0 to 1,440 from the evening on.
    func minute(_ date: Date) -> Double {
        let parts = calendar.dateComponents([.hour, .minute, .second], from: date)
        let minute = Double(parts.hour ?? 0) * 60 + Double(parts.minute ?? 0) + Double(parts.second ?? 0) / 60
        return (minute - evening + 1_440).truncatingRemainder(dividingBy: 1_440)
    }

    /// A minute of the clock as clocks show it.
    func text(_ minute: Double) -> String {
        let all = Int((minute + evening).rounded()) % 1_440
        return DateStrings.time(all / 60, all % 60)
    }

    /// A time as ranges on the clock: where clocks change it is cut, so that each range is where clocks show it.
    func timeRanges(_ segment: ChartSegment, row: Int) -> [ClockColumnsChart.TimeRange] {
        var found: [ClockColumnsChart.TimeRange] = []
        var from = segment.start
        while from < segment.end, found.count < 8 {
            let change = calendar.timeZone.nextDaylightSavingTimeTransition(after: from)
            let to = change.map { min($0, segment.end) } ?? segment.end
            guard to > from else { break }
            let start = minute(from)
            found.append(
                ClockColumnsChart.TimeRange(row: row, start: start, end: start + to.timeIntervalSince(from) / 60)
            )
            from = to
        }
        return found
    }

    /// The average of some minutes, and how far they are from it on average; nil of none.
    static func mean(_ minutes: [Double]) -> (mean: Double, deviation: Double)? {
        guard !minutes.isEmpty else { return nil }
        let mean = minutes.reduce(0, +) / Double(minutes.count)
        let variance = minutes.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(minutes.count)
        return (mean, variance.squareRoot())
    }
}

extension ChartText {
    private var clock: NightClock { NightClock(calendar: dates.calendar, dayOffset: dayOffset) }

    /// The average bedtime and time of waking of several nights.
    var bedtime: (mean: Double, deviation: Double)? {
        NightClock.mean(data.nights.compactMap { $0.map { clock.minute($0.interval.start) } })
    }
    var waking: (mean: Double, deviation: Double)? {
        NightClock.mean(data.nights.compactMap { $0.map { clock.minute($0.interval.end) } })
    }

    /// The figures of several nights.
    var nightsFigures: [Figure] {
        guard let average = data.dailyAverage else { return [] }
        var figures = [Figure(name: NightStrings.timeAsleep, value: NightStrings.aNight(NumberText.duration(average)))]
        for (name, time) in [(NightStrings.bedtimeFigure, bedtime), (NightStrings.wakingFigure, waking)] {
            guard let time else { continue }
            let deviation = NumberText.duration((time.deviation.rounded()) * 60)
            figures.append(Figure(name: name, value: NightStrings.plusMinus(clock.text(time.mean), deviation)))
        }
        return figures
    }

    /// The night of a bar in words: its duration, its times, and its stages.
    func facts(_ night: ChartNight, asleep: Double) -> [String] {
        let interval = night.interval
        let stages: [HKCategoryValueSleepAnalysis] = [.asleepDeep, .asleepREM, .awake]
        return [NightStrings.asleep(NumberText.duration(asleep))]
            + [dates.time(interval.start) + " – " + dates.time(interval.end)]
            + stages.compactMap { stage in
                night.durations[stage.rawValue]
                    .map { NightStrings.ofStage(SleepStage.name(stage.rawValue), NumberText.duration($0)) }
            }
    }
}

extension ChartView {
    /// Several nights side by side, from bedtime to waking on one clock.
    func drawNights(in rect: Rect, on grid: inout CellGrid) {
        let clock = NightClock(calendar: dates.calendar, dayOffset: dayOffset)
        let timeRanges = data.nights.map { night in
            (night?.segments ?? []).flatMap { clock.timeRanges($0, row: Self.stageRow($0.value)) }
        }
        let all = timeRanges.flatMap { $0 }
        let low = all.map(\.start).min() ?? 240
        // A period longer than a day and a half isn't a night, and ends at the foot.
        let high = min(all.map(\.end).max() ?? 840, low + 2_160)
        let columns = data.bars.indices.map { index in
            let bar = data.bars[index]
            let day = bar.interval.start.addingTimeInterval(-dayOffset)
            let number = dates.calendar.component(.day, from: day)
            return ClockColumnsChart.Column(
                titles: bar.sum.map(Self.hours) ?? [],
                labels: [dates.weekday(day), String(number)],
                timeRanges: timeRanges.indices.contains(index) ? timeRanges[index] : [],
                mark: goalMark(index, clock)
            )
        }
        var body = rect
        let legend = rect.width >= 70 ? Self.stageRows : []
        let row = body.cutBottom(body.height >= 14 && !legend.isEmpty ? 1 : 0)
        var chart = ClockColumnsChart(
            columns: columns,
            range: low...high,
            hues: [.awake, .rem, .core, .deep, .muted],
            format: { clock.text($0) }
        )
        chart.cursor = cursor
        chart.levels = [(text.bedtime, NightStrings.bedtimeLine), (text.waking, NightStrings.wakingLine)]
            .compactMap { time, words in
                time.map { ChartLevel($0.mean, words: [words(clock.text($0.mean))]) }
            }
        chart.draw(in: body, on: &grid, theme: theme)
        drawLegend(legend, in: row, on: &grid)
    }

    /// Draws the legend of the stages' colours and textures, with the average duration of each.
    private func drawLegend(_ stages: [HKCategoryValueSleepAnalysis], in rect: Rect, on grid: inout CellGrid) {
        guard !rect.isEmpty else { return }
        let nights = Double(max(1, data.nights.count { $0 != nil }))
        let parts =
            stages.map { stage in
                let total = data.nights.reduce(0) { $0 + ($1?.durations[stage.rawValue] ?? 0) }
                let mark = ClockColumnsChart.key(
                    Self.stageRow(stage.rawValue),
                    Hue.ofSleep(stage.rawValue) ?? hue,
                    theme
                )
                let words = " " + SleepStage.name(stage.rawValue) + " " + NumberText.duration(total / nights)
                return mark + Line(words, theme.dim)
            } + goalLegend
        grid.write(Line.fitting(parts, by: "   ", in: rect.width - 2), in: rect, x: 1)
    }

    /// When the time asleep of a night came to the goal; nil where it did not, and for a goal of weeks.
    private func goalMark(_ index: Int, _ clock: NightClock) -> ClockColumnsChart.Mark? {
        guard let goal, goal.goal.period == .day, data.nights.indices.contains(index), let night = data.nights[index]
        else { return nil }
        let isGood = goal.goal.bound == .atLeast
        guard goalState(index) == (isGood ? .met : .missed) else { return nil }
        return night.moment(ofSleep: goal.history.limit)
            .map { ClockColumnsChart.Mark(clock.minute($0), isGood: isGood) }
    }

    /// The legend of the goal's marks.
    private var goalLegend: [Line] {
        guard let goal, goal.goal.period == .day else { return [] }
        let amount = unit.text(goal.history.limit)
        let isGood = goal.goal.bound == .atLeast
        let words = isGood ? GoalStrings.reachedMark(amount) : GoalStrings.passedMark(amount)
        return [ClockColumnsChart.Mark(0, isGood: isGood).line(theme) + Line(" " + words, theme.dim)]
    }

    private static let stageRows: [HKCategoryValueSleepAnalysis] = [.awake, .asleepREM, .asleepCore, .asleepDeep]

    /// The row of a value: sleep without a stage looks as core sleep does.
    private static func stageRow(_ value: Int) -> Int {
        switch HKCategoryValueSleepAnalysis(rawValue: value) {
        case .awake: 0
        case .inBed: 4
        case .asleepREM: 1
        case .asleepDeep: 3
        default: 2
        }
    }

    /// Hours and minutes as `7:40`, and the hours alone.
    private static func hours(_ seconds: Double) -> [String] {
        let minutes = Int((min(max(0, seconds), 360_000) / 60).rounded())
        let rest = String(minutes % 60)
        return [String(minutes / 60) + ":" + (rest.count < 2 ? "0" : "") + rest, String((minutes + 30) / 60)]
    }
}
