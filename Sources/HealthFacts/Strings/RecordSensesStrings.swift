/// The pages of hearing tests and of prescriptions for eyes.
///
/// Labels stand in the first column, which is as wide as the longest of them, and the names of
/// measures of lenses have room for ten letters.
enum RecordSensesStrings {
    // MARK: Hearing

    static let points = "Points"
    static let noPoints = "none: this hearing test came without what was heard"
    /// Of ears and eyes, below a number and above columns of 9 letters.
    static let right = "right"
    static let left = "left"
    static func average(_ ear: String) -> String { "Average \(ear)" }
    static func decibels(_ number: String) -> String { "\(number) dB" }
    /// The level is in decibels, the grade one of those below.
    static func hearingLevel(_ level: String, _ grade: String) -> String { "\(level) HL, \(grade)" }
    static let aboutAverage =
        "The average is over 500, 1,000, 2,000 and 4,000 Hz; its grade is that of the World Health "
        + "Organization, 2021. Only a test by a professional tells how well you hear."
    static let noAverage = "An average takes levels at 500, 1,000, 2,000 and 4,000 Hz; this test lacks some of them."
    static let levels = "Levels in dB HL"
    static let hertz = "Hz"
    static let masked = "In brackets: the other ear was masked."
    static let clamped = "With < or >: at the end of what the test can tell; the ear may hear better, or less."
    /// Below the picture; the marks are those of an audiogram.
    static let caption = "dB HL over Hz, o right, x left, * both"

    // MARK: How well an ear hears

    static let noLoss = "no hearing loss"
    static let mildLoss = "mild hearing loss"
    static let moderateLoss = "moderate hearing loss"
    static let moderatelySevereLoss = "moderately severe hearing loss"
    static let severeLoss = "severe hearing loss"
    static let profoundLoss = "profound hearing loss"
    static let completeLoss = "complete hearing loss"

    // MARK: Eyes

    static let issuedFigure = "issued"
    static let expiredFigure = "expired"
    static let expiresFigure = "expires"
    static let purpose = "For"
    static let brand = "Brand"
    static let issued = "Issued"
    static let expires = "Expires"
    static let notSaid = "not said"
    static let attachments = "Attachments"
    static let noAttachments = "none"

    // MARK: Lenses

    static let noLenses = "It says nothing about the lenses themselves."
    static let lenses = "Lenses"
    static let sphere = "Sphere"
    static let cylinder = "Cylinder"
    static let axis = "Axis"
    static let add = "Add"
    static let vertex = "Vertex"
    /// The distance between the pupils.
    static let farPupils = "Far PD"
    static let nearPupils = "Near PD"
    static let prismRight = "Prism right"
    static let prismLeft = "Prism left"
    static let baseCurve = "Base curve"
    static let diameter = "Diameter"
    /// Dioptres.
    static let diopters = "D"
    static let millimetres = "mm"
    /// Prism dioptres, and an angle.
    static func prism(_ amount: String, at angle: String) -> String { "\(amount) pD at \(angle)°" }
}
