import Foundation

/// The kind of a workout and its location.
///
/// It is mutable, so like Apple's it isn't `Sendable`. Sessions and builders copy its values.
open class HKWorkoutConfiguration: NSObject, NSCopying, NSSecureCoding, HKArchivedObject {
    /// The activity.
    open var activityType: HKWorkoutActivityType = .other
    /// Indoors or outdoors.
    open var locationType: HKWorkoutSessionLocationType = .unknown
    /// Pool or open water.
    open var swimmingLocationType: HKWorkoutSwimmingLocationType = .unknown
    /// The length of the pool.
    open var lapLength: HKQuantity?

    /// Makes a configuration of an activity of another kind, at an unknown place.
    public override init() { super.init() }

    /// Whether secure coding is supported; always true.
    open class var supportsSecureCoding: Bool { true }

    /// Creates a configuration from an archive.
    ///
    /// - Parameter coder: The archive to read.
    public required init?(coder: NSCoder) {
        activityType =
            UInt(exactly: coder.decodeInteger(forKey: "activityType")).flatMap(HKWorkoutActivityType.init) ?? .other
        locationType = HKWorkoutSessionLocationType(rawValue: coder.decodeInteger(forKey: "locationType")) ?? .unknown
        swimmingLocationType =
            HKWorkoutSwimmingLocationType(rawValue: coder.decodeInteger(forKey: "swimmingLocationType")) ?? .unknown
        lapLength = coder.decoded(HKQuantity.self, forKey: "lapLength")
        super.init()
    }

    /// Writes the configuration to an archive.
    ///
    /// - Parameter coder: The archive to write.
    open func encode(with coder: NSCoder) {
        coder.encode(Int(activityType.rawValue), forKey: "activityType")
        coder.encode(locationType.rawValue, forKey: "locationType")
        coder.encode(swimmingLocationType.rawValue, forKey: "swimmingLocationType")
        coder.encode(lapLength, forKey: "lapLength")
    }

    /// Copies the configuration.
    ///
    /// - Parameter zone: Not used.
    /// - Returns: A new configuration with the same values.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = HKWorkoutConfiguration()
        copy.activityType = activityType
        copy.locationType = locationType
        copy.swimmingLocationType = swimmingLocationType
        copy.lapLength = lapLength
        return copy
    }

    /// Configurations are equal if all their values are.
    ///
    /// - Parameter object: The object to compare with.
    /// - Returns: Whether all values are equal.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? HKWorkoutConfiguration else { return false }
        return activityType == other.activityType && locationType == other.locationType
            && swimmingLocationType == other.swimmingLocationType && lapLength == other.lapLength
    }

    /// A hash of activity and place.
    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(activityType)
        hasher.combine(locationType)
        hasher.combine(swimmingLocationType)
        return hasher.finalize()
    }
}
