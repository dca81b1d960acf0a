import Foundation

/// The result of one hearing test at a frequency: the loudness at which an ear heard the sound.
open class HKAudiogramSensitivityTest: NSObject, NSSecureCoding, HKArchivedObject, NSCopying, @unchecked Sendable {
    let content: SensitivityTestContent

    init(_ content: SensitivityTestContent) { self.content = content }

    /// Makes a test.
    ///
    /// - Parameters:
    ///   - sensitivity: The sensitivity in dBHL; 0 is normal hearing, more is worse.
    ///   - type: How the sound reached the inner ear.
    ///   - masked: Whether the other ear was masked with noise.
    ///   - side: The ear.
    ///   - clampingRange: The range to which the sensitivity was clamped; `nil` for none.
    /// - Throws: `HKError.errorInvalidArgument` for a unit other than dBHL (R2.25).
    public init(
        sensitivity: HKQuantity,
        type: HKAudiogramConductionType,
        masked: Bool,
        side: HKAudiogramSensitivityTestSide,
        clampingRange: HKAudiogramSensitivityPointClampingRange?
    ) throws {
        let content = SensitivityTestContent(
            sensitivity: QuantityText(sensitivity),
            type: type.rawValue,
            masked: masked,
            side: side.rawValue,
            clampingRange: clampingRange?.content
        )
        try content.check()
        self.content = content
        super.init()
    }

    /// The sensitivity in dBHL; 0 is normal hearing, more is worse.
    open var sensitivity: HKQuantity { content.sensitivity.level }

    /// How the sound reached the inner ear.
    open var type: HKAudiogramConductionType { HKAudiogramConductionType(rawValue: content.type) ?? .air }

    /// Whether the other ear was masked with noise.
    open var masked: Bool { content.masked }

    /// The ear.
    open var side: HKAudiogramSensitivityTestSide { HKAudiogramSensitivityTestSide(rawValue: content.side) ?? .left }

    /// The range to which the sensitivity was clamped; `nil` for none.
    open var clampingRange: HKAudiogramSensitivityPointClampingRange? {
        content.clampingRange.map { HKAudiogramSensitivityPointClampingRange($0) }
    }

    /// Whether tests support secure coding; always true.
    open class var supportsSecureCoding: Bool { true }

    /// Creates a test from an archive.
    ///
    /// - Parameter coder: The archive to read. The result is `nil` if it contains no test.
    public required init?(coder: NSCoder) {
        guard let content = coder.decodedContent(SensitivityTestContent.self) else { return nil }
        self.content = content
        super.init()
    }

    /// Writes the test to an archive.
    ///
    /// - Parameter coder: The archive to write.
    open func encode(with coder: NSCoder) { coder.encodeContent(content) }

    /// The test itself, which never changes.
    ///
    /// - Parameter zone: Ignored.
    /// - Returns: This test.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether another object is an equal test.
    ///
    /// - Parameter object: The object to compare with.
    /// - Returns: Whether both have the same contents.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? HKAudiogramSensitivityTest)?.content == content
    }

    /// A hash of the test's contents.
    open override var hash: Int { content.hashValue }
}

extension QuantityText {
    /// The quantity of validated content.
    fileprivate var level: HKQuantity { quantity ?? HKQuantity(unit: .decibelHearingLevel(), doubleValue: value) }
}
