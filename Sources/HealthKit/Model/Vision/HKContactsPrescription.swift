import Foundation

/// A prescription for contact lenses, with the lenses.
open class HKContactsPrescription: HKVisionPrescription, @unchecked Sendable {
    override init(_ parts: SampleParts, content: PrescriptionContent) { super.init(parts, content: content) }

    /// The lens for the right eye; `nil` for none.
    public var rightEye: HKContactsLensSpecification? { content.rightEye.map { HKContactsLensSpecification($0) } }

    /// The lens for the left eye; `nil` for none.
    public var leftEye: HKContactsLensSpecification? { content.leftEye.map { HKContactsLensSpecification($0) } }

    /// The brand of the lenses.
    public var brand: String { content.brand ?? "" }

    /// Creates a prescription from an archive.
    ///
    /// - Parameter coder: The archive to read. The result is `nil` if it contains no prescription for contact lenses.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        guard content.form == .contacts else { return nil }
    }
}

extension HKContactsPrescription {
    /// Makes a prescription.
    ///
    /// Invalid arguments stop the program, as on Apple's platforms; use the `validating` initializer for user input.
    ///
    /// - Parameters:
    ///   - rightEyeSpecification: The lens for the right eye.
    ///   - leftEyeSpecification: The lens for the left eye.
    ///   - brand: The brand of the lenses.
    ///   - dateIssued: The date of issue.
    ///   - expirationDate: The expiration date, not before the date of issue; `nil` for never.
    ///   - device: The device that made it.
    ///   - metadata: Strings, numbers, dates and quantities by key.
    public convenience init(
        rightEyeSpecification: HKContactsLensSpecification?,
        leftEyeSpecification: HKContactsLensSpecification?,
        brand: String,
        dateIssued: Date,
        expirationDate: Date?,
        device: HKDevice?,
        metadata: [String: Any]?
    ) {
        let content = Self.content(rightEyeSpecification, leftEyeSpecification, brand)
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
    ///   - brand: The brand of the lenses.
    ///   - dateIssued: The date of issue.
    ///   - expirationDate: The expiration date, not before the date of issue; `nil` for never.
    ///   - device: The device that made it.
    ///   - metadata: Strings, numbers, dates and quantities by key.
    /// - Throws: `HKError.errorInvalidArgument` for invalid dates and metadata (R2.2, R2.12).
    public convenience init(
        validatingRightEye rightEyeSpecification: HKContactsLensSpecification?,
        leftEye leftEyeSpecification: HKContactsLensSpecification?,
        brand: String,
        dateIssued: Date,
        expirationDate: Date? = nil,
        device: HKDevice? = nil,
        metadata: [String: Any]? = nil
    ) throws {
        let content = Self.content(rightEyeSpecification, leftEyeSpecification, brand)
        let draft = try Self.draft(content, dateIssued, expirationDate, device, metadata)
        self.init(draft.parts, content: draft.content)
    }

    private static func content(
        _ right: HKContactsLensSpecification?,
        _ left: HKContactsLensSpecification?,
        _ brand: String
    )
        -> PrescriptionContent
    {
        PrescriptionContent(
            form: .contacts,
            type: HKVisionPrescriptionType.contacts.rawValue,
            rightEye: right?.content,
            leftEye: left?.content,
            brand: brand
        )
    }
}
