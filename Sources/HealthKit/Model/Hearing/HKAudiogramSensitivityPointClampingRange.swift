import Foundation

/// The range that the sensitivity of an ear was confined to.
///
/// A sensitivity at a bound may in truth lie beyond it: the device could not measure it, or did not for safety.
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

    /// Whether ranges can be archived securely: they can.
    open class var supportsSecureCoding: Bool { true }

    /// Makes a range from an archive.
    ///
    /// - Parameter coder: The archive to read. The result is `nil` when it holds no range.
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
    /// - Parameter object: What to compare with.
    /// - Returns: Whether both say the same.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? HKAudiogramSensitivityPointClampingRange)?.content == content
    }

    /// A hash of what the range says.
    open override var hash: Int { content.hashValue }
}
