import Foundation

/// The content of a workout builder except its samples, and the order in which it may be filled (R7.1).
///
/// This is a value type: a change that fails leaves it unchanged.
package struct WorkoutBuilderContent: Sendable {
    /// The phase of the builder.
    package enum Phase: String, Codable, Sendable {
        case new, collecting, ended, finished, discarded
        /// The workout is built by the session that this builder's session mirrors.
        case elsewhere
    }

    /// The identity of the workout to be.
    package let identifier: UUID
    package let configuration: WorkoutConfigurationContent
    /// The fields of the device, in the order of its initializer; `nil` without one.
    package let device: [String?]?
    package private(set) var phase = Phase.new
    package private(set) var start: Date?
    package private(set) var end: Date?
    /// In order of time.
    package private(set) var events: [WorkoutEventContent] = []
    package private(set) var metadata: [Metadata.Entry] = []
    package private(set) var activities: [WorkoutActivityContent] = []
    /// The zones set by the app, and from the beginning the person's for the types without any.
    package private(set) var zones: [WorkoutZoneContent] = []

    package init(_ configuration: HKWorkoutConfiguration, device: HKDevice?) {
        identifier = UUID()
        self.configuration = WorkoutConfigurationContent(configuration)
        self.device = device?.fields
    }

    // MARK: Order

    /// - Throws: `errorInvalidArgument` unless the builder takes data: after its beginning and before its end as a workout.
    package func checkOpen() throws {
        try checkUnfinished()
        guard phase != .new else {
            throw HKError.invalid("Data cannot be added to a workout builder before beginCollection")
        }
    }

    private func checkUnfinished() throws {
        switch phase {
        case .finished: throw HKError.invalid("The workout builder has already finished its workout")
        case .discarded: throw HKError.invalid("The workout builder was discarded")
        case .elsewhere:
            throw HKError.invalid("The workout of a mirrored session is built by the program that runs the session")
        case .new, .collecting, .ended: return
        }
    }

    package mutating func begin(at date: Date) throws {
        try checkUnfinished()
        guard phase == .new else { throw HKError.invalid("The workout builder has already begun collection") }
        try Self.check(date)
        start = date
        phase = .collecting
    }

    package mutating func end(at date: Date) throws {
        try checkUnfinished()
        guard phase != .new else { throw HKError.invalid("Collection cannot end before it has begun") }
        guard phase != .ended else { throw HKError.invalid("The workout builder has already ended collection") }
        try Self.check(date)
        guard let start, date >= start else {
            throw HKError.invalid("The end of a workout (\(date)) cannot be before its start (\(start ?? date))")
        }
        end = date
        phase = .ended
    }

    /// - Throws: `errorInvalidArgument` unless collection has ended and the workout was not made yet.
    package func checkFinishable() throws {
        try checkUnfinished()
        guard phase == .ended else {
            throw HKError.invalid("A workout cannot be finished before endCollection")
        }
    }

    package mutating func finish() { phase = .finished }

    package mutating func mirror() { phase = .elsewhere }

    package mutating func discard() { if phase != .finished { phase = .discarded } }

    // MARK: Content

    /// Adds events, all or none.
    ///
    /// - Throws: `errorInvalidArgument` for one outside the workout and for a lap during another (R7.4).
    package mutating func add(_ added: [WorkoutEventContent]) throws {
        try checkOpen()
        guard !added.isEmpty else { throw HKError.invalid("There are no workout events to add") }
        guard let start else { return }
        let begin = start.timeIntervalSinceReferenceDate
        let finish = end?.timeIntervalSinceReferenceDate ?? .infinity
        for event in added {
            guard event.start.isFinite, event.end.isFinite, abs(event.end) < SampleTimes.limit else {
                throw HKError.invalid("The dates of a workout event must be dates")
            }
            guard event.start >= begin, event.end <= finish else {
                let date = Date(timeIntervalSinceReferenceDate: event.start)
                throw HKError.invalid(
                    "Workout event at \(date) lies outside the workout (\(start) - \(end.map { "\($0)" } ?? "now"))"
                )
            }
        }
        let all = Self.merged(events, added)
        guard all.first?.type != HKWorkoutEventType.resume.rawValue else {
            throw HKError.invalid("The first event of a workout cannot be a resume")
        }
        try Self.checkLaps(all)
        events = all
    }

    /// Merges by time; of elements with the same start, existing ones come first, because new ones mostly come last.
    private static func merged(
        _ events: [WorkoutEventContent],
        _ added: [WorkoutEventContent]
    ) -> [WorkoutEventContent] {
        let added = added.enumerated()
            .sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }.map(\.element)
        guard let first = added.first, let last = events.last, first.start < last.start else { return events + added }
        return (events + added).enumerated()
            .sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }.map(\.element)
    }

    private static func checkLaps(_ events: [WorkoutEventContent]) throws {
        var last = -Double.infinity
        for event in events where event.type == HKWorkoutEventType.lap.rawValue {
            guard event.start >= last else {
                let date = Date(timeIntervalSinceReferenceDate: event.start)
                throw HKError.invalid("The lap at \(date) begins before the one before it has ended")
            }
            last = max(last, event.end)
        }
    }

    /// Adds metadata; of two values for a key the later stays.
    ///
    /// - Throws: `errorInvalidArgument` for a value of a wrong class; nothing is added then.
    package mutating func add(_ added: Metadata?) throws {
        try checkOpen()
        metadata = try Self.merged(metadata, added)
    }

    private static func merged(_ entries: [Metadata.Entry], _ added: Metadata?) throws -> [Metadata.Entry] {
        guard let added else { return entries }
        for entry in added.entries { try MetadataRules.check(entry) }
        return (added.entries + entries.filter { added[$0.key] == nil }).sorted { $0.key < $1.key }
    }

    /// Sets the zones of a type; `nil` takes them back.
    ///
    /// - Throws: `errorInvalidArgument` after collection has begun and for zones of another type.
    package mutating func setZones(_ configuration: HKWorkoutZoneConfiguration?, of type: HKQuantityType) throws {
        try checkUnfinished()
        try HKWorkoutZoneConfiguration.check(type)
        guard phase == .new else { throw HKError.invalid("Zones are set before a workout builder begins collection") }
        if let configuration, configuration.quantityType != type {
            throw HKError.invalid(
                "Zones of \(configuration.quantityType.identifier) cannot be set for \(type.identifier)"
            )
        }
        zones.removeAll { $0.type == type.identifier }
        if let configuration { zones.append(WorkoutZoneContent(configuration)) }
    }

    /// Adds the person's zones for types whose zones the app didn't set.
    package mutating func takeZones(_ preferred: [HKWorkoutZoneConfiguration]) {
        for configuration in preferred where zones(of: configuration.quantityType) == nil {
            zones.append(WorkoutZoneContent(configuration))
        }
    }

    /// The zones of a type; `nil` for none.
    package func zones(of type: HKQuantityType) -> HKWorkoutZoneConfiguration? {
        zones.first { $0.type == type.identifier }?.configuration
    }

    /// Adds an activity.
    ///
    /// - Throws: `errorInvalidArgument` for one outside the workout, that is there already, or during another.
    package mutating func add(_ activity: WorkoutActivityContent) throws {
        try checkOpen()
        guard let start else { return }
        guard activity.start >= start, (activity.end ?? activity.start) <= end ?? .distantFuture else {
            throw HKError.invalid("The activity at \(activity.start) lies outside the workout that began at \(start)")
        }
        guard !activities.contains(where: { $0.uuid == activity.uuid }) else {
            throw HKError.invalid("The activity \(activity.uuid.uuidString) was added already")
        }
        let after = activity.end ?? .distantFuture
        for other in activities where other.start < after && (other.end ?? .distantFuture) > activity.start {
            throw HKError.invalid("The activity at \(activity.start) runs at the same time as that at \(other.start)")
        }
        activities.append(activity)
        activities.sort { $0.start < $1.start }
    }

    /// Ends an activity.
    ///
    /// - Throws: `errorInvalidArgument` for one that was not added, an end before its start or outside the workout.
    package mutating func endActivity(_ uuid: UUID, at date: Date) throws {
        try checkOpen()
        let index = try index(of: uuid)
        try Self.check(date)
        guard date >= activities[index].start, date <= end ?? .distantFuture else {
            throw HKError.invalid("An activity that began at \(activities[index].start) cannot end at \(date)")
        }
        if index + 1 < activities.count, activities[index + 1].start < date {
            throw HKError.invalid("The activity cannot end at \(date), as the next began before that")
        }
        activities[index].end = date
    }

    /// Adds metadata to an activity; of two values for a key the later stays.
    ///
    /// - Throws: `errorInvalidArgument` for an activity that was not added and for invalid values.
    package mutating func addMetadata(_ added: Metadata?, toActivity uuid: UUID) throws {
        try checkOpen()
        let index = try index(of: uuid)
        let all = try Self.merged(activities[index].metadata?.entries ?? [], added)
        activities[index].metadataBytes = all.isEmpty ? nil : Metadata(all).bytes
    }

    private func index(of activity: UUID) throws -> Int {
        guard let index = activities.firstIndex(where: { $0.uuid == activity }) else {
            throw HKError.invalid("The activity \(activity.uuidString) was not added to the workout")
        }
        return index
    }

    private static func check(_ date: Date) throws {
        guard abs(date.timeIntervalSinceReferenceDate) < SampleTimes.limit else {
            throw HKError.invalid("The date of a workout is out of range: \(date.timeIntervalSinceReferenceDate)")
        }
    }

    // MARK: Time

    /// The seconds from the start to a date, pauses left out; 0 before the start.
    package func elapsed(at date: Date) -> TimeInterval {
        guard let start else { return 0 }
        let begin = start.timeIntervalSinceReferenceDate
        let finish = min(date, end ?? date).timeIntervalSinceReferenceDate
        guard finish > begin else { return 0 }
        var total = 0.0
        var runningSince: Double? = begin
        for event in events {
            if event.start > finish { break }
            switch HKWorkoutEventType(rawValue: event.type) {
            case .pause?, .motionPaused?:
                if let since = runningSince { total += event.start - since }
                runningSince = nil
            case .resume?, .motionResumed?: runningSince = runningSince ?? event.start
            default: continue
            }
        }
        if let since = runningSince { total += finish - since }
        return total
    }
}

extension WorkoutBuilderContent: Codable {
    private enum CodingKeys: CodingKey {
        case identifier, configuration, device, phase, start, end, metadata, activities, zones
    }

    /// The encoded form excludes events: they are stored individually, because there may be many.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        identifier = try values.decode(UUID.self, forKey: .identifier)
        configuration = try values.decode(WorkoutConfigurationContent.self, forKey: .configuration)
        device = try values.decodeIfPresent([String?].self, forKey: .device)
        phase = try values.decode(Phase.self, forKey: .phase)
        start = try values.decodeIfPresent(Date.self, forKey: .start)
        end = try values.decodeIfPresent(Date.self, forKey: .end)
        let bytes = try values.decodeIfPresent([UInt8].self, forKey: .metadata)
        metadata = bytes.flatMap { Metadata(bytes: $0)?.entries } ?? []
        activities = try values.decode([WorkoutActivityContent].self, forKey: .activities)
        zones = try values.decodeIfPresent([WorkoutZoneContent].self, forKey: .zones) ?? []
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(identifier, forKey: .identifier)
        try values.encode(configuration, forKey: .configuration)
        try values.encodeIfPresent(device, forKey: .device)
        try values.encode(phase, forKey: .phase)
        try values.encodeIfPresent(start, forKey: .start)
        try values.encodeIfPresent(end, forKey: .end)
        if !metadata.isEmpty { try values.encode(Metadata(metadata).bytes, forKey: .metadata) }
        try values.encode(activities, forKey: .activities)
        if !zones.isEmpty { try values.encode(zones, forKey: .zones) }
    }

    /// Puts back events that were kept.
    package mutating func restore(_ kept: [WorkoutEventContent]) { events = Self.merged([], kept) }
}

extension WorkoutBuilderContent {
    /// The resulting workout; its statistics are computed from its samples when it is stored.
    ///
    /// - Throws: `errorInvalidArgument` for invalid metadata.
    package func workout() throws -> HKWorkout {
        guard let start, let end else { throw HKError.invalid("A workout has a start and an end") }
        var content = WorkoutContent(activityType: configuration.activityType)
        let finish = end.timeIntervalSinceReferenceDate
        // Events past the end, because the clock was set back meanwhile, are moved to the end.
        content.events = events.map { event in
            WorkoutEventContent(
                type: event.type,
                start: min(event.start, finish),
                end: min(event.end, finish),
                metadata: event.metadata
            )
        }
        content.activities = activities.map { activity in
            var activity = activity
            activity.start = min(activity.start, end)
            activity.end = min(activity.end ?? end, end)
            return activity
        }
        // The store computes automatic zones more accurately, because the app may have had the default ones.
        let own = zones.filter { $0.source != "system" }
        if !own.isEmpty { content.zones = own.sorted { $0.type < $1.type } }
        let all = stamped
        try SampleValidation.checkInterval(HKObjectType.workoutType(), start: start, end: end)
        try SampleValidation.checkMetadata(all, for: HKObjectType.workoutType())
        let attributes = ObjectAttributes(
            uuid: identifier,
            device: device.map { HKDevice(fields: $0) },
            metadata: all
        )
        return HKWorkout(attributes, content: content, start: start, end: end)
    }

    /// The metadata with the values from the configuration, unless the app set them (R7.6).
    private var stamped: Metadata {
        var stamps = [
            Metadata.Entry(
                key: HKMetadataKeyIndoorWorkout,
                value: .flag(configuration.locationType == HKWorkoutSessionLocationType.indoor.rawValue)
            )
        ]
        if configuration.swimmingLocationType != HKWorkoutSwimmingLocationType.unknown.rawValue {
            let place = Metadata.Entry(
                key: HKMetadataKeySwimmingLocationType,
                value: .integer(configuration.swimmingLocationType)
            )
            stamps.append(place)
        }
        if let length = configuration.lapLength, let quantity = length.quantity {
            stamps.append(Metadata.Entry(key: HKMetadataKeyLapLength, value: .quantity(length.value, quantity.unit)))
        }
        return Metadata(metadata + stamps)
    }
}
