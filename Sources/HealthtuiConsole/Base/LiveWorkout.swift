import Foundation
import HealthKit
import HealthtuiEntry
import Synchronization

/// The workout that the console runs: a session and its builder, which outlive the screen that shows them.
package final class LiveWorkout: Sendable {
    private struct State {
        var session: HKWorkoutSession?
        var builder: HKLiveWorkoutBuilder?
        var failure: Failure?
        /// Names of the sources that fed the workout.
        var sources: Set<String> = []
    }

    private let store: HKHealthStore
    private let person: PersonAccess
    private let clock: @Sendable () -> Date
    private let listener = Listener()
    private let state = Mutex(State())

    package init(store: HKHealthStore, person: PersonAccess, clock: @escaping @Sendable () -> Date) {
        self.store = store
        self.person = person
        self.clock = clock
        listener.failed = { [weak self] failure in self?.state.withLock { $0.failure = failure } }
    }

    /// Whether a workout runs here.
    package var isRunning: Bool { state.withLock { $0.session != nil } }

    /// Starts a workout.
    ///
    /// - Parameters:
    ///   - activity: The activity.
    ///   - location: The location.
    /// - Throws: Errors from starting; no workout runs then.
    package func start(_ activity: HKWorkoutActivityType, _ location: HKWorkoutSessionLocationType) async throws {
        let configuration = HKWorkoutConfiguration()
        configuration.activityType = activity
        configuration.locationType = location
        let session = try HKWorkoutSession(healthStore: store, configuration: configuration)
        let now = clock()
        take(session)
        do {
            await listener.nextChange { session.startActivity(with: now) }
            try await session.associatedWorkoutBuilder().beginCollection(at: now)
        } catch {
            forget()
            session.end()
            throw error
        }
    }

    /// Continues the workout of a console that ended unexpectedly.
    ///
    /// - Returns: Whether there is one now, a workout that ran here before included.
    /// - Throws: `HKError`.
    package func recover() async throws -> Bool {
        if isRunning { return true }
        guard let session = try await store.recoverActiveWorkoutSession() else { return false }
        take(session)
        return true
    }

    private func take(_ session: HKWorkoutSession) {
        session.delegate = listener
        let builder = session.associatedWorkoutBuilder()
        builder.dataSource = HKLiveWorkoutDataSource(
            healthStore: store,
            workoutConfiguration: session.workoutConfiguration
        )
        state.withLock { state in
            state = State()
            state.session = session
            state.builder = builder
        }
    }

    private func forget() { state.withLock { $0 = State() } }

    private var running: (session: HKWorkoutSession, builder: HKLiveWorkoutBuilder)? {
        state.withLock { state in
            guard let session = state.session, let builder = state.builder else { return nil }
            return (session, builder)
        }
    }

    /// Pauses or resumes the workout, and waits until that has happened.
    package func togglePause() async {
        guard let session = running?.session else { return }
        await listener.nextChange {
            if session.state == .paused { session.resume() } else { session.pause() }
        }
    }

    /// Starts or stops mirroring the workout to a companion program.
    ///
    /// - Throws: Errors from mirroring, such as a missing companion program.
    package func toggleMirroring() async throws {
        guard let session = running?.session else { return }
        if session.companion == nil {
            try await session.startMirroringToCompanionDevice()
        } else {
            try await session.stopMirroringToCompanionDevice()
        }
    }

    /// Marks a lap: from the last one, or from the start, to now.
    ///
    /// - Throws: Errors from adding events.
    package func lap() async throws {
        guard let builder = running?.builder, let start = builder.startDate else { return }
        let last = builder.workoutEvents.filter { $0.type == .lap }.map(\.dateInterval.end).max() ?? start
        let now = max(last, clock())
        let event = try HKWorkoutEvent(validating: .lap, dateInterval: DateInterval(start: last, end: now))
        try await builder.addWorkoutEvents([event])
    }

    /// Ends the workout and saves it.
    ///
    /// - Returns: The workout; nil when it waits until the store is unlocked.
    /// - Throws: Errors from ending; the workout then still runs, or can be ended again.
    package func end() async throws -> HKWorkout? {
        guard let (session, builder) = running else { return nil }
        let now = max(clock(), builder.startDate ?? .distantPast)
        session.stopActivity(with: now)
        if builder.endDate == nil { try await builder.endCollection(at: session.endDate ?? now) }
        let workout = try await builder.finishWorkout()
        session.end()
        forget()
        return workout
    }

    /// Ends the workout without saving it; samples saved by others stay.
    package func discard() {
        guard let (session, builder) = running else { return }
        builder.discardWorkout()
        session.end()
        forget()
    }

    /// The workout's current figures; nil when none runs.
    ///
    /// The cost doesn't grow with the workout.
    ///
    /// - Returns: The figures.
    /// - Throws: Errors from reading the store.
    package func snapshot() throws -> LiveFigures? {
        guard let (session, builder) = running else { return nil }
        let sources = try feeders(builder)
        let mirror = try session.companion.map { bundle in
            try person.apps().first { $0.bundleIdentifier == bundle }?.name ?? bundle
        }
        return state.withLock { state in
            defer { state.failure = nil }
            state.sources.formUnion(sources)
            return LiveFigures(
                session,
                builder,
                sources: state.sources.sorted(),
                mirror: mirror,
                failure: state.failure
            )
        }
    }

    /// Names of the sources of the latest sample of each type that is collected.
    private func feeders(_ builder: HKLiveWorkoutBuilder) throws -> Set<String> {
        guard let start = builder.startDate else { return [] }
        let latest = try (builder.dataSource?.typesToCollect ?? []).compactMap { try person.latest($0) }
        return Set(latest.filter { $0.endDate >= start }.map(\.sourceRevision.source.name))
    }

    /// Receives a session's state changes and errors.
    private final class Listener: NSObject, HKWorkoutSessionDelegate, Sendable {
        private struct Ears {
            var failed: (@Sendable (Failure) -> Void)?
            var waiting: [CheckedContinuation<Void, Never>] = []
        }

        private let ears = Mutex(Ears())

        /// The time limit for a state change: a session that is already in the requested state reports none.
        private static let patience = Duration.seconds(2)

        var failed: (@Sendable (Failure) -> Void)? {
            get { ears.withLock { $0.failed } }
            set { ears.withLock { $0.failed = newValue } }
        }

        /// Runs a closure and waits until the session reports the result.
        func nextChange(_ body: @Sendable () -> Void) async {
            let timeout = Task { [weak self] in
                try await Task.sleep(for: Self.patience)
                self?.wake()
            }
            await withCheckedContinuation { continuation in
                ears.withLock { $0.waiting.append(continuation) }
                body()
            }
            timeout.cancel()
        }

        private func wake() {
            let waiting = ears.withLock { ears in
                defer { ears.waiting = [] }
                return ears.waiting
            }
            for continuation in waiting { continuation.resume() }
        }

        func workoutSession(
            _ workoutSession: HKWorkoutSession,
            didChangeTo toState: HKWorkoutSessionState,
            from fromState: HKWorkoutSessionState,
            date: Date
        ) { wake() }

        func workoutSession(_ workoutSession: HKWorkoutSession, didFailWithError error: any Error) {
            failed?(Failure(error))
            wake()
        }
    }
}

/// The figures of a workout that runs, at one moment.
package struct LiveFigures: Sendable {
    package let state: HKWorkoutSessionState
    package let activity: HKWorkoutActivityType
    package let location: HKWorkoutSessionLocationType
    package let start: Date?
    /// Seconds without pauses.
    package let elapsed: Double
    /// Beats in a minute: the latest, and the average.
    package let heartRate: Double?
    package let averageHeartRate: Double?
    /// Metres.
    package let distance: Double?
    /// Kilocalories.
    package let energy: Double?
    package let steps: Double?
    /// Seconds that each lap took, the oldest first.
    package let laps: [Double]
    package let zones: HKWorkoutZoneGroup?
    /// The index of the zone of the latest heart rate.
    package let zone: Int?
    /// Names of the programs and devices that fed it.
    package let sources: [String]
    /// The name of the program that mirrors the workout; nil when none does.
    package let mirror: String?
    /// The error since the last snapshot.
    package let failure: Failure?

    init(
        _ session: HKWorkoutSession,
        _ builder: HKLiveWorkoutBuilder,
        sources: [String],
        mirror: String?,
        failure: Failure?
    ) {
        state = session.state
        activity = session.activityType
        location = session.locationType
        start = builder.startDate
        elapsed = builder.elapsedTime
        let perMinute = HKUnit.count().unitDivided(by: .minute())
        let rate = builder.statistics(for: HKQuantityType(.heartRate))
        heartRate = rate?.mostRecentQuantity()?.converted(to: perMinute)
        averageHeartRate = rate?.averageQuantity()?.converted(to: perMinute)
        let all = builder.allStatistics
        let distances = all.filter { $0.key.identifier.hasPrefix("HKQuantityTypeIdentifierDistance") }
            .compactMap { $0.value.sumQuantity()?.converted(to: .meter()) }
        distance = distances.isEmpty ? nil : distances.reduce(0, +)
        energy = all[HKQuantityType(.activeEnergyBurned)]?.sumQuantity()?.converted(to: .kilocalorie())
        steps = all[HKQuantityType(.stepCount)]?.sumQuantity()?.converted(to: .count())
        laps = builder.workoutEvents.filter { $0.type == .lap }.map(\.dateInterval.duration)
        zones = builder.zoneGroup(for: HKQuantityType(.heartRate))
        let latest = rate?.mostRecentQuantity()
        zone = zones?.configuration.zones
            .lastIndex { zone in
                guard let least = zone.minimum else { return latest != nil }
                return latest.map { $0.compare(least) != .orderedAscending } ?? false
            }
        self.sources = sources
        self.mirror = mirror
        self.failure = failure
    }
}
