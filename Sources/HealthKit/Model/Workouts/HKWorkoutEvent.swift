import Foundation

/// An event during a workout: a pause, a lap or a segment.
open class HKWorkoutEvent: NSObject, NSSecureCoding, HKArchivedObject, NSCopying, @unchecked Sendable {
    /// The type of event.
    public let type: HKWorkoutEventType
    /// The time of the event; laps and segments may last, everything else is an instant.
    public let dateInterval: DateInterval
    /// The start of the event.
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
    ///   - type: The type of event.
    ///   - dateInterval: The time of the event; only laps and segments may last.
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
    ///   - type: The type of event.
    ///   - date: The time of the event.
    public convenience init(type: HKWorkoutEventType, date: Date) {
        self.init(type: type, dateInterval: DateInterval(start: date, duration: 0), metadata: nil)
    }

    /// Makes an event that is an instant, with metadata.
    ///
    /// - Parameters:
    ///   - type: The type of event.
    ///   - date: The time of the event.
    ///   - metadata: Strings, numbers, dates and quantities by key.
    public convenience init(type: HKWorkoutEventType, date: Date, metadata: [String: Any]) {
        self.init(type: type, dateInterval: DateInterval(start: date, duration: 0), metadata: metadata)
    }

    /// Makes an event, or throws where the other initializer stops the program.
    ///
    /// Linux only.
    ///
    /// - Parameters:
    ///   - type: The type of event.
    ///   - dateInterval: The time of the event; only laps and segments may last.
    ///   - metadata: Strings, numbers, dates and quantities by key.
    /// - Throws: `HKError.errorInvalidArgument` with a description of the problem (R7.4).
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

    /// Whether secure coding is supported; always true.
    open class var supportsSecureCoding: Bool { true }

    /// Creates an event from an archive.
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

    /// Events are equal if type, interval and metadata are.
    ///
    /// - Parameter object: The object to compare with.
    /// - Returns: Whether all of them are equal.
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
