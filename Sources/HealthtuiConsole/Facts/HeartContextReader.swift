import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts

/// Reads the context of a heart rate chart: a day in small steps, its sleep, and workouts.
struct HeartContextReader {
    let environment: ConsoleEnvironment

    private static let type = HKQuantityType(.heartRate)
    /// The length of a piece of the trace, in minutes.
    private static let minutes = 5
    /// The most workouts that are read.
    private static let most = 1_000
    /// The most workouts of a day whose zones are read.
    private static let mostZones = 4
    /// The longest time awake within one range of sleep, in seconds.
    private static let waking: TimeInterval = 2_700

    /// Adds the trace of a day, and sleep and workouts of its time.
    func addDay(to data: inout ChartData) async throws {
        let window = data.window
        let reader = StatisticsReader(Self.type, environment)
        let step = DateComponents(minute: Self.minutes)
        let pieces = try await reader.collect(from: window.start, to: window.end, step, false).statistics()
        data.trace = pieces.compactMap { piece in
            guard piece.startDate >= window.start, piece.startDate < window.end,
                let low = reader.unit.number(piece.minimumQuantity()),
                let high = reader.unit.number(piece.maximumQuantity())
            else { return nil }
            return ChartTracePoint(
                date: piece.startDate.addingTimeInterval(Double(Self.minutes) * 30),
                low: low,
                high: high
            )
        }
        // A sleep that begins on this day may belong to the next.
        let sleep = SleepChartReader(environment: environment)
        let span = sleep.span(window)
        let days = try await sleep.days(span.lowerBound..<span.upperBound.advanced(by: 1))
        let workouts = try await countedWorkouts(window)
        var beside: [ChartBeside] = []
        for (index, sample) in workouts.enumerated() {
            guard var workout = Self.workout(sample) else { continue }
            if index < Self.mostZones { workout.zones = try await zones(of: sample) }
            beside.append(workout)
        }
        // A workout isn't sleep, whatever a bed recorded meanwhile: its heart rate counts as awake.
        let awake = beside.map(\.interval)
        let asleep = Self.asleep(days).flatMap { $0.without(awake) }
        beside = asleep.map { ChartBeside(kind: .sleep, interval: $0) } + beside
        data.beside = beside.compactMap { Self.cut($0, to: window) }
    }

    /// The lower bounds of a workout's heart rate zones.
    private func zones(of sample: HKSample) async throws -> [Double] {
        guard let workout = sample as? HKWorkout else { return [] }
        let type = Self.type.identifier
        let group =
            try await environment.ask { person in
                let zones = try Caller.person(person).workouts.measures(of: workout, routes: []).zones
                return zones.first { $0.configuration.quantityType.identifier == type }
            }
            .get()
        let unit = HKUnit.count().unitDivided(by: .minute())
        return (group?.zoneDurations ?? []).map { $0.zone.minimum?.converted(to: unit) ?? 0 }
    }

    /// Counts the workouts of each bar.
    func addWorkouts(to data: inout ChartData) async throws {
        let workouts = try await countedWorkouts(data.window)
        let bars = workouts.compactMap { data.window.index(of: $0.startDate) }
        guard !bars.isEmpty else { return }
        data.workouts = data.bars.map { _ in 0 }
        for bar in bars where data.workouts.indices.contains(bar) { data.workouts[bar] += 1 }
    }

    /// The workouts, without those that other sources recorded whole (R7.27).
    private func countedWorkouts(_ window: ChartWindow) async throws -> [HKSample] {
        let found = try await samples(HKObjectType.workoutType(), window)
        guard !found.isEmpty else { return [] }
        let times = found.map { WorkoutTime($0) }
        let parts =
            try await environment.ask { try WorkoutCounting($0).parts(of: times, from: window.start, $0) }
            .get()
        return parts.areWhole ? found : found.filter { parts.counted($0.uuid) > 0 }
    }

    private func samples(_ type: HKSampleType, _ window: ChartWindow) async throws -> [HKSample] {
        let query = SampleListQuery(type: type, from: window.start, to: window.end)
        return try await environment.ask { try $0.samples(query, limit: Self.most) }.get()
    }

    private static func workout(_ sample: HKSample) -> ChartBeside? {
        guard let workout = sample as? HKWorkout, workout.endDate > workout.startDate else { return nil }
        let time = DateInterval(start: workout.startDate, end: workout.endDate)
        return ChartBeside(kind: .workout(WorkoutText.title(workout)), interval: time)
    }

    /// The times asleep; a night with short interruptions is one interval.
    private static func asleep(_ days: SleepDays) -> [DateInterval] {
        let stages = days.days.flatMap(\.sleeps).flatMap(\.ranges)
            .filter { $0.value != HKCategoryValueSleepAnalysis.awake.rawValue }
            .sorted { $0.start < $1.start }
        var pieces: [DateInterval] = []
        for stage in stages where stage.end > stage.start {
            if let last = pieces.last, stage.start.timeIntervalSince(last.end) < waking {
                pieces[pieces.count - 1] = DateInterval(start: last.start, end: max(last.end, stage.end))
            } else {
                pieces.append(DateInterval(start: stage.start, end: stage.end))
            }
        }
        return pieces
    }

    private static func cut(_ beside: ChartBeside, to window: ChartWindow) -> ChartBeside? {
        let (start, end) = (max(beside.interval.start, window.start), min(beside.interval.end, window.end))
        guard end > start else { return nil }
        var beside = beside
        beside.interval = DateInterval(start: start, end: end)
        return beside
    }
}
