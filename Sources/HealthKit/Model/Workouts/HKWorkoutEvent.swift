import Foundation

/// Something that happened during a workout: a pause, a lap, a segment.
open class HKWorkoutEvent: NSObject, NSSecureCoding, HKArchivedObject, NSCopying, @unchecked Sendable {
    /// What happened.
    public let type: HKWorkoutEventType
    /// When it happened; laps and segments may last, everything else is an instant.
    public let dateInterval: DateInterval
    /// When it began.
    open var date: Date { dateInterval.start }
    /// Strings, numbers, dates and quantities by key.
    open var metadata: [String: Any]? { metadataValues?.dictionary }

    package let metadataValues: Metadata?

    package init(type: HKWorkoutEventType, interval: DateInterval, metadata: Metadata?) {
        self.type = type
        dateInterval = interval
        metadataValues = metadata
        super.init()
    }

    /// Makes an event.
    ///
    /// - Parameters:
    ///   - type: What happened.
    ///   - dateInterval: When; only laps and segments may last.
    ///   - metadata: Strings, numbers, dates and quantities by key.
    public convenience init(type: HKWorkoutEventType, dateInterval: DateInterval, metadata: [String: Any]?) {
        let values = raisingExceptions {
            try Self.checked(type, dateInterval, metadata)
        }
        self.init(type: type, interval: dateInterval, metadata: values)
    }

    /// Makes an event that is an instant.
    ///
    /// - Parameters:
    ///   - type: What happened.
    ///   - date: When.
    public convenience init(type: HKWorkoutEventType, date: Date) {
        self.init(type: type, dateInterval: DateInterval(start: date, duration: 0), metadata: nil)
    }

    /// Makes an event that is an instant, with metadata.
    ///
    /// - Parameters:
    ///   - type: What happened.
    ///   - date: When.
    ///   - metadata: Strings, numbers, dates and quantities by key.
    public convenience init(type: HKWorkoutEventType, date: Date, metadata: [String: Any]) {
        self.init(type: type, dateInterval: DateInterval(start: date, duration: 0), metadata: metadata)
    }

    /// Makes an event, or throws where the other initializers stop the program.
    ///
    /// Linux only.
    ///
    /// - Parameters:
    ///   - type: What happened.
    ///   - dateInterval: When; only laps and segments may last.
    ///   - metadata: Strings, numbers, dates and quantities by key.
    /// - Throws: `HKError.errorInvalidArgument` with a text that says what is wrong (R7.4).
    public convenience init(
        validating type: HKWorkoutEventType,
        dateInterval: DateInterval,
        metadata: [String: Any]? = nil
    ) throws {
        let values = try Self.checked(type, dateInterval, metadata)
        self.init(type: type, interval: dateInterval, metadata: values)
    }

    private static func checked(
        _ type: HKWorkoutEventType,
        _ interval: DateInterval,
        _ metadata: [String: Any]?
    ) throws -> Metadata? {
        guard interval.duration == 0 || type == .lap || type == .segment else {
            throw HKError.invalid("A workout event of type \(type.rawValue) must have a zero duration")
        }
        let values = try Metadata(metadata)
        try SampleValidation.checkMetadata(values, for: nil)
        return values
    }

    /// Whether secure coding is supported: it is.
    open class var supportsSecureCoding: Bool { true }

    /// Makes an event from an archive.
    ///
    /// - Parameter coder: The archive to read.
    public required init?(coder: NSCoder) {
        guard let type = HKWorkoutEventType(rawValue: coder.decodeInteger(forKey: "type")),
            let start = coder.decodeTime(forKey: "start"), let end = coder.decodeTime(forKey: "end"), start <= end
        else { return nil }
        self.type = type
        dateInterval = DateInterval(start: start, end: end)
        metadataValues = (coder.decoded(NSData.self, forKey: "metadata") as Data?)
            .flatMap { Metadata(bytes: [UInt8]($0)) }
        super.init()
    }

    /// Writes the event to an archive.
    ///
    /// - Parameter coder: The archive to write.
    open func encode(with coder: NSCoder) {
        coder.encode(type.rawValue, forKey: "type")
        coder.encodeTime(dateInterval.start, forKey: "start")
        coder.encodeTime(dateInterval.end, forKey: "end")
        if let metadataValues { coder.encode(Data(metadataValues.bytes) as NSData, forKey: "metadata") }
    }

    /// The same event: events are immutable.
    ///
    /// - Parameter zone: Not used.
    /// - Returns: The receiver.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Events are equal when type, interval and metadata are.
    ///
    /// - Parameter object: What to compare with.
    /// - Returns: Whether all of it is equal.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? HKWorkoutEvent else { return false }
        return type == other.type && dateInterval == other.dateInterval && metadataValues == other.metadataValues
    }

    /// A hash of type and interval.
    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(type)
        hasher.combine(dateInterval)
        return hasher.finalize()
    }
}
