import Foundation

/// A prescription for glasses, with the lenses.
open class HKGlassesPrescription: HKVisionPrescription, @unchecked Sendable {
    override init(_ parts: SampleParts, content: PrescriptionContent) { super.init(parts, content: content) }

    /// The lens for the right eye; `nil` for none.
    public var rightEye: HKGlassesLensSpecification? { content.rightEye.map { HKGlassesLensSpecification($0) } }

    /// The lens for the left eye; `nil` for none.
    public var leftEye: HKGlassesLensSpecification? { content.leftEye.map { HKGlassesLensSpecification($0) } }

    /// Creates a prescription from an archive.
    ///
    /// - Parameter coder: The archive to read. The result is `nil` if it contains no prescription for glasses.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        guard content.form == .glasses else { return nil }
    }
}

extension HKGlassesPrescription {
    /// Makes a prescription.
    ///
    /// Invalid arguments stop the program, as on Apple's platforms; use the `validating` initializer for user input.
    ///
    /// - Parameters:
    ///   - rightEyeSpecification: The lens for the right eye.
    ///   - leftEyeSpecification: The lens for the left eye.
    ///   - dateIssued: The date of issue.
    ///   - expirationDate: The expiration date, not before the date of issue; `nil` for never.
    ///   - device: The device that made it.
    ///   - metadata: Strings, numbers, dates and quantities by key.
    public convenience init(
        rightEyeSpecification: HKGlassesLensSpecification?,
        leftEyeSpecification: HKGlassesLensSpecification?,
        dateIssued: Date,
        expirationDate: Date?,
        device: HKDevice?,
        metadata: [String: Any]?
    ) {
        let content = Self.content(rightEyeSpecification, leftEyeSpecification)
        let draft = raisingExceptions { try Self.draft(content, dateIssued, expirationDate, device, metadata) }
        self.init(draft.parts, content: draft.content)
    }

    /// Makes a prescription, or throws where the other initializer stops the program.
    ///
    /// Linux only.
    ///
    /// - Parameters:
    ///   - rightEyeSpecification: The lens for the right eye.
    ///   - leftEyeSpecification: The lens for the left eye.
    ///   - dateIssued: The date of issue.
    ///   - expirationDate: The expiration date, not before the date of issue; `nil` for never.
    ///   - device: The device that made it.
    ///   - metadata: Strings, numbers, dates and quantities by key.
    /// - Throws: `HKError.errorInvalidArgument` for invalid dates and metadata (R2.2, R2.12).
    public convenience init(
        validatingRightEye rightEyeSpecification: HKGlassesLensSpecification?,
        leftEye leftEyeSpecification: HKGlassesLensSpecification?,
        dateIssued: Date,
        expirationDate: Date? = nil,
        device: HKDevice? = nil,
        metadata: [String: Any]? = nil
    ) throws {
        let content = Self.content(rightEyeSpecification, leftEyeSpecification)
        let draft = try Self.draft(content, dateIssued, expirationDate, device, metadata)
        self.init(draft.parts, content: draft.content)
    }

    private static func content(_ right: HKGlassesLensSpecification?, _ left: HKGlassesLensSpecification?)
        -> PrescriptionContent
    {
        PrescriptionContent(
            form: .glasses,
            type: HKVisionPrescriptionType.glasses.rawValue,
            rightEye: right?.content,
            leftEye: left?.content
        )
    }
}
