import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiExchange

/// The contents of a health record's FHIR resource, as text and, for a result, as a number.
package struct ClinicalFacts: Sendable {
    /// A code of a terminology.
    package struct Code: Hashable, Sendable {
        package let system: String
        package let code: String

        /// The common name of the terminology.
        package var name: String {
            switch system {
            case "http://loinc.org": RecordClinicalStrings.loinc
            case "http://snomed.info/sct": RecordClinicalStrings.snomed
            case "http://www.nlm.nih.gov/research/umls/rxnorm": RecordClinicalStrings.rxNorm
            case "http://hl7.org/fhir/sid/cvx": RecordClinicalStrings.cvx
            case "http://hl7.org/fhir/sid/icd-10", "http://hl7.org/fhir/sid/icd-10-cm": RecordClinicalStrings.icd10
            default: system
            }
        }
    }

    /// The rows by label, most relevant first.
    package private(set) var rows: [(label: String, text: String)] = []
    package private(set) var codes: [Code] = []
    /// The date when it was taken, given or begun, whichever comes first in this order.
    package private(set) var date: Date?
    /// The result, and whether it is out of range.
    package private(set) var result = ClinicalResult(object: nil, sex: .notSet)
    /// The reason nothing can be shown, or nil if something can.
    package private(set) var problem: String?

    /// The codes of LOINC.
    package var loinc: Set<String> { Set(codes.filter { $0.system == "http://loinc.org" }.map(\.code)) }

    /// Reads a resource.
    ///
    /// - Parameters:
    ///   - data: The resource as JSON.
    ///   - dates: The format of dates, and the time zone of days.
    ///   - sex: The sex whose ranges apply to the person.
    package init(_ data: Data, dates: DateText, sex: HKReferenceSex) {
        // The flaw is shown.
        guard let object = (try? JSONSerialization.jsonObject(with: data)) as? [String: Any] else {
            problem = data.isEmpty ? RecordClinicalStrings.isEmpty : RecordClinicalStrings.isNoObject
            return
        }
        result = ClinicalResult(object: object, sex: sex)
        readCodes(object)
        readValue(object)
        readTimes(object, dates)
        readWords(object)
    }

    private mutating func add(_ label: String, _ text: String?) {
        guard let text, !text.allSatisfy(\.isWhitespace) else { return }
        rows.append((label, text))
    }

    private mutating func readCodes(_ object: [String: Any]) {
        for key in ["code", "vaccineCode", "medicationCodeableConcept", "substance", "type"] {
            let found = FHIRText.concepts(object[key]).flatMap { $0["coding"] as? [[String: Any]] ?? [] }
            codes += found.compactMap { coding in
                guard let code = coding["code"] as? String else { return nil }
                return Code(system: coding["system"] as? String ?? "", code: code)
            }
            if !found.isEmpty { break }
        }
    }

    // MARK: Results

    private mutating func readValue(_ object: [String: Any]) {
        if result.main != nil || result.components.isEmpty { add(RecordClinicalStrings.value, result.text()) }
        for range in object["referenceRange"] as? [[String: Any]] ?? [] {
            let text = range["text"] as? String ?? Self.text(range)
            let whom = FHIRText.words(range["appliesTo"]) ?? ""
            add(RecordClinicalStrings.usual, text.map { whom.isEmpty ? $0 : "\($0) (\(whom))" })
        }
        add(RecordClinicalStrings.interpretation, FHIRText.words(object["interpretation"]))
        for part in object["component"] as? [[String: Any]] ?? [] {
            let name = FHIRText.words(part["code"]) ?? RecordClinicalStrings.part
            add(name, ClinicalResult(object: part, sex: .notSet).text())
        }
    }

    /// A range as text, each end with its unit if the units differ.
    private static func text(_ range: [String: Any]) -> String? {
        func text(_ quantity: FHIRText.Quantity) -> String {
            NumberText.exact(quantity.number) + (quantity.unit.isEmpty ? "" : " " + quantity.unit)
        }
        switch (FHIRText.Quantity(range["low"]), FHIRText.Quantity(range["high"])) {
        case (let low?, let high?):
            return RecordClinicalStrings.range(
                low.unit == high.unit ? NumberText.exact(low.number) : text(low),
                text(high)
            )
        case (let low?, nil): return RecordClinicalStrings.from(text(low))
        case (nil, let high?): return RecordClinicalStrings.upTo(text(high))
        case (nil, nil): return nil
        }
    }

    // MARK: Times

    private mutating func readTimes(_ object: [String: Any], _ dates: DateText) {
        let known: [(key: String, label: String)] = [
            ("effectiveDateTime", RecordClinicalStrings.taken),
            ("effectivePeriod", RecordClinicalStrings.taken),
            ("occurrenceDateTime", RecordClinicalStrings.given),
            ("performedDateTime", RecordClinicalStrings.done),
            ("performedPeriod", RecordClinicalStrings.done),
            ("onsetDateTime", RecordClinicalStrings.began),
            ("onsetPeriod", RecordClinicalStrings.began),
            ("abatementDateTime", RecordClinicalStrings.ended),
            ("date", RecordClinicalStrings.date),
            ("dateGiven", RecordClinicalStrings.given),
            ("authoredOn", RecordClinicalStrings.ordered),
            ("dateWritten", RecordClinicalStrings.ordered),
            ("whenHandedOver", RecordClinicalStrings.handedOver),
            ("recordedDate", RecordClinicalStrings.recorded),
            ("dateRecorded", RecordClinicalStrings.recorded),
            ("assertedDate", RecordClinicalStrings.recorded),
            ("issued", RecordClinicalStrings.issued),
            ("period", RecordClinicalStrings.period),
        ]
        for (key, label) in known {
            guard let value = object[key] else { continue }
            let start = value as? String ?? (value as? [String: Any])?["start"] as? String
            let end = (value as? [String: Any])?["end"] as? String
            guard let start else { continue }
            if date == nil { date = FHIRDate(start, in: dates.calendar.timeZone)?.date }
            add(label, [start, end].compactMap { $0 }.map { Self.moment($0, dates) }.joined(separator: " – "))
        }
    }

    private static func moment(_ text: String, _ dates: DateText) -> String {
        guard let moment = FHIRDate(text, in: dates.calendar.timeZone) else { return text }
        return dates.longDay(moment.date) + (moment.precision == .moment ? " " + dates.time(moment.date) : "")
    }

    // MARK: Words

    private mutating func readWords(_ object: [String: Any]) {
        add(RecordClinicalStrings.status, object["status"] as? String)
        add(
            RecordClinicalStrings.clinicalStatus,
            object["clinicalStatus"] as? String ?? FHIRText.words(object["clinicalStatus"])
        )
        add(
            RecordClinicalStrings.verification,
            object["verificationStatus"] as? String ?? FHIRText.words(object["verificationStatus"])
        )
        let plain: [(key: String, label: String)] = [
            ("category", RecordClinicalStrings.category),
            ("severity", RecordClinicalStrings.severity),
            ("bodySite", RecordClinicalStrings.bodySite),
            ("site", RecordClinicalStrings.site),
            ("route", RecordClinicalStrings.route),
            ("reasonCode", RecordClinicalStrings.reason),
            ("method", RecordClinicalStrings.method),
        ]
        for (key, label) in plain { add(label, FHIRText.words(object[key])) }
        for (key, label) in [
            ("criticality", RecordClinicalStrings.criticality), ("lotNumber", RecordClinicalStrings.lot),
            ("intent", RecordClinicalStrings.intent),
        ] {
            add(label, object[key] as? String)
        }
        for reaction in object["reaction"] as? [[String: Any]] ?? [] {
            add(RecordClinicalStrings.reaction, FHIRText.words(reaction["manifestation"]))
        }
        for key in ["dosageInstruction", "dosage"] {
            for dose in object[key] as? [[String: Any]] ?? [] {
                add(RecordClinicalStrings.dose, dose["text"] as? String)
            }
        }
        for note in object["note"] as? [[String: Any]] ?? [] {
            add(RecordClinicalStrings.note, note["text"] as? String)
        }
        let people: [(key: String, label: String)] = [
            ("medicationReference", RecordClinicalStrings.medication),
            ("manufacturer", RecordClinicalStrings.manufacturer),
            ("performer", RecordClinicalStrings.by),
            ("asserter", RecordClinicalStrings.by),
            ("recorder", RecordClinicalStrings.recordedBy),
            ("requester", RecordClinicalStrings.orderedBy),
            ("prescriber", RecordClinicalStrings.orderedBy),
            ("location", RecordClinicalStrings.location),
            ("subject", RecordClinicalStrings.patient),
            ("patient", RecordClinicalStrings.patient),
        ]
        for (key, label) in people { add(label, Self.reference(object[key])) }
        for result in object["result"] as? [[String: Any]] ?? [] {
            add(RecordClinicalStrings.result, result["display"] as? String)
        }
        add(RecordClinicalStrings.conclusion, object["conclusion"] as? String)
        for code in codes {
            add(
                RecordClinicalStrings.code,
                code.name.isEmpty ? code.code : RecordClinicalStrings.code(code.code, of: code.name)
            )
        }
    }

    private static func reference(_ value: Any?) -> String? {
        let all = (value as? [[String: Any]]) ?? (value as? [String: Any]).map { [$0] } ?? []
        let names = all.compactMap { object in
            object["display"] as? String ?? (object["actor"] as? [String: Any])?["display"] as? String
        }
        return names.isEmpty ? nil : names.joined(separator: ", ")
    }
}

/// One result of a repeated test.
package struct LabValue: Sendable {
    package let sample: HKClinicalRecord
    package let date: Date
    package let result: ClinicalResult

    package var text: String { result.text() }
}
