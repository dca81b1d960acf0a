import Foundation
import HealthKit
import HealthtuiEntry

/// The source of a chart's numbers, by type.
struct ChartSource: Sendable {
    let type: HKSampleType
    let environment: ConsoleEnvironment

    /// The times between which the type has data; nil when it has none.
    func extent() async throws -> ClosedRange<Date>? {
        let identifiers = Set([type.identifier] + (isPressure ? [BloodPressure.systolicType.identifier] : []))
        let summaries = try await environment.ask { try $0.types() }.get()
        let own = summaries.filter { identifiers.contains($0.identifier) }
        guard let first = own.map(\.first).min(), let last = own.map(\.last).max() else { return nil }
        let start = isSleep ? try await SleepChartReader(environment: environment).firstDay(since: first) : first
        let end = min(last, max(environment.now, start))
        return start...max(start, end)
    }

    func chart(_ window: ChartWindow, separatesSources: Bool) async throws -> ChartData {
        var data = try await numbers(window, separatesSources: separatesSources)
        guard type == HKQuantityType(.heartRate) else { return data }
        try await addResting(to: &data)
        let context = HeartContextReader(environment: environment)
        if window.span == .day {
            // A value recorded once a day makes no line over its hours.
            data.resting = []
            try await context.addDay(to: &data)
        } else if window.step == .day {
            try await context.addWorkouts(to: &data)
        }
        return data
    }

    /// The numbers of the type alone, without lines of others.
    func numbers(_ window: ChartWindow, separatesSources: Bool = false) async throws -> ChartData {
        if let type = type as? HKQuantityType {
            return try await StatisticsReader(type, environment).chart(window, separatesSources: separatesSources)
        }
        if isPressure {
            return try await PairReader(environment: environment).chart(window, separatesSources: separatesSources)
        }
        if isSleep {
            return try await SleepChartReader(environment: environment)
                .chart(window, separatesSources: separatesSources)
        }
        return try await EventReader(environment: environment, type: type)
            .chart(window, separatesSources: separatesSources)
    }

    /// Reads the resting heart rate over the same bars, where it has the unit of the heart rate.
    private func addResting(to data: inout ChartData) async throws {
        let type = HKQuantityType(.restingHeartRate)
        guard environment.unit(type).label == environment.unit(HKQuantityType(.heartRate)).label else { return }
        let resting = try await StatisticsReader(type, environment).chart(data.window, separatesSources: false)
        guard let average = resting.range?.average else { return }
        data.resting = resting.bars.map { $0.range?.average }
        data.restingAverage = average
    }

    var isSleep: Bool { type.isSleep }
    var isPressure: Bool { type.identifier == BloodPressure.type?.identifier }

    /// The format of the numbers.
    var unit: ChartUnit {
        if let type = type as? HKQuantityType { return ChartUnit(.value(environment.unit(type))) }
        if isPressure { return ChartUnit(.value(environment.unit(BloodPressure.systolicType))) }
        switch EventMeasure(type) {
        case .sleep, .duration: return ChartUnit(.duration)
        case .events: return ChartUnit(.count)
        }
    }

    /// The window of a span that ends with the day of a date.
    func window(_ span: ChartSpan, ending date: Date, data: ClosedRange<Date>?) -> ChartWindow {
        ChartWindow(
            span,
            ending: date,
            data: data,
            calendar: environment.calendar,
            // Nights are easy to distinguish, so two weeks of them fit side by side.
            weeks: isSleep ? 2 : 1
        )
    }
}

extension HKObjectType {
    /// Whether it is the type of sleep, whose days are made of sleeps rather than of samples.
    var isSleep: Bool { identifier == HKCategoryTypeIdentifier.sleepAnalysis.rawValue }
}
