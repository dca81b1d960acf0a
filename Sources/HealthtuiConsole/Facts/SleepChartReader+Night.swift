import Foundation
import HealthKit
import HealthtuiFacts

extension SleepChartReader {
    /// The sleeps of a day with their context: heart rate, breathing, and the nights before.
    ///
    /// - Parameters:
    ///   - timeline: The day's stages.
    ///   - day: The day.
    ///   - window: The same day.
    /// - Returns: The timeline with its context.
    /// - Throws: Errors from the store.
    func surrounded(
        _ timeline: ChartTimeline,
        _ day: SleepDay,
        _ window: ChartWindow
    ) async throws -> ChartTimeline {
        var timeline = timeline
        timeline.pulse = try await rate(HKQuantityType(.heartRate), day.interval)
        timeline.breaths = try await rate(HKQuantityType(.respiratoryRate), day.interval)
        timeline.restingRate =
            try await rate(
                HKQuantityType(.restingHeartRate),
                DateInterval(start: window.start, end: max(window.start, window.end)),
                DateComponents(day: 1)
            )
            .first?
            .value
        timeline.usualShares = try await usualShares(window)
        return timeline
    }

    /// The averages of a rate in a time, each step that has one.
    private func rate(
        _ type: HKQuantityType,
        _ time: DateInterval,
        _ step: DateComponents = DateComponents(minute: 5)
    ) async throws -> [ChartTimeline.Pulse] {
        let unit = HKUnit.count().unitDivided(by: .minute())
        return try await StatisticsReader(type, environment).collect(from: time.start, to: time.end, step, false)
            .statistics()
            .compactMap { part in
                part.averageQuantity()
                    .map { ChartTimeline.Pulse(date: part.startDate, value: $0.doubleValue(for: unit)) }
            }
    }

    /// The number of nights used for the usual shares, and the fewest that give meaningful ones.
    private static let nights = (all: 14, fewest: 3)

    /// The least and the greatest share of each stage in the nights of two weeks that end with a day.
    private func usualShares(_ window: ChartWindow) async throws -> [Int: ClosedRange<Double>] {
        let day = day(of: window.start)
        let shares = try await days(day.advanced(by: 1 - Self.nights.all)..<day.advanced(by: 1)).days
            .compactMap { $0.main.flatMap(Self.shares) }
        guard shares.count >= Self.nights.fewest else { return [:] }
        return Set(shares.flatMap(\.keys))
            .reduce(into: [:]) { usual, stage in
                let own = shares.map { $0[stage] ?? 0 }
                if let low = own.min(), let high = own.max() { usual[stage] = low...high }
            }
    }

    /// The share of each stage; nil for a night that was recorded without stages.
    private static func shares(_ night: Sleep) -> [Int: Double]? {
        let total = night.durations.values.reduce(0, +)
        guard night.hasStages, total > 0 else { return nil }
        return night.durations.mapValues { $0 / total }
    }
}
