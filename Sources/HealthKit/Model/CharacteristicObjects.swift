import Foundation

/// The sex a person was born with.
open class HKBiologicalSexObject: NSObject, NSCopying, NSSecureCoding, HKArchivedObject, @unchecked Sendable {
    /// The value.
    open var biologicalSex: HKBiologicalSex { value }
    private let value: HKBiologicalSex

    /// Makes an object whose value is not set.
    public override init() {
        value = .notSet
        super.init()
    }

    package init(_ value: HKBiologicalSex) {
        self.value = value
        super.init()
    }

    /// Whether secure coding is supported; always true.
    open class var supportsSecureCoding: Bool { true }

    /// Makes the object from an archive.
    ///
    /// - Parameter coder: The archive to read.
    public required init?(coder: NSCoder) {
        guard let value = HKBiologicalSex(rawValue: coder.decodeInteger(forKey: "value")) else { return nil }
        self.value = value
        super.init()
    }

    /// Writes the object to an archive.
    ///
    /// - Parameter coder: The archive to write.
    open func encode(with coder: NSCoder) { coder.encode(biologicalSex.rawValue, forKey: "value") }

    /// The same object: it is immutable.
    ///
    /// - Parameter zone: Not used.
    /// - Returns: The receiver.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Objects are equal if their values are.
    ///
    /// - Parameter object: The object to compare with.
    /// - Returns: Whether the values are equal.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? HKBiologicalSexObject)?.biologicalSex == biologicalSex
    }

    /// A hash of the value.
    open override var hash: Int { biologicalSex.rawValue.hashValue }
}

/// A person's blood type.
open class HKBloodTypeObject: NSObject, NSCopying, NSSecureCoding, HKArchivedObject, @unchecked Sendable {
    /// The value.
    open var bloodType: HKBloodType { value }
    private let value: HKBloodType

    /// Makes an object whose value is not set.
    public override init() {
        value = .notSet
        super.init()
    }

    package init(_ value: HKBloodType) {
        self.value = value
        super.init()
    }

    /// Whether secure coding is supported; always true.
    open class var supportsSecureCoding: Bool { true }

    /// Makes the object from an archive.
    ///
    /// - Parameter coder: The archive to read.
    public required init?(coder: NSCoder) {
        guard let value = HKBloodType(rawValue: coder.decodeInteger(forKey: "value")) else { return nil }
        self.value = value
        super.init()
    }

    /// Writes the object to an archive.
    ///
    /// - Parameter coder: The archive to write.
    open func encode(with coder: NSCoder) { coder.encode(bloodType.rawValue, forKey: "value") }

    /// The same object: it is immutable.
    ///
    /// - Parameter zone: Not used.
    /// - Returns: The receiver.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Objects are equal if their values are.
    ///
    /// - Parameter object: The object to compare with.
    /// - Returns: Whether the values are equal.
    open override func isEqual(_ object: Any?) -> Bool { (object as? HKBloodTypeObject)?.bloodType == bloodType }

    /// A hash of the value.
    open override var hash: Int { bloodType.rawValue.hashValue }
}

/// The reaction of a person's skin to sunlight.
open class HKFitzpatrickSkinTypeObject: NSObject, NSCopying, NSSecureCoding, HKArchivedObject, @unchecked Sendable {
    /// The value.
    open var skinType: HKFitzpatrickSkinType { value }
    private let value: HKFitzpatrickSkinType

    /// Makes an object whose value is not set.
    public override init() {
        value = .notSet
        super.init()
    }

    package init(_ value: HKFitzpatrickSkinType) {
        self.value = value
        super.init()
    }

    /// Whether secure coding is supported; always true.
    open class var supportsSecureCoding: Bool { true }

    /// Makes the object from an archive.
    ///
    /// - Parameter coder: The archive to read.
    public required init?(coder: NSCoder) {
        guard let value = HKFitzpatrickSkinType(rawValue: coder.decodeInteger(forKey: "value")) else { return nil }
        self.value = value
        super.init()
    }

    /// Writes the object to an archive.
    ///
    /// - Parameter coder: The archive to write.
    open func encode(with coder: NSCoder) { coder.encode(skinType.rawValue, forKey: "value") }

    /// The same object: it is immutable.
    ///
    /// - Parameter zone: Not used.
    /// - Returns: The receiver.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Objects are equal if their values are.
    ///
    /// - Parameter object: The object to compare with.
    /// - Returns: Whether the values are equal.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? HKFitzpatrickSkinTypeObject)?.skinType == skinType
    }

    /// A hash of the value.
    open override var hash: Int { skinType.rawValue.hashValue }
}

/// Whether a person uses a wheelchair.
open class HKWheelchairUseObject: NSObject, NSCopying, NSSecureCoding, HKArchivedObject, @unchecked Sendable {
    /// The value.
    open var wheelchairUse: HKWheelchairUse { value }
    private let value: HKWheelchairUse

    /// Makes an object whose value is not set.
    public override init() {
        value = .notSet
        super.init()
    }

    package init(_ value: HKWheelchairUse) {
        self.value = value
        super.init()
    }

    /// Whether secure coding is supported; always true.
    open class var supportsSecureCoding: Bool { true }

    /// Makes the object from an archive.
    ///
    /// - Parameter coder: The archive to read.
    public required init?(coder: NSCoder) {
        guard let value = HKWheelchairUse(rawValue: coder.decodeInteger(forKey: "value")) else { return nil }
        self.value = value
        super.init()
    }

    /// Writes the object to an archive.
    ///
    /// - Parameter coder: The archive to write.
    open func encode(with coder: NSCoder) { coder.encode(wheelchairUse.rawValue, forKey: "value") }

    /// The same object: it is immutable.
    ///
    /// - Parameter zone: Not used.
    /// - Returns: The receiver.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Objects are equal if their values are.
    ///
    /// - Parameter object: The object to compare with.
    /// - Returns: Whether the values are equal.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? HKWheelchairUseObject)?.wheelchairUse == wheelchairUse
    }

    /// A hash of the value.
    open override var hash: Int { wheelchairUse.rawValue.hashValue }
}

/// Whether a person's move ring counts energy or time.
open class HKActivityMoveModeObject: NSObject, NSCopying, NSSecureCoding, HKArchivedObject, @unchecked Sendable {
    /// The value.
    open var activityMoveMode: HKActivityMoveMode { value }
    private let value: HKActivityMoveMode

    /// Makes an object whose value is active energy.
    public override init() {
        value = .activeEnergy
        super.init()
    }

    package init(_ value: HKActivityMoveMode) {
        self.value = value
        super.init()
    }

    /// Whether secure coding is supported; always true.
    open class var supportsSecureCoding: Bool { true }

    /// Makes the object from an archive.
    ///
    /// - Parameter coder: The archive to read.
    public required init?(coder: NSCoder) {
        guard let value = HKActivityMoveMode(rawValue: coder.decodeInteger(forKey: "value")) else { return nil }
        self.value = value
        super.init()
    }

    /// Writes the object to an archive.
    ///
    /// - Parameter coder: The archive to write.
    open func encode(with coder: NSCoder) { coder.encode(activityMoveMode.rawValue, forKey: "value") }

    /// The same object: it is immutable.
    ///
    /// - Parameter zone: Not used.
    /// - Returns: The receiver.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Objects are equal if their values are.
    ///
    /// - Parameter object: The object to compare with.
    /// - Returns: Whether the values are equal.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? HKActivityMoveModeObject)?.activityMoveMode == activityMoveMode
    }

    /// A hash of the value.
    open override var hash: Int { activityMoveMode.rawValue.hashValue }
}
