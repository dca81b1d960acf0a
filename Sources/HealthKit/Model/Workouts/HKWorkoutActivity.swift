import Foundation

/// One activity of a workout: a workout has one, a triathlon three.
public class HKWorkoutActivity: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    /// The identity of the activity.
    public let uuid: UUID
    /// What kind of activity it is and where it takes place.
    public var workoutConfiguration: HKWorkoutConfiguration { content.configuration.object }
    /// When it began.
    public var startDate: Date { content.start }
    /// When it ended; `nil` while it runs.
    public var endDate: Date? { content.end }
    /// Strings, numbers, dates and quantities by key.
    public var metadata: [String: Any]? { content.metadata?.dictionary }
    /// The events of the workout that touch the activity.
    public let workoutEvents: [HKWorkoutEvent]
    /// The statistics of the workout's samples within the activity, by type.
    public let allStatistics: [HKQuantityType: HKStatistics]
    /// How long it lasted, pauses left out, in seconds.
    public var duration: TimeInterval {
        content.duration
            ?? WorkoutDuration.active(from: content.start, to: content.end ?? Date(), events: workoutEvents)
    }

    package let content: WorkoutActivityContent

    package init(_ content: WorkoutActivityContent, events: [HKWorkoutEvent]) {
        uuid = content.uuid
        self.content = content
        let interval = (content.start, content.end ?? .distantFuture)
        workoutEvents = events.filter { $0.dateInterval.start <= interval.1 && $0.dateInterval.end >= interval.0 }
        allStatistics = WorkoutStatisticsContent.byType(content.statistics)
        super.init()
    }

    /// Makes an activity.
    ///
    /// - Parameters:
    ///   - workoutConfiguration: What kind of activity it is and where it takes place.
    ///   - startDate: When it begins.
    ///   - endDate: When it ends; `nil` while it runs.
    ///   - metadata: Strings, numbers, dates and quantities by key.
    public convenience init(
        workoutConfiguration: HKWorkoutConfiguration,
        start startDate: Date,
        end endDate: Date?,
        metadata: [String: Any]?
    ) {
        let values = raisingExceptions {
            if let endDate, endDate < startDate {
                throw HKError.invalid("startDate (\(startDate)) cannot be after endDate (\(endDate))")
            }
            let values = try Metadata(metadata)
            try SampleValidation.checkMetadata(values, for: nil)
            return values
        }
        self.init(
            WorkoutActivityContent(
                uuid: UUID(),
                configuration: WorkoutConfigurationContent(workoutConfiguration),
                start: startDate,
                end: endDate,
                duration: nil,
                metadata: values,
                statistics: []
            ),
            events: []
        )
    }

    /// The statistics of one type within the activity.
    ///
    /// - Parameter quantityType: The type.
    /// - Returns: Its statistics, or `nil` when the activity has none.
    public func statistics(for quantityType: HKQuantityType) -> HKStatistics? { allStatistics[quantityType] }

    /// Whether secure coding is supported: it is.
    public class var supportsSecureCoding: Bool { true }

    /// Makes an activity from an archive.
    ///
    /// - Parameter coder: The archive to read.
    public required convenience init?(coder: NSCoder) {
        guard let data = coder.decoded(NSData.self, forKey: "content") as Data?,
            let content = try? JSONDecoder().decode(WorkoutActivityContent.self, from: data)
        else { return nil }
        let events = coder.decodedArray(of: HKWorkoutEvent.self, forKey: "events")
        self.init(content, events: events ?? [])
    }

    /// Writes the activity to an archive.
    ///
    /// - Parameter coder: The archive to write.
    public func encode(with coder: NSCoder) {
        coder.encode((try? JSONEncoder().encode(content)) as NSData?, forKey: "content")
        coder.encode(workoutEvents as NSArray, forKey: "events")
    }

    /// The same activity: activities are immutable.
    ///
    /// - Parameter zone: Not used.
    /// - Returns: The receiver.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Activities are equal when their UUIDs are.
    ///
    /// - Parameter object: What to compare with.
    /// - Returns: Whether both are the same activity.
    public override func isEqual(_ object: Any?) -> Bool { (object as? HKWorkoutActivity)?.uuid == uuid }

    /// A hash of the UUID.
    public override var hash: Int { uuid.hashValue }
}
