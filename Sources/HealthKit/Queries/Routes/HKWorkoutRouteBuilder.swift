import CoreLocation
import Foundation
import Synchronization

/// Collects locations over time and saves them as the route of a workout (R7.13).
///
/// Locations may be added in any order; of two with the same time, the later insertion is kept. None is omitted, however
/// inaccurate.
open class HKWorkoutRouteBuilder: HKSeriesBuilder, @unchecked Sendable {
    private static let name = "Workout route"

    private struct State {
        var phase = SeriesPhase.collecting
        var points: [RoutePoint] = []
        var metadata = SeriesMetadata()
    }

    private let store: HKHealthStore
    private let device: HKDevice?
    private let state = Mutex(State())
    /// Keeps the locations for a workout builder, which finishes the route; `nil` for a separate route.
    private let keep: Holder?

    /// Keeps locations and metadata.
    typealias Holder = @Sendable ([RoutePoint], Metadata?) throws -> Void

    /// Makes a builder.
    ///
    /// - Parameters:
    ///   - healthStore: The store in which the route is saved.
    ///   - device: The measuring device, or `nil`.
    public init(healthStore: HKHealthStore, device: HKDevice?) {
        store = healthStore
        self.device = device
        keep = nil
        super.init()
    }

    /// Makes the builder that belongs to a workout builder.
    init(_ store: HKHealthStore, device: HKDevice?, keep: @escaping Holder) {
        self.store = store
        self.device = device
        self.keep = keep
        super.init()
    }

    /// Adds locations.
    ///
    /// - Parameters:
    ///   - routeData: One or more locations, in any order.
    ///   - completion: Called on a background queue with success, or with the error.
    @preconcurrency
    open func insertRouteData(
        _ routeData: [CLLocation],
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        let result = Result { try insert(routeData) }
        store.perform(
            {
                let points = try result.get()
                try self.keep?(points, nil)
            },
            { completion($0.isSuccess, $0.failure) }
        )
    }

    /// Adds locations.
    ///
    /// - Parameter routeData: One or more locations, in any order.
    /// - Throws: `errorInvalidArgument` without locations, for one with an invalid time, and after the route was
    ///   finished or discarded; none is added then.
    open func insertRouteData(_ routeData: [CLLocation]) async throws {
        try await waitForSuccess { insertRouteData(routeData, completion: $0) }
    }

    private func insert(_ locations: [CLLocation]) throws -> [RoutePoint] {
        let points = locations.map { RoutePoint($0) }
        try state.withLock { state in
            try state.phase.checkCollecting(Self.name)
            guard !points.isEmpty else { throw HKError.invalid("There are no locations to insert") }
            guard points.allSatisfy({ $0.fields.timestamp.isFinite }) else {
                throw HKError.invalid("The timestamp of a location must be a date")
            }
            state.points += points
        }
        return points
    }

    /// Adds metadata; of two values for a key the later stays.
    ///
    /// - Parameters:
    ///   - metadata: Strings, numbers, dates and quantities by key.
    ///   - completion: Called on a background queue with success, or with the error; nothing is added then.
    @preconcurrency
    open func addMetadata(
        _ metadata: [String: Any],
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        let result = Result { try add(metadata) }
        store.perform(
            {
                let added = try result.get()
                try self.keep?([], added)
            },
            { completion($0.isSuccess, $0.failure) }
        )
    }

    /// Adds metadata; of two values for a key the later stays.
    ///
    /// - Parameter metadata: Strings, numbers, dates and quantities by key.
    /// - Throws: `errorInvalidArgument` for a value of a wrong class, and after the route was finished or discarded; nothing
    ///   is added then.
    open func addMetadata(_ metadata: [String: Any]) async throws {
        try await waitForSuccess { addMetadata(metadata, completion: $0) }
    }

    private func add(_ metadata: [String: Any]) throws -> Metadata? {
        let added = try Metadata(metadata)
        try state.withLock { state in
            try state.phase.checkOpen(Self.name)
            try state.metadata.add(added)
        }
        return added
    }

    /// Saves the route and adds it to a workout.
    ///
    /// - Parameters:
    ///   - workout: A stored workout, which the route belongs to.
    ///   - metadata: More metadata: strings, numbers, dates and quantities by key.
    ///   - completion: Called on a background queue with the route, or with the error.
    @preconcurrency
    open func finishRoute(
        with workout: HKWorkout,
        metadata: [String: Any]?,
        completion: @escaping @Sendable (HKWorkoutRoute?, (any Error)?) -> Void
    ) {
        let values = Result { try Metadata(metadata) }
        store.perform(
            { try self.finishNow(workout, values.get()) },
            { completion($0.value, $0.failure) }
        )
    }

    /// Saves the route and adds it to a workout.
    ///
    /// A route with a sync identifier replaces the stored one of the same or a lower version, and takes its place in other
    /// workouts too; one of a higher version stays and is returned instead (Q1, R2.19).
    ///
    /// - Parameters:
    ///   - workout: A stored workout, which the route belongs to.
    ///   - metadata: More metadata: strings, numbers, dates and quantities by key.
    /// - Returns: The route.
    /// - Throws: `errorInvalidArgument` without locations, for a workout that is not stored and when the route was
    ///   finished or discarded before; any error of saving, and `errorDatabaseInaccessible` while the machine is locked.
    open func finishRoute(with workout: HKWorkout, metadata: [String: Any]?) async throws -> HKWorkoutRoute {
        try await waitForValue { finishRoute(with: workout, metadata: metadata, completion: $0) }
    }

    /// Saves on this thread; a route that couldn't be saved may be finished again.
    private func finishNow(_ workout: HKWorkout, _ metadata: Metadata?) throws -> HKWorkoutRoute {
        guard keep == nil else {
            throw HKError.invalid(
                "This route builder is attached to a workout builder and will be finished with the workout builder"
            )
        }
        let draft = try state.withLock { state in
            try state.phase.checkOpen(Self.name)
            defer { state.phase = .finished }
            return state
        }
        do {
            var all = draft.metadata
            try all.add(metadata)
            let route = try HKWorkoutRoute(route: RouteData(draft.points), device: device, metadata: all.values)
            return try store.save(route, in: workout)
        } catch {
            state.withLock { state in
                if state.phase == .finished { state.phase = draft.phase }
            }
            throw error
        }
    }

    /// Forgets the locations; any later call gives an error.
    open override func discard() {
        state.withLock { state in
            state = State()
            state.phase = .discarded
        }
    }
}

extension HKWorkoutRouteBuilder {
    /// The route so far, for the workout builder that it belongs to; `nil` without locations.
    ///
    /// - Throws: `errorInvalidArgument` when it was discarded, and for data that cannot be saved.
    func route() throws -> HKWorkoutRoute? {
        let draft = try state.withLock { state in
            try state.phase.checkOpen(Self.name)
            return state
        }
        guard !draft.points.isEmpty else { return nil }
        return try HKWorkoutRoute(route: RouteData(draft.points), device: device, metadata: draft.metadata.values)
    }

    /// Records that the workout was saved together with the route.
    func finishWithWorkout() { state.withLock { $0.phase = .finished } }

    /// Restores the saved contents.
    func restore(_ points: [RoutePoint], _ metadata: Metadata?) {
        state.withLock { state in
            state.points = points
            HealthLog.attempt("recover") { try state.metadata.add(metadata) }
        }
    }
}

extension HKHealthStore {
    /// Saves a route and adds it to a workout, on this thread.
    ///
    /// - Returns: The route, or the stored one of a higher version.
    package func save(_ route: HKWorkoutRoute, in workout: HKWorkout) throws -> HKWorkoutRoute {
        // Unlike a save, a series can't wait for an unlock.
        try port.send(SaveRouteCall(route: route, workout: workout.uuid))
    }
}
