import Foundation

/// The store of a person's health data, as one app sees it.
///
/// Make one and keep it; it may be used from any thread. Completion handlers and queries' handlers are called on
/// background queues.
///
/// A test double is a subclass that overrides what the code under test calls. The async form of a method calls the form
/// with a completion, so that overriding the latter is enough for both.
open class HKHealthStore: NSObject, @unchecked Sendable {
    private let binding: StoreBinding

    /// The port for calls.
    var port: any CallPort { binding.reach.port }
    var preferences: PreferenceWatch { binding.reach.preferences }
    var mirroring: MirrorReception { binding.reach.mirroring }
    /// The queue on which handlers are called.
    package var queue: DispatchQueue { binding.reach.queue }

    /// A store for this app, on the default file.
    ///
    /// In a process with test stores it determines the current test at each call: see `HealthKitTestStore.asDefault(_:)`.
    public override init() {
        binding = StoreBinding(HKHealthStoreConfiguration?.none)
        super.init()
    }

    /// A store with its own place, identity and clock.
    ///
    /// Linux only.
    ///
    /// - Parameter configuration: The place of the data and the calling app.
    public init(configuration: HKHealthStoreConfiguration) {
        binding = StoreBinding(configuration)
        super.init()
    }

    /// A store whose calls go through a port.
    init(port: any CallPort) {
        binding = StoreBinding(port)
        super.init()
    }

    /// A store for another caller on the same data.
    package init(sharing store: HKHealthStore, principal: Principal, prompt: (any AuthorizationPrompting)? = nil) {
        binding = StoreBinding(store.port.port(of: principal, prompt: prompt))
        super.init()
    }

    /// The caller.
    package var principal: Principal { port.principal }

    /// Whether this machine can have health data.
    ///
    /// - Returns: True: every Linux machine can; only a test may return false.
    open class func isHealthDataAvailable() -> Bool {
        HKHealthStoreConfiguration.ofTest.map { Gate.isDataAvailable($0) } ?? true
    }

    /// Whether this machine can have clinical records.
    ///
    /// - Returns: True: the store keeps clinical records of any origin.
    open func supportsHealthRecords() -> Bool { true }

    /// The end date before which samples cannot be saved and are not found.
    ///
    /// - Returns: `Date.distantPast`, as nothing is purged here; only a test may return another date (R2.7).
    open func earliestPermittedSampleDate() -> Date { earliestSampleDate }

    // MARK: Asking for access

    /// Returns whether the app may save samples of a type.
    ///
    /// It reveals nothing about reading: an app can't know whether it was denied (R1.3).
    ///
    /// - Parameter type: The type.
    /// - Returns: The status, which is not determined until the person has been asked.
    open func authorizationStatus(for type: HKObjectType) -> HKAuthorizationStatus {
        sharingStatus(for: type)
    }

    /// Asks the person for access to types; returns at once if everything is already decided.
    ///
    /// - Parameters:
    ///   - typesToShare: Types of samples the app wants to save.
    ///   - typesToRead: Types the app wants to read.
    ///   - completion: Called on a background queue; success means that the person answered, whatever the answer.
    @preconcurrency
    open func requestAuthorization(
        toShare typesToShare: Set<HKSampleType>?,
        read typesToRead: Set<HKObjectType>?,
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        let share = typesToShare ?? []
        let read = typesToRead ?? []
        checkOrRaise(share, read)
        run(completion) { try await self.ask(share, read) }
    }

    /// Asks the person for access to types; returns at once if everything is already decided.
    ///
    /// - Parameters:
    ///   - typesToShare: Types of samples the app wants to save.
    ///   - typesToRead: Types the app wants to read.
    /// - Throws: `errorInvalidArgument` for an empty request, `errorUserCanceled` when the person closed the sheet,
    ///   `errorAuthorizationNotDetermined` when there is no console in which a person could answer (R1.25),
    ///   `errorDatabaseInaccessible`.
    open func requestAuthorization(toShare typesToShare: Set<HKSampleType>, read typesToRead: Set<HKObjectType>)
        async throws
    {
        try await waitForSuccess {
            requestAuthorization(toShare: typesToShare, read: typesToRead, completion: $0)
        }
    }

    /// Returns whether a request would show the person anything.
    ///
    /// Types that can't be requested stop the program, as in ``requestAuthorization(toShare:read:)`` (R1.8, R1.9).
    ///
    /// - Parameters:
    ///   - typesToShare: Types of samples the app wants to save.
    ///   - typesToRead: Types the app wants to read.
    ///   - completion: Called on a background queue; unknown together with an error.
    @preconcurrency
    open func getRequestStatusForAuthorization(
        toShare typesToShare: Set<HKSampleType>,
        read typesToRead: Set<HKObjectType>,
        completion: @escaping @Sendable (HKAuthorizationRequestStatus, (any Error)?) -> Void
    ) {
        checkOrRaise(typesToShare, typesToRead)
        perform(
            { try self.requestStatus(typesToShare, typesToRead) },
            { completion($0.value ?? .unknown, $0.failure) }
        )
    }

    /// Returns whether a request would show the person anything.
    ///
    /// Types that can't be requested stop the program, as in ``requestAuthorization(toShare:read:)`` (R1.8, R1.9).
    ///
    /// - Parameters:
    ///   - typesToShare: Types of samples the app wants to save.
    ///   - typesToRead: Types the app wants to read.
    /// - Returns: `shouldRequest` while anything is undecided (R1.7).
    /// - Throws: `errorInvalidArgument` for an empty request, `errorDatabaseInaccessible`.
    open func statusForAuthorizationRequest(
        toShare typesToShare: Set<HKSampleType>,
        read typesToRead: Set<HKObjectType>
    ) async throws -> HKAuthorizationRequestStatus {
        try await waitForValue { done in
            getRequestStatusForAuthorization(toShare: typesToShare, read: typesToRead) { done($0, $1) }
        }
    }

    /// Returns the earliest date from which the person lets the app read each type.
    ///
    /// - Parameters:
    ///   - types: The types.
    ///   - completion: Called on a background queue with the dates, or with the error.
    @preconcurrency
    open func getEarliestAuthorizedSampleDate(
        for types: Set<HKObjectType>,
        completion: @escaping @Sendable ([HKObjectType: Date]?, (any Error)?) -> Void
    ) {
        perform({ try self.earliestDates(types) }, { completion($0.value, $0.failure) })
    }

    /// Returns the earliest date from which the person lets the app read each type.
    ///
    /// A sample that ended earlier seems not to exist, whoever saved it.
    ///
    /// - Parameter types: The types.
    /// - Returns: The date of each type that the person limited. Neither a type that may be read in full nor one that
    ///   may not be read has a date: an app can't distinguish these (R1.21).
    /// - Throws: `errorDatabaseInaccessible`.
    open func earliestAuthorizedSampleDate(for types: Set<HKObjectType>) async throws -> [HKObjectType: Date] {
        try await waitForValue { getEarliestAuthorizedSampleDate(for: types, completion: $0) }
    }

    /// Asks the person which objects of a type the app may read.
    ///
    /// The person sees a list of the objects that match the predicate, whoever saved them, and chooses; earlier choices
    /// are shown and may be changed. The list appears each time, even when it is empty, so that an app can't use
    /// requests to find out what exists (R1.14). The app may read the objects that it saved itself unless the person
    /// revokes that.
    ///
    /// - Parameters:
    ///   - objectType: A type with `requiresPerObjectAuthorization()`: vision prescriptions or medications.
    ///   - predicate: The objects to list; `nil` for all.
    ///   - completion: Called on a background queue; success means that the person answered, whatever the answer.
    @preconcurrency
    open func requestPerObjectReadAuthorization(
        for objectType: HKObjectType,
        predicate: NSPredicate?,
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        let filter = Result { try SampleFilter(predicate) }
        run(completion) { try await self.askForObjects(objectType, filter.get()) }
    }

    /// Asks the person which objects of a type the app may read; see the completion form.
    ///
    /// - Parameters:
    ///   - objectType: A type with `requiresPerObjectAuthorization()`: vision prescriptions or medications.
    ///   - predicate: The objects to list; `nil` for all.
    /// - Throws: `errorInvalidArgument` for another type and for a predicate that HealthKit does not know, `errorUserCanceled`
    ///   when the person closed the list, `errorDatabaseInaccessible`.
    open func requestPerObjectReadAuthorization(for objectType: HKObjectType, predicate: NSPredicate?) async throws {
        try await waitForSuccess {
            requestPerObjectReadAuthorization(for: objectType, predicate: predicate, completion: $0)
        }
    }

    /// Presents the requests of the app's extensions to the person (R1.17).
    ///
    /// An extension is a program whose bundle identifier begins with that of the app and a dot; its `requestAuthorization` waits
    /// until it is answered here or in the console.
    ///
    /// - Parameter completion: Called on a background queue; success means that the person answered, whatever the answer.
    @preconcurrency
    open func handleAuthorizationForExtension(completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
        run(completion) { try await self.askForExtensions() }
    }

    /// Presents the requests of the app's extensions to the person (R1.17).
    ///
    /// - Throws: `errorUserCanceled` when a request was closed without an answer, `errorDatabaseInaccessible`.
    open func handleAuthorizationForExtension() async throws {
        try await waitForSuccess { handleAuthorizationForExtension(completion: $0) }
    }

    // MARK: Queries

    /// Starts a query.
    ///
    /// Its handlers are called on a background queue.
    ///
    /// A query runs once: executing it again stops the program, as on Apple's platforms (R4.1).
    ///
    /// - Parameter query: The query.
    open func execute(_ query: HKQuery) {
        start(query)
    }

    /// Stops a query: none of its handlers is called any more.
    ///
    /// Stopping one that is over does nothing.
    ///
    /// - Parameter query: The query.
    open func stop(_ query: HKQuery) {
        query.run.end()
    }

    // MARK: Saving and deleting

    /// Saves an object.
    ///
    /// - Parameters:
    ///   - object: A sample that was not saved before.
    ///   - completion: Called on a background queue with success, or with the error.
    @preconcurrency
    open func save(_ object: HKObject, withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
        save([object], withCompletion: completion)
    }

    /// Saves objects, all or none.
    ///
    /// - Parameters:
    ///   - objects: Samples that were not saved before.
    ///   - completion: Called on a background queue with success, or with the error.
    @preconcurrency
    open func save(_ objects: [HKObject], withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
        port.enqueue(SaveCall(objects: objects)) { result in
            self.queue.async { completion(result.isSuccess, result.failure) }
        }
    }

    /// Saves an object; it is on disk when this returns.
    ///
    /// - Parameter object: A sample that was not saved before.
    /// - Throws: `errorAuthorizationNotDetermined`, `errorAuthorizationDenied`, `errorInvalidArgument` for a sample that
    ///   breaks a rule or is stored already, `errorDatabaseInaccessible`.
    open func save(_ object: HKObject) async throws {
        if isPlain { return try await saveAndWait([object]) }
        try await waitForSuccess { save(object, withCompletion: $0) }
    }

    /// Saves objects, all or none; they are on disk when this returns.
    ///
    /// - Parameter objects: Samples that were not saved before.
    /// - Throws: `errorAuthorizationNotDetermined`, `errorAuthorizationDenied`, `errorInvalidArgument` for a sample that
    ///   breaks a rule or is stored already, `errorDatabaseInaccessible`.
    open func save(_ objects: [HKObject]) async throws {
        if isPlain { return try await saveAndWait(objects) }
        try await waitForSuccess { save(objects, withCompletion: $0) }
    }

    /// Deletes an object that this app saved.
    ///
    /// - Parameters:
    ///   - object: The object.
    ///   - completion: Called on a background queue with success, or with the error.
    @preconcurrency
    open func delete(_ object: HKObject, withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
        delete([object], withCompletion: completion)
    }

    /// Deletes objects that this app saved, all or none.
    ///
    /// - Parameters:
    ///   - objects: The objects.
    ///   - completion: Called on a background queue with success, or with the error.
    @preconcurrency
    open func delete(
        _ objects: [HKObject],
        withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        perform({ try self.deleteNow(objects) }, { completion($0.isSuccess, $0.failure) })
    }

    /// Deletes an object that this app saved.
    ///
    /// - Parameter object: The object.
    /// - Throws: `errorInvalidArgument` when it is not stored or another app saved it, `errorAuthorizationDenied`,
    ///   `errorAuthorizationNotDetermined`, `errorDatabaseInaccessible`.
    open func delete(_ object: HKObject) async throws {
        try await waitForSuccess { delete(object, withCompletion: $0) }
    }

    /// Deletes objects that this app saved, all or none.
    ///
    /// - Parameter objects: The objects.
    /// - Throws: `errorInvalidArgument` when one is not stored or another app saved it, `errorAuthorizationDenied`,
    ///   `errorAuthorizationNotDetermined`, `errorDatabaseInaccessible`.
    open func delete(_ objects: [HKObject]) async throws {
        try await waitForSuccess { delete(objects, withCompletion: $0) }
    }

    /// Deletes all objects of a type that match a predicate and that this app saved.
    ///
    /// - Parameters:
    ///   - objectType: The type.
    ///   - predicate: The predicate that the deleted objects match.
    ///   - completion: Called on a background queue with success and the number of deleted objects, or with the error.
    @preconcurrency
    open func deleteObjects(
        of objectType: HKObjectType,
        predicate: NSPredicate,
        withCompletion completion: @escaping @Sendable (Bool, Int, (any Error)?) -> Void
    ) {
        let filter = Result { try SampleFilter(predicate, for: objectType) }
        perform(
            { try self.deleteNow(objectType, filter.get()) },
            { completion($0.isSuccess, $0.value ?? 0, $0.failure) }
        )
    }

    /// Deletes all objects of a type that match a predicate and that this app saved.
    ///
    /// - Parameters:
    ///   - objectType: The type.
    ///   - predicate: The predicate that the deleted objects match.
    /// - Returns: The number of deleted objects; 0 isn't an error (R3.3).
    /// - Throws: `errorAuthorizationDenied`, `errorAuthorizationNotDetermined`, `errorInvalidArgument` for a predicate that
    ///   HealthKit does not know, `errorDatabaseInaccessible`.
    open func deleteObjects(of objectType: HKObjectType, predicate: NSPredicate) async throws -> Int {
        try await waitForValue { done in
            deleteObjects(of: objectType, predicate: predicate) { isSuccess, count, error in
                done(isSuccess ? count : nil, error)
            }
        }
    }

    // MARK: Workouts

    /// Adds samples to a workout that is stored.
    ///
    /// Samples that are not stored yet are saved, without their device (R2.10). The workout's own totals and duration stay;
    /// its statistics follow the samples (R2.23).
    ///
    /// - Parameters:
    ///   - samples: The samples.
    ///   - workout: The workout.
    ///   - completion: Called on a background queue with success, or with the error.
    @preconcurrency
    open func add(
        _ samples: [HKSample],
        to workout: HKWorkout,
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        perform({ try self.addNow(samples, to: workout) }, { completion($0.isSuccess, $0.failure) })
    }

    /// Adds samples to a workout that is stored; see the completion form.
    ///
    /// - Parameters:
    ///   - samples: The samples.
    ///   - workout: The workout.
    /// - Throws: `errorInvalidArgument` for a workout that is not stored, no samples, and samples that cannot be added;
    ///   `errorAuthorizationNotDetermined`, `errorAuthorizationDenied`, `errorDatabaseInaccessible`.
    open func addSamples(_ samples: [HKSample], to workout: HKWorkout) async throws {
        try await waitForSuccess { add(samples, to: workout, completion: $0) }
    }

    /// Relates an effort score to a workout, or to one of its activities.
    ///
    /// A sample that is not stored yet is saved.
    ///
    /// - Parameters:
    ///   - sample: An effort score, estimated or given, from 0 to 10.
    ///   - workout: A workout that is stored.
    ///   - activity: One of its activities; `nil` for the whole workout.
    ///   - completion: Called on a background queue with success, or with the error.
    @preconcurrency
    open func relateWorkoutEffortSample(
        _ sample: HKSample,
        with workout: HKWorkout,
        activity: HKWorkoutActivity?,
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        perform({ try self.relateNow(sample, workout, activity) }, { completion($0.isSuccess, $0.failure) })
    }

    /// Relates an effort score to a workout, or to one of its activities.
    ///
    /// - Parameters:
    ///   - sample: An effort score, estimated or given, from 0 to 10; it is saved when it is not stored yet.
    ///   - workout: A workout that is stored.
    ///   - activity: One of its activities; `nil` for the whole workout.
    /// - Returns: True; a failure throws.
    /// - Throws: `errorInvalidArgument` for other samples, a workout that is not stored and an activity of another workout;
    ///   `errorAuthorizationNotDetermined`, `errorAuthorizationDenied`, `errorDatabaseInaccessible`.
    @discardableResult
    open func relateWorkoutEffortSample(
        _ sample: HKSample,
        with workout: HKWorkout,
        activity: HKWorkoutActivity?
    ) async throws -> Bool {
        try await waitForSuccess {
            relateWorkoutEffortSample(sample, with: workout, activity: activity, completion: $0)
        }
        return true
    }

    /// Removes the relation between an effort score and a workout; the sample stays stored.
    ///
    /// - Parameters:
    ///   - sample: The sample.
    ///   - workout: The workout.
    ///   - activity: The activity it was related to; `nil` for the whole workout.
    ///   - completion: Called on a background queue with success, or with the error.
    @preconcurrency
    open func unrelateWorkoutEffortSample(
        _ sample: HKSample,
        from workout: HKWorkout,
        activity: HKWorkoutActivity?,
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        perform({ try self.unrelateNow(sample, workout, activity) }, { completion($0.isSuccess, $0.failure) })
    }

    /// Removes the relation between an effort score and a workout; the sample stays stored.
    ///
    /// - Parameters:
    ///   - sample: The sample.
    ///   - workout: The workout.
    ///   - activity: The activity it was related to; `nil` for the whole workout.
    /// - Returns: True; a failure throws.
    /// - Throws: `errorInvalidArgument` for a stored sample that is not related to the workout, and none for a deleted one;
    ///   `errorAuthorizationNotDetermined`, `errorAuthorizationDenied`, `errorDatabaseInaccessible`.
    @discardableResult
    open func unrelateWorkoutEffortSample(
        _ sample: HKSample,
        from workout: HKWorkout,
        activity: HKWorkoutActivity?
    ) async throws -> Bool {
        try await waitForSuccess {
            unrelateWorkoutEffortSample(sample, from: workout, activity: activity, completion: $0)
        }
        return true
    }

    // MARK: Workout sessions

    /// Starts a session.
    ///
    /// - Parameter workoutSession: A session that has not started.
    open func start(_ workoutSession: HKWorkoutSession) { perform(.start, on: workoutSession) }

    /// Pauses a session.
    ///
    /// - Parameter workoutSession: A session that runs.
    open func pause(_ workoutSession: HKWorkoutSession) { perform(.pause, on: workoutSession) }

    /// Resumes a session.
    ///
    /// - Parameter workoutSession: A session that is paused.
    open func resumeWorkoutSession(_ workoutSession: HKWorkoutSession) { perform(.resume, on: workoutSession) }

    /// Ends a session.
    ///
    /// - Parameter workoutSession: A session that runs.
    open func end(_ workoutSession: HKWorkoutSession) { perform(.end, on: workoutSession) }

    /// Called on a background queue with each session of another program of the app that is mirrored to this one.
    ///
    /// As long as it is set, sessions can be mirrored to this program (R7.12). Set the session's delegate in it.
    open var workoutSessionMirroringStartHandler: ((HKWorkoutSession) -> Void)? {
        get { mirroring.handler }
        set {
            guard let newValue else { return mirroring.receive(self, nil) }
            let handler = UncheckedSendable(newValue)
            mirroring.receive(self) { handler.value($0) }
        }
    }

    /// Starts the other program of the app for a workout.
    ///
    /// The companion's bundle identifier extends this app's identifier after a dot, or the other way round, and it has
    /// requested health data before. It finds the configuration in ``HKWorkoutConfiguration/ofLaunch()``.
    ///
    /// - Parameters:
    ///   - workoutConfiguration: The workout's configuration.
    ///   - completion: Called on a background queue with success, or with the error.
    @preconcurrency
    open func startWatchApp(
        with workoutConfiguration: HKWorkoutConfiguration,
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        let configuration = WorkoutConfigurationContent(workoutConfiguration)
        perform({ try self.startCompanionNow(configuration) }, { completion($0.isSuccess, $0.failure) })
    }

    /// Starts the other program of the app for a workout; see the completion form.
    ///
    /// - Parameter workoutConfiguration: The workout's configuration.
    /// - Throws: `errorInvalidArgument` when there is no such program, or it does not start.
    open func startWatchApp(toHandle workoutConfiguration: HKWorkoutConfiguration) async throws {
        try await waitForSuccess { startWatchApp(with: workoutConfiguration, completion: $0) }
    }

    /// Recovers the session that was left behind when its process ended.
    ///
    /// The session and its builder keep their state and data: neither is started again. Delegates and the builder's data source
    /// must be set again (R7.11). A session that ended before its workout was finished is recovered too, so that the workout can
    /// be finished.
    ///
    /// - Parameter completion: Called on a background queue with the session, with neither session nor error when there is none,
    ///   or with the error.
    @preconcurrency
    open func recoverActiveWorkoutSession(completion: @escaping @Sendable (HKWorkoutSession?, (any Error)?) -> Void) {
        perform({ try self.recoverNow() }, { completion($0.value ?? nil, $0.failure) })
    }

    /// Recovers the session that was left behind when its process ended; see the completion form.
    ///
    /// - Returns: The session; `nil` when there is none.
    /// - Throws: `errorDatabaseInaccessible`.
    open func recoverActiveWorkoutSession() async throws -> HKWorkoutSession? {
        try await withCheckedThrowingContinuation { continuation in
            recoverActiveWorkoutSession { session, error in
                if let error {
                    continuation.resume(throwing: error)
                } else {
                    continuation.resume(returning: session)
                }
            }
        }
    }

    // MARK: The person

    /// The day on which the person was born.
    ///
    /// - Returns: Era, year, month and day of the Gregorian calendar.
    /// - Throws: `errorAuthorizationNotDetermined` when the app never asked for it, `errorNoData` when it is not set or may not
    ///   be read (R1.18), `errorDatabaseInaccessible`.
    open func dateOfBirthComponents() throws -> DateComponents {
        try birthday()
    }

    /// The day on which the person was born, as a date.
    ///
    /// - Returns: The start of the day in the current time zone.
    /// - Throws: `errorAuthorizationNotDetermined` when the app never asked for it, `errorNoData` when it is not set or may not
    ///   be read, `errorDatabaseInaccessible`.
    open func dateOfBirth() throws -> Date {
        let components = try dateOfBirthComponents()
        guard components.year != nil, let date = components.date else {
            throw HKError.error(.errorNoData, "The date of birth is not set")
        }
        return date
    }

    /// The sex the person was born with.
    ///
    /// - Returns: The value; not set when it is unknown or may not be read.
    /// - Throws: `errorAuthorizationNotDetermined` when the app never asked for it, `errorDatabaseInaccessible`.
    open func biologicalSex() throws -> HKBiologicalSexObject {
        HKBiologicalSexObject(
            try characteristics(.biologicalSex).biologicalSex.flatMap(HKBiologicalSex.init) ?? .notSet
        )
    }

    /// The sex whose reference ranges apply to the person's clinical measurements.
    ///
    /// The value; not set when it is unknown or may not be read (R1.18).
    ///
    /// - Throws: `errorAuthorizationNotDetermined` when the app never asked for it, `errorDatabaseInaccessible`.
    public var referenceSex: HKReferenceSex {
        get throws { try characteristics(.referenceSex).referenceSex.flatMap(HKReferenceSex.init) ?? .notSet }
    }

    /// The person's blood type.
    ///
    /// - Returns: The value; not set when it is unknown or may not be read.
    /// - Throws: `errorAuthorizationNotDetermined` when the app never asked for it, `errorDatabaseInaccessible`.
    open func bloodType() throws -> HKBloodTypeObject {
        HKBloodTypeObject(try characteristics(.bloodType).bloodType.flatMap(HKBloodType.init) ?? .notSet)
    }

    /// The reaction of the person's skin to sunlight.
    ///
    /// - Returns: The value; not set when it is unknown or may not be read.
    /// - Throws: `errorAuthorizationNotDetermined` when the app never asked for it, `errorDatabaseInaccessible`.
    open func fitzpatrickSkinType() throws -> HKFitzpatrickSkinTypeObject {
        HKFitzpatrickSkinTypeObject(
            try characteristics(.fitzpatrickSkinType).fitzpatrickSkinType.flatMap(HKFitzpatrickSkinType.init) ?? .notSet
        )
    }

    /// Whether the person uses a wheelchair.
    ///
    /// - Returns: The value; not set when it is unknown or may not be read.
    /// - Throws: `errorAuthorizationNotDetermined` when the app never asked for it, `errorDatabaseInaccessible`.
    open func wheelchairUse() throws -> HKWheelchairUseObject {
        HKWheelchairUseObject(
            try characteristics(.wheelchairUse).wheelchairUse.flatMap(HKWheelchairUse.init) ?? .notSet
        )
    }

    /// Whether the person's move ring counts energy or time.
    ///
    /// - Returns: The value; active energy when it is unknown or may not be read.
    /// - Throws: `errorAuthorizationNotDetermined` when the app never asked for it, `errorDatabaseInaccessible`.
    open func activityMoveMode() throws -> HKActivityMoveModeObject {
        HKActivityMoveModeObject(
            try characteristics(.activityMoveMode).activityMoveMode.flatMap(HKActivityMoveMode.init) ?? .activeEnergy
        )
    }

    // MARK: Units and estimates

    /// The units in which the person wants to see quantities.
    ///
    /// Once asked, the store posts `Notification.Name.HKUserPreferencesDidChange` whenever the person chooses others.
    ///
    /// - Parameters:
    ///   - quantityTypes: Types that the app asked for, to read or to share.
    ///   - completion: Called on a background queue with a unit for each type, or with none and an error.
    @preconcurrency
    open func preferredUnits(
        for quantityTypes: Set<HKQuantityType>,
        completion: @escaping @Sendable ([HKQuantityType: HKUnit], (any Error)?) -> Void
    ) {
        perform({ try self.preferredUnitsNow(quantityTypes) }, { completion($0.value ?? [:], $0.failure) })
    }

    /// The units in which the person wants to see quantities.
    ///
    /// Once asked, the store posts `Notification.Name.HKUserPreferencesDidChange` whenever the person chooses others.
    ///
    /// - Parameter quantityTypes: Types that the app asked for, to read or to share.
    /// - Returns: For each type the person's choice, or the usual unit of the process's locale (R11.1, R11.3); the usual unit for
    ///   types that the person denied.
    /// - Throws: `errorAuthorizationNotDetermined` for a type never asked for, `errorDatabaseInaccessible`.
    open func preferredUnits(for quantityTypes: Set<HKQuantityType>) async throws -> [HKQuantityType: HKUnit] {
        try await waitForValue { done in preferredUnits(for: quantityTypes) { done($0, $1) } }
    }

    /// Restarts estimates of a type at a date, because of a change of the person's body.
    ///
    /// The date is kept in the store for programs that estimate; HealthKit on Linux estimates nothing itself.
    ///
    /// - Parameters:
    ///   - sampleType: A type whose estimates can be recalibrated, see `HKSampleType.allowsRecalibrationForEstimates`.
    ///   - date: The date of the change, not in the future.
    ///   - completion: Called on a background queue with success, or with the error.
    @preconcurrency
    open func recalibrateEstimates(
        sampleType: HKSampleType,
        date: Date,
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        perform({ try self.recalibrateNow(sampleType, date) }, { completion($0.isSuccess, $0.failure) })
    }

    /// Restarts estimates of a type at a date, because of a change of the person's body.
    ///
    /// - Parameters:
    ///   - sampleType: A type whose estimates can be recalibrated, see `HKSampleType.allowsRecalibrationForEstimates`.
    ///   - date: The date of the change, not in the future.
    /// - Throws: `errorInvalidArgument` for other types and for a date in the future, `errorAuthorizationNotDetermined` for a
    ///   type never asked for, `errorDatabaseInaccessible`.
    open func recalibrateEstimates(sampleType: HKSampleType, date: Date) async throws {
        try await waitForSuccess { recalibrateEstimates(sampleType: sampleType, date: date, completion: $0) }
    }

    /// Splits the energy of an interval into resting energy and active energy.
    ///
    /// Apple does not publish its formula. This uses the Mifflin-St Jeor equation, with the person's age, sex, latest body mass
    /// and height if the app may read them; unreadable or unknown values default to 30 years, the mean of both sexes, 70 kg and
    /// 170 cm (R6.7).
    ///
    /// - Parameters:
    ///   - totalEnergy: The total energy of the interval.
    ///   - startDate: The start of the interval.
    ///   - endDate: The end of the interval, not before the start.
    ///   - resultsHandler: Called on a background queue with the energy at rest and the active energy, in the unit of the total,
    ///     or with an error.
    @preconcurrency
    open func splitTotalEnergy(
        _ totalEnergy: HKQuantity,
        start startDate: Date,
        end endDate: Date,
        resultsHandler: @escaping @Sendable (HKQuantity?, HKQuantity?, (any Error)?) -> Void
    ) {
        perform(
            { try self.splitNow(totalEnergy, startDate, endDate) },
            { result in
                let parts = result.value
                resultsHandler(parts?.resting, parts?.active, result.failure)
            }
        )
    }

    // MARK: Background delivery

    /// Registers the app for changes of a type.
    ///
    /// The registration is kept with the app until it is removed. A running process is notified of every change at once through
    /// its ``HKObserverQuery``, whatever the frequency. One that isn't running is started by a launcher in the person's session,
    /// if a service has the store open and the person allowed the app to be started: see <doc:BackgroundDelivery>. Otherwise its
    /// observers are called once when it runs again.
    ///
    /// - Parameters:
    ///   - type: A type of samples, but no correlation, or a characteristic.
    ///   - frequency: The maximum frequency of wakes.
    ///   - completion: Called on a background queue with success, or with the error.
    @preconcurrency
    open func enableBackgroundDelivery(
        for type: HKObjectType,
        frequency: HKUpdateFrequency,
        withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        perform({ try self.setDelivery(type, frequency) }, { completion($0.isSuccess, $0.failure) })
    }

    /// Registers the app for changes of a type; see the completion form for differences from Apple's.
    ///
    /// - Parameters:
    ///   - type: A type of samples, but no correlation, or a characteristic.
    ///   - frequency: The maximum frequency of wakes.
    /// - Throws: `errorInvalidArgument` for other types, `errorDatabaseInaccessible`.
    open func enableBackgroundDelivery(for type: HKObjectType, frequency: HKUpdateFrequency) async throws {
        try await waitForSuccess { enableBackgroundDelivery(for: type, frequency: frequency, withCompletion: $0) }
    }

    /// Removes a registration.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - completion: Called on a background queue with success, or with the error.
    @preconcurrency
    open func disableBackgroundDelivery(
        for type: HKObjectType,
        withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        perform({ try self.setDelivery(type, nil) }, { completion($0.isSuccess, $0.failure) })
    }

    /// Removes a registration.
    ///
    /// - Parameter type: The type.
    /// - Throws: `errorInvalidArgument` for a type that cannot be registered, `errorDatabaseInaccessible`.
    open func disableBackgroundDelivery(for type: HKObjectType) async throws {
        try await waitForSuccess { disableBackgroundDelivery(for: type, withCompletion: $0) }
    }

    /// Removes all registrations of the app.
    ///
    /// - Parameter completion: Called on a background queue with success, or with the error.
    @preconcurrency
    open func disableAllBackgroundDelivery(completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
        perform({ try self.removeDeliveries() }, { completion($0.isSuccess, $0.failure) })
    }

    /// Removes all registrations of the app.
    ///
    /// - Throws: `errorDatabaseInaccessible`.
    open func disableAllBackgroundDelivery() async throws {
        try await waitForSuccess { disableAllBackgroundDelivery(completion: $0) }
    }
}
