import Foundation

/// One activity of a workout: a workout has one, a triathlon three.
open class HKWorkoutActivity: NSObject, NSSecureCoding, HKArchivedObject, NSCopying, @unchecked Sendable {
    /// The identity of the activity.
    public let uuid: UUID
    /// The kind of activity and its location.
    open var workoutConfiguration: HKWorkoutConfiguration { content.configuration.object }
    /// The start of the activity.
    open var startDate: Date { content.start }
    /// The end of the activity; `nil` while it runs.
    open var endDate: Date? { content.end }
    /// Strings, numbers, dates and quantities by key.
    open var metadata: [String: Any]? { content.metadata?.dictionary }
    /// The events of the workout that touch the activity.
    public let workoutEvents: [HKWorkoutEvent]
    /// The statistics of the workout's samples within the activity, by type.
    public let allStatistics: [HKQuantityType: HKStatistics]
    /// The duration without pauses, in seconds.
    open var duration: TimeInterval {
        content.duration
            ?? WorkoutDuration.active(from: content.start, to: content.end ?? Date(), events: workoutEvents)
    }

    package let content: WorkoutActivityContent

    /// An activity of a workout; without given statistics it has those of its content.
    package init(
        _ content: WorkoutActivityContent,
        events: [HKWorkoutEvent],
        statistics: [HKQuantityType: HKStatistics]? = nil
    ) {
        uuid = content.uuid
        self.content = content
        workoutEvents = content.touching(events)
        allStatistics = statistics ?? WorkoutStatisticsContent.byType(content.statistics)
        super.init()
    }

    /// Makes an activity.
    ///
    /// - Parameters:
    ///   - workoutConfiguration: The kind of activity and its location.
    ///   - startDate: The start.
    ///   - endDate: The end; `nil` while it runs.
    ///   - metadata: Strings, numbers, dates and quantities by key.
    public init(
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
        uuid = UUID()
        content = WorkoutActivityContent(
            uuid: uuid,
            configuration: WorkoutConfigurationContent(workoutConfiguration),
            start: startDate,
            end: endDate,
            duration: nil,
            metadata: values,
            statistics: []
        )
        workoutEvents = []
        allStatistics = [:]
        super.init()
    }

    /// The statistics of one type within the activity.
    ///
    /// - Parameter quantityType: The type.
    /// - Returns: Its statistics, or `nil` if the activity has none.
    open func statistics(for quantityType: HKQuantityType) -> HKStatistics? { allStatistics[quantityType] }

    /// Whether secure coding is supported; always true.
    open class var supportsSecureCoding: Bool { true }

    /// Creates an activity from an archive.
    ///
    /// - Parameter coder: The archive to read.
    public required init?(coder: NSCoder) {
        // The one who unarchives it gets none.
        guard let data = coder.decoded(NSData.self, forKey: "content") as Data?,
            let content = WorkoutActivityContent(archived: data)
        else { return nil }
        uuid = content.uuid
        self.content = content
        workoutEvents = content.touching(coder.decodedArray(of: HKWorkoutEvent.self, forKey: "events") ?? [])
        allStatistics = WorkoutStatisticsContent.byType(content.statistics)
        super.init()
    }

    /// Writes the activity to an archive.
    ///
    /// - Parameter coder: The archive to write.
    open func encode(with coder: NSCoder) {
        coder.encode(content.archived as NSData?, forKey: "content")
        coder.encode(workoutEvents as NSArray, forKey: "events")
    }

    /// The same activity: activities are immutable.
    ///
    /// - Parameter zone: Not used.
    /// - Returns: The receiver.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Activities are equal if their UUIDs are.
    ///
    /// - Parameter object: The object to compare with.
    /// - Returns: Whether both are the same activity.
    open override func isEqual(_ object: Any?) -> Bool { (object as? HKWorkoutActivity)?.uuid == uuid }

    /// A hash of the UUID.
    open override var hash: Int { uuid.hashValue }
}

extension WorkoutActivityContent {
    /// The texts in archives for numbers that JSON can't represent.
    private static let words = (infinity: "Infinity", minus: "-Infinity", nan: "NaN")

    /// The content as an archive keeps it.
    ///
    /// Writing an archive can't be refused: all that an activity can be made of has a form.
    fileprivate var archived: Data? {
        let encoder = JSONEncoder()
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: Self.words.infinity,
            negativeInfinity: Self.words.minus,
            nan: Self.words.nan
        )
        return HealthLog.attempt("archive") { try encoder.encode(self) }
    }

    /// Decodes ``archived``; `nil` for invalid data, so that unarchiving returns nil.
    fileprivate init?(archived data: Data) {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: Self.words.infinity,
            negativeInfinity: Self.words.minus,
            nan: Self.words.nan
        )
        guard let content = try? decoder.decode(Self.self, from: data) else { return nil }
        self = content
    }

    /// The events that touch the activity.
    fileprivate func touching(_ events: [HKWorkoutEvent]) -> [HKWorkoutEvent] {
        let end = end ?? .distantFuture
        return events.filter { $0.dateInterval.start <= end && $0.dateInterval.end >= start }
    }
}
