import Foundation

/// The sex a person was born with.
public final class HKBiologicalSexObject: NSObject, NSCopying, NSSecureCoding, Sendable {
    /// The value.
    public let biologicalSex: HKBiologicalSex

    package init(_ value: HKBiologicalSex) {
        biologicalSex = value
        super.init()
    }

    /// Whether secure coding is supported: it is.
    public static var supportsSecureCoding: Bool { true }

    /// Makes the object from an archive.
    ///
    /// - Parameter coder: The archive to read.
    public init?(coder: NSCoder) {
        guard let value = HKBiologicalSex(rawValue: coder.decodeInteger(forKey: "value")) else { return nil }
        biologicalSex = value
        super.init()
    }

    /// Writes the object to an archive.
    ///
    /// - Parameter coder: The archive to write.
    public func encode(with coder: NSCoder) { coder.encode(biologicalSex.rawValue, forKey: "value") }

    /// The same object: it is immutable.
    ///
    /// - Parameter zone: Not used.
    /// - Returns: The receiver.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Objects are equal when their values are.
    ///
    /// - Parameter object: What to compare with.
    /// - Returns: Whether the values are equal.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? HKBiologicalSexObject)?.biologicalSex == biologicalSex
    }

    /// A hash of the value.
    public override var hash: Int { biologicalSex.rawValue.hashValue }
}

/// A person's blood type.
public final class HKBloodTypeObject: NSObject, NSCopying, NSSecureCoding, Sendable {
    /// The value.
    public let bloodType: HKBloodType

    package init(_ value: HKBloodType) {
        bloodType = value
        super.init()
    }

    /// Whether secure coding is supported: it is.
    public static var supportsSecureCoding: Bool { true }

    /// Makes the object from an archive.
    ///
    /// - Parameter coder: The archive to read.
    public init?(coder: NSCoder) {
        guard let value = HKBloodType(rawValue: coder.decodeInteger(forKey: "value")) else { return nil }
        bloodType = value
        super.init()
    }

    /// Writes the object to an archive.
    ///
    /// - Parameter coder: The archive to write.
    public func encode(with coder: NSCoder) { coder.encode(bloodType.rawValue, forKey: "value") }

    /// The same object: it is immutable.
    ///
    /// - Parameter zone: Not used.
    /// - Returns: The receiver.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Objects are equal when their values are.
    ///
    /// - Parameter object: What to compare with.
    /// - Returns: Whether the values are equal.
    public override func isEqual(_ object: Any?) -> Bool { (object as? HKBloodTypeObject)?.bloodType == bloodType }

    /// A hash of the value.
    public override var hash: Int { bloodType.rawValue.hashValue }
}

/// How a person's skin answers to sunlight.
public final class HKFitzpatrickSkinTypeObject: NSObject, NSCopying, NSSecureCoding, Sendable {
    /// The value.
    public let skinType: HKFitzpatrickSkinType

    package init(_ value: HKFitzpatrickSkinType) {
        skinType = value
        super.init()
    }

    /// Whether secure coding is supported: it is.
    public static var supportsSecureCoding: Bool { true }

    /// Makes the object from an archive.
    ///
    /// - Parameter coder: The archive to read.
    public init?(coder: NSCoder) {
        guard let value = HKFitzpatrickSkinType(rawValue: coder.decodeInteger(forKey: "value")) else { return nil }
        skinType = value
        super.init()
    }

    /// Writes the object to an archive.
    ///
    /// - Parameter coder: The archive to write.
    public func encode(with coder: NSCoder) { coder.encode(skinType.rawValue, forKey: "value") }

    /// The same object: it is immutable.
    ///
    /// - Parameter zone: Not used.
    /// - Returns: The receiver.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Objects are equal when their values are.
    ///
    /// - Parameter object: What to compare with.
    /// - Returns: Whether the values are equal.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? HKFitzpatrickSkinTypeObject)?.skinType == skinType
    }

    /// A hash of the value.
    public override var hash: Int { skinType.rawValue.hashValue }
}

/// Whether a person uses a wheelchair.
public final class HKWheelchairUseObject: NSObject, NSCopying, NSSecureCoding, Sendable {
    /// The value.
    public let wheelchairUse: HKWheelchairUse

    package init(_ value: HKWheelchairUse) {
        wheelchairUse = value
        super.init()
    }

    /// Whether secure coding is supported: it is.
    public static var supportsSecureCoding: Bool { true }

    /// Makes the object from an archive.
    ///
    /// - Parameter coder: The archive to read.
    public init?(coder: NSCoder) {
        guard let value = HKWheelchairUse(rawValue: coder.decodeInteger(forKey: "value")) else { return nil }
        wheelchairUse = value
        super.init()
    }

    /// Writes the object to an archive.
    ///
    /// - Parameter coder: The archive to write.
    public func encode(with coder: NSCoder) { coder.encode(wheelchairUse.rawValue, forKey: "value") }

    /// The same object: it is immutable.
    ///
    /// - Parameter zone: Not used.
    /// - Returns: The receiver.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Objects are equal when their values are.
    ///
    /// - Parameter object: What to compare with.
    /// - Returns: Whether the values are equal.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? HKWheelchairUseObject)?.wheelchairUse == wheelchairUse
    }

    /// A hash of the value.
    public override var hash: Int { wheelchairUse.rawValue.hashValue }
}

/// Whether a person's move ring counts energy or time.
public final class HKActivityMoveModeObject: NSObject, NSCopying, NSSecureCoding, Sendable {
    /// The value.
    public let activityMoveMode: HKActivityMoveMode

    package init(_ value: HKActivityMoveMode) {
        activityMoveMode = value
        super.init()
    }

    /// Whether secure coding is supported: it is.
    public static var supportsSecureCoding: Bool { true }

    /// Makes the object from an archive.
    ///
    /// - Parameter coder: The archive to read.
    public init?(coder: NSCoder) {
        guard let value = HKActivityMoveMode(rawValue: coder.decodeInteger(forKey: "value")) else { return nil }
        activityMoveMode = value
        super.init()
    }

    /// Writes the object to an archive.
    ///
    /// - Parameter coder: The archive to write.
    public func encode(with coder: NSCoder) { coder.encode(activityMoveMode.rawValue, forKey: "value") }

    /// The same object: it is immutable.
    ///
    /// - Parameter zone: Not used.
    /// - Returns: The receiver.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Objects are equal when their values are.
    ///
    /// - Parameter object: What to compare with.
    /// - Returns: Whether the values are equal.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? HKActivityMoveModeObject)?.activityMoveMode == activityMoveMode
    }

    /// A hash of the value.
    public override var hash: Int { activityMoveMode.rawValue.hashValue }
}
