import Foundation

/// A point in the order of the changes that an app was told of: a query can start after it.
///
/// It counts what the app was given; what the app may not see does not show in it.
open class HKQueryAnchor: NSObject, NSSecureCoding, HKArchivedObject, NSCopying, @unchecked Sendable {
    /// What the store finds the point by, which only it can read.
    package let value: Int64
    /// How many samples and deleted objects the app was given up to here; `nil` for an anchor that is a number.
    package let given: Int64?
    /// What shows that the store gave the anchor to the app; `nil` for a number, and for an anchor of an older version.
    package let tag: Int64?

    package init(_ value: Int64, given: Int64? = nil, tag: Int64? = nil) {
        self.value = value
        self.given = given
        self.tag = tag
        super.init()
    }

    /// Makes an anchor from the number that older versions of HealthKit used.
    ///
    /// For an app any such number is the beginning: where others' changes are counted, a number that an app makes up would
    /// measure them.
    ///
    /// - Parameter value: The number; ``HKAnchoredObjectQueryNoAnchor`` for the beginning.
    public convenience init(fromValue value: Int) { self.init(Int64(value)) }

    /// Whether secure coding is supported: it is.
    open class var supportsSecureCoding: Bool { true }

    /// Makes an anchor from an archive.
    ///
    /// - Parameter coder: The archive to read; one without an anchor, or with a negative one, gives `nil`.
    public required init?(coder: NSCoder) {
        guard coder.containsValue(forKey: "anchor") else { return nil }
        value = coder.decodeInt64(forKey: "anchor")
        given = coder.containsValue(forKey: "given") ? coder.decodeInt64(forKey: "given") : nil
        tag = coder.containsValue(forKey: "tag") ? coder.decodeInt64(forKey: "tag") : nil
        super.init()
        guard value >= 0, given ?? 0 >= 0 else { return nil }
    }

    /// Writes the anchor to an archive.
    ///
    /// - Parameter coder: The archive to write.
    open func encode(with coder: NSCoder) {
        coder.encode(value, forKey: "anchor")
        if let given { coder.encode(given, forKey: "given") }
        if let tag { coder.encode(tag, forKey: "tag") }
    }

    /// The same anchor: anchors are immutable.
    ///
    /// - Parameter zone: Not used.
    /// - Returns: The receiver.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Anchors are equal when the app was given as much by both.
    ///
    /// - Parameter object: What to compare with.
    /// - Returns: Whether both are the same point.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? HKQueryAnchor, other.given == given else { return false }
        return given != nil || other.value == value
    }

    /// A hash of the point.
    open override var hash: Int { (given ?? value).hashValue }

    /// How much the app was given.
    open override var description: String { "<HKQueryAnchor \(given ?? value)>" }
}
