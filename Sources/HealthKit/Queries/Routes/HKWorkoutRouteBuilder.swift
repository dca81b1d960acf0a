import CoreLocation
import Foundation
import Synchronization

/// Collects locations over time and saves them as the route of a workout (R7.13).
///
/// Locations may come in any order; of two at the same time the later insertion stays. None is left out, however inexact.
public class HKWorkoutRouteBuilder: HKSeriesBuilder, @unchecked Sendable {
    private static let name = "Workout route"

    private struct State {
        var phase = SeriesPhase.collecting
        var points: [RoutePoint] = []
        var metadata = SeriesMetadata()
    }

    private let store: HKHealthStore
    private let device: HKDevice?
    private let state = Mutex(State())

    /// Makes a builder.
    ///
    /// - Parameters:
    ///   - healthStore: Where the route is saved.
    ///   - device: The device that measures, or `nil`.
    public init(healthStore: HKHealthStore, device: HKDevice?) {
        store = healthStore
        self.device = device
        super.init()
    }

    /// Adds locations.
    ///
    /// - Parameters:
    ///   - routeData: One or more locations, in any order.
    ///   - completion: Called on a background queue with success, or with the error.
    public func insertRouteData(
        _ routeData: [CLLocation],
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        let result = Result { try insert(routeData) }
        store.perform({ try result.get() }, { completion($0.isSuccess, $0.failure) })
    }

    /// Adds locations.
    ///
    /// - Parameter routeData: One or more locations, in any order.
    /// - Throws: `errorInvalidArgument` without locations, for one whose time is none, and after the route was finished or
    ///   discarded; none is added then.
    public func insertRouteData(_ routeData: [CLLocation]) async throws { try insert(routeData) }

    private func insert(_ locations: [CLLocation]) throws {
        let points = locations.map { RoutePoint($0) }
        try state.withLock { state in
            try state.phase.checkCollecting(Self.name)
            guard !points.isEmpty else { throw HKError.invalid("There are no locations to insert") }
            guard points.allSatisfy({ $0.fields.timestamp.isFinite }) else {
                throw HKError.invalid("The timestamp of a location must be a date")
            }
            state.points += points
        }
    }

    /// Adds metadata; of two values for a key the later stays.
    ///
    /// - Parameters:
    ///   - metadata: Strings, numbers, dates and quantities by key.
    ///   - completion: Called on a background queue with success, or with the error; nothing is added then.
    public func addMetadata(
        _ metadata: [String: Any],
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        let result = Result { try add(metadata) }
        store.perform({ try result.get() }, { completion($0.isSuccess, $0.failure) })
    }

    /// Adds metadata; of two values for a key the later stays.
    ///
    /// - Parameter metadata: Strings, numbers, dates and quantities by key.
    /// - Throws: `errorInvalidArgument` for a value of a wrong class, and after the route was finished or discarded; nothing
    ///   is added then.
    public func addMetadata(_ metadata: [String: Any]) async throws { try add(metadata) }

    private func add(_ metadata: [String: Any]) throws {
        try state.withLock { state in
            try state.phase.checkOpen(Self.name)
            try state.metadata.add(metadata)
        }
    }

    /// Saves the route and adds it to a workout.
    ///
    /// - Parameters:
    ///   - workout: A workout that is stored; the route stays with it.
    ///   - metadata: More metadata: strings, numbers, dates and quantities by key.
    ///   - completion: Called on a background queue with the route, or with the error.
    public func finishRoute(
        with workout: HKWorkout,
        metadata: [String: Any]?,
        completion: @escaping @Sendable (HKWorkoutRoute?, (any Error)?) -> Void
    ) {
        let metadata = UncheckedSendable(metadata)
        store.perform(
            { try self.finishNow(workout, metadata.value) },
            { completion(try? $0.get(), $0.failure) }
        )
    }

    /// Saves the route and adds it to a workout.
    ///
    /// A route with a sync identifier replaces the stored one of the same or a lower version, and takes its place in other
    /// workouts too; one of a higher version stays and is returned instead (Q1, R2.19).
    ///
    /// - Parameters:
    ///   - workout: A workout that is stored; the route stays with it.
    ///   - metadata: More metadata: strings, numbers, dates and quantities by key.
    /// - Returns: The route.
    /// - Throws: `errorInvalidArgument` without locations, for a workout that is not stored and when the route was finished or
    ///   discarded before; what saving throws, and `errorDatabaseInaccessible` while the machine is locked.
    public func finishRoute(with workout: HKWorkout, metadata: [String: Any]?) async throws -> HKWorkoutRoute {
        let metadata = UncheckedSendable(metadata)
        return try await store.perform { try self.finishNow(workout, metadata.value) }
    }

    /// Saves on this thread; a route that could not be saved may be finished again.
    private func finishNow(_ workout: HKWorkout, _ metadata: [String: Any]?) throws -> HKWorkoutRoute {
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
    public override func discard() {
        state.withLock { state in
            state = State()
            state.phase = .discarded
        }
    }
}

extension HKHealthStore {
    /// Saves a route and adds it to a workout, on this thread.
    ///
    /// - Returns: The route, or the stored one of a higher version.
    package func save(_ route: HKWorkoutRoute, in workout: HKWorkout) throws -> HKWorkoutRoute {
        let now = clock()
        // A series cannot wait for an unlock as a save can.
        return try writableDatabase(needsUnlocked: true)
            .write { writer in
                try writer.checkSharing(principal, [route.sampleType])
                try writer.requireWorkout(workout.uuid)
                if let newer = try writer.newer(
                    than: route,
                    bundleIdentifier: principal.revision.source.bundleIdentifier
                ) {
                    return newer
                }
                try writer.save([route], revision: principal.revision, now: now)
                try writer.add(route, to: workout)
                return route
            }
    }
}
