import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

/// Nights on one clock: minutes of local time, counted from an hour without sleep.
struct NightClock: Sendable {
    let calendar: Calendar
    /// The minute of the day from which the minutes are counted.
    let evening: Double

    private static let day = 1_440.0

    /// A clock that begins at a minute of the day; 18:00 is the usual one.
    init(calendar: Calendar, evening: Double = 1_080) {
        self.calendar = calendar
        self.evening = evening
    }

    /// A clock that begins in the longest time of day in which none of several nights has sleep.
    init(calendar: Calendar, _ nights: [ChartNight?]) {
        let plain = NightClock(calendar: calendar)
        var spans = nights.compactMap { $0 }
            .flatMap { night in
                night.segments.map { segment in
                    let start = plain.minute(segment.start, in: night.zone)
                    return (start: start, end: start + segment.end.timeIntervalSince(segment.start) / 60)
                }
            }
        guard !spans.isEmpty else {
            self = plain
            return
        }
        // Spans that pass the start of the clock are repeated at its end.
        spans += spans.map { ($0.start + Self.day, $0.end + Self.day) }
        spans.sort { $0.start < $1.start }
        var free = (start: 0.0, length: spans[0].start)
        var reached = -1.0
        for span in spans where span.start < Self.day * 2 {
            if reached >= 0, span.start - reached > free.length { free = (reached, span.start - reached) }
            reached = max(reached, span.end)
        }
        // The usual start is kept if there was no sleep then.
        guard spans.contains(where: { $0.start < Self.day && $0.end > Self.day }) else {
            self = plain
            return
        }
        let middle = ((plain.evening + free.start + free.length / 2) / 60).rounded(.down) * 60
        self.init(calendar: calendar, evening: middle.truncatingRemainder(dividingBy: Self.day))
    }

    /// The minute of a moment on the clock, 0 to 1,440 from its beginning on.
    ///
    /// - Parameters:
    ///   - date: The moment.
    ///   - zone: The time zone of the night; `nil` for the person's.
    /// - Returns: The minute.
    func minute(_ date: Date, in zone: TimeZone? = nil) -> Double {
        let clock = CivilClock(zone ?? calendar.timeZone)
        return minute(ofDay: clock.local(date.timeIntervalSinceReferenceDate))
    }

    /// The minute of a time of day on the clock.
    ///
    /// - Parameter seconds: Seconds since any midnight.
    /// - Returns: The minute.
    func minute(ofDay seconds: Double) -> Double {
        let minute = seconds / 60 - evening
        return minute - (minute / Self.day).rounded(.down) * Self.day
    }

    /// A minute of the clock as clocks show it.
    func text(_ minute: Double) -> String {
        let all = Int((minute + evening).rounded()) % 1_440
        return DateStrings.time(all / 60, all % 60)
    }

    /// A time as ranges on the clock: where clocks change it is cut, so that each range is where clocks show it.
    func timeRanges(_ segment: ChartSegment, row: Int, in zone: TimeZone? = nil) -> [ClockColumnsChart.TimeRange] {
        let clock = CivilClock(zone ?? calendar.timeZone)
        var found: [ClockColumnsChart.TimeRange] = []
        var from = segment.start
        while from < segment.end, found.count < 8 {
            let change = clock.nextChange(after: from.timeIntervalSinceReferenceDate)
            let to = change.isFinite ? min(Date(timeIntervalSinceReferenceDate: change), segment.end) : segment.end
            guard to > from else { break }
            let start = minute(from, in: zone)
            found.append(
                ClockColumnsChart.TimeRange(row: row, start: start, end: start + to.timeIntervalSince(from) / 60)
            )
            from = to
        }
        return found
    }

    /// The mean of times of day on the circle, as a minute of the clock, and how far they are from it on average.
    ///
    /// - Parameter times: Seconds since midnight.
    /// - Returns: The mean; nil if there are no times, or no usual time.
    func mean(_ times: [Double]) -> (mean: Double, deviation: Double)? {
        guard let mean = ClockMean(times).seconds else { return nil }
        let variance = times.reduce(0.0) { sum, time in
            let apart = abs(time - mean) / 60
            let distance = min(apart, Self.day - apart)
            return sum + distance * distance
        }
        return (minute(ofDay: mean), (variance / Double(times.count)).squareRoot())
    }
}

extension ChartText {
    private var clock: NightClock { NightClock(calendar: dates.calendar, data.nights) }

    /// The usual bedtime and time of waking of several nights, of the night without naps.
    var bedtime: (mean: Double, deviation: Double)? { clock.mean(data.nights.compactMap { $0?.bedtime }) }
    var waking: (mean: Double, deviation: Double)? { clock.mean(data.nights.compactMap { $0?.wakeTime }) }

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
            + [dates.time(interval.start) + " – " + dates.time(interval.end)] + napFacts(night)
            + stages.compactMap { stage in
                night.durations[stage.rawValue]
                    .map { NightStrings.ofStage(SleepStage.name(stage.rawValue), NumberText.duration($0)) }
            }
    }
}

extension ChartText {
    /// The naps of a day in words; empty if there are none.
    func napFacts(_ night: ChartNight) -> [String] {
        let naps = night.naps
        guard !naps.isEmpty else { return [] }
        return [NightStrings.naps(naps.count, NumberText.duration(naps.reduce(0) { $0 + $1.asleep }))]
    }
}

extension ChartView {
    /// Several nights side by side, from bedtime to waking on one clock.
    func drawNights(in rect: Rect, on grid: inout CellGrid) {
        let clock = NightClock(calendar: dates.calendar, data.nights)
        let timeRanges = data.nights.map { night in
            (night?.segments ?? []).flatMap { clock.timeRanges($0, row: Self.stageRow($0.value), in: night?.zone) }
        }
        let all = timeRanges.flatMap { $0 }
        let low = all.map(\.start).min() ?? 240
        // A period longer than a day and a half isn't a night, and ends at the foot.
        let high = min(all.map(\.end).max() ?? 840, low + 2_160)
        let columns = data.bars.indices.map { index in
            let bar = data.bars[index]
            let day = bar.interval.start
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
        let nights = Double(max(1, data.nights.count { $0?.sleeps.isEmpty == false }))
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

    /// The moment when a night's time asleep reached the goal; nil if it didn't, and for weekly goals.
    private func goalMark(_ index: Int, _ clock: NightClock) -> ClockColumnsChart.Mark? {
        guard let goal, goal.goal.period == .day, data.nights.indices.contains(index), let night = data.nights[index]
        else { return nil }
        let isGood = goal.goal.bound == .atLeast
        guard goalState(index) == (isGood ? .met : .missed) else { return nil }
        return night.moment(ofSleep: goal.history.limit)
            .map { ClockColumnsChart.Mark(clock.minute($0, in: night.zone), isGood: isGood) }
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
    static func hours(_ seconds: Double) -> [String] {
        let minutes = Int((min(max(0, seconds), 360_000) / 60).rounded())
        let rest = String(minutes % 60)
        return [String(minutes / 60) + ":" + (rest.count < 2 ? "0" : "") + rest, String((minutes + 30) / 60)]
    }
}
