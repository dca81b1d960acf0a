import Foundation
import HealthtuiEntry
import HealthtuiFacts

/// A chart in words: the figures of its header and the reading under its cursor.
struct ChartText {
    let data: ChartData
    /// The time before, to compare with.
    var before: ChartData?
    /// The kind of earlier time.
    var comparison = ChartComparison.timeBefore
    /// The comparison over the days that both have; nil where they have none.
    var comparedDays: ComparedDays?
    let unit: ChartUnit
    let dates: DateText

    /// A named figure of the header, such as `DAILY AVERAGE 9,804 count`.
    struct Figure: Equatable {
        let name: String
        let value: String
        /// The shorter text used where the value doesn't fit; nil for the value.
        var brief: String?
    }

    /// The figures of the header, as the Health app names them.
    ///
    /// The value of the time before follows the value it's compared with.
    var figures: [Figure] {
        let place = data.kind == .totals ? 1 : 2
        return own.prefix(place) + [compared].compactMap { $0 } + own.dropFirst(place)
    }

    /// The value of the time before, and the difference, over the days that both have.
    private var compared: Figure? {
        guard let before else { return nil }
        let name = comparison == .yearBefore ? ChartStrings.yearBefore : ChartStrings.before
        guard !before.isEmpty else { return Figure(name: name, value: SharedStrings.noData) }
        guard let comparedDays else { return Figure(name: name, value: ChartStrings.noDayOfBoth) }
        let (now, then) = (comparedDays.now, comparedDays.before)
        let change = unit.isClock ? shift(from: then, to: now) : Self.change(from: then, to: now)
        let words = unit.labelled(then) + change
        let isDays = data.window.span != .day
        return Figure(
            name: name,
            value: isDays ? ChartStrings.ofDays(words, comparedDays.count) : words,
            brief: isDays ? words + ", " + ChartStrings.daysBriefly(comparedDays.count, of: comparedDays.count) : words
        )
    }

    /// In how many bars of those that both times have the later is higher, as a sentence; nil where nothing is compared.
    var sentence: String? {
        guard let before, !unit.isClock else { return nil }
        let pairs = zip(data.bars, before.bars)
            .compactMap { now, then in
                Self.value(now).flatMap { now in Self.value(then).map { (now: now, then: $0) } }
            }
        guard !pairs.isEmpty else { return nil }
        let time = comparison == .yearBefore ? ChartStrings.aYearBefore : ChartStrings.theTimeBefore
        let higher = pairs.count { $0.now > $0.then }
        let lower = pairs.count { $0.now < $0.then }
        return higher >= lower
            ? ChartStrings.higher(than: time, higher, of: pairs.count)
            : ChartStrings.lower(than: time, lower, of: pairs.count)
    }

    private static func value(_ bar: ChartBar) -> Double? { bar.sum ?? bar.range?.average }

    /// The difference of two numbers: `, now 12 % more`.
    static func change(from then: Double, to now: Double) -> String {
        guard then > 0 else { return "" }
        let percent = ((now - then) / then * 100).rounded()
        guard percent.isFinite, abs(percent) < 10_000 else { return "" }
        if percent == 0 { return ChartStrings.nowTheSame }
        return percent > 0
            ? ChartStrings.nowMore(NumberText.text(percent)) : ChartStrings.nowLess(NumberText.text(-percent))
    }

    /// How much later or earlier a time of day is than another: `, now 12 min later`.
    private func shift(from then: Double, to now: Double) -> String {
        let shown = unit.shownDistance(now - then)
        if shown == 0 { return ChartStrings.nowTheSame }
        let length = unit.distance(abs(shown))
        return shown > 0 ? ChartStrings.nowLater(length) : ChartStrings.nowEarlier(length)
    }

    /// A mean with the number of days that it is of: `9,804 count, 29 of 30 days`.
    private func figure(_ name: String, mean: String) -> Figure {
        guard let whole = data.whole, data.window.span != .day else { return Figure(name: name, value: mean) }
        let days = days(whole)
        return Figure(name: name, value: mean + ", " + days.whole, brief: mean + ", " + days.brief)
    }

    /// How many days a value is of, and that those without anything are among them.
    func days(_ value: MeasureValue) -> (whole: String, brief: String) {
        let whole = ChartStrings.days(value.days, of: value.of)
        let brief = ChartStrings.daysBriefly(value.days, of: value.of)
        guard data.days?.countsZeros == true else { return (whole, brief) }
        return (CompareStrings.withZeros(whole), ChartStrings.withZerosBriefly(brief))
    }

    /// The total of an average day, where bars are days or averages of days.
    var dailyAverage: Double? {
        guard data.kind == .totals, data.averagesDays, data.window.span != .day,
            data.bars.count(where: { !$0.isEmpty }) > 1
        else {
            return nil
        }
        return data.dailyAverage
    }

    private var own: [Figure] {
        switch data.kind {
        case .totals: data.nights.isEmpty ? totals : nightsFigures
        case .ranges: ranges
        case .pairs: pairs
        case .timeline where data.timeline?.night != nil: nightFigures
        case .timeline: data.total.map { [Figure(name: ChartStrings.total, value: unit.labelled($0))] } ?? []
        }
    }

    private var totals: [Figure] {
        guard let total = data.total else { return [] }
        var whole = Figure(name: ChartStrings.total, value: unit.labelled(total))
        guard data.averagesDays else {
            // Of minutes, a day without any isn't known to have none; of events it is.
            if let measure = data.days?.measure, measure.canCountZeros, !measure.barsAverageDays {
                whole = figure(ChartStrings.total, mean: whole.value)
            }
            let samples = data.bars.reduce(0) { $0 + $1.samples }
            return unit.style == .count
                ? [whole] : [whole, Figure(name: ChartStrings.samples, value: NumberText.text(samples))]
        }
        guard data.window.span != .day, let average = data.dailyAverage else { return [whole] }
        let mean = figure(ChartStrings.dailyAverage, mean: unit.labelled(average))
        // Levels, such as sleep, have no total.
        return data.whole?.total == nil ? [mean] : [mean, whole]
    }

    private var ranges: [Figure] {
        guard let whole = data.range else { return latest }
        return [
            Figure(name: ChartStrings.range, value: range(whole) + label),
            figure(ChartStrings.average, mean: unit.text(whole.average)),
        ] + (data.restingAverage.map { [Figure(name: ChartStrings.resting, value: unit.text($0))] } ?? [])
            + asleepFigure + latest
    }

    private var pairs: [Figure] {
        var figures: [Figure] = []
        if let upper = data.range { figures.append(Figure(name: ChartStrings.systolic, value: range(upper))) }
        if let lower = data.lower { figures.append(Figure(name: ChartStrings.diastolic, value: range(lower) + label)) }
        if let average = averagePair { figures.append(figure(ChartStrings.average, mean: average)) }
        return figures + halfFigures + latest
    }

    /// The average of a pair, which is a pair; nil if the values aren't pairs.
    var averagePair: String? {
        guard let upper = data.range, let lower = data.lower else { return nil }
        return unit.text(upper.average) + "/" + unit.text(lower.average)
    }

    private var latest: [Figure] {
        guard let latest = data.latest else { return [] }
        return [Figure(name: ChartStrings.latest, value: latest.text + ", " + dates.brief(latest.date))]
    }

    private var label: String { unit.label.isEmpty ? "" : " " + unit.label }

    private func range(_ range: ChartRange) -> String {
        let (low, high) = (unit.text(range.minimum), unit.text(range.maximum))
        return low == high ? low : low + "–" + high
    }

    /// The time that the chart shows.
    var time: String {
        let window = data.window
        return dates.days(from: window.start, through: window.lastMoment)
    }

    /// The time and the value of the bar under the cursor.
    func reading(_ cursor: Int?) -> (when: String, what: [String])? {
        guard let cursor, data.bars.indices.contains(cursor) else { return nil }
        let bar = data.bars[cursor]
        return (when(bar), facts(bar) + earlier(cursor))
    }

    /// The same bar of the time before, in words.
    private func earlier(_ index: Int) -> [String] {
        guard let before else { return [] }
        let bar = before.bars.indices.contains(index) ? before.bars[index] : nil
        guard let value = bar?.sum ?? bar?.range?.average else { return [ChartStrings.beforeNoData] }
        return [ChartStrings.beforeValue(unit.text(value))]
    }

    /// The time of a bar.
    func when(_ bar: ChartBar) -> String {
        let start = bar.interval.start
        let last = bar.interval.end.addingTimeInterval(-1)
        switch data.window.step {
        case .hour: return dates.time(bar.interval.start) + "–" + dates.time(bar.interval.end)
        case .day: return data.window.span == .all ? dates.longDay(start) : dates.shortDay(start)
        case .week: return dates.days(from: start, through: last)
        case .month: return dates.monthAndYear(start)
        case .year: return dates.year(start)
        }
    }

    /// The time of a bar in fewer and fewer words.
    func shorterWhen(_ bar: ChartBar) -> [String] {
        let start = bar.interval.start
        let last = bar.interval.end.addingTimeInterval(-1)
        switch data.window.step {
        case .hour: return [dates.time(bar.interval.start)]
        case .day: return dates.shorterDays(start)
        case .week: return [dates.dayAndMonth(start) + "–" + dates.dayAndMonth(last)] + dates.shorterDays(start)
        case .month, .year: return []
        }
    }

    /// Whether a bar's time is not over yet, so that its value is partial.
    func isPartial(_ bar: ChartBar) -> Bool {
        // Last night is over.
        if data.window.step == .day, data.days?.measure.belongsToNight == true { return false }
        return bar.isPartial(at: dates.now)
    }

    /// The value of a bar without its unit; nil where it has none.
    func value(_ bar: ChartBar) -> String? {
        switch data.kind {
        case .totals: return bar.sum.map(unit.text)
        case .ranges: return bar.range.map { before == nil ? range($0) : unit.text($0.average) }
        case .pairs:
            guard let upper = bar.range, let lower = bar.lower else { return nil }
            return unit.text(upper.average) + "/" + unit.text(lower.average)
        case .timeline: return nil
        }
    }

    /// A bar in words, the most important facts first.
    func facts(_ bar: ChartBar) -> [String] {
        if let timeline = data.timeline { return stages(bar, timeline) }
        var parts: [String] = []
        switch bar.content {
        case .nothing, .pair(upper: nil, _):
            let inBed = data.window.index(of: bar.interval.start)
                .flatMap { data.nights.indices.contains($0) ? data.nights[$0]?.inBed : nil }
            // Time in bed is not time asleep, so it has its own label.
            return [inBed.map { NumberText.duration($0) + " " + NightStrings.inBed } ?? SharedStrings.noData]
        case .sum(let sum, let total):
            if let index = data.window.index(of: bar.interval.start), data.nights.indices.contains(index),
                let night = data.nights[index]
            {
                parts = facts(night, asleep: sum)
                break
            }
            let isAverage = data.window.step.isAveragedByDay && total != sum
            parts.append(isAverage ? SharedStrings.aDay(unit.labelled(sum)) : unit.labelled(sum))
            if isAverage, bar.value?.total != nil { parts.append(ChartStrings.totalValue(unit.text(total))) }
            parts += napFacts(bar)
        case .range(let values):
            parts.append(range(values) + label)
            if values.minimum != values.maximum { parts.append(ChartStrings.averageValue(unit.text(values.average))) }
        case .pair(let upper?, let lower):
            if let lower {
                // A pair is one reading; several have ranges.
                let isOne = upper.minimum == upper.maximum && lower.minimum == lower.maximum
                parts.append(range(upper) + (isOne ? "/" : ChartStrings.over) + range(lower) + label)
            }
            parts += halfFacts(bar)
        }
        if let value = bar.value, data.isOfSeveralDays {
            parts.append(ChartStrings.days(value.days, of: value.of))
        }
        if bar.samples > 0 { parts.append(SharedStrings.samples(bar.samples)) }
        if isPartial(bar), !parts.isEmpty { parts[0] = SharedStrings.soFar(parts[0]) }
        return parts
    }

    /// The categories during an hour.
    private func stages(_ bar: ChartBar, _ timeline: ChartTimeline) -> [String] {
        let found = timeline.segments.filter {
            $0.end > bar.interval.start && $0.start < bar.interval.end || $0.start == bar.interval.start
        }
        let names = timeline.rows.filter { row in found.contains { $0.value == row.value } }.map(\.label)
        return names.isEmpty ? [ChartStrings.nothingRecorded] : names
    }
}
