import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiTerminalUI

extension ChartText {
    /// The figures of one night.
    var nightFigures: [Figure] {
        guard let timeline = data.timeline, let night = timeline.night else { return [] }
        var figures: [Figure] = []
        if let total = data.total {
            figures.append(Figure(name: NightStrings.timeAsleep, value: NumberText.duration(total)))
        }
        if !night.naps.isEmpty {
            let asleep = night.sleeps.filter(\.isNight).reduce(0) { $0 + $1.asleep }
            figures.append(Figure(name: NightStrings.nightFigure, value: NumberText.duration(asleep)))
            let naps = night.naps.reduce(0) { $0 + $1.asleep }
            let text = NightStrings.napsFigure(night.naps.count, NumberText.duration(naps))
            figures.append(Figure(name: NightStrings.napsName, value: text))
        }
        if let bed = night.inBed {
            figures.append(Figure(name: NightStrings.inBedFigure, value: NumberText.duration(bed)))
        }
        let times = dates.time(night.interval.start) + " – " + dates.time(night.interval.end)
        figures.append(Figure(name: NightStrings.fromTo, value: times))
        let awake = HKCategoryValueSleepAnalysis.awake.rawValue
        let count = night.nightSegments.count { $0.value == awake }
        if count > 0 {
            let length = NumberText.duration(night.durations[awake] ?? 0)
            figures.append(Figure(name: NightStrings.awakeFigure, value: NightStrings.awakeTimes(count, length)))
        }
        return figures
    }

    /// The time and the details of a stage of the night: its length, its neighbours, the pulse, and the source.
    func reading(stage index: Int) -> (when: String, what: [String])? {
        guard let stages = data.stages, stages.indices.contains(index) else { return nil }
        let stage = stages[index]
        let length = NumberText.duration(stage.end.timeIntervalSince(stage.start))
        var what = [NightStrings.lasting(SleepStage.name(stage.value), length)]
        let before = index > 0 && stages[index - 1].end == stage.start ? stages[index - 1] : nil
        let after = index + 1 < stages.count && stages[index + 1].start == stage.end ? stages[index + 1] : nil
        if let before, let after {
            what.append(NightStrings.between(SleepStage.name(before.value), SleepStage.name(after.value)))
        }
        let rates = (data.timeline?.pulse ?? []).filter { $0.date >= stage.start && $0.date < stage.end }.map(\.value)
        if !rates.isEmpty {
            let average = rates.reduce(0, +) / Double(rates.count)
            what.append(NightStrings.heartRate(NumberText.text(average, decimals: 0)))
        }
        if !stage.source.isEmpty { what.append(stage.source) }
        return (dates.time(stage.start) + " – " + dates.time(stage.end), what)
    }
}

extension ChartData {
    /// The stages that the cursor reads in the chart of a night, in order; nil where it reads bars.
    var stages: [ChartSegment]? {
        guard let timeline, timeline.night != nil else { return nil }
        let stages = timeline.segments.filter { $0.value != HKCategoryValueSleepAnalysis.inBed.rawValue }
        let found = stages.isEmpty ? timeline.segments : stages
        return found.isEmpty ? nil : found
    }
}

extension ChartView {
    /// The width from which the details of each stage are drawn at its right.
    static let wideNight = 150
    static let remarkWidth = 36
    /// The width from which the duration of each stage is drawn at its right, rather than in bars below.
    static let remarkedNight = 56

    /// The night's heart rate, or its breathing, on the time that its stages are drawn over; nil where there is neither.
    ///
    /// - Parameters:
    ///   - timeline: The night.
    ///   - scale: The times that its stages are drawn over.
    ///   - hasRemarks: Whether there is room for its figures.
    /// - Returns: The line.
    func nightLine(_ timeline: ChartTimeline, _ scale: TimelineScale, hasRemarks: Bool) -> TimelineLine? {
        let isPulse = timeline.pulse.count > 1 && !(showsBreathing && timeline.hasTwoLines)
        let values = isPulse ? timeline.pulse : timeline.breaths
        guard values.count > 1 else { return nil }
        var points: [TimelineLine.Point?] = []
        var last: Date?
        for point in values {
            // A gap of half an hour without measurements breaks the line.
            if let last, point.date.timeIntervalSince(last) > 1_800 { points.append(nil) }
            guard let x = scale.share(point.date) else { continue }
            points.append(TimelineLine.Point(x, point.value))
            last = point.date
        }
        return TimelineLine(
            title: isPulse ? NightStrings.heartRateLine : NightStrings.breathingLine,
            points: points,
            hue: isPulse ? .heart : .respiratory,
            remarks: !hasRemarks ? [] : isPulse ? lineRemarks(timeline) : breathingRemarks(timeline),
            decimals: isPulse ? 0 : 1
        )
    }

    /// Two texts at both ends of a row of remarks.
    private func row(_ left: Line, _ right: Line) -> Line {
        let room = Self.remarkWidth - 3 - left.width - right.width
        return left + Line(String(repeating: " ", count: max(1, room))) + right
    }

    /// The details of each stage: its duration, share and number, and the usual values.
    func stageRemarks(_ timeline: ChartTimeline) -> [[Line]] {
        guard let night = timeline.night else { return [] }
        let bed = HKCategoryValueSleepAnalysis.inBed.rawValue
        let stages = night.durations.filter { $0.key != bed }
        let total = stages.values.reduce(0, +)
        return timeline.rows.map { value, label in
            let style = theme.style(Hue.ofSleep(value) ?? .sleep)
            let name = Line(label, style.adding(.bold))
            let length = timeline.durations[value] ?? 0
            guard value != bed, total > 0 else {
                return [row(name, Line(NumberText.duration(length), .bold))]
            }
            let share = length / total
            let figures = Line(NumberText.duration(length), .bold) + Line("  " + NightStrings.share(share), theme.dim)
            let usual = timeline.usualShares[value].map { NightStrings.usual($0) } ?? ""
            let count = night.nightSegments.count { $0.value == value }
            return [
                row(name, figures), Gauge.line(share, width: Self.remarkWidth - 3, style: style, theme: theme),
                row(Line(usual, theme.dim), Line(NightStrings.times(count), theme.dim)),
            ]
        }
    }

    /// The duration of each stage, and its share.
    func shortRemarks(_ timeline: ChartTimeline) -> [[Line]] {
        let bed = HKCategoryValueSleepAnalysis.inBed.rawValue
        let total = timeline.night?.durations.filter { $0.key != bed }.values.reduce(0, +) ?? 0
        return timeline.rows.map { value, _ in
            let length = timeline.durations[value] ?? 0
            let share = value == bed || total <= 0 ? "" : NightStrings.share(length / total)
            let text = NumberText.duration(length).fitted(to: 12, alignment: .right)
            return [Line(text, .bold) + Line(share.fitted(to: 7, alignment: .right), theme.dim)]
        }
    }

    /// The respiratory rate's least, greatest and average.
    private func breathingRemarks(_ timeline: ChartTimeline) -> [Line] {
        let rates = timeline.breaths.map(\.value)
        guard let least = rates.min(), let most = rates.max() else { return [] }
        func number(_ value: Double) -> String { NumberText.text(value, decimals: 1) }
        let range = least == most ? number(least) : number(least) + "–" + number(most)
        let average = number(rates.reduce(0, +) / Double(rates.count))
        return [
            Line(NightStrings.breathingLine, theme.style(.respiratory).adding(.bold)), .empty,
            row(.empty, Line(NightStrings.aMinute(range), .bold)),
            row(Line(NightStrings.averageRate, theme.dim), Line(average)),
        ]
    }

    private func lineRemarks(_ timeline: ChartTimeline) -> [Line] {
        var lines: [Line] = []
        func add(_ name: String, _ value: String) { lines.append(row(Line(name, theme.dim), Line(value))) }
        func number(_ value: Double) -> String { NumberText.text(value, decimals: 0) }
        if let least = timeline.pulse.min(by: { $0.value < $1.value }),
            let most = timeline.pulse.map(\.value).max()
        {
            let name = Line(NightStrings.heartRateLine, theme.style(.heart).adding(.bold))
            lines += [row(name, Line(NightStrings.rates(number(least.value), number(most)), .bold)), .empty]
            let average = timeline.pulse.map(\.value).reduce(0, +) / Double(timeline.pulse.count)
            add(NightStrings.averageRate, number(average))
            add(NightStrings.leastRate, NightStrings.rateAt(number(least.value), dates.time(least.date)))
        }
        if let resting = timeline.restingRate { add(NightStrings.restingRate, number(resting)) }
        let breaths = timeline.breaths.map(\.value)
        if !breaths.isEmpty {
            let average = breaths.reduce(0, +) / Double(breaths.count)
            add(NightStrings.breathing, NightStrings.aMinute(NumberText.text(average, decimals: 1)))
        }
        return lines
    }

    /// The shares of the stages in one bar, under the night.
    func drawShares(_ timeline: ChartTimeline, in rect: Rect, on grid: inout CellGrid) {
        guard let night = timeline.night else { return }
        let stages = night.durations.filter { $0.key != HKCategoryValueSleepAnalysis.inBed.rawValue }
        let total = stages.values.reduce(0, +)
        guard total > 0 else { return }
        let parts = timeline.rows.compactMap { value, label in
            stages[value]
                .map { length in
                    let name = NightStrings.ofStage(label, NightStrings.share(length / total))
                    return SharesBar.Part(name, share: length / total, hue: Hue.ofSleep(value) ?? .sleep)
                }
        }
        grid.write(Line(NightStrings.shares, theme.dim), in: rect, x: 1)
        var bar = rect
        _ = bar.cutLeft(NightStrings.shares.displayWidth + 3)
        _ = bar.cutRight(Self.remarkWidth)
        SharesBar(parts).draw(in: bar, on: &grid, theme: theme)
    }
}

extension ChartView {
    /// Draws the time and the length of each sleep of a day: the night, with its naps next to it.
    func drawSleeps(_ night: ChartNight, in rect: Rect, on grid: inout CellGrid) {
        let parts = night.sleeps.map { sleep in
            let style = theme.style(.sleep)
            let times = dates.time(sleep.interval.start) + " – " + dates.time(sleep.interval.end)
            return Line(
                sleep.isNight ? NightStrings.night : NightStrings.nap,
                sleep.isNight ? style.adding(.bold) : theme.lit(style)
            ) + Line(" " + NightStrings.ofSleep(times, NumberText.duration(sleep.asleep)), theme.dim)
        }
        grid.write(Line.fitting(parts, by: "   ", in: rect.width - 2), in: rect, x: 1)
    }
}
