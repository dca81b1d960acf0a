import Foundation

/// A point in the sequence of changes reported to an app, after which a query can start.
///
/// It counts only what the app received; it reveals nothing that the app can't see.
open class HKQueryAnchor: NSObject, NSSecureCoding, HKArchivedObject, NSCopying, @unchecked Sendable {
    /// The store's reference to the point, which only the store can read.
    package let value: Int64
    /// The number of samples and deleted objects that the app has received so far; `nil` for an anchor made from a number.
    package let given: Int64?
    /// The proof that the store gave the anchor to the app; `nil` for a number, and for an anchor of an older version.
    package let tag: Int64?

    package init(_ value: Int64, given: Int64? = nil, tag: Int64? = nil) {
        self.value = value
        self.given = given
        self.tag = tag
        super.init()
    }

    /// Creates an anchor from the number that older versions of HealthKit used.
    ///
    /// For an app, any such number means the beginning: otherwise an app could count other apps' changes with made-up
    /// numbers.
    ///
    /// - Parameter value: The number; ``HKAnchoredObjectQueryNoAnchor`` for the beginning.
    public convenience init(fromValue value: Int) { self.init(Int64(value)) }

    /// Whether secure coding is supported; always true.
    open class var supportsSecureCoding: Bool { true }

    /// Creates an anchor from an archive.
    ///
    /// - Parameter coder: The archive to read; the result is `nil` if it contains no anchor or a negative one.
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

    /// Anchors are equal if the app received the same amount for both.
    ///
    /// - Parameter object: The object to compare with.
    /// - Returns: Whether both are at the same point.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? HKQueryAnchor, other.given == given else { return false }
        return given != nil || other.value == value
    }

    /// A hash of the point.
    open override var hash: Int { (given ?? value).hashValue }

    /// A description with the amount that the app received.
    open override var description: String { "<HKQueryAnchor \(given ?? value)>" }
}
