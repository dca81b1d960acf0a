import Foundation

/// What both ears heard at one frequency.
open class HKAudiogramSensitivityPoint: NSObject, NSSecureCoding, HKArchivedObject, @unchecked Sendable {
    let content: SensitivityPointContent

    init(_ content: SensitivityPointContent) { self.content = content }

    /// Makes a point of the sensitivities of both ears, tested by air and without masking.
    ///
    /// - Parameters:
    ///   - frequency: The frequency of the sound, above 0.
    ///   - leftEarSensitivity: How loud it had to be for the left ear, in dBHL; `nil` when that was not tested.
    ///   - rightEarSensitivity: How loud it had to be for the right ear, in dBHL; `nil` when that was not tested.
    /// - Throws: `HKError.errorInvalidArgument` for units other than of frequency and dBHL (R2.25).
    public convenience init(
        frequency: HKQuantity,
        leftEarSensitivity: HKQuantity?,
        rightEarSensitivity: HKQuantity?
    ) throws {
        func test(_ sensitivity: HKQuantity?, _ side: HKAudiogramSensitivityTestSide) throws
            -> HKAudiogramSensitivityTest?
        {
            try sensitivity.map {
                try HKAudiogramSensitivityTest(
                    sensitivity: $0,
                    type: .air,
                    masked: false,
                    side: side,
                    clampingRange: nil
                )
            }
        }
        let tests = [try test(leftEarSensitivity, .left), try test(rightEarSensitivity, .right)]
        try self.init(frequency: frequency, tests: tests.compactMap { $0 })
    }

    /// Makes a point of tests.
    ///
    /// - Parameters:
    ///   - frequency: The frequency of the sound, above 0.
    ///   - tests: The tests made at this frequency.
    /// - Throws: `HKError.errorInvalidArgument` for a unit other than of frequency (R2.25).
    public convenience init(frequency: HKQuantity, tests: [HKAudiogramSensitivityTest]) throws {
        let content = SensitivityPointContent(frequency: QuantityText(frequency), tests: tests.map(\.content))
        try content.check()
        self.init(content)
    }

    /// The frequency of the sound.
    open var frequency: HKQuantity {
        content.frequency.quantity ?? HKQuantity(unit: .hertz(), doubleValue: content.frequency.value)
    }

    /// The tests made at this frequency.
    open var tests: [HKAudiogramSensitivityTest] { content.tests.map { HKAudiogramSensitivityTest($0) } }

    /// How loud the sound had to be for the left ear, by the first test of it; `nil` when that was not tested.
    open var leftEarSensitivity: HKQuantity? { tests.first { $0.side == .left }?.sensitivity }

    /// How loud the sound had to be for the right ear, by the first test of it; `nil` when that was not tested.
    open var rightEarSensitivity: HKQuantity? { tests.first { $0.side == .right }?.sensitivity }

    /// Whether points can be archived securely: they can.
    open class var supportsSecureCoding: Bool { true }

    /// Makes a point from an archive.
    ///
    /// - Parameter coder: The archive to read. The result is `nil` when it holds no point.
    public required init?(coder: NSCoder) {
        guard let content = coder.decodedContent(SensitivityPointContent.self) else { return nil }
        self.content = content
        super.init()
    }

    /// Writes the point to an archive.
    ///
    /// - Parameter coder: The archive to write.
    open func encode(with coder: NSCoder) { coder.encodeContent(content) }

    /// Whether another object is an equal point.
    ///
    /// - Parameter object: What to compare with.
    /// - Returns: Whether both say the same.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? HKAudiogramSensitivityPoint)?.content == content
    }

    /// A hash of what the point says.
    open override var hash: Int { content.hashValue }
}
