import Foundation

/// The range to which an ear's sensitivity was clamped.
///
/// A sensitivity at a bound may actually be beyond it: the device couldn't measure it, or didn't for safety.
open class HKAudiogramSensitivityPointClampingRange: NSObject, NSSecureCoding, HKArchivedObject, NSCopying,
    @unchecked Sendable
{
    let content: ClampingRangeContent

    init(_ content: ClampingRangeContent) { self.content = content }

    /// Makes a range.
    ///
    /// - Parameters:
    ///   - lowerBound: The smallest sensitivity, in dBHL; `nil` for none.
    ///   - upperBound: The largest sensitivity, in dBHL; `nil` for none.
    /// - Throws: `HKError.errorInvalidArgument` without any bound, and when the lower is not less than the upper.
    public convenience init(lowerBound: NSNumber?, upperBound: NSNumber?) throws {
        let content = ClampingRangeContent(lowerBound: lowerBound?.doubleValue, upperBound: upperBound?.doubleValue)
        try content.check()
        self.init(content)
    }

    /// The smallest sensitivity, in dBHL; `nil` for none.
    open var lowerBound: HKQuantity? { Self.level(content.lowerBound) }

    /// The largest sensitivity, in dBHL; `nil` for none.
    open var upperBound: HKQuantity? { Self.level(content.upperBound) }

    private static func level(_ value: Double?) -> HKQuantity? {
        value.map { HKQuantity(unit: .decibelHearingLevel(), doubleValue: $0) }
    }

    /// Whether ranges support secure coding; always true.
    open class var supportsSecureCoding: Bool { true }

    /// Creates a range from an archive.
    ///
    /// - Parameter coder: The archive to read. The result is `nil` if it contains no range.
    public required init?(coder: NSCoder) {
        guard let content = coder.decodedContent(ClampingRangeContent.self) else { return nil }
        self.content = content
        super.init()
    }

    /// Writes the range to an archive.
    ///
    /// - Parameter coder: The archive to write.
    open func encode(with coder: NSCoder) { coder.encodeContent(content) }

    /// The range itself, which never changes.
    ///
    /// - Parameter zone: Ignored.
    /// - Returns: This range.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether another object is an equal range.
    ///
    /// - Parameter object: The object to compare with.
    /// - Returns: Whether both have the same contents.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? HKAudiogramSensitivityPointClampingRange)?.content == content
    }

    /// A hash of the range's contents.
    open override var hash: Int { content.hashValue }
}
