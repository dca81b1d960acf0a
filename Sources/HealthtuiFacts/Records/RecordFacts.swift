import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiExchange

/// A record as a JSON object: the facts of every sample of its type, and those of its page.
package struct RecordFacts {
    package let page: RecordPage
    package let timestamps: Timestamps

    package init(page: RecordPage, timestamps: Timestamps) {
        self.page = page
        self.timestamps = timestamps
    }

    /// The object.
    ///
    /// - Throws: `HKError` if the sample can't be expressed.
    package func json() throws -> JSONValue {
        let sample = page.sample
        var row = try SampleFacts(sample.sampleType, timestamps: timestamps).fields(of: sample)
        // The page knows the person's sex.
        if case .clinical(let facts, _) = page.detail, let place = row.firstIndex(where: { $0.key == "outOfRange" }) {
            row[place].value = .outOfRange(facts.result)
        }
        let fields: JSONValue.Fields = [
            ("uuid", .text(sample.uuid.uuidString)), ("heading", .text(page.heading)), ("sample", .object(row)),
            ("files", .array(page.files.enumerated().map { file($0.element, $0.offset + 1) })),
        ]
        return .object(fields + detail)
    }

    private func file(_ file: RecordFile, _ number: Int) -> JSONValue {
        .object([
            ("number", .integer(number)), ("name", .text(file.name)),
            ("bytes", file.size.map { .integer($0) } ?? .null),
        ])
    }

    private var detail: JSONValue.Fields {
        switch page.detail {
        case .none: []
        case .electrocardiogram(let trace, let symptoms):
            [
                ("symptoms", .texts(symptoms.map(\.sampleType.identifier))),
                ("millivolts", .array((trace?.millivolts ?? []).map { .number(Double($0.description) ?? Double($0)) })),
            ]
        case .rhythm(let rhythm):
            [
                ("sdnn", .number(rhythm.sdnn)), ("rmssd", .number(rhythm.rmssd)),
                ("meanInterval", .number(rhythm.mean)), ("gaps", .integer(rhythm.gaps)),
                ("beats", .array(rhythm.beats.map(beat))),
            ]
        case .clinical(let facts, let history): clinical(facts, history)
        case .document(let text): [("text", .texts(text.lines.map(\.text)))]
        case .verifiable(let record, let verdict): verifiable(record, verdict)
        case .dose(let name): [("medicationName", .text(name))]
        }
    }

    private func beat(_ beat: HeartbeatSeries.Beat) -> JSONValue {
        .object([("time", .number(beat.time)), ("precededByGap", .bool(beat.precededByGap))])
    }

    private func clinical(_ facts: ClinicalFacts, _ history: [LabValue]) -> JSONValue.Fields {
        let codes = facts.codes.map { code -> JSONValue in
            .object([("system", .text(code.system)), ("code", .text(code.code))])
        }
        let results = history.map { value -> JSONValue in
            .object([
                ("uuid", .text(value.sample.uuid.uuidString)), ("date", timestamps.json(value.date)),
                ("number", .number(value.result.main?.exact)), ("unit", .text(value.result.main?.unit ?? "")),
                ("text", .text(value.result.text(.plain))), ("outOfRange", .outOfRange(value.result)),
            ])
        }
        let fhir = (page.sample as? HKClinicalRecord)?.fhirResource.map { String(decoding: $0.data, as: UTF8.self) }
        return [
            ("date", facts.date.map { timestamps.json($0) } ?? .null), ("codes", .array(codes)),
            ("number", .number(facts.result.main?.exact)), ("numberUnit", .text(facts.result.main?.unit)),
            ("words", .text(facts.result.words)), ("outOfRange", .outOfRange(facts.result)),
            ("results", .array(results)), ("fhir", .text(fhir)),
            ("problem", .text(facts.problem)),
        ]
    }

    private func verifiable(
        _ record: HKVerifiableClinicalRecord,
        _ verdict: CardVerdict
    ) -> JSONValue.Fields {
        [
            ("issuer", .text(record.issuerIdentifier)), ("subject", .text(record.subject.fullName)),
            ("items", .texts(record.itemNames)), ("attests", .texts(record.recordTypes)),
            ("issued", timestamps.json(record.issuedDate)),
            ("expires", record.expirationDate.map { timestamps.json($0) } ?? .null),
            ("signature", .text(verdict.name)), ("signatureText", .text(verdict.sentence)),
            ("key", .text(SignedCard(record.jwsRepresentation)?.keyIdentifier)),
        ]
    }
}

extension CardVerdict {
    /// The verdict on the signature, for programs.
    fileprivate var name: String {
        switch self {
        case .valid: "valid"
        case .validForUnknownIssuer: "validForUnknownIssuer"
        case .invalid: "invalid"
        case .notChecked: "notChecked"
        }
    }
}
