/// The pages of clinical documents and of records that others can verify.
///
/// Labels stand in the first column, which is as wide as the longest of them.
enum RecordDocumentStrings {
    // MARK: Documents

    static let isMissing = "The document itself is not in the store."
    static func beginningOf(_ size: String) -> String {
        "The document has \(size): its beginning is shown. Save the file to read all of it."
    }
    static let title = "Title"
    static let patient = "Patient"
    static let author = "Author"
    static let custodian = "Custodian"
    static func readBelow(_ flaw: String) -> String { "\(flaw); what can be read of it is below." }
    static let whatItSays = "What it says"
    static let isNoXML = "Invalid XML, shown as it is"
    static let hasNoWords = "It has no words for people, only entries for programs."

    // MARK: Records that can be verified

    static let verifiableRecord = "Verifiable Record"
    /// Below the number at the head of the page.
    static let issuerFigure = "issuer"
    static let signatureFigure = "signature"
    static let issuer = "Issuer"
    static let notSaid = "not said"
    static let signature = "Signature"
    static let about = "About"
    static let born = "Born"
    static let item = "Item"
    static let attests = "Attests"
    static let date = "Date"
    static let issued = "Issued"
    static let expires = "Expires"
    static let never = "never"
    static let format = "Format"
    static let cameUnsigned = "It came without what was signed."
    static let signedWith = "Signed with"
    static let key = "Key"

    // MARK: What is known of the signature

    static let valid = "valid"
    static let validForUnknownIssuer = "valid, of whom is not known"
    static let invalid = "not valid"
    static let notChecked = "not checked"
    static let validSentence = "valid: verified with your key"
    static let validForUnknownIssuerSentence =
        "valid: verified with your key, whose issuer you didn’t name"
    static func invalid(_ reason: String) -> String { "not valid: \(reason)" }
    static func notChecked(_ reason: String) -> String { "not checked: \(reason)" }
    static let unproved =
        "not checked: that it is from the issuer is what it says of itself, and nothing here has proved it"
}
