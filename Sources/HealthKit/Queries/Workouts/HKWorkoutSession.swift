import Foundation
import Synchronization

/// A workout that runs: its state, and the builder that collects its data.
///
/// One session of a store is the primary one, over all processes: starting another ends it (R7.9). It continues after
/// the end of its process: `HKHealthStore.recoverActiveWorkoutSession()` returns it (R7.11).
open class HKWorkoutSession: NSObject, NSSecureCoding, HKArchivedObject, @unchecked Sendable {
    /// The delegate, which is called on a background queue.
    open weak var delegate: (any HKWorkoutSessionDelegate)? {
        didSet { core.listener.set(delegate) }
    }

    /// The implementation.
    let core: WorkoutSessionCore

    /// The current state; ``HKWorkoutSessionDelegate`` is notified of each change.
    public var state: HKWorkoutSessionState { core.content.state }
    /// Whether the session runs here or mirrors one of another program.
    public var type: HKWorkoutSessionType { core.isMirror ? .mirrored : .primary }
    /// The kind of workout and its location.
    public var workoutConfiguration: HKWorkoutConfiguration { core.content.configuration.object }
    /// The activity of the configuration.
    public var activityType: HKWorkoutActivityType { workoutConfiguration.activityType }
    /// The place of the configuration.
    public var locationType: HKWorkoutSessionLocationType { workoutConfiguration.locationType }
    /// When the session began to run; `nil` before.
    public var startDate: Date? { core.content.start }
    /// When the session was stopped, or ended without that; `nil` before.
    public var endDate: Date? { core.content.end }
    /// The activity that runs: one that was begun, else the whole session.
    open var currentActivity: HKWorkoutActivity { core.currentActivity }

    /// Makes a session.
    ///
    /// - Parameters:
    ///   - healthStore: The store in which the session is kept and its workout saved.
    ///   - workoutConfiguration: The kind of workout and its location.
    /// - Throws: `errorInvalidArgument` for a lap length that isn't a positive length.
    public init(healthStore: HKHealthStore, configuration workoutConfiguration: HKWorkoutConfiguration) throws {
        try WorkoutSessionCore.check(workoutConfiguration)
        core = WorkoutSessionCore(SessionHolder(WorkoutSessionContent(workoutConfiguration), healthStore.port))
        super.init()
        core.attach(self, healthStore)
    }

    /// Makes a session without a store; `HKHealthStore.start(_:)` starts it.
    ///
    /// - Parameter workoutConfiguration: The kind of workout and its location.
    /// - Throws: `errorInvalidArgument` for a lap length that isn't a positive length.
    public init(configuration workoutConfiguration: HKWorkoutConfiguration) throws {
        try WorkoutSessionCore.check(workoutConfiguration)
        core = WorkoutSessionCore(SessionHolder(WorkoutSessionContent(workoutConfiguration), nil))
        super.init()
        core.attach(self, nil)
    }

    /// Makes a session without a store; `HKHealthStore.start(_:)` starts it.
    ///
    /// - Parameters:
    ///   - activityType: The activity.
    ///   - locationType: Indoors or outdoors.
    public init(activityType: HKWorkoutActivityType, locationType: HKWorkoutSessionLocationType) {
        let configuration = HKWorkoutConfiguration()
        configuration.activityType = activityType
        configuration.locationType = locationType
        core = WorkoutSessionCore(SessionHolder(WorkoutSessionContent(configuration), nil))
        super.init()
        core.attach(self, nil)
    }

    /// Continues an abandoned session.
    init(_ holder: SessionHolder, _ store: HKHealthStore, parts: [WorkoutPart]) throws {
        core = WorkoutSessionCore(holder)
        super.init()
        core.attach(self, store)
        try core.restoreBuilder(parts, self)
        // The program that mirrored it may have gone meanwhile.
        if core.content.mirroredBy != nil { core.watchRemote() }
    }

    /// Mirrors a session of another program.
    init(mirroring other: MirroredSession, _ store: HKHealthStore) {
        core = WorkoutSessionCore(SessionHolder(other.content, nil))
        core.mirror(other.owner)
        super.init()
        core.attach(self, store)
    }

    // MARK: Running

    /// Makes ready to start: the session becomes the store's primary one.
    open func prepare() { core.perform(.prepare) }

    /// Starts the session.
    ///
    /// - Parameter date: When it began; `nil` for now.
    open func startActivity(with date: Date?) { core.perform(.start, at: date) }

    /// Pauses the session and its builder's elapsed time.
    open func pause() { core.perform(.pause) }

    /// Goes on after a pause.
    open func resume() { core.perform(.resume) }

    /// Stops the session: it cannot continue, and its builder can be finished.
    ///
    /// - Parameter date: When it stopped; `nil` for now.
    open func stopActivity(with date: Date?) { core.perform(.stop, at: date) }

    /// Ends the session.
    open func end() { core.perform(.end) }

    // MARK: Activities

    /// Begins an activity within the workout, such as the next part of a triathlon; this ends the running one.
    ///
    /// - Parameters:
    ///   - workoutConfiguration: The kind of activity.
    ///   - date: When it begins.
    ///   - metadata: Strings, numbers, dates and quantities by key.
    open func beginNewActivity(
        configuration workoutConfiguration: HKWorkoutConfiguration,
        date: Date,
        metadata: [String: Any]?
    ) {
        let values = Result { try Metadata(metadata) }
        core.begin(WorkoutConfigurationContent(workoutConfiguration), date, values)
    }

    /// Ends the activity that runs.
    ///
    /// - Parameter date: When it ended.
    open func endCurrentActivity(on date: Date) { core.endActivity(date) }

    // MARK: Builder

    /// The builder that collects the session's data.
    ///
    /// A session that was made without a store has none: this property then stops the program, as on Apple's platforms
    /// (R7.9).
    ///
    /// - Returns: Always the same.
    open func associatedWorkoutBuilder() -> HKLiveWorkoutBuilder {
        guard let builder = core.builder(of: self) else {
            raiseException(
                ExceptionName.invalidArgument,
                "A workout session must be made with a health store to have an associated workout builder"
            )
        }
        return builder
    }

    /// The builder of the session; `nil` for one that was made without a store.
    package var liveBuilder: HKLiveWorkoutBuilder? { core.builder(of: self) }

    /// The state after all requests to the session so far have been processed.
    package var settledState: HKWorkoutSessionState {
        get async throws {
            try await core.onQueue {}
            return state
        }
    }

    // MARK: Mirroring

    /// Mirrors the session to the companion: another program of the app that takes mirrored sessions.
    ///
    /// Two programs are of one app when the bundle identifier of one extends the other's after a dot. The companion is started where it does not run, and gets the session through its `workoutSessionMirroringStartHandler` (R7.12).
    ///
    /// - Parameter completion: Called on a background queue with success, or with the error.
    @preconcurrency
    open func startMirroringToCompanionDevice(completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
        core.run(completion) { [core] in try await core.startMirroring() }
    }

    /// Mirrors the session to the companion; see the completion form.
    ///
    /// - Throws: `errorInvalidArgument` for a session that was stopped or mirrors another, and where no other program of the
    ///   app takes mirrored sessions.
    open func startMirroringToCompanionDevice() async throws {
        try await waitForSuccess { startMirroringToCompanionDevice(completion: $0) }
    }

    /// Ends the mirroring; the session continues.
    ///
    /// - Parameter completion: Called on a background queue with success, or with the error.
    @preconcurrency
    open func stopMirroringToCompanionDevice(completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
        core.run(completion) { [core] in try await core.stopMirroring() }
    }

    /// Ends the mirroring; the session continues.
    ///
    /// - Throws: `errorInvalidArgument` when the session is not mirrored.
    open func stopMirroringToCompanionDevice() async throws {
        try await waitForSuccess { stopMirroringToCompanionDevice(completion: $0) }
    }

    /// Sends data to the session on the other side.
    ///
    /// - Parameters:
    ///   - data: At most 100,000 bytes, including data sent in the previous ten seconds.
    ///   - completion: Called on a background queue with success, or with the error.
    @preconcurrency
    open func sendToRemoteWorkoutSession(data: Data, completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
        core.run(completion) { [core] in
            if core.isMirror {
                try core.notifyOwner(WorkoutMessage(data: data))
            } else {
                try core.send(data)
            }
        }
    }

    /// Sends data to the session on the other side.
    ///
    /// - Parameter data: At most 100,000 bytes, including data sent in the previous ten seconds.
    /// - Throws: `errorDataSizeExceeded` for more, and when the other side takes nothing; `errorInvalidArgument` when the
    ///   session is not mirrored.
    open func sendToRemoteWorkoutSession(data: Data) async throws {
        try await waitForSuccess { sendToRemoteWorkoutSession(data: data, completion: $0) }
    }

    /// The bundle identifier of the program that mirrors the session; `nil` when none does.
    package var companion: String? { core.content.mirroredBy }

    // MARK: Archives

    /// Whether secure coding is supported; always true.
    open class var supportsSecureCoding: Bool { true }

    /// Makes a session with the configuration of another; it has not started.
    ///
    /// - Parameter coder: The archive to read.
    public required init?(coder: NSCoder) {
        // The one who unarchives it gets none.
        guard let configuration = coder.decoded(HKWorkoutConfiguration.self, forKey: "configuration"),
            (try? WorkoutSessionCore.check(configuration)) != nil
        else { return nil }
        core = WorkoutSessionCore(SessionHolder(WorkoutSessionContent(configuration), nil))
        super.init()
        core.attach(self, nil)
    }

    /// Writes the configuration of the session to an archive.
    ///
    /// - Parameter coder: The archive to write.
    open func encode(with coder: NSCoder) { coder.encode(workoutConfiguration, forKey: "configuration") }
}
