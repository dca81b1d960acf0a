import Foundation
import HealthEntry
import HealthKit

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
    /// - Throws: What the store throws.
    func chart(_ window: ChartWindow, separatesSources: Bool) async throws -> ChartData {
        var data = ChartData(
            isCumulative ? .totals : .ranges,
            window,
            (0..<window.count).compactMap(window.bar).map(ChartBar.init)
        )
        // Longer bars show an average day, so the days have to be known.
        let step: ChartStep = isCumulative && window.step.isAveragedByDay ? .day : window.step
        let collection = try await collect(from: window.start, to: window.end, step.components, separatesSources)
        var names: [String: (name: String, value: Double)] = [:]
        for statistics in collection.statistics() {
            guard let index = window.index(of: statistics.startDate) else { continue }
            add(statistics, to: &data.bars[index])
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
        if !isCumulative { try await addWhole(window, to: &data) }
        return data
    }

    private func add(_ statistics: HKStatistics, to bar: inout ChartBar) {
        bar.samples += statistics.values.count
        bar.days += 1
        if isCumulative {
            guard let sum = unit.number(statistics.sumQuantity()) else { return }
            bar.total = (bar.total ?? 0) + sum
        } else {
            bar.minimum = unit.number(statistics.minimumQuantity())
            bar.maximum = unit.number(statistics.maximumQuantity())
            bar.average = unit.number(statistics.averageQuantity())
        }
    }

    private func finishBars(_ data: inout ChartData) {
        guard isCumulative else { return }
        for index in data.bars.indices {
            guard let total = data.bars[index].total else { continue }
            let days = data.window.step.isAveragedByDay ? max(1, data.bars[index].days) : 1
            data.bars[index].sum = total / Double(days)
            data.bars[index].sources = data.bars[index].sources.mapValues { $0 / Double(days) }
            if data.window.step == .hour { data.bars[index].days = 0 }
        }
        let totals = data.bars.compactMap(\.total)
        data.total = totals.isEmpty ? nil : totals.reduce(0, +)
    }

    /// What the header says of the window as a whole: an average of averages would weigh quiet days like busy ones.
    private func addWhole(_ window: ChartWindow, to data: inout ChartData) async throws {
        let days = environment.calendar.civilDays(from: window.start, to: window.end)
        let whole = try await collect(from: window.start, to: window.end, DateComponents(day: max(1, days)), false)
        guard
            let statistics = whole.statistics().first(where: { window.start >= $0.startDate })
                ?? whole.statistics().first
        else { return }
        data.minimum = unit.number(statistics.minimumQuantity())
        data.maximum = unit.number(statistics.maximumQuantity())
        data.average = unit.number(statistics.averageQuantity())
        if let latest = unit.number(statistics.mostRecentQuantity()),
            let interval = statistics.mostRecentQuantityDateInterval()
        {
            data.latest = ChartData.Latest(text: unit.text(latest), date: interval.end)
        }
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
        let descriptor = HKStatisticsCollectionQueryDescriptor(
            predicate: .quantitySample(
                type: type,
                predicate: HKQuery.predicateForSamples(withStart: start, end: end, options: [])
            ),
            options: separatesSources ? options.union(.separateBySource) : options,
            anchorDate: start,
            intervalComponents: components
        )
        return try await descriptor.result(for: environment.store)
    }

    /// A number in the canonical unit, in the person's unit.
    private func number(_ canonical: Double?) -> Double? {
        canonical.flatMap { unit.number(HKQuantity(unit: type.canonicalUnit, doubleValue: $0)) }
    }
}
