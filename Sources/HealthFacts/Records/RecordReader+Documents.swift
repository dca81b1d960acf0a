import Foundation
import HealthEntry
import HealthExchange
import HealthKit

// Clinical documents and records that others can verify.
extension RecordReader {
    func document(_ sample: HKCDADocumentSample, _ snapshot: StoreSnapshot, _ page: inout RecordPage) throws {
        page.figures.append(RecordPage.Figure(sample.sampleType.entry.name))
        page.figures.append(RecordPage.Figure(dates.longDay(sample.startDate)))
        guard let (bytes, size) = try snapshot.document(sample, atMost: Self.mostBytes) else {
            page.say(RecordDocumentTexts.isMissing)
            return
        }
        var flaw: String?
        do {
            let isWhole = bytes.count == size
            let content = isWhole ? try CDAContent(document: Data(bytes)) : snapshot.header(of: sample)
            if !isWhole { page.say(RecordDocumentTexts.beginningOf(NumberText.bytes(Double(size)))) }
            if !content.title.isEmpty {
                page.heading = content.title
                page.figures[0] = RecordPage.Figure(content.title)
            }
            page.add(RecordDocumentTexts.title, content.title)
            page.add(RecordDocumentTexts.patient, content.patientName)
            page.add(RecordDocumentTexts.author, content.authorName)
            page.add(RecordDocumentTexts.custodian, content.custodianName)
        } catch let error as HKError {
            flaw = error.localizedDescription
        }
        page.rows.append(
            RecordPage.Row(
                label: RecordPageTexts.file,
                text: RecordPageTexts.enterSaves(NumberText.bytes(Double(size))),
                file: RecordFile(
                    name: Self.fileName("document-" + sample.uuid.uuidString.prefix(8)) + ".xml",
                    content: .document(sample),
                    size: size
                )
            )
        )
        let text = DocumentText(bytes)
        page.detail = .document(text)
        if let flaw { page.say(text.isMarkup ? RecordDocumentTexts.readBelow(flaw) : flaw) }
        page.section(text.isMarkup ? RecordDocumentTexts.whatItSays : RecordDocumentTexts.isNoXML)
        if text.lines.isEmpty { page.say(RecordDocumentTexts.hasNoWords) }
        for line in text.lines.prefix(Self.mostLines) where !(line.isTitle && line.text == page.heading) {
            if line.isTitle { page.section(line.text) } else { page.say(JSONLines.shortened(line.text), indent: 2) }
        }
        if text.lines.count > Self.mostLines {
            page.say(RecordPageTexts.linesMore(text.lines.count - Self.mostLines))
        }
    }

    /// How much of a document is shown.
    private static let mostBytes = CDAFile.largestInMemory

    func verifiable(_ sample: HKVerifiableClinicalRecord, _ page: inout RecordPage) {
        let verdict = keys.verdict(on: sample.jwsRepresentation, issuer: sample.issuerIdentifier)
        page.detail = .verifiable(sample, verdict)
        page.heading = sample.itemNames.first ?? RecordDocumentTexts.verifiableRecord
        page.figures.append(RecordPage.Figure(page.heading))
        page.figures.append(RecordPage.Figure(sample.issuerIdentifier, RecordDocumentTexts.issuerFigure))
        page.figures.append(RecordPage.Figure(verdict.word, RecordDocumentTexts.signatureFigure))
        page.add(
            RecordDocumentTexts.issuer,
            sample.issuerIdentifier.isEmpty ? RecordDocumentTexts.notSaid : sample.issuerIdentifier
        )
        page.add(RecordDocumentTexts.signature, keys.keys.isEmpty ? RecordDocumentTexts.unproved : verdict.sentence)
        page.add(RecordDocumentTexts.about, sample.subject.fullName)
        page.add(
            RecordDocumentTexts.born,
            sample.subject.dateOfBirthComponents.map { "\($0.day ?? 0) \(Self.month($0.month)) \($0.year ?? 0)" }
        )
        for item in sample.itemNames { page.add(RecordDocumentTexts.item, item) }
        for type in sample.recordTypes { page.add(RecordDocumentTexts.attests, type) }
        page.add(RecordDocumentTexts.date, dates.longDay(sample.relevantDate))
        page.add(RecordDocumentTexts.issued, dates.longDay(sample.issuedDate))
        if let end = sample.expirationDate {
            page.add(
                RecordDocumentTexts.expires,
                end < dates.now ? RecordPageTexts.expired(dates.longDay(end)) : dates.longDay(end)
            )
        } else {
            page.add(RecordDocumentTexts.expires, RecordDocumentTexts.never)
        }
        page.add(RecordDocumentTexts.format, sample.sourceType?.rawValue)
        let data = sample.jwsRepresentation
        guard !data.isEmpty else {
            page.say(RecordDocumentTexts.cameUnsigned)
            return
        }
        if let card = SignedCard(data) {
            page.add(RecordDocumentTexts.signedWith, card.algorithm)
            page.add(RecordDocumentTexts.key, card.keyIdentifier)
        }
        page.rows.append(
            RecordPage.Row(
                label: RecordPageTexts.file,
                text: RecordPageTexts.enterSaves(NumberText.bytes(Double(data.count))),
                file: RecordFile(
                    name: "record-" + sample.uuid.uuidString.prefix(8)
                        + (sample.sourceType == .euDigitalCOVIDCertificate ? ".txt" : ".jws"),
                    content: .bytes(data),
                    size: data.count
                )
            )
        )
    }

    private static func month(_ number: Int?) -> String {
        let names = DateTexts.months
        let index = (number ?? 0) - 1
        return names.indices.contains(index) ? names[index] : "?"
    }
}

extension CardVerdict {
    /// What is known of the signature, in a word or two.
    package var word: String {
        switch self {
        case .valid: RecordDocumentTexts.valid
        case .validForUnknownIssuer: RecordDocumentTexts.validForUnknownIssuer
        case .invalid: RecordDocumentTexts.invalid
        case .notChecked: RecordDocumentTexts.notChecked
        }
    }

    /// What is known of the signature, for a person who is to rely on it.
    package var sentence: String {
        switch self {
        case .valid: RecordDocumentTexts.validSentence
        case .validForUnknownIssuer:
            RecordDocumentTexts.validForUnknownIssuerSentence
        case .invalid(let reason): RecordDocumentTexts.invalid(reason)
        case .notChecked(let reason): RecordDocumentTexts.notChecked(reason)
        }
    }
}
