import Foundation
import Synchronization

/// The builder of a workout session: it automatically collects the data from its data source, and the session's events.
///
/// A session's ``HKWorkoutSession/associatedWorkoutBuilder()`` gives it.
open class HKLiveWorkoutBuilder: HKWorkoutBuilder, @unchecked Sendable {
    /// The delegate, which is called on a background queue.
    open weak var delegate: (any HKLiveWorkoutBuilderDelegate)? {
        didSet { listener.set(delegate) }
    }
    /// The session that it belongs to.
    public private(set) weak var workoutSession: HKWorkoutSession?
    /// Whether the session's events are added; true at first.
    open var shouldCollectWorkoutEvents: Bool {
        get { state.withLock { $0.collectsEvents } }
        set { state.withLock { $0.collectsEvents = newValue } }
    }
    /// The source of data saved by others; `nil` for none.
    ///
    /// A recovered builder has none until it is set again (R7.11).
    open var dataSource: HKLiveWorkoutDataSource? {
        get { state.withLock { $0.source } }
        set {
            let old = state.withLock { state in
                defer { state.source = newValue }
                return state.source
            }
            if old !== newValue { old?.observe(nil) }
            newValue?.observe { [weak self] in self?.restartCollection() }
            restartCollection()
        }
    }
    /// The activity that runs; `nil` when none does.
    open var currentWorkoutActivity: HKWorkoutActivity? { workoutActivities.last { $0.endDate == nil } }
    /// The time since the start, pauses left out, in seconds.
    open var elapsedTime: TimeInterval { elapsedTime(at: core.store.port.clock()) }

    private struct State {
        var collectsEvents = true
        var source: HKLiveWorkoutDataSource?
        var collection: WorkoutCollection?
        /// The types that haven't been reported to the delegate yet.
        var unreported: Set<HKSampleType> = []
    }

    private let state = Mutex(State())
    private let listener = WeakListener<any HKLiveWorkoutBuilderDelegate>()
    /// The queue on which the delegate is called, so that a slow one blocks nothing else.
    private let delegateQueue = DispatchQueue(label: "healthkit.workout.builder", target: .global())

    init(_ core: WorkoutBuilderCore, session: HKWorkoutSession) {
        workoutSession = session
        super.init(core)
        core.store.port.carryTest(to: delegateQueue)
        core.setZoneListener { [weak self] in self?.report($0) }
    }

    deinit { state.withLock { $0.collection }?.run.end() }

    /// Begins the workout and the collection of its data source's types.
    ///
    /// - Parameters:
    ///   - startDate: When the workout began.
    ///   - completion: Called on a background queue with success, or with the error.
    @preconcurrency
    open override func beginCollection(
        withStart startDate: Date,
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        super
            .beginCollection(withStart: startDate) { [weak self] isSuccess, error in
                if isSuccess { self?.restartCollection() }
                completion(isSuccess, error)
            }
    }

    /// Collects the samples saved up to now and ends the workout.
    ///
    /// - Parameters:
    ///   - endDate: When the workout ended, not before its start.
    ///   - completion: Called on a background queue with success, or with the error.
    @preconcurrency
    open override func endCollection(
        withEnd endDate: Date,
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        core.perform(
            { [core, weak self] in
                let collection = self?.state.withLock { $0.collection }
                do {
                    if let last = try collection?.everything(core.store) { self?.take(last) }
                } catch let error as HKError where error.saysLocked {
                    // A workout can end while the store is locked, with the data collected before.
                    HealthLog.failed("collect", error)
                }
                try core.change { try $0.end(at: endDate) }
                collection?.run.end()
                self?.state.withLock { $0.collection = nil }
            },
            { completion($0.isSuccess, $0.failure) }
        )
    }

    /// Adds samples, and calls the delegate.
    ///
    /// - Parameters:
    ///   - samples: Quantity samples, category samples and correlations that start within the workout.
    ///   - completion: Called on a background queue with success, or with the error; none is saved or added then.
    @preconcurrency
    open override func add(_ samples: [HKSample], completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
        core.perform(
            { [core, weak self] in
                try core.add(samples)
                self?.report(Set(samples.map(\.sampleType)))
            },
            { completion($0.isSuccess, $0.failure) }
        )
    }

    /// Adds events, and calls the delegate.
    ///
    /// - Parameters:
    ///   - workoutEvents: Pauses, laps, segments and others, within the workout.
    ///   - completion: Called on a background queue with success, or with the error; none is added then.
    @preconcurrency
    open override func addWorkoutEvents(
        _ workoutEvents: [HKWorkoutEvent],
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        let events = workoutEvents.map(WorkoutEventContent.init)
        core.perform(
            { [core, weak self] in
                try core.add(events)
                self?.reportEvent()
            },
            { completion($0.isSuccess, $0.failure) }
        )
    }

    /// Ends the builder without a workout; samples that were added stay stored.
    open override func discardWorkout() {
        stopCollection()
        super.discardWorkout()
    }

    // MARK: Collection

    /// Collects with the data source as it is now, while the workout runs.
    private func restartCollection() {
        core.queue.async { [weak self] in
            guard let self else { return }
            stopCollection()
            let content = core.content
            guard content.phase == .collecting, let start = content.start,
                let selections = state.withLock({ $0.source })?.selections, !selections.isEmpty
            else { return }
            let collection = WorkoutCollection(selections, from: start) { [weak self] collected in
                guard let self else { return }
                core.queue.async { [weak self] in self?.take(collected) }
            }
            state.withLock { $0.collection = collection }
            core.store.start(collection)
        }
    }

    /// Collects the samples saved up to now, and waits until the delegate was notified.
    package func collectNow() async {
        await withCheckedContinuation { continuation in
            core.queue.async { [self] in
                let collection = state.withLock { $0.collection }
                // Data that can't be read now is read at the next change, or at the end.
                if let new = HealthLog.attempt("collect", { try collection?.everything(core.store) }) ?? nil {
                    take(new)
                }
                delegateQueue.async { continuation.resume() }
            }
        }
    }

    private func stopCollection() {
        let old = state.withLock { state in
            defer { state.collection = nil }
            return state.collection
        }
        old?.run.end()
    }

    /// Adds collected samples; on the queue of the builder.
    private func take(_ collected: CollectedSamples) {
        let new = core.collect(collected.added)
        var types = Set(new.map(\.sampleType))
        if !collected.deleted.isEmpty {
            let before = Set(core.memberTypes)
            if core.drop(collected.deleted) { types.formUnion(before) }
        }
        // The delegate can rely on them, even if this process ends.
        core.keepCollected(new)
        report(types)
    }

    // MARK: Telling

    private func report(_ types: Set<HKSampleType>) {
        guard !types.isEmpty else { return }
        let isFirst = state.withLock { state in
            defer { state.unreported.formUnion(types) }
            return state.unreported.isEmpty
        }
        guard isFirst else { return }
        delegateQueue.async { [self] in
            let types = state.withLock { state in
                defer { state.unreported = [] }
                return state.unreported
            }
            listener.object?.workoutBuilder(self, didCollectDataOf: types)
        }
    }

    /// Changes the session and adds the event that the change generates, where events are collected; on the queue of the
    /// session.
    func collect(
        _ event: HKWorkoutEvent,
        with change: (inout WorkoutSessionContent) -> Void
    ) throws {
        let added = shouldCollectWorkoutEvents ? WorkoutEventContent(event) : nil
        if try core.queue.sync(execute: { try core.add(added, with: change) }) { reportEvent() }
    }

    private func reportEvent() {
        delegateQueue.async { [self] in listener.object?.workoutBuilderDidCollectEvent(self) }
    }

    /// Reports that other zones were reached.
    private func report(_ reached: [HKLiveWorkoutZoneUpdate]) {
        delegateQueue.async { [self] in
            for update in reached { listener.object?.workoutBuilder(self, didUpdateWorkoutZone: update) }
        }
    }

    /// Reports that an activity began or ended.
    func report(began: UUID?, ended: UUID?) {
        delegateQueue.async { [self] in
            let activities = workoutActivities
            if let ended, let activity = activities.first(where: { $0.uuid == ended }) {
                listener.object?.workoutBuilder(self, didEnd: activity)
            }
            if let began, let activity = activities.first(where: { $0.uuid == began }) {
                listener.object?.workoutBuilder(self, didBegin: activity)
            }
        }
    }
}

/// A weak reference to a listener; set on one thread and read on another.
final class WeakListener<Listener>: Sendable {
    // Unchecked, since Apple's delegates aren't Sendable: only the reference is kept here, and the app's queue calls them.
    private struct Box: @unchecked Sendable {
        weak var object: AnyObject?
    }

    private let box = Mutex(Box())

    func set(_ listener: Listener?) {
        let object = listener.map { $0 as AnyObject }
        let new = Box(object: object)
        box.withLock { $0 = new }
    }

    var object: Listener? { box.withLock { $0 }.object as? Listener }
}
