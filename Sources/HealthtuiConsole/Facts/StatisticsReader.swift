import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts

/// Reads a quantity type's statistics for a chart, all of it with statistics collection queries.
struct StatisticsReader: Sendable {
    let environment: ConsoleEnvironment
    let type: HKQuantityType
    let unit: ValueUnit

    init(_ type: HKQuantityType, _ environment: ConsoleEnvironment) {
        self.type = type
        self.environment = environment
        unit = environment.unit(type)
    }

    var isCumulative: Bool { type.aggregationStyle == .cumulative }

    private var options: HKStatisticsOptions {
        isCumulative ? [.cumulativeSum] : [.discreteMin, .discreteMax, .discreteAverage, .mostRecent]
    }

    // MARK: Days

    /// The days of a window, which bars are made of.
    ///
    /// - Parameters:
    ///   - window: The time.
    ///   - separatesSources: Whether to separate the values by source.
    /// - Returns: The days, in the canonical unit.
    /// - Throws: Errors from the store.
    func days(_ window: ChartWindow, separatesSources: Bool) async throws -> ChartDays {
        let clock = CivilClock(environment.calendar.timeZone)
        var days = ChartDays(
            measured: MeasureDays(
                Measure(.quantity(type)),
                in: window.days(on: clock),
                [:],
                recorded: nil,
                today: CalendarDay(environment.now, on: clock),
                firstWeekday: environment.calendar.firstWeekday
            )
        )
        let start = environment.calendar.civilDate(byAdding: .day, value: -ChartDays.lead, to: window.start)
        let step = DateComponents(day: 1)
        let found = try await collect(from: start, to: window.end, step, separatesSources).statistics()
        // A sample that begins before the first day adds the day before it.
        for statistics in found where statistics.startDate >= start && statistics.startDate < window.end {
            let day = CalendarDay(statistics.startDate, on: clock)
            days.measured.days[day] = measured(statistics)
            guard statistics.startDate >= window.start else { continue }
            days.samples[day] = statistics.values.count
            days.latest = Self.later(days.latest, latest(statistics))
            for source in statistics.separated ?? [] {
                guard let value = isCumulative ? source.values.sum : source.values.average, value.isFinite else {
                    continue
                }
                let bundle = source.source.bundleIdentifier
                var own = days.sources[bundle] ?? ChartDays.Source(name: source.source.name)
                own.days[day] = MeasureDay(value)
                own.samples += source.values.count
                days.sources[bundle] = own
            }
        }
        return days
    }

    /// The value of a day; nil if it has none.
    private func measured(_ statistics: HKStatistics) -> MeasureDay? {
        func number(_ quantity: HKQuantity?) -> Double? {
            quantity?.converted(to: type.canonicalUnit).flatMap { $0.isFinite ? $0 : nil }
        }
        let value = isCumulative ? statistics.countedQuantity() : statistics.averageQuantity()
        guard var day = number(value).map({ MeasureDay($0) }) else { return nil }
        if !isCumulative {
            day.least = number(statistics.minimumQuantity())
            day.greatest = number(statistics.maximumQuantity())
            day.latest = number(statistics.mostRecentQuantity())
        }
        return day
    }

    // MARK: Hours

    /// The numbers of one day by its hours.
    ///
    /// - Parameters:
    ///   - window: The day and its hours.
    ///   - separatesSources: Whether to separate the values by source.
    /// - Returns: The numbers in the person's unit.
    /// - Throws: Errors from the store.
    func hours(_ window: ChartWindow, separatesSources: Bool) async throws -> ChartData {
        var data = ChartData(
            isCumulative ? .totals : .ranges,
            window,
            (0..<window.count).compactMap(window.bar).map(ChartBar.init)
        )
        var found = try await collect(from: window.start, to: window.end, window.step.components, separatesSources)
            .statistics()
        if let cut = window.cutBar {
            // The collection's last interval is a whole hour, and would include data of the next day.
            found.removeAll { $0.startDate >= cut.start }
            if let last = try await statistics(of: cut, separatesSources) { found.append(last) }
        }
        var latest: ChartData.Latest?
        for statistics in found {
            // A sample that begins before the window adds the interval before it.
            guard let index = window.index(of: statistics.startDate) else { continue }
            add(statistics, to: &data.bars[index])
            latest = Self.later(latest, self.latest(statistics))
        }
        let window = DateInterval(start: window.start, end: max(window.start, window.end))
        let whole = isCumulative && !separatesSources ? nil : try await statistics(of: window, separatesSources)
        addWhole(to: &data, whole, latest)
        return data
    }

    private func add(_ statistics: HKStatistics, to bar: inout ChartBar) {
        bar.samples += statistics.values.count
        if isCumulative {
            if let sum = unit.number(statistics.countedQuantity()) { bar.content = .sum(sum, total: sum) }
        } else {
            let range = ChartRange(
                minimum: unit.number(statistics.minimumQuantity()),
                maximum: unit.number(statistics.maximumQuantity()),
                average: unit.number(statistics.averageQuantity())
            )
            bar.content = range.map { .range($0) } ?? .nothing
        }
        for source in statistics.separated ?? [] {
            let number = number(isCumulative ? source.values.sum : source.values.average)
            bar.sources[source.source.bundleIdentifier] = number
        }
    }

    /// Adds the header's summary of the day as a whole.
    ///
    /// The bounds are those of the hours. The average is the day's: an average of hourly averages would give quiet
    /// hours the same weight as busy ones.
    private func addWhole(to data: inout ChartData, _ whole: HKStatistics?, _ latest: ChartData.Latest?) {
        let sources = (whole?.separated ?? [])
            .map { source in
                let value = number(isCumulative ? source.values.sum : source.values.average) ?? 0
                let bundle = source.source.bundleIdentifier
                return (
                    source.values.count, ChartData.SourceTotal(bundle: bundle, name: source.source.name, value: value)
                )
            }
        data.sources =
            sources.sorted { left, right in
                let weights = isCumulative ? (left.1.value, right.1.value) : (Double(left.0), Double(right.0))
                return (weights.1, left.1.name, left.1.bundle) < (weights.0, right.1.name, right.1.bundle)
            }
            .map(\.1)
        if isCumulative {
            let totals = data.bars.compactMap(\.total)
            data.content = .totals(totals.isEmpty ? nil : totals.reduce(0, +))
            return
        }
        let ranges = data.bars.compactMap(\.range)
        let range = ChartRange(
            minimum: ranges.map(\.minimum).min(),
            maximum: ranges.map(\.maximum).max(),
            average: unit.number(whole?.averageQuantity())
        )
        data.content = .ranges(range, latest: latest)
    }

    // MARK: Queries

    private func latest(_ statistics: HKStatistics) -> ChartData.Latest? {
        guard !isCumulative, let latest = unit.number(statistics.mostRecentQuantity()),
            let interval = statistics.mostRecentQuantityDateInterval()
        else { return nil }
        return ChartData.Latest(text: unit.text(latest), date: interval.end, start: interval.start)
    }

    private static func later(_ one: ChartData.Latest?, _ other: ChartData.Latest?) -> ChartData.Latest? {
        guard let one, let other else { return one ?? other }
        return (one.date, one.start) < (other.date, other.start) ? other : one
    }

    /// Statistics of one interval; nil where it has no samples.
    ///
    /// Only the part inside the interval counts of a sample that extends beyond it, as in a statistics collection.
    private func statistics(of interval: DateInterval, _ separatesSources: Bool) async throws -> HKStatistics? {
        let seconds = Int(interval.duration.rounded(.up))
        guard seconds > 0 else { return nil }
        let length = DateComponents(hour: seconds / 3_600, second: seconds % 3_600)
        return try await collect(from: interval.start, to: interval.end, length, separatesSources)
            .statistics().first { $0.startDate == interval.start }
    }

    /// Statistics of consecutive intervals.
    func collect(
        from start: Date,
        to end: Date,
        _ components: DateComponents,
        _ separatesSources: Bool
    ) async throws -> HKStatisticsCollection {
        var components = components
        components.calendar = environment.calendar
        components.timeZone = environment.calendar.timeZone
        var descriptor = HKStatisticsCollectionQueryDescriptor(
            predicate: .quantitySample(
                type: type,
                predicate: HKQuery.predicateForSamples(withStart: start, end: end, options: [])
            ),
            options: separatesSources ? options.union(.separateBySource) : options,
            anchorDate: start,
            intervalComponents: components
        )
        descriptor.addsCounted = isCumulative
        return try await descriptor.result(for: environment.store)
    }

    /// A number in the canonical unit, in the person's unit.
    private func number(_ canonical: Double?) -> Double? {
        canonical.flatMap { unit.number(HKQuantity(unit: type.canonicalUnit, doubleValue: $0)) }
    }
}
