import Foundation

/// A workout: its activity, duration, totals, events and activities.
open class HKWorkout: HKSample, @unchecked Sendable {
    /// The activity.
    public let workoutActivityType: HKWorkoutActivityType
    /// Pauses, laps and segments, sorted by time; `nil` if there are none.
    public let workoutEvents: [HKWorkoutEvent]?
    /// The activities of the workout; a workout that was saved with none has one, itself.
    public let workoutActivities: [HKWorkoutActivity]
    /// The duration without pauses, in seconds.
    public let duration: TimeInterval
    /// The statistics of the workout's samples, by type.
    public let allStatistics: [HKQuantityType: HKStatistics]

    package let content: WorkoutContent

    package init(_ attributes: ObjectAttributes, content: WorkoutContent, start: Date, end: Date) {
        self.content = content
        workoutActivityType = content.activityType
        let events = content.events.compactMap(\.object)
        workoutEvents = events.isEmpty ? nil : events
        duration = content.duration ?? WorkoutDuration.active(from: start, to: end, events: events)
        allStatistics = WorkoutStatisticsContent.byType(content.statistics(from: start, to: end))
        workoutActivities = HKWorkout.activities(attributes, content, start, end, events)
        super.init(attributes, type: HKObjectType.workoutType(), start: start, end: end)
    }

    /// The activities of a workout; of one that has none, the whole.
    private static func activities(
        _ attributes: ObjectAttributes,
        _ content: WorkoutContent,
        _ start: Date,
        _ end: Date,
        _ events: [HKWorkoutEvent]
    ) -> [HKWorkoutActivity] {
        content.activities.isEmpty
            ? [whole(attributes, content, start, end, events)]
            : content.activities.map { HKWorkoutActivity($0, events: events) }
    }

    private static func whole(
        _ attributes: ObjectAttributes,
        _ content: WorkoutContent,
        _ start: Date,
        _ end: Date,
        _ events: [HKWorkoutEvent]
    ) -> HKWorkoutActivity {
        let configuration = WorkoutConfigurationContent(
            activityType: content.activityType.rawValue,
            locationType: (attributes.metadata?[HKMetadataKeyIndoorWorkout]?.number).map { $0 != 0 ? 2 : 3 } ?? 3,
            swimmingLocationType: Int(
                exactly: (attributes.metadata?[HKMetadataKeySwimmingLocationType]?.number ?? 0).rounded(.towardZero)
            ) ?? 0,
            lapLength: nil
        )
        return HKWorkoutActivity(
            WorkoutActivityContent(
                uuid: attributes.uuid,
                configuration: configuration,
                start: start,
                end: end,
                duration: content.duration,
                metadata: attributes.metadata,
                statistics: content.statistics(from: start, to: end),
                zones: content.zones
            ),
            events: events
        )
    }

    /// The statistics of one type.
    ///
    /// - Parameter quantityType: The type.
    /// - Returns: Its statistics, or `nil` if the workout has neither samples nor a total of it (R7.5).
    open func statistics(for quantityType: HKQuantityType) -> HKStatistics? { allStatistics[quantityType] }

    /// The active energy burned, or `nil`.
    public var totalEnergyBurned: HKQuantity? { content.savedTotal(.energy) }
    /// The distance covered, or `nil`.
    public var totalDistance: HKQuantity? { content.savedTotal(.distance) }
    /// The number of swimming strokes, or `nil`.
    public var totalSwimmingStrokeCount: HKQuantity? { content.savedTotal(.strokes) }
    /// The number of flights climbed, or `nil`.
    public var totalFlightsClimbed: HKQuantity? { content.savedTotal(.flights) }

    /// Creates a workout from an archive.
    ///
    /// - Parameter coder: The archive to read.
    public required init?(coder: NSCoder) {
        // Whoever unarchives an invalid workout gets none.
        guard let attributes = ObjectAttributes(coder: coder),
            let data = coder.decoded(NSData.self, forKey: "content") as Data?,
            let content = try? JSONDecoder().decode(WorkoutContent.self, from: data),
            let start = coder.decodeTime(forKey: "startDate"), let end = coder.decodeTime(forKey: "endDate")
        else { return nil }
        self.content = content
        workoutActivityType = content.activityType
        let events = content.events.compactMap(\.object)
        workoutEvents = events.isEmpty ? nil : events
        duration = content.duration ?? WorkoutDuration.active(from: start, to: end, events: events)
        allStatistics = WorkoutStatisticsContent.byType(content.statistics(from: start, to: end))
        workoutActivities = HKWorkout.activities(attributes, content, start, end, events)
        super.init(attributes, type: HKObjectType.workoutType(), start: start, end: end)
    }

    /// Writes the workout to an archive.
    ///
    /// - Parameter coder: The archive to write.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(Data(content.json) as NSData, forKey: "content")
    }

    override var contentDescription: String { "HKWorkoutActivityType \(workoutActivityType.rawValue), \(duration) s" }
}
