import Foundation
import HealthKit
import HealthtuiEntry

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

    /// The numbers of a window.
    ///
    /// - Parameters:
    ///   - window: The time and its bars.
    ///   - separatesSources: Whether to tell what each source recorded.
    /// - Returns: The numbers in the person's unit.
    /// - Throws: Errors from the store.
    func chart(_ window: ChartWindow, separatesSources: Bool) async throws -> ChartData {
        var data = ChartData(
            isCumulative ? .totals : .ranges,
            window,
            (0..<window.count).compactMap(window.bar).map(ChartBar.init)
        )
        // Longer bars show an average day, so the days have to be known.
        let step: ChartStep = isCumulative && window.step.isAveragedByDay ? .day : window.step
        var found = try await collect(from: window.start, to: window.end, step.components, separatesSources)
            .statistics()
        if let cut = window.cutBar {
            // The collection's last interval is a whole hour, and would count what belongs to the next day.
            found.removeAll { $0.startDate >= cut.start }
            if let last = try await statistics(of: cut, separatesSources) { found.append(last) }
        }
        var names: [String: (name: String, value: Double)] = [:]
        for statistics in found {
            // A sample that begins before the window brings the interval before it along.
            guard let index = window.index(of: statistics.startDate) else { continue }
            add(statistics, to: &data, at: index)
            for source in statistics.separated ?? [] {
                let number = self.number(isCumulative ? source.values.sum : source.values.average) ?? 0
                let samples = Double(source.values.count)
                data.bars[index].sources[source.source.bundleIdentifier, default: 0] += number
                let weight = isCumulative ? number : samples
                let known = names[source.source.bundleIdentifier]?.value ?? 0
                names[source.source.bundleIdentifier] = (source.source.name, known + weight)
            }
        }
        finishBars(&data)
        data.sources = names.map { ChartData.SourceTotal(bundle: $0.key, name: $0.value.name, value: $0.value.value) }
            .sorted { ($1.value, $0.name, $0.bundle) < ($0.value, $1.name, $1.bundle) }
        if !isCumulative { try await addWhole(to: &data) }
        return data
    }

    private func add(_ statistics: HKStatistics, to data: inout ChartData, at index: Int) {
        var bar = data.bars[index]
        bar.samples += statistics.values.count
        bar.days += 1
        if isCumulative {
            if let sum = unit.number(statistics.countedQuantity()) {
                let total = (bar.total ?? 0) + sum
                bar.content = .sum(total, total: total)
            }
        } else {
            let range = ChartRange(
                minimum: unit.number(statistics.minimumQuantity()),
                maximum: unit.number(statistics.maximumQuantity()),
                average: unit.number(statistics.averageQuantity())
            )
            bar.content = range.map { .range($0) } ?? .nothing
            if let latest = unit.number(statistics.mostRecentQuantity()),
                let interval = statistics.mostRecentQuantityDateInterval(),
                data.latest.map({ ($0.date, $0.start) < (interval.end, interval.start) }) ?? true
            {
                let latest = ChartData.Latest(text: unit.text(latest), date: interval.end, start: interval.start)
                data.content = .ranges(data.range, latest: latest)
            }
        }
        data.bars[index] = bar
    }

    private func finishBars(_ data: inout ChartData) {
        guard isCumulative else { return }
        for index in data.bars.indices {
            guard let total = data.bars[index].total else { continue }
            let days = data.window.step.isAveragedByDay ? max(1, data.bars[index].days) : 1
            data.bars[index].content = .sum(total / Double(days), total: total)
            data.bars[index].sources = data.bars[index].sources.mapValues { $0 / Double(days) }
            if data.window.step == .hour { data.bars[index].days = 0 }
        }
        let totals = data.bars.compactMap(\.total)
        data.content = .totals(totals.isEmpty ? nil : totals.reduce(0, +))
    }

    /// Adds the header's summary of the window as a whole.
    ///
    /// The bounds are those of the bars. The average is read: an average of averages would weigh quiet days like busy ones.
    private func addWhole(to data: inout ChartData) async throws {
        let ranges = data.bars.compactMap(\.range)
        let window = DateInterval(start: data.window.start, end: max(data.window.start, data.window.end))
        let range = ChartRange(
            minimum: ranges.map(\.minimum).min(),
            maximum: ranges.map(\.maximum).max(),
            average: unit.number(try await statistics(of: window, false)?.averageQuantity())
        )
        data.content = .ranges(range, latest: data.latest)
    }

    /// Statistics of one interval; nil where it has no samples.
    ///
    /// Only what lies in the interval counts of a sample that reaches out of it, as in an interval of a collection.
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
