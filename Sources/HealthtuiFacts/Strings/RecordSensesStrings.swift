import HealthKitLocalization
import HealthtuiEntry

/// The pages of hearing tests and of prescriptions for eyes.
///
/// Labels are in the first column, which is as wide as the longest of them, and the names of lens measures have room
/// for ten letters.
enum RecordSensesStrings {
    // MARK: Hearing

    static var points: String { localized("Points") }
    static var noPoints: String { localized("none: this hearing test came without what was heard") }
    /// For ears and eyes, below a number and above columns of 9 letters.
    static var right: String { localized("right") }
    static var left: String { localized("left") }
    static func average(_ ear: String) -> String { localized("Average \(ear)") }
    static func decibels(_ number: String) -> String { localized("\(number) dB") }
    /// The level is in decibels, the grade one of those below.
    static func hearingLevel(_ level: String, _ grade: String) -> String { localized("\(level) HL, \(grade)") }
    private static var kilohertz: [String] { [1_000, 2_000, 4_000].map { NumberText.text($0) } }
    static var aboutAverage: String {
        localized(
            """
            The average is over 500, \(kilohertz[0]), \(kilohertz[1]) and \(kilohertz[2]) Hz; its grade is that of \
            the World Health Organization, 2021. Only a test by a professional tells how well you hear.
            """
        )
    }
    static var noAverage: String {
        localized(
            """
            An average takes levels at 500, \(kilohertz[0]), \(kilohertz[1]) and \(kilohertz[2]) Hz; this test lacks some \
            of them.
            """
        )
    }
    static var levels: String { localized("Levels in dB HL") }
    static var hertz: String { localized("Hz") }
    static var masked: String { localized("In brackets: the other ear was masked.") }
    static var clamped: String {
        localized("With < or >: at the end of what the test can tell; the ear may hear better, or less.")
    }
    /// Below the picture; the marks are those of an audiogram.
    static var caption: String { localized("dB HL over Hz, o right, x left, * both") }

    // MARK: How well an ear hears

    static var noLoss: String { localized("no hearing loss") }
    static var mildLoss: String { localized("mild hearing loss") }
    static var moderateLoss: String { localized("moderate hearing loss") }
    static var moderatelySevereLoss: String { localized("moderately severe hearing loss") }
    static var severeLoss: String { localized("severe hearing loss") }
    static var profoundLoss: String { localized("profound hearing loss") }
    static var completeLoss: String { localized("complete hearing loss") }

    // MARK: Eyes

    static var issuedFigure: String { localized("issued") }
    static var expiredFigure: String { localized("expired") }
    static var expiresFigure: String { localized("expires") }
    static var purpose: String { localized("For") }
    static var brand: String { localized("Brand") }
    static var issued: String { localized("Issued") }
    static var expires: String { localized("Expires") }
    static var notSaid: String { localized("not said") }
    static var attachments: String { localized("Attachments") }
    static var noAttachments: String { localized("none") }

    // MARK: Lenses

    static var noLenses: String { localized("It says nothing about the lenses themselves.") }
    static var lenses: String { localized("Lenses") }
    static var sphere: String { localized("Sphere") }
    static var cylinder: String { localized("Cylinder") }
    static var axis: String { localized("Axis") }
    static var add: String { localized("Add", context: "lens") }
    static var vertex: String { localized("Vertex") }
    /// The distance between the pupils.
    static var farPupils: String { localized("Far PD") }
    static var nearPupils: String { localized("Near PD") }
    static var prismRight: String { localized("Prism right") }
    static var prismLeft: String { localized("Prism left") }
    static var baseCurve: String { localized("Base curve") }
    static var diameter: String { localized("Diameter") }
    /// Diopters.
    static var diopters: String { localized("D", context: "lens") }
    static var millimetres: String { localized("mm") }
    /// Prism diopters, and an angle.
    static func prism(_ amount: String, at angle: String) -> String { localized("\(amount) pD at \(angle)°") }
}
