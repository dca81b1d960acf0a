/// A `ClinicalRecord`: a health record, whose content is in a separate file.
package struct ExportClinicalRecord: ExportChild {
    package static let name = ElementName.clinicalRecord

    /// The element, whose attributes are `type`, `identifier`, `sourceName`, `sourceURL`, `fhirVersion`, `receivedDate` and
    /// `resourceFilePath`.
    package let element: ExportElement

    package init(element: ExportElement) {
        self.element = element
    }
}

/// An `Audiogram`: a hearing test.
package struct ExportAudiogram: ExportChild {
    package static let name = ElementName.audiogram

    /// The element, whose attributes are those of a record without unit and value.
    package let element: ExportElement

    package init(element: ExportElement) {
        self.element = element
    }

    /// The metadata entries, in order.
    package var metadata: ExportChildren<ExportMetadataEntry> { element.children() }

    /// The results by frequency, in order.
    package var points: ExportChildren<ExportSensitivityPoint> { element.children() }
}

/// A `SensitivityPoint`: the results of both ears at one frequency.
package struct ExportSensitivityPoint: ExportChild {
    package static let name = ElementName.sensitivityPoint

    /// The element, whose attributes are the frequency and, for each ear, value, unit, masking and clamping range.
    package let element: ExportElement

    package init(element: ExportElement) {
        self.element = element
    }
}

/// A `VisionPrescription`.
package struct ExportVisionPrescription: ExportChild {
    package static let name = ElementName.visionPrescription

    /// The element, whose attributes are `type`, `dateIssued`, `expirationDate` and `brand`.
    package let element: ExportElement

    package init(element: ExportElement) {
        self.element = element
    }

    /// The metadata entries, in order.
    package var metadata: ExportChildren<ExportMetadataEntry> { element.children() }

    /// The lens of the right eye; the first one if there are several.
    package var rightEye: ExportElement? { element.children(ExportRightEye.self).first { _ in true }?.element }

    /// The lens of the left eye; the first one if there are several.
    package var leftEye: ExportElement? { element.children(ExportLeftEye.self).first { _ in true }?.element }

    /// The files that belong to it, in order.
    package var attachments: ExportChildren<ExportAttachment> { element.children() }
}

/// A `RightEye`.
struct ExportRightEye: ExportChild {
    static let name = ElementName.rightEye
    let element: ExportElement
}

/// A `LeftEye`.
struct ExportLeftEye: ExportChild {
    static let name = ElementName.leftEye
    let element: ExportElement
}

/// An `Attachment`: a file that belongs to a prescription.
package struct ExportAttachment: ExportChild {
    package static let name = ElementName.attachment

    /// The element, whose attribute is `identifier`.
    package let element: ExportElement

    package init(element: ExportElement) {
        self.element = element
    }
}
