import Foundation
import HealthKit
import HealthtuiFacts

extension EventReader {
    /// A night with what is known around it: heart rate and breathing, and how the nights before it were.
    ///
    /// - Parameters:
    ///   - timeline: The night's stages.
    ///   - night: The night.
    ///   - window: The day to which it belongs.
    /// - Returns: The timeline with it.
    /// - Throws: Errors from the store.
    func surrounded(
        _ timeline: ChartTimeline,
        _ night: ChartNight,
        _ window: ChartWindow
    ) async throws -> ChartTimeline {
        var timeline = timeline
        timeline.pulse = try await rate(HKQuantityType(.heartRate), night.interval)
        timeline.breaths = try await rate(HKQuantityType(.respiratoryRate), night.interval)
        let day = environment.calendar.civilStartOfDay(for: window.end.addingTimeInterval(-1))
        timeline.restingRate =
            try await rate(
                HKQuantityType(.restingHeartRate),
                DateInterval(start: day, duration: 86_400),
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
        let calendar = environment.calendar
        let starts = (0..<Self.nights.all)
            .compactMap { calendar.date(byAdding: .day, value: $0 + 1 - Self.nights.all, to: window.start) }
        guard let first = starts.first else { return [:] }
        let samples = try await samples(from: first, to: window.end)
        let sources = try await sources()
        let groups = Dictionary(grouping: samples) { sample in starts.lastIndex { $0 <= sample.endDate } ?? -1 }
        let shares = groups.filter { $0.key >= 0 }.values.compactMap { SleepNight.night($0, sources) }
            .compactMap(Self.shares)
        guard shares.count >= Self.nights.fewest else { return [:] }
        return Set(shares.flatMap(\.keys))
            .reduce(into: [:]) { usual, stage in
                let own = shares.map { $0[stage] ?? 0 }
                if let low = own.min(), let high = own.max() { usual[stage] = low...high }
            }
    }

    /// The share of each stage; nil for a night that was recorded without stages.
    private static func shares(_ night: ChartNight) -> [Int: Double]? {
        let total = night.durations.values.reduce(0, +)
        let stages = [HKCategoryValueSleepAnalysis.asleepREM, .asleepCore, .asleepDeep].map(\.rawValue)
        guard total > 0, stages.contains(where: { night.durations[$0] != nil }) else { return nil }
        return night.durations.mapValues { $0 / total }
    }
}
