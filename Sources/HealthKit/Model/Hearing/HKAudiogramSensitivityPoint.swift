import Foundation

/// The sensitivities of both ears at one frequency.
open class HKAudiogramSensitivityPoint: NSObject, NSSecureCoding, HKArchivedObject, @unchecked Sendable {
    let content: SensitivityPointContent

    init(_ content: SensitivityPointContent) { self.content = content }

    /// Creates a point with the sensitivities of both ears, tested by air conduction and without masking.
    ///
    /// - Parameters:
    ///   - frequency: The frequency of the sound, above 0.
    ///   - leftEarSensitivity: The sensitivity of the left ear in dBHL; `nil` if it was not tested.
    ///   - rightEarSensitivity: The sensitivity of the right ear in dBHL; `nil` if it was not tested.
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

    /// Creates a point from tests.
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

    /// The sensitivity of the left ear from its first test; `nil` if it was not tested.
    open var leftEarSensitivity: HKQuantity? { tests.first { $0.side == .left }?.sensitivity }

    /// The sensitivity of the right ear from its first test; `nil` if it was not tested.
    open var rightEarSensitivity: HKQuantity? { tests.first { $0.side == .right }?.sensitivity }

    /// Whether points support secure coding; always true.
    open class var supportsSecureCoding: Bool { true }

    /// Creates a point from an archive.
    ///
    /// - Parameter coder: The archive to read. The result is `nil` if it contains no point.
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
    /// - Parameter object: The object to compare with.
    /// - Returns: Whether both have the same contents.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? HKAudiogramSensitivityPoint)?.content == content
    }

    /// A hash of the point's contents.
    open override var hash: Int { content.hashValue }
}
