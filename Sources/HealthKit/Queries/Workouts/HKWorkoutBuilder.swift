import Foundation

/// Builds a workout bit by bit: samples, events, metadata and activities as they come.
///
/// Begin collection, add, end collection, finish: another order is an error (R7.1). Samples are saved to the store as they
/// are added and stay there whatever becomes of the workout (R7.2).
open class HKWorkoutBuilder: NSObject, @unchecked Sendable {
    /// The implementation, which applies changes serially.
    let core: WorkoutBuilderCore

    /// The device that the workout is recorded with, or `nil`.
    public var device: HKDevice? { core.device }
    /// When the workout began; `nil` before collection has begun.
    public var startDate: Date? { core.content.start }
    /// When the workout ended; `nil` before collection has ended.
    public var endDate: Date? { core.content.end }
    /// The kind of workout and its location.
    open var workoutConfiguration: HKWorkoutConfiguration { core.content.configuration.object }
    /// The metadata so far: strings, numbers, dates and quantities by key.
    public var metadata: [String: Any] { Metadata(core.content.metadata).dictionary ?? [:] }
    /// The events so far, in order of time.
    public var workoutEvents: [HKWorkoutEvent] { core.content.events.compactMap(\.object) }
    /// The activities so far, in order of time, with their statistics up to now.
    open var workoutActivities: [HKWorkoutActivity] { core.activities }
    /// The statistics of the samples so far, by type.
    open var allStatistics: [HKQuantityType: HKStatistics] { core.allStatistics() }

    /// Makes a builder.
    ///
    /// - Parameters:
    ///   - healthStore: The store in which samples and the workout are saved.
    ///   - configuration: The kind of workout and its location.
    ///   - device: The device that the workout is recorded with, or `nil`.
    public init(healthStore: HKHealthStore, configuration: HKWorkoutConfiguration, device: HKDevice?) {
        core = WorkoutBuilderCore(healthStore, WorkoutBuilderContent(configuration, device: device))
        super.init()
    }

    init(_ core: WorkoutBuilderCore) {
        self.core = core
        super.init()
    }

    // MARK: Collection

    /// Begins the workout; data can be added from now on.
    ///
    /// - Parameters:
    ///   - startDate: When the workout began.
    ///   - completion: Called on a background queue with success, or with the error.
    @preconcurrency
    open func beginCollection(withStart startDate: Date, completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
        core.perform({ [core] in try core.begin(at: startDate) }, { completion($0.isSuccess, $0.failure) })
    }

    /// Begins the workout; data can be added from now on.
    ///
    /// - Parameter startDate: When the workout began.
    /// - Throws: `errorInvalidArgument` when it has begun before, `errorAuthorizationNotDetermined`,
    ///   `errorAuthorizationDenied`, `errorDatabaseInaccessible`.
    open func beginCollection(at startDate: Date) async throws {
        try await waitForSuccess { beginCollection(withStart: startDate, completion: $0) }
    }

    /// Ends the workout; samples measured until then may still be added.
    ///
    /// - Parameters:
    ///   - endDate: When the workout ended, not before its start.
    ///   - completion: Called on a background queue with success, or with the error.
    @preconcurrency
    open func endCollection(withEnd endDate: Date, completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
        core.perform(
            { [core] in try core.change { try $0.end(at: endDate) } },
            { completion($0.isSuccess, $0.failure) }
        )
    }

    /// Ends the workout; samples measured until then may still be added.
    ///
    /// - Parameter endDate: When the workout ended, not before its start.
    /// - Throws: `errorInvalidArgument` before the beginning, for a second call, and for an end before the start.
    open func endCollection(at endDate: Date) async throws {
        try await waitForSuccess { endCollection(withEnd: endDate, completion: $0) }
    }

    // MARK: Data

    /// Saves samples, unless they are stored already, and adds them to the workout.
    ///
    /// - Parameters:
    ///   - samples: Quantity samples, category samples and correlations that start within the workout.
    ///   - completion: Called on a background queue with success, or with the error; none is saved or added then.
    @preconcurrency
    open func add(_ samples: [HKSample], completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
        core.perform({ [core] in try core.add(samples) }, { completion($0.isSuccess, $0.failure) })
    }

    /// Saves samples, unless they are stored already, and adds them to the workout.
    ///
    /// - Parameter samples: Quantity samples, category samples and correlations that start within the workout.
    /// - Throws: `errorInvalidArgument` for samples outside the workout, of other kinds (effort scores are related
    ///   instead, R7.14) and for negative amounts; any error of saving. In case of an error no sample is saved or added.
    open func addSamples(_ samples: [HKSample]) async throws {
        try await waitForSuccess { add(samples, completion: $0) }
    }

    /// Adds events.
    ///
    /// - Parameters:
    ///   - workoutEvents: Pauses, laps, segments and others, within the workout.
    ///   - completion: Called on a background queue with success, or with the error; none is added then.
    @preconcurrency
    open func addWorkoutEvents(
        _ workoutEvents: [HKWorkoutEvent],
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        let events = workoutEvents.map(WorkoutEventContent.init)
        core.perform({ [core] in try core.add(events) }, { completion($0.isSuccess, $0.failure) })
    }

    /// Adds events.
    ///
    /// - Parameter workoutEvents: Pauses, laps, segments and others, within the workout.
    /// - Throws: `errorInvalidArgument` for events outside the workout, laps that overlap and without events; none is added
    ///   then (R7.4).
    open func addWorkoutEvents(_ workoutEvents: [HKWorkoutEvent]) async throws {
        try await waitForSuccess { addWorkoutEvents(workoutEvents, completion: $0) }
    }

    /// Adds metadata; of two values for a key the later stays.
    ///
    /// - Parameters:
    ///   - metadata: Strings, numbers, dates and quantities by key.
    ///   - completion: Called on a background queue with success, or with the error; nothing is added then.
    @preconcurrency
    open func addMetadata(_ metadata: [String: Any], completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
        let values = Result { try Metadata(metadata) }
        core.perform(
            { [core] in
                let added = try values.get()
                try core.change { try $0.add(added) }
            },
            { completion($0.isSuccess, $0.failure) }
        )
    }

    /// Adds metadata; of two values for a key the later stays.
    ///
    /// - Parameter metadata: Strings, numbers, dates and quantities by key.
    /// - Throws: `errorInvalidArgument` for a value of a wrong class; nothing is added then (R7.2).
    open func addMetadata(_ metadata: [String: Any]) async throws {
        try await waitForSuccess { addMetadata(metadata, completion: $0) }
    }

    // MARK: Activities

    /// Adds an activity.
    ///
    /// - Parameters:
    ///   - workoutActivity: An activity within the workout, at another time than the others.
    ///   - completion: Called on a background queue with success, or with the error.
    @preconcurrency
    open func addWorkoutActivity(
        _ workoutActivity: HKWorkoutActivity,
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        var content = workoutActivity.content
        content.statistics = []
        let activity = content
        core.perform({ [core] in try core.change { try $0.add(activity) } }, { completion($0.isSuccess, $0.failure) })
    }

    /// Adds an activity.
    ///
    /// - Parameter workoutActivity: An activity within the workout, at another time than the others.
    /// - Throws: `errorInvalidArgument` for one outside the workout or during another, and for one that was added before.
    open func addWorkoutActivity(_ workoutActivity: HKWorkoutActivity) async throws {
        try await waitForSuccess { addWorkoutActivity(workoutActivity, completion: $0) }
    }

    /// Ends an activity.
    ///
    /// - Parameters:
    ///   - UUID: The activity.
    ///   - endDate: When it ended, not before its start.
    ///   - completion: Called on a background queue with success, or with the error.
    @preconcurrency
    open func updateActivity(
        uuid UUID: UUID,
        end endDate: Date,
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        core.perform(
            { [core] in try core.change { try $0.endActivity(UUID, at: endDate) } },
            { completion($0.isSuccess, $0.failure) }
        )
    }

    /// Ends an activity.
    ///
    /// - Parameters:
    ///   - UUID: The activity.
    ///   - endDate: When it ended, not before its start.
    /// - Throws: `errorInvalidArgument` for an activity that was not added and for an end before its start.
    open func updateActivity(uuid UUID: UUID, end endDate: Date) async throws {
        try await waitForSuccess { updateActivity(uuid: UUID, end: endDate, completion: $0) }
    }

    /// Adds metadata to an activity; of two values for a key the later stays.
    ///
    /// - Parameters:
    ///   - UUID: The activity.
    ///   - metadata: Strings, numbers, dates and quantities by key.
    ///   - completion: Called on a background queue with success, or with the error; nothing is added then.
    @preconcurrency
    open func updateActivity(
        uuid UUID: UUID,
        adding metadata: [String: Any],
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        let values = Result { try Metadata(metadata) }
        core.perform(
            { [core] in
                let added = try values.get()
                try core.change { try $0.addMetadata(added, toActivity: UUID) }
            },
            { completion($0.isSuccess, $0.failure) }
        )
    }

    /// Adds metadata to an activity; of two values for a key the later stays.
    ///
    /// - Parameters:
    ///   - UUID: The activity.
    ///   - metadata: Strings, numbers, dates and quantities by key.
    /// - Throws: `errorInvalidArgument` for an activity that was not added and for invalid values; nothing is added then.
    open func updateActivity(uuid UUID: UUID, adding metadata: [String: Any]) async throws {
        try await waitForSuccess { updateActivity(uuid: UUID, adding: metadata, completion: $0) }
    }

    // MARK: Results

    /// The time from the start to a date, pauses left out.
    ///
    /// - Parameter date: The date.
    /// - Returns: Seconds; 0 before the start. It may be less than before when an event came in meanwhile.
    open func elapsedTime(at date: Date) -> TimeInterval { core.content.elapsed(at: date) }

    /// The statistics of the samples of a type so far, simultaneous recordings counted once.
    ///
    /// - Parameter quantityType: The type.
    /// - Returns: The sum of a cumulative type; average, minimum and maximum of another; and the latest quantity. `nil`
    ///   without samples.
    open func statistics(for quantityType: HKQuantityType) -> HKStatistics? { core.statistics(of: quantityType) }

    /// The builder of a series that belongs to the workout.
    ///
    /// It is finished with the workout; one that was discarded makes finishing an error (R7.13).
    ///
    /// - Parameter seriesType: The type of the series.
    /// - Returns: An ``HKWorkoutRouteBuilder`` for routes, always the same; `nil` for other types, and when the app may not
    ///   save routes.
    open func seriesBuilder(for seriesType: HKSeriesType) -> HKSeriesBuilder? {
        seriesType == HKSeriesType.workoutRoute() ? core.routeBuilder() : nil
    }

    // MARK: End

    /// Saves the workout with its samples, events, activities and its route.
    ///
    /// - Parameter completion: Called on a background queue with the workout; with neither workout nor error when it waits
    ///   until the machine is unlocked; or with the error, after which it may be finished again.
    @preconcurrency
    open func finishWorkout(completion: @escaping @Sendable (HKWorkout?, (any Error)?) -> Void) {
        core.perform({ [core] in try core.finish() }, { completion($0.value ?? nil, $0.failure) })
    }

    /// Saves the workout with its samples, events, activities and its route.
    ///
    /// - Returns: The workout; `nil` when it waits until the machine is unlocked (R7.3).
    /// - Throws: `errorInvalidArgument` before the end of collection and after the workout was finished or discarded;
    ///   any error of saving, after which it may be finished again.
    open func finishWorkout() async throws -> HKWorkout? {
        let result: UncheckedSendable<HKWorkout?> = try await withCheckedThrowingContinuation { continuation in
            finishWorkout { workout, error in
                if let error {
                    continuation.resume(throwing: error)
                } else {
                    continuation.resume(returning: UncheckedSendable(workout))
                }
            }
        }
        return result.value
    }

    /// Ends the builder without a workout; samples that were added stay stored (R7.2).
    open func discardWorkout() { core.discard() }
}
