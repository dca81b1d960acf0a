import Foundation

/// The outcome of one hearing test at a frequency: how loud a sound had to be for an ear to hear it.
open class HKAudiogramSensitivityTest: NSObject, NSSecureCoding, HKArchivedObject, NSCopying, @unchecked Sendable {
    let content: SensitivityTestContent

    init(_ content: SensitivityTestContent) { self.content = content }

    /// Makes a test.
    ///
    /// - Parameters:
    ///   - sensitivity: How loud the sound had to be, in dBHL; 0 is normal hearing, more is worse.
    ///   - type: How the sound reached the inner ear.
    ///   - masked: Whether the other ear was kept busy with noise.
    ///   - side: The ear.
    ///   - clampingRange: The range that the sensitivity was confined to; `nil` for none.
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

    /// How loud the sound had to be, in dBHL; 0 is normal hearing, more is worse.
    open var sensitivity: HKQuantity { content.sensitivity.level }

    /// How the sound reached the inner ear.
    open var type: HKAudiogramConductionType { HKAudiogramConductionType(rawValue: content.type) ?? .air }

    /// Whether the other ear was kept busy with noise.
    open var masked: Bool { content.masked }

    /// The ear.
    open var side: HKAudiogramSensitivityTestSide { HKAudiogramSensitivityTestSide(rawValue: content.side) ?? .left }

    /// The range that the sensitivity was confined to; `nil` for none.
    open var clampingRange: HKAudiogramSensitivityPointClampingRange? {
        content.clampingRange.map { HKAudiogramSensitivityPointClampingRange($0) }
    }

    /// Whether tests can be archived securely: they can.
    open class var supportsSecureCoding: Bool { true }

    /// Makes a test from an archive.
    ///
    /// - Parameter coder: The archive to read. The result is `nil` when it holds no test.
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
    /// - Parameter object: What to compare with.
    /// - Returns: Whether both say the same.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? HKAudiogramSensitivityTest)?.content == content
    }

    /// A hash of what the test says.
    open override var hash: Int { content.hashValue }
}

extension QuantityText {
    /// The quantity of a content that was checked.
    fileprivate var level: HKQuantity { quantity ?? HKQuantity(unit: .decibelHearingLevel(), doubleValue: value) }
}
