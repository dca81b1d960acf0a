import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiExchange

// Clinical documents and records that others can verify.
extension RecordReader {
    func document(_ sample: HKCDADocumentSample, _ contents: any RecordContents, _ page: inout RecordPage) throws {
        page.figures.append(RecordPage.Figure(sample.sampleType.entry.name))
        page.figures.append(RecordPage.Figure(dates.longDay(sample.startDate)))
        guard let (bytes, size) = try contents.document(sample, atMost: Self.mostBytes) else {
            page.say(RecordDocumentStrings.isMissing)
            return
        }
        var flaw: String?
        do {
            let isWhole = bytes.count == size
            let content = isWhole ? try CDAContent(document: Data(bytes)) : contents.header(of: sample)
            if !isWhole { page.say(RecordDocumentStrings.beginningOf(NumberText.bytes(Double(size)))) }
            if !content.title.isEmpty {
                page.heading = content.title
                page.figures[0] = RecordPage.Figure(content.title)
            }
            page.add(RecordDocumentStrings.title, content.title)
            page.add(RecordDocumentStrings.patient, content.patientName)
            page.add(RecordDocumentStrings.author, content.authorName)
            page.add(RecordDocumentStrings.custodian, content.custodianName)
        } catch let error as HKError {
            flaw = error.localizedDescription
        }
        page.rows.append(
            RecordPage.Row(
                label: RecordPageStrings.file,
                text: RecordPageStrings.enterSaves(NumberText.bytes(Double(size))),
                file: RecordFile(
                    name: Self.fileName("document-" + sample.uuid.uuidString.prefix(8)) + ".xml",
                    content: .document(sample),
                    size: size
                )
            )
        )
        let text = DocumentText(bytes)
        page.detail = .document(text)
        if let flaw { page.say(text.isMarkup ? RecordDocumentStrings.readBelow(flaw) : flaw) }
        page.section(text.isMarkup ? RecordDocumentStrings.whatItSays : RecordDocumentStrings.isNoXML)
        if text.lines.isEmpty { page.say(RecordDocumentStrings.hasNoWords) }
        for line in text.lines.prefix(Self.mostLines) where !(line.isTitle && line.text == page.heading) {
            if line.isTitle { page.section(line.text) } else { page.say(JSONLines.shortened(line.text), indent: 2) }
        }
        if text.lines.count > Self.mostLines {
            page.say(RecordPageStrings.linesMore(text.lines.count - Self.mostLines))
        }
    }

    /// The largest part of a document that is shown, in bytes.
    private static let mostBytes = CDAFile.largestInMemory

    func verifiable(_ sample: HKVerifiableClinicalRecord, _ page: inout RecordPage) {
        let verdict = keys.verdict(on: sample.jwsRepresentation, issuer: sample.issuerIdentifier)
        page.detail = .verifiable(sample, verdict)
        page.heading = sample.itemNames.first ?? RecordDocumentStrings.verifiableRecord
        page.figures.append(RecordPage.Figure(page.heading))
        page.figures.append(RecordPage.Figure(sample.issuerIdentifier, RecordDocumentStrings.issuerFigure))
        page.figures.append(RecordPage.Figure(verdict.word, RecordDocumentStrings.signatureFigure))
        page.add(
            RecordDocumentStrings.issuer,
            sample.issuerIdentifier.isEmpty ? RecordDocumentStrings.notSaid : sample.issuerIdentifier
        )
        page.add(RecordDocumentStrings.signature, keys.keys.isEmpty ? RecordDocumentStrings.unproved : verdict.sentence)
        page.add(RecordDocumentStrings.about, sample.subject.fullName)
        page.add(
            RecordDocumentStrings.born,
            sample.subject.dateOfBirthComponents.flatMap { DateText.day($0) }
        )
        for item in sample.itemNames { page.add(RecordDocumentStrings.item, item) }
        for type in sample.recordTypes { page.add(RecordDocumentStrings.attests, type) }
        page.add(RecordDocumentStrings.date, dates.longDay(sample.relevantDate))
        page.add(RecordDocumentStrings.issued, dates.longDay(sample.issuedDate))
        if let end = sample.expirationDate {
            page.add(
                RecordDocumentStrings.expires,
                end < dates.now ? RecordPageStrings.expired(dates.longDay(end)) : dates.longDay(end)
            )
        } else {
            page.add(RecordDocumentStrings.expires, RecordDocumentStrings.never)
        }
        page.add(RecordDocumentStrings.format, sample.sourceType?.rawValue)
        let data = sample.jwsRepresentation
        guard !data.isEmpty else {
            page.say(RecordDocumentStrings.cameUnsigned)
            return
        }
        if let card = SignedCard(data) {
            page.add(RecordDocumentStrings.signedWith, card.algorithm)
            page.add(RecordDocumentStrings.key, card.keyIdentifier)
        }
        page.rows.append(
            RecordPage.Row(
                label: RecordPageStrings.file,
                text: RecordPageStrings.enterSaves(NumberText.bytes(Double(data.count))),
                file: RecordFile(
                    name: "record-" + sample.uuid.uuidString.prefix(8)
                        + (sample.sourceType == .euDigitalCOVIDCertificate ? ".txt" : ".jws"),
                    content: .bytes(data),
                    size: data.count
                )
            )
        )
    }

}

extension CardVerdict {
    /// The verdict on the signature, in a word or two.
    package var word: String {
        switch self {
        case .valid: RecordDocumentStrings.valid
        case .validForUnknownIssuer: RecordDocumentStrings.validForUnknownIssuer
        case .invalid: RecordDocumentStrings.invalid
        case .notChecked: RecordDocumentStrings.notChecked
        }
    }

    /// The verdict on the signature, for a person who relies on it.
    package var sentence: String {
        switch self {
        case .valid: RecordDocumentStrings.validSentence
        case .validForUnknownIssuer:
            RecordDocumentStrings.validForUnknownIssuerSentence
        case .invalid(let reason): RecordDocumentStrings.invalid(reason)
        case .notChecked(let reason): RecordDocumentStrings.notChecked(reason)
        }
    }
}
