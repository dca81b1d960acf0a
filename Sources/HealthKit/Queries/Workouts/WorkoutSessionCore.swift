import Foundation
import Synchronization

/// The implementation of a workout session: serial events, each stored before it is reported.
final class WorkoutSessionCore: Sendable {
    private struct State {
        weak var session: HKWorkoutSession?
        var store: HKHealthStore?
        var builder: HKLiveWorkoutBuilder?
        /// Word of other sessions.
        var watch: ChangeToken?
        /// Whether the program that mirrors the session lives.
        var remote: RemoteWatch?
        /// The bundle identifier of the program whose session this one mirrors; `nil` for a primary session.
        var mirrors: String?
        /// Whether this one mirrored a session and does no more.
        var isInvalid = false
    }

    let holder: SessionHolder
    let speech = SessionSpeech()
    let listener = WeakListener<any HKWorkoutSessionDelegate>()
    /// The queue on which events are processed serially.
    private let queue = DispatchQueue(label: "healthkit.session", target: .global())
    /// The queue on which the delegate is called, so that a slow one blocks nothing else.
    private let delegateQueue = DispatchQueue(label: "healthkit.session.delegate", target: .global())
    private let state = Mutex(State())

    init(_ holder: SessionHolder) { self.holder = holder }

    var content: WorkoutSessionContent { holder.content }
    var store: HKHealthStore? { state.withLock { $0.store } }
    var isMirror: Bool { state.withLock { $0.mirrors != nil } }

    /// - Throws: `errorInvalidArgument` for a lap length that isn't a positive length.
    static func check(_ configuration: HKWorkoutConfiguration) throws {
        guard let length = configuration.lapLength else { return }
        guard length.is(compatibleWith: .meter()), length.doubleValue(for: .meter()) > 0,
            length.doubleValue(for: .meter()).isFinite
        else { throw HKError.invalid("The lap length of a workout must be a length above nothing: \(length)") }
    }

    /// Connects the session with its store; a session of old gets one when it is started.
    func attach(_ session: HKWorkoutSession, _ store: HKHealthStore?) {
        state.withLock { state in
            state.session = session
            state.store = state.store ?? store
        }
        store?.port.carryTest(to: queue)
        store?.port.carryTest(to: delegateQueue)
        if let store, !isMirror { holder.attach(store.port) }
        if content.state != .notStarted { watchOthers() }
    }

    // MARK: Events

    /// Has something happen to the session.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - date: When; `nil` for now.
    func perform(_ event: WorkoutSessionMachine.Event, at date: Date? = nil) {
        // The date is that of the request, however long the queue is.
        let called = state.withLock { $0.store }?.port.clock()
        queue.async { self.performNow(event, date, called: called) }
    }

    /// Runs work between two events, and waits for it.
    func onQueue(_ work: @escaping @Sendable () throws -> Void) async throws {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try work() }) }
        }
    }

    func performNow(_ event: WorkoutSessionMachine.Event, _ date: Date?, called: Date? = nil) {
        let from = content.state
        if isMirror { return command(event, date, from) }
        switch WorkoutSessionMachine.step(event, in: from) {
        case .stays: return
        case .refused: fail(WorkoutSessionMachine.refusal(event, in: from))
        case .goes(let to, let effects):
            do {
                try go(event, from, to, effects, date, called: called)
            } catch {
                fail(error)
            }
        }
    }

    private func go(
        _ event: WorkoutSessionMachine.Event,
        _ from: HKWorkoutSessionState,
        _ to: HKWorkoutSessionState,
        _ effects: [WorkoutSessionMachine.Effect],
        _ given: Date?,
        called: Date?
    ) throws {
        guard let store = state.withLock({ $0.store }) else {
            throw HKError.invalid("A workout session without a health store is started by the store")
        }
        let date = moment(given, called ?? store.port.clock(), isStart: event == .start && content.start == nil)
        var takesPlace: Bool?
        for effect in effects {
            if case .takePlace = effect { takesPlace = true }
            if case .leavePlace = effect { takesPlace = false }
        }
        let generated = effects.lazy
            .compactMap { if case .generate(let type) = $0 { HKWorkoutEvent(type: type, date: date) } else { nil } }
            .first
        try change(with: generated, takesPlace) { content in
            content.state = to
            content.lastChange = max(date, content.lastChange ?? date)
            for effect in effects {
                if case .setStart = effect, content.start == nil { content.start = date }
                if case .setEnd = effect, content.end == nil { content.end = date }
            }
        }
        for effect in effects {
            switch effect {
            case .takePlace:
                holder.forgetOthers()
                watchOthers()
            case .leavePlace: unwatchOthers()
            case .failSuperseded:
                unwatchOthers()
                let error = HKError.error(.errorAnotherWorkoutSessionStarted, "Another workout session was started")
                fail(error)
            case .generate, .setStart, .setEnd: continue
            }
        }
        if let generated { report { $0.workoutSession($1, didGenerate: generated) } }
        report { $0.workoutSession($1, didChangeTo: to, from: from, date: date) }
        holder.forgetIfOver()
    }

    /// Stores a change together with the event that it generates, so that observers of one find the other.
    private func change(
        with event: HKWorkoutEvent?,
        _ takesPlace: Bool?,
        _ body: (inout WorkoutSessionContent) -> Void
    ) throws {
        if let event, let builder = state.withLock({ $0.builder }) {
            try builder.collect(event, with: body)
        } else {
            try holder.change(takesPlace: takesPlace, body)
        }
    }

    /// The time of an event: not before the last event, even if the clock was set back.
    private func moment(_ given: Date?, _ now: Date, isStart: Bool) -> Date {
        let date = given ?? now
        guard abs(date.timeIntervalSinceReferenceDate) < SampleTimes.limit else { return now }
        if isStart, given != nil { return date }
        let content = content
        return max(date, content.start ?? date, given == nil ? content.lastChange ?? date : date)
    }

    // MARK: Other sessions

    private static let namespaces: Set<String> = [StoreNamespace.workoutSessions, StoreNamespace.workoutMessages]

    /// Watches for another session that replaces this one, and for messages of the program that mirrors it.
    func watchOthers() {
        guard let port = holder.port, state.withLock({ $0.watch == nil }) else { return }
        let interest = ChangeInterest(types: [], namespaces: Self.namespaces, whenReopened: false)
        let token = HealthLog.attempt("listen") {
            try port.listen(interest) { [weak self] in
                guard let self else { return }
                queue.async { [weak self] in self?.checkPlace() }
            }
        }
        state.withLock { $0.watch = token }
        // Detects changes from before the watch began.
        queue.async { [weak self] in self?.checkPlace() }
    }

    /// Stops listening, unless the program that mirrors the session hasn't yet confirmed its end.
    private func unwatchOthers() {
        if content.mirroredBy == nil { state.withLock { $0.watch = nil } }
    }

    private func checkPlace() {
        if content.mirroredBy != nil { hearRemote() }
        guard let port = holder.port, case .goes = WorkoutSessionMachine.step(.supersede, in: content.state) else {
            return
        }
        // A state that can't be determined now is read again at the next change.
        guard let isPrimary = try? port.send(SessionPlaceCall(session: holder.identifier)), !isPrimary else { return }
        performNow(.supersede, nil)
    }

    // MARK: Mirroring

    /// Watches the program that mirrors the session.
    func watchRemote() {
        let watch = RemoteWatch(on: queue) { [weak self] in self?.checkRemote() }
        state.withLock { $0.remote = watch }
    }

    /// Forgets the program that mirrored the session.
    func endMirroring() throws {
        try holder.change { $0.mirroredBy = nil }
        state.withLock { state in
            state.remote = nil
            if holder.content.state == .ended { state.watch = nil }
        }
        holder.forgetIfOver()
    }

    /// Makes this session one that mirrors another program's.
    func mirror(_ owner: String) { state.withLock { $0.mirrors = owner } }

    /// Sends an event to the session that this one mirrors.
    private func command(_ event: WorkoutSessionMachine.Event, _ date: Date?, _ from: HKWorkoutSessionState) {
        guard case .goes = WorkoutSessionMachine.step(event, in: from), event != .start, event != .prepare else {
            if case .refused = WorkoutSessionMachine.step(event, in: from) {
                fail(WorkoutSessionMachine.refusal(event, in: from))
            }
            return
        }
        do {
            try notifyOwner(WorkoutMessage(event: event, date: date))
        } catch {
            fail(error)
        }
    }

    /// Sends something to the program whose session this one mirrors.
    func notifyOwner(_ message: WorkoutMessage) throws {
        let (owner, store) = state.withLock { ($0.isInvalid ? nil : $0.mirrors, $0.store) }
        guard let owner, let port = store?.port else { throw HKError.notMirroring }
        if let data = message.data { try speech.reserve(data.count, at: port.clock()) }
        try port.send(
            ReportSessionCall(session: holder.identifier, owner: owner, toCompanion: false, message: message)
        )
    }

    /// Is from now on as the session that this one mirrors.
    func follow(_ other: WorkoutSessionContent) {
        let from = content.state
        // It stores nothing itself: the other side stores the session.
        HealthLog.attempt("follow") { try holder.change { $0 = other } }
        guard from != other.state else { return }
        let date = other.lastChange ?? other.start ?? Date()
        switch (from, other.state) {
        case (.running, .paused): reportEvent(.pause, date)
        case (.paused, .running): reportEvent(.resume, date)
        default: break
        }
        report { $0.workoutSession($1, didChangeTo: other.state, from: from, date: date) }
    }

    private func reportEvent(_ type: HKWorkoutEventType, _ date: Date) {
        report { $0.workoutSession($1, didGenerate: HKWorkoutEvent(type: type, date: date)) }
    }

    /// Mirrors nothing any more.
    func invalidate() { state.withLock { $0.isInvalid = true } }

    // MARK: Activities

    var currentActivity: HKWorkoutActivity {
        if let running = state.withLock({ $0.builder })?.currentWorkoutActivity { return running }
        let content = content
        let whole = WorkoutActivityContent(
            uuid: content.identifier,
            configuration: content.configuration,
            start: content.start ?? state.withLock { $0.store }?.port.clock() ?? Date(),
            end: content.end,
            duration: nil,
            metadata: nil,
            statistics: []
        )
        return HKWorkoutActivity(whole, events: state.withLock { $0.builder }?.workoutEvents ?? [])
    }

    func begin(_ configuration: WorkoutConfigurationContent, _ date: Date, _ metadata: Result<Metadata?, any Error>) {
        queue.async {
            let activity = Result {
                WorkoutActivityContent(
                    uuid: UUID(),
                    configuration: configuration,
                    start: date,
                    end: nil,
                    duration: nil,
                    metadata: try metadata.get(),
                    statistics: []
                )
            }
            self.changeActivity(at: date, to: activity)
        }
    }

    func endActivity(_ date: Date) {
        queue.async { self.changeActivity(at: date, to: nil) }
    }

    /// Ends the activity that runs and begins the next, where there is one.
    private func changeActivity(at date: Date, to next: Result<WorkoutActivityContent, any Error>?) {
        let content = content
        guard content.state == .running || content.state == .paused else {
            return fail(HKError.invalid("An activity begins and ends while its session runs: it is \(content.state)"))
        }
        guard let builder = state.withLock({ $0.builder }) else {
            return fail(HKError.invalid("The session's builder collects activities, and the session has none"))
        }
        let old = builder.core.content.activities.last { $0.end == nil }
        let result = builder.core.queue.sync {
            Result {
                let activity = try next?.get()
                try builder.core.change { content in
                    if let old { try content.endActivity(old.uuid, at: date) }
                    if let activity { try content.add(activity) }
                }
                return activity
            }
        }
        switch result {
        case .failure(let error): fail(error)
        case .success(let activity):
            if next == nil, old == nil { return fail(HKError.invalid("There is no activity to end")) }
            if let old {
                report { $0.workoutSession($1, didEndActivityWith: old.configuration.object, date: date) }
            }
            if let activity {
                report { $0.workoutSession($1, didBeginActivityWith: activity.configuration.object, date: date) }
            }
            builder.report(began: activity?.uuid, ended: old?.uuid)
        }
    }

    // MARK: Builder

    /// The session's builder; `nil` without a store.
    func builder(of session: HKWorkoutSession) -> HKLiveWorkoutBuilder? {
        state.withLock { state in
            if let known = state.builder { return known }
            guard let store = state.store else { return nil }
            let content = content
            if state.mirrors != nil {
                // The workout is built where the session runs.
                var none = Self.newBuilder(content.configuration)
                none.mirror()
                let builder = HKLiveWorkoutBuilder(WorkoutBuilderCore(store, none), session: session)
                state.builder = builder
                return builder
            }
            let made = content.builder ?? Self.newBuilder(content.configuration)
            let builder = HKLiveWorkoutBuilder(WorkoutBuilderCore(store, made, holder: holder), session: session)
            state.builder = builder
            return builder
        }
    }

    private static func newBuilder(_ configuration: WorkoutConfigurationContent) -> WorkoutBuilderContent {
        WorkoutBuilderContent(configuration.object, device: Machine.current.device)
    }

    /// Restores a session's builder.
    func restoreBuilder(_ parts: [WorkoutPart], _ session: HKWorkoutSession) throws {
        guard content.builder != nil, let builder = builder(of: session) else { return }
        try builder.core.restore(parts)
    }

    // MARK: Telling

    /// Runs work for a completion form.
    func run(
        _ completion: @escaping @Sendable (Bool, (any Error)?) -> Void,
        _ work: @escaping @Sendable () async throws -> Void
    ) {
        guard let store else {
            let error = HKError.invalid("A workout session without a health store cannot be mirrored")
            return delegateQueue.async { completion(false, error) }
        }
        store.run(completion, work)
    }

    private func fail(_ error: any Error) {
        report { $0.workoutSession($1, didFailWithError: error) }
    }

    func report(_ body: @escaping @Sendable (any HKWorkoutSessionDelegate, HKWorkoutSession) -> Void) {
        guard let session = state.withLock({ $0.session }) else { return }
        delegateQueue.async { [listener] in
            if let delegate = listener.object { body(delegate, session) }
        }
    }
}
