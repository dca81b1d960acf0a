import Foundation
import Synchronization

/// The implementation of a workout builder: serial changes, each stored before it takes effect.
final class WorkoutBuilderCore: Sendable {
    private struct State {
        var content: WorkoutBuilderContent
        var statistics = WorkoutStatistics()
        var zones = WorkoutBuilderZones()
        /// Called when a zone is reached.
        var zoneListener: (@Sendable ([HKLiveWorkoutZoneUpdate]) -> Void)?
        /// The samples by the identifier of their type.
        var members: [String: Set<UUID>] = [:]
        var memberCount = 0
        var route: HKWorkoutRouteBuilder?
        /// Locations that were kept before the builder was recovered.
        var recoveredRoute: (points: [RoutePoint], metadata: Metadata?)?

        func statistics(of type: HKQuantityType, _ activity: UUID?, _ now: Date) -> HKStatistics? {
            let part = activity.flatMap { wanted in content.activities.first { $0.uuid == wanted } }
            guard let start = part?.start ?? content.start else { return nil }
            let end = part?.end ?? content.end ?? now
            return statistics.statistics(of: type, activity: activity, from: start, to: end)
        }
    }

    let store: HKHealthStore
    let device: HKDevice?
    /// The storage of a session's builder; `nil` for one without a session.
    let holder: SessionHolder?
    /// On which changes are made, one after another.
    let queue = DispatchQueue(label: "healthkit.workout", target: .global())
    private let state: Mutex<State>

    init(_ store: HKHealthStore, _ content: WorkoutBuilderContent, holder: SessionHolder? = nil) {
        self.store = store
        self.holder = holder
        device = content.device.map { HKDevice(fields: $0) }
        state = Mutex(State(content: content))
        store.port.carryTest(to: queue)
    }

    var content: WorkoutBuilderContent { state.withLock { $0.content } }

    // MARK: Statistics

    func statistics(of type: HKQuantityType, activity: UUID? = nil) -> HKStatistics? {
        let now = store.port.clock()
        return state.withLock { $0.statistics(of: type, activity, now) }
    }

    func allStatistics(activity: UUID? = nil) -> [HKQuantityType: HKStatistics] {
        let now = store.port.clock()
        return state.withLock { state in
            var all: [HKQuantityType: HKStatistics] = [:]
            for type in state.statistics.types { all[type] = state.statistics(of: type, activity, now) }
            return all
        }
    }

    /// The activities with their statistics and events up to now.
    var activities: [HKWorkoutActivity] {
        let content = content
        let events = content.events.compactMap(\.object)
        return content.activities.map { activity in
            HKWorkoutActivity(activity, events: events, statistics: allStatistics(activity: activity.uuid))
        }
    }

    // MARK: Zones

    func zoneGroup(of type: HKQuantityType) -> HKWorkoutZoneGroup? {
        let now = store.port.clock()
        return state.withLock { $0.zones.group(of: type, until: $0.content.end == nil ? now : nil) }
    }

    /// Sets the listener for zone changes.
    func setZoneListener(_ listener: @escaping @Sendable ([HKLiveWorkoutZoneUpdate]) -> Void) {
        state.withLock { $0.zoneListener = listener }
    }

    // MARK: Changes

    /// Makes a change off the caller's thread, after those before it, and hands its result to a completion.
    func perform<T: Sendable>(
        _ work: @escaping @Sendable () throws -> T,
        _ completion: @escaping @Sendable (Result<T, any Error>) -> Void
    ) {
        queue.async {
            let result = Result { try work() }
            self.store.queue.async { completion(result) }
        }
    }

    /// Changes the builder's content except samples; call this on its queue.
    func change(
        keeping parts: [WorkoutPart] = [],
        _ body: (inout WorkoutBuilderContent) throws -> Void
    ) throws {
        var content = content
        try body(&content)
        let changed = content
        try holder?.change(keeping: parts) { $0.builder = changed }
        take(changed)
    }

    private func take(_ changed: WorkoutBuilderContent) {
        state.withLock { state in
            state.content = changed
            state.statistics.setActivities(changed.activities)
            state.zones.follow(changed)
        }
    }

    func begin(at date: Date) throws {
        try store.port.send(MayBuildWorkoutCall())
        // An app that may not read a type has no zones of it, unless it set some; the workout is created without them.
        let preferred = HKWorkoutZoneConfiguration.types.compactMap { type in
            HealthLog.attempt("zones") { try store.port.send(PreferredZonesCall(type: type, date: date)) } ?? nil
        }
        try change { content in
            try content.begin(at: date)
            content.takeZones(preferred)
        }
    }

    func add(_ events: [WorkoutEventContent]) throws {
        let part = try holder.map { try $0.nextPart(.events, JSONEncoder().encode(events)) }
        try change(keeping: part.map { [$0] } ?? []) { try $0.add(events) }
    }

    /// Changes the session and adds the event that the change generates, both or neither; to be called on its queue.
    ///
    /// - Parameters:
    ///   - event: The event; `nil` when it is not collected.
    ///   - change: The change of the session.
    /// - Returns: Whether the event was added: it is not where it has no place, which stops no session.
    /// - Throws: Any error from storing the session.
    func add(
        _ event: WorkoutEventContent?,
        with change: (inout WorkoutSessionContent) -> Void
    ) throws -> Bool {
        guard let holder else { return false }
        var changed = content
        // An event that doesn't fit is skipped.
        guard let event, changed.phase == .collecting, (try? changed.add([event])) != nil else {
            try holder.change(change)
            return false
        }
        let part = try holder.nextPart(.events, JSONEncoder().encode([event]))
        try holder.change(keeping: [part]) { session in
            change(&session)
            session.builder = changed
        }
        take(changed)
        return true
    }

    /// Saves samples and adds them (R7.2).
    func add(_ samples: [HKSample]) throws {
        guard !samples.isEmpty else { throw HKError.invalid("There are no samples to add to the workout") }
        let content = content
        try content.checkOpen()
        for sample in samples { try Self.checkTime(sample, content) }
        try checkRoom(samples.count)
        let part = holder?.nextPart(.samples, IdentifierBytes.data(samples.lazy.map(\.uuid)))
        try store.port.send(AddToWorkoutCall(samples: samples, session: holder?.identifier, part: part))
        take(samples)
    }

    private static func checkTime(_ sample: HKSample, _ content: WorkoutBuilderContent) throws {
        guard let start = content.start, sample.startDate >= start, sample.startDate <= content.end ?? .distantFuture
        else {
            throw HKError.invalid(
                "Sample of type \(sample.sampleType.identifier) at \(sample.startDate) lies outside the workout "
                    + "(\(content.start.map { "\($0)" } ?? "?") - \(content.end.map { "\($0)" } ?? "now"))"
            )
        }
    }

    private func checkRoom(_ count: Int) throws {
        let limit = FinishWorkoutCall.memberLimit
        guard state.withLock({ $0.memberCount }) + count <= limit else {
            throw HKError.invalid("A workout has at most \(limit) samples")
        }
    }

    /// Adds samples that another process saved, as far as they belong to the workout and are not there already.
    ///
    /// - Returns: The samples that were added.
    func collect(_ samples: [HKSample]) -> [HKSample] {
        // This check decides which samples are collected: none of them was added explicitly.
        let content = content
        guard (try? content.checkOpen()) != nil else { return [] }
        let known = state.withLock { $0.members }
        let new = samples.filter { sample in
            known[sample.sampleType.identifier]?.contains(sample.uuid) != true
                && (try? Self.checkTime(sample, content)) != nil && (try? WorkoutSamples.check(sample)) != nil
        }
        guard !new.isEmpty, (try? checkRoom(new.count)) != nil else { return [] }
        take(new)
        return new
    }

    /// Keeps which samples were collected, so that a recovered builder has them.
    func keepCollected(_ samples: [HKSample]) {
        guard let holder, !samples.isEmpty else { return }
        // If that fails, the recovered builder's data source finds them again.
        HealthLog.attempt("collect") {
            try holder.keep([holder.nextPart(.samples, IdentifierBytes.data(samples.lazy.map(\.uuid)))])
        }
    }

    /// The types of the samples.
    var memberTypes: [HKSampleType] {
        state.withLock { $0.members.filter { !$0.value.isEmpty } }.keys
            .compactMap { HKObjectType.type(identifier: $0) as? HKSampleType }
    }

    /// Removes samples that were deleted from the store.
    ///
    /// - Returns: Whether one of them belonged to the workout.
    func drop(_ samples: [UUID]) -> Bool {
        let gone = Set(samples)
        return state.withLock { state in
            var count = 0
            for (type, members) in state.members where !members.isDisjoint(with: gone) {
                let rest = members.subtracting(gone)
                count += members.count - rest.count
                state.members[type] = rest
            }
            guard count > 0 else { return false }
            state.memberCount -= count
            state.statistics.remove(gone)
            state.zones.remove(gone)
            return true
        }
    }

    private func take(_ samples: [HKSample]) {
        let own = store.principal.revision.source
        let (grown, reached, listener) = state.withLock { state in
            for sample in samples {
                let isNew = state.members[sample.sampleType.identifier, default: []].insert(sample.uuid).inserted
                if isNew { state.memberCount += 1 }
            }
            let reached = state.zones.add(samples)
            return (state.statistics.add(samples, own: own), reached, state.zoneListener)
        }
        if !reached.isEmpty { listener?(reached) }
        for type in grown {
            // Without it sources count in the order in which they came, until the workout is saved.
            let order = HealthLog.attempt("sources") { try store.port.send(SourceOrderCall(type: type)) }
            guard let order else { continue }
            state.withLock { $0.statistics.setOrder(order, of: type) }
        }
    }

    // MARK: Route

    /// The builder of the route; `nil` when the app may not save routes.
    func routeBuilder() -> HKWorkoutRouteBuilder? {
        if let known = state.withLock({ $0.route }) { return known }
        let type = HKSeriesType.workoutRoute()
        guard store.sharingStatus(for: type) == .sharingAuthorized else { return nil }
        return state.withLock { state in
            if let known = state.route { return known }
            let route = HKWorkoutRouteBuilder(store, device: device) { [holder] points, metadata in
                guard let holder else { return }
                var parts: [WorkoutPart] = []
                if !points.isEmpty {
                    parts.append(holder.nextPart(.route, Data(RouteData(points).bytes)))
                }
                if let metadata { parts.append(holder.nextPart(.routeMetadata, Data(metadata.bytes))) }
                try holder.keep(parts)
            }
            if let kept = state.recoveredRoute { route.restore(kept.points, kept.metadata) }
            state.recoveredRoute = nil
            state.route = route
            return route
        }
    }

    // MARK: End

    /// Creates the workout and saves it with its samples, events and activities (R7.3).
    func finish() throws -> HKWorkout? {
        let content = content
        try content.checkFinishable()
        if state.withLock({ $0.route == nil && $0.recoveredRoute != nil }) { _ = routeBuilder() }
        let workout = try content.workout()
        let routeBuilder = state.withLock { $0.route }
        let route = try routeBuilder?.route()
        let members = state.withLock { $0.members }.mapValues { IdentifierBytes.data($0) }
        var finished = content
        finished.finish()
        let over = finished
        var call = FinishWorkoutCall(
            workout: workout,
            routes: route.map { [$0] } ?? [],
            members: members.filter { !$0.value.isEmpty },
            session: nil
        )
        let stored: HKWorkout?
        if let holder {
            stored = try holder.change(
                { $0.builder = over },
                through: { session in
                    call.session = session
                    return try store.port.send(call)
                }
            )
        } else {
            stored = try store.port.send(call)
        }
        routeBuilder?.finishWithWorkout()
        state.withLock { $0.content = over }
        holder?.forgetIfOver()
        return stored
    }

    /// Ends the builder without a workout; samples stay stored.
    func discard() {
        queue.sync {
            HealthLog.attempt("discard") { try self.change { $0.discard() } }
            // Also if the store couldn't be changed: this builder can no longer be finished.
            self.state.withLock { $0.content.discard() }
            self.holder?.forgetIfOver()
        }
    }

    // MARK: Recovery

    /// Restores a builder from its stored parts.
    func restore(_ parts: [WorkoutPart]) throws {
        var events: [WorkoutEventContent] = []
        var uuids: [UUID] = []
        var points: [RoutePoint] = []
        var routeMetadata = SeriesMetadata()
        for part in parts.sorted(by: { $0.number < $1.number }) {
            switch part.kind {
            case .events:
                // Restoring the rest of the session is more useful than an error.
                if let more = try? JSONDecoder().decode([WorkoutEventContent].self, from: part.bytes) {
                    events += more
                } else {
                    HealthLog.debug("recover", ["unreadable": "events", "part": "\(part.number)"])
                }
            case .samples: uuids += IdentifierBytes.uuids(part.bytes)
            case .route:
                if let route = RouteData(bytes: [UInt8](part.bytes)) {
                    points += route.points
                } else {
                    HealthLog.debug("recover", ["unreadable": "route", "part": "\(part.number)"])
                }
            case .routeMetadata:
                if let metadata = Metadata(bytes: [UInt8](part.bytes)) {
                    HealthLog.attempt("recover") { try routeMetadata.add(metadata) }
                } else {
                    HealthLog.debug("recover", ["unreadable": "routeMetadata", "part": "\(part.number)"])
                }
            }
        }
        let kept = events
        state.withLock { state in
            state.content.restore(kept)
            state.statistics.setActivities(state.content.activities)
            state.zones.follow(state.content)
            if !points.isEmpty || routeMetadata.values != nil {
                state.recoveredRoute = (points, routeMetadata.values)
            }
        }
        let samples = try store.port.send(MembersCall(samples: IdentifierBytes.data(uuids)))
        take(samples)
    }
}
