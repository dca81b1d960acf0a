import Foundation
import HealthEntry
import HealthExchange
import HealthKit

/// What the FHIR resource of a health record says, in words and, of a result, as a number.
package struct ClinicalFacts: Sendable {
    /// A code of a terminology.
    package struct Code: Hashable, Sendable {
        package let system: String
        package let code: String

        /// What people call the terminology.
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

    /// What it says, by label, in the order in which a person asks.
    package private(set) var rows: [(label: String, text: String)] = []
    package private(set) var codes: [Code] = []
    /// The number of a result, and its unit.
    package private(set) var value: (number: Double, unit: String)?
    /// What a result is in words, when it is no number.
    package private(set) var words: String?
    /// The ends of what is usual.
    package private(set) var usual: (low: Double?, high: Double?) = (nil, nil)
    /// When it was: taken, given, begun; in this order whatever it says.
    package private(set) var date: Date?
    /// Its numbers, and whether they are out of range.
    package private(set) var result = ClinicalResult(object: nil, sex: .notSet)
    /// Why nothing can be said; nil when something can.
    package private(set) var problem: String?

    /// The codes of LOINC.
    package var loinc: Set<String> { Set(codes.filter { $0.system == "http://loinc.org" }.map(\.code)) }

    /// Reads a resource.
    ///
    /// - Parameters:
    ///   - data: The resource as JSON.
    ///   - dates: How dates are written, and the time zone of days.
    ///   - sex: The sex whose ranges count for the person.
    package init(_ data: Data, dates: DateText, sex: HKReferenceSex) {
        // What is wrong with it is shown.
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
            let found = Self.concepts(object[key]).flatMap { $0["coding"] as? [[String: Any]] ?? [] }
            codes += found.compactMap { coding in
                guard let code = coding["code"] as? String else { return nil }
                return Code(system: coding["system"] as? String ?? "", code: code)
            }
            if !found.isEmpty { break }
        }
    }

    // MARK: Results

    private mutating func readValue(_ object: [String: Any]) {
        if let (number, unit) = Self.quantity(object["valueQuantity"]) {
            value = (number, unit)
            let comparator = (object["valueQuantity"] as? [String: Any])?["comparator"] as? String ?? ""
            add(RecordClinicalStrings.value, comparator + Self.text(number, unit))
        } else {
            words = Self.result(object)
            add(RecordClinicalStrings.value, words)
        }
        for range in object["referenceRange"] as? [[String: Any]] ?? [] {
            let ends = [Self.quantity(range["low"]), Self.quantity(range["high"])]
            if usual.low == nil, usual.high == nil { usual = (ends[0]?.number, ends[1]?.number) }
            add(RecordClinicalStrings.usual, range["text"] as? String ?? Self.text(ends[0], ends[1]))
        }
        add(RecordClinicalStrings.interpretation, Self.words(object["interpretation"]))
        for part in object["component"] as? [[String: Any]] ?? [] {
            let name = Self.words(part["code"]) ?? RecordClinicalStrings.part
            let quantity = Self.quantity(part["valueQuantity"]).map { Self.text($0.number, $0.unit) }
            add(name, quantity ?? Self.result(part))
        }
    }

    private static func result(_ object: [String: Any]) -> String? {
        if let text = object["valueString"] as? String { return text }
        if let text = words(object["valueCodeableConcept"]) { return text }
        if let flag = object["valueBoolean"] as? Bool {
            return flag ? RecordClinicalStrings.yes : RecordClinicalStrings.no
        }
        if let number = object["valueInteger"] as? NSNumber { return NumberText.exact(number.doubleValue) }
        if let range = object["valueRange"] as? [String: Any] {
            return text(quantity(range["low"]), quantity(range["high"]))
        }
        return object["valueDateTime"] as? String ?? words(object["dataAbsentReason"])
    }

    private static func quantity(_ value: Any?) -> (number: Double, unit: String)? {
        guard let object = value as? [String: Any], let number = object["value"] as? NSNumber,
            number.doubleValue.isFinite
        else { return nil }
        return (number.doubleValue, object["unit"] as? String ?? object["code"] as? String ?? "")
    }

    private static func text(_ number: Double, _ unit: String) -> String {
        NumberText.exact(number) + (unit.isEmpty ? "" : " " + unit)
    }

    private static func text(_ low: (number: Double, unit: String)?, _ high: (number: Double, unit: String)?) -> String?
    {
        switch (low, high) {
        case (let low?, let high?):
            RecordClinicalStrings.range(NumberText.exact(low.number), text(high.number, high.unit))
        case (let low?, nil): RecordClinicalStrings.from(text(low.number, low.unit))
        case (nil, let high?): RecordClinicalStrings.upTo(text(high.number, high.unit))
        case (nil, nil): nil
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
            object["clinicalStatus"] as? String ?? Self.words(object["clinicalStatus"])
        )
        add(
            RecordClinicalStrings.verification,
            object["verificationStatus"] as? String ?? Self.words(object["verificationStatus"])
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
        for (key, label) in plain { add(label, Self.words(object[key])) }
        for (key, label) in [
            ("criticality", RecordClinicalStrings.criticality), ("lotNumber", RecordClinicalStrings.lot),
            ("intent", RecordClinicalStrings.intent),
        ] {
            add(label, object[key] as? String)
        }
        for reaction in object["reaction"] as? [[String: Any]] ?? [] {
            add(RecordClinicalStrings.reaction, Self.words(reaction["manifestation"]))
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

    private static func concepts(_ value: Any?) -> [[String: Any]] {
        (value as? [[String: Any]]) ?? (value as? [String: Any]).map { [$0] } ?? []
    }

    /// The words of concepts, one for each.
    private static func words(_ value: Any?) -> String? {
        let texts = concepts(value)
            .compactMap { concept -> String? in
                if let text = concept["text"] as? String, !text.isEmpty { return text }
                let codings = concept["coding"] as? [[String: Any]] ?? []
                return codings.lazy.compactMap { $0["display"] as? String ?? $0["code"] as? String }.first
            }
        return texts.isEmpty ? nil : texts.joined(separator: ", ")
    }
}

/// One result of a test that was made several times.
package struct LabValue: Sendable {
    package let sample: HKClinicalRecord
    package let date: Date
    package let number: Double?
    package let unit: String
    package let text: String
    /// Whether it is out of the range of its laboratory; `nil` where that is not known.
    package let isOutside: Bool?
}
