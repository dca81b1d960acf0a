import HealthKitLocalization

/// The pages of clinical documents and of records that others can verify.
///
/// Labels are in the first column, which is as wide as the longest of them.
enum RecordDocumentStrings {
    // MARK: Documents

    static var isMissing: String { localized("The document itself is not in the store.") }
    static func beginningOf(_ size: String) -> String {
        localized("The document has \(size): its beginning is shown. Save the file to read all of it.")
    }
    static var title: String { localized("Title") }
    static var patient: String { localized("Patient") }
    static var author: String { localized("Author") }
    static var custodian: String { localized("Custodian") }
    static func readBelow(_ flaw: String) -> String { localized("\(flaw); what can be read of it is below.") }
    static var whatItSays: String { localized("What it says") }
    static var isNoXML: String { localized("Invalid XML, shown as it is") }
    static var hasNoWords: String { localized("It has no words for people, only entries for programs.") }

    // MARK: Records that can be verified

    static var verifiableRecord: String { localized("Verifiable Record") }
    /// Below the number at the head of the page.
    static var issuerFigure: String { localized("issuer") }
    static var signatureFigure: String { localized("signature") }
    static var issuer: String { localized("Issuer") }
    static var notSaid: String { localized("not said") }
    static var signature: String { localized("Signature") }
    static var about: String { localized("About") }
    static var born: String { localized("Born") }
    static var item: String { localized("Item") }
    static var attests: String { localized("Attests") }
    static var date: String { localized("Date") }
    static var issued: String { localized("Issued") }
    static var expires: String { localized("Expires") }
    static var never: String { localized("never") }
    static var format: String { localized("Format") }
    static var cameUnsigned: String { localized("It came without what was signed.") }
    static var signedWith: String { localized("Signed with") }
    static var key: String { localized("Key") }

    // MARK: What is known of the signature

    static var valid: String { localized("valid") }
    static var validForUnknownIssuer: String { localized("valid, of whom is not known") }
    static var invalid: String { localized("not valid") }
    static var notChecked: String { localized("not checked") }
    static var validSentence: String { localized("valid: verified with your key") }
    static var validForUnknownIssuerSentence: String {
        localized("valid: verified with your key, whose issuer you didn’t name")
    }
    static func invalid(_ reason: String) -> String { localized("not valid: \(reason)") }
    static func notChecked(_ reason: String) -> String { localized("not checked: \(reason)") }
    static var unproved: String {
        localized("not checked; nothing here proves that it comes from the issuer")
    }
}
