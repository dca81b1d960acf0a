import Foundation

/// A point in the order of the store's changes: a query can start after it.
public final class HKQueryAnchor: NSObject, NSSecureCoding, NSCopying, Sendable {
    package let value: Int64

    package init(_ value: Int64) {
        self.value = value
        super.init()
    }

    /// Makes an anchor from the number that older versions of HealthKit used.
    ///
    /// - Parameter value: The number; ``HKAnchoredObjectQueryNoAnchor`` for the beginning.
    public convenience init(fromValue value: Int) { self.init(Int64(value)) }

    /// Whether secure coding is supported: it is.
    public static var supportsSecureCoding: Bool { true }

    /// Makes an anchor from an archive.
    ///
    /// - Parameter coder: The archive to read; one without an anchor, or with a negative one, gives `nil`.
    public init?(coder: NSCoder) {
        guard coder.containsValue(forKey: "anchor") else { return nil }
        value = coder.decodeInt64(forKey: "anchor")
        super.init()
        guard value >= 0 else { return nil }
    }

    /// Writes the anchor to an archive.
    ///
    /// - Parameter coder: The archive to write.
    public func encode(with coder: NSCoder) { coder.encode(value, forKey: "anchor") }

    /// The same anchor: anchors are immutable.
    ///
    /// - Parameter zone: Not used.
    /// - Returns: The receiver.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Anchors are equal when they stand for the same point.
    ///
    /// - Parameter object: What to compare with.
    /// - Returns: Whether both are the same point.
    public override func isEqual(_ object: Any?) -> Bool { (object as? HKQueryAnchor)?.value == value }

    /// A hash of the point.
    public override var hash: Int { value.hashValue }

    /// The number of the point.
    public override var description: String { "<HKQueryAnchor \(value)>" }
}
