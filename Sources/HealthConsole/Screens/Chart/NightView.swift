import Foundation
import HealthEntry
import HealthKit
import TerminalUI

extension ChartText {
    /// The figures of one night.
    var nightFigures: [Figure] {
        guard let timeline = data.timeline, let night = timeline.night else { return [] }
        var figures: [Figure] = []
        if let total = data.total {
            figures.append(Figure(name: NightStrings.timeAsleep, value: NumberText.duration(total)))
        }
        let bed = timeline.durations[HKCategoryValueSleepAnalysis.inBed.rawValue] ?? 0
        if bed > 0 { figures.append(Figure(name: NightStrings.inBedFigure, value: NumberText.duration(bed))) }
        let times = dates.time(night.interval.start) + " – " + dates.time(night.interval.end)
        figures.append(Figure(name: NightStrings.fromTo, value: times))
        let awake = HKCategoryValueSleepAnalysis.awake.rawValue
        let count = night.segments.count { $0.value == awake }
        if count > 0 {
            let length = NumberText.duration(night.durations[awake] ?? 0)
            figures.append(Figure(name: NightStrings.awakeFigure, value: NightStrings.awakeTimes(count, length)))
        }
        return figures
    }

    /// When a stage of the night was and what it says: how long, between which others, the pulse, and who tells it.
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
    /// The night's heart rate, on the time that its stages are drawn over; nil where there is none.
    func pulseLine(_ timeline: ChartTimeline, in time: DateInterval) -> TimelineLine? {
        guard timeline.pulse.count > 1 else { return nil }
        var points: [TimelineLine.Point?] = []
        var last: Date?
        for point in timeline.pulse {
            // Where nothing was measured for half an hour there is no line.
            if let last, point.date.timeIntervalSince(last) > 1_800 { points.append(nil) }
            let x = point.date.timeIntervalSince(time.start) / max(1, time.duration)
            points.append(TimelineLine.Point(x, point.value))
            last = point.date
        }
        return TimelineLine(title: NightStrings.heartRateLine, points: points, hue: .heart)
    }
}
