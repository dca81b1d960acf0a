import Foundation
import HealthEntry
import HealthExchange
import HealthKit

// Clinical documents and records that others can verify.
extension RecordReader {
    func document(_ sample: HKCDADocumentSample, _ snapshot: StoreSnapshot, _ page: inout RecordPage) throws {
        page.figures.append(RecordPage.Figure(sample.sampleType.entry.name))
        page.figures.append(RecordPage.Figure(dates.longDay(sample.startDate)))
        guard let bytes = try snapshot.document(sample) else {
            page.say("The document itself is not in the store.")
            return
        }
        var flaw: String?
        do {
            let content = try CDAContent(document: Data(bytes))
            if !content.title.isEmpty {
                page.heading = content.title
                page.figures[0] = RecordPage.Figure(content.title)
            }
            page.add("Title", content.title)
            page.add("Patient", content.patientName)
            page.add("Author", content.authorName)
            page.add("Custodian", content.custodianName)
        } catch let error as HKError {
            flaw = error.localizedDescription
        }
        page.rows.append(
            RecordPage.Row(
                label: "File",
                text: NumberText.bytes(Double(bytes.count)) + ", Enter saves it",
                file: RecordFile(
                    name: Self.fileName("document-" + sample.uuid.uuidString.prefix(8)) + ".xml",
                    content: .document(sample),
                    size: bytes.count
                )
            )
        )
        let text = DocumentText(bytes)
        page.detail = .document(text)
        if let flaw { page.say(flaw + (text.isMarkup ? "; what can be read of it is below." : "")) }
        page.section(text.isMarkup ? "What it says" : "It is no XML; as it is")
        if text.lines.isEmpty { page.say("It has no words for people, only entries for programs.") }
        for line in text.lines.prefix(Self.mostLines) where !(line.isTitle && line.text == page.heading) {
            if line.isTitle { page.section(line.text) } else { page.say(JSONLines.shortened(line.text), indent: 2) }
        }
        if text.lines.count > Self.mostLines {
            page.say("… and \(NumberText.text(text.lines.count - Self.mostLines)) lines more, which the file has")
        }
    }

    func verifiable(_ sample: HKVerifiableClinicalRecord, _ page: inout RecordPage) {
        let verdict = keys.verdict(on: sample.jwsRepresentation, issuer: sample.issuerIdentifier)
        page.detail = .verifiable(sample, verdict)
        page.heading = sample.itemNames.first ?? "Verifiable Record"
        page.figures.append(RecordPage.Figure(page.heading))
        page.figures.append(RecordPage.Figure(sample.issuerIdentifier, "issuer"))
        page.figures.append(RecordPage.Figure(verdict.word, "signature"))
        page.add("Issuer", sample.issuerIdentifier.isEmpty ? "not said" : sample.issuerIdentifier)
        page.add("Signature", keys.keys.isEmpty ? Self.unproved : verdict.sentence)
        page.add("About", sample.subject.fullName)
        page.add(
            "Born",
            sample.subject.dateOfBirthComponents.map { "\($0.day ?? 0) \(Self.month($0.month)) \($0.year ?? 0)" }
        )
        for item in sample.itemNames { page.add("Item", item) }
        for type in sample.recordTypes { page.add("Attests", type) }
        page.add("Date", dates.longDay(sample.relevantDate))
        page.add("Issued", dates.longDay(sample.issuedDate))
        if let end = sample.expirationDate {
            page.add("Expires", dates.longDay(end) + (end < dates.now ? ", expired" : ""))
        } else {
            page.add("Expires", "never")
        }
        page.add("Format", sample.sourceType?.rawValue)
        let data = sample.jwsRepresentation
        guard !data.isEmpty else {
            page.say("It came without what was signed.")
            return
        }
        if let card = SignedCard(data) {
            page.add("Signed with", card.algorithm)
            page.add("Key", card.keyIdentifier)
        }
        page.rows.append(
            RecordPage.Row(
                label: "File",
                text: NumberText.bytes(Double(data.count)) + ", Enter saves it",
                file: RecordFile(
                    name: "record-" + sample.uuid.uuidString.prefix(8) + ".jws",
                    content: .bytes(data),
                    size: data.count
                )
            )
        )
    }

    private static let unproved =
        "not checked: that it is from the issuer is what it says of itself, and nothing here has proved it"

    private static func month(_ number: Int?) -> String {
        let names = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let index = (number ?? 0) - 1
        return names.indices.contains(index) ? names[index] : "?"
    }
}

extension CardVerdict {
    /// What is known of the signature, in a word or two.
    package var word: String {
        switch self {
        case .valid: "valid"
        case .validForUnknownIssuer: "valid, of whom is not known"
        case .invalid: "not valid"
        case .notChecked: "not checked"
        }
    }

    /// What is known of the signature, for a person who is to rely on it.
    package var sentence: String {
        switch self {
        case .valid: "valid: the issuer signed it, by the key that you gave, and nothing was changed since"
        case .validForUnknownIssuer:
            "valid: signed with a key that you gave, and not changed since; whose the key is you did not say"
        case .invalid(let reason): "not valid: " + reason
        case .notChecked(let reason): "not checked: " + reason
        }
    }
}
