import Foundation
import HealthKit

/// Writes samples as a FHIR R4 bundle: a patient, an observation per sample, and clinical records as they came.
package struct FHIRExporter: Sendable {
    private let person: PersonAccess

    /// Makes an exporter.
    ///
    /// - Parameter person: The store.
    package init(_ person: PersonAccess) { self.person = person }

    /// Writes the bundle.
    ///
    /// - Parameter request: The selection and the destination.
    /// - Returns: A summary of what was written, and of the data that these observations can't represent.
    /// - Throws: ``ExportError``, `HKError` and `CancellationError`; then there is no file.
    package func run(_ request: ExportRequest) throws -> ExportSummary {
        try person.exportFile(request) { snapshot, stream in
            var summary = ExportSummary()
            var pace = ExportPace(request, total: try snapshot.count())
            let writer = ObservationWriter(zone: request.zone)
            try stream.write("{\"resourceType\":\"Bundle\",\"type\":\"collection\",\"timestamp\":")
            try stream.write("\"\(writer.time(request.now) ?? "")\",\"entry\":[\n")
            try stream.write(writer.patient(try snapshot.characteristics()))
            for identifier in try snapshot.typeIdentifiers() {
                let type = HKObjectType.type(identifier: identifier)
                let kind = ImportKind(ofRecordsOf: identifier)
                var count = 0
                var leftOut = 0
                try snapshot.forEachSample(of: identifier) { sample in
                    if let entries = try Self.entries(sample, writer, snapshot) {
                        for entry in entries {
                            try stream.write(",\n")
                            try stream.write(entry)
                        }
                        count += 1
                        summary.add(kind)
                    } else {
                        leftOut += 1
                    }
                    try pace.step()
                }
                if type == nil { try snapshot.forEachPlainSample(of: identifier) { _, _ in leftOut += 1 } }
                if count > 0 { summary.types += 1 }
                if leftOut > 0 { summary.leaveOut(identifier, leftOut) }
            }
            let days = try snapshot.activitySummaries(in: request.zone).count
            if days > 0 { summary.leaveOut("activity summaries", days) }
            try stream.write("\n]}\n")
            return summary
        }
    }

    /// The entries of a sample, or `nil` if these observations have no place for it.
    private static func entries(
        _ sample: HKSample,
        _ writer: ObservationWriter,
        _ snapshot: any StoreSnapshot
    ) throws -> [[UInt8]]? {
        switch sample {
        case let sample as HKElectrocardiogram:
            guard let trace = try snapshot.trace(of: sample) else { return nil }
            return writer.entry(sample, trace).map { [$0] }
        case let sample as HKAudiogramSample: return writer.entries(sample)
        default: return writer.entry(sample).map { [$0] }
        }
    }
}

/// Makes entries of a bundle.
struct ObservationWriter {
    let zone: TimeZone

    private static let patientURL = "urn:uuid:00000000-0000-8000-8000-000000000001"
    static let appleSystem = "https://developer.apple.com/documentation/healthkit"
    static let loinc = "http://loinc.org"
    private static let ucumSystem = "http://unitsofmeasure.org"

    /// A time as FHIR writes it, to the millisecond and with its offset; `nil` outside the years it can express.
    func time(_ date: Date) -> String? {
        guard ExportDateWriter.holds(date.timeIntervalSinceReferenceDate) else { return nil }
        var dates = ExportDateWriter(zone: zone, now: date)
        let text = dates.text(date.timeIntervalSinceReferenceDate)
        let seconds = date.timeIntervalSinceReferenceDate
        let thousandths = Int((seconds - seconds.rounded(.down)) * 1_000)
        let digits = String(thousandths)
        let fraction = thousandths == 0 ? "" : "." + String(repeating: "0", count: 3 - digits.count) + digits
        let offset = text.suffix(5)
        return "\(text.prefix(10))T\(text.dropFirst(11).prefix(8))\(fraction)\(offset.prefix(3)):\(offset.suffix(2))"
    }

    /// The person's resource, as far as the store knows them.
    func patient(_ me: CharacteristicValues) -> [UInt8] {
        entry(Self.patientURL) { text in
            text.member("resourceType", "Patient")
            switch me.biologicalSex.flatMap(HKBiologicalSex.init(rawValue:)) {
            case .female: text.member("gender", "female")
            case .male: text.member("gender", "male")
            case .other: text.member("gender", "other")
            default: break
            }
            text.member("birthDate", me.dateOfBirth)
        }
    }

    /// The entry of a sample, or `nil` if these observations have no place for it.
    func entry(_ sample: HKSample) -> [UInt8]? {
        let url = Self.url(sample.uuid)
        if let record = sample as? HKClinicalRecord {
            guard let data = record.fhirResource?.data, Self.isResource(data) else { return nil }
            var bytes = Array("{\"fullUrl\":\"\(url)\",\"resource\":".utf8)
            bytes += data.filter { $0 != Byte.newline && $0 != Byte.carriageReturn }
            return bytes + Array("}".utf8)
        }
        guard let start = time(sample.startDate) else { return nil }
        switch sample {
        case let sample as HKQuantitySample:
            let code = ObservationCode.known[HKQuantityTypeIdentifier(rawValue: sample.quantityType.identifier)]
            return observation(url, sample, start, code) { value(sample.quantity, code, &$0) }
        case let sample as HKCategorySample:
            return observation(url, sample, start, nil) { category(sample, &$0) }
        case let correlation as HKCorrelation
        where correlation.correlationType.identifier == HKCorrelationTypeIdentifier.bloodPressure.rawValue:
            return observation(url, correlation, start, .bloodPressure) { components(of: correlation, &$0) }
        case let workout as HKWorkout: return entry(workout)
        default: return nil
        }
    }

    private static func isResource(_ data: Data) -> Bool {
        // Invalid JSON isn't a resource, and is counted as left out.
        let object = try? JSONSerialization.jsonObject(with: data) as? [String: Any]
        return object?["resourceType"] is String
    }

    // MARK: Parts

    private func entry(_ url: String, _ members: (inout JSONText) -> Void) -> [UInt8] {
        var text = JSONText()
        text.object { text in
            text.member("fullUrl", url)
            text.key("resource")
            text.object(members)
        }
        return text.bytes
    }

    func observation(
        _ url: String,
        _ sample: HKSample,
        _ start: String,
        _ code: ObservationCode?,
        _ content: (inout JSONText) -> Void
    ) -> [UInt8] {
        entry(url) { text in
            text.member("resourceType", "Observation")
            if code?.category == "vital-signs" {
                text.key("meta")
                text.object { text in
                    text.key("profile")
                    text.array(["http://hl7.org/fhir/StructureDefinition/vitalsigns"]) { $0.string($1) }
                }
            }
            text.member("status", "final")
            text.key("category")
            text.array([code?.category ?? "activity"]) { text, category in
                let system = "http://terminology.hl7.org/CodeSystem/observation-category"
                Self.concept(&text, [(system, category, nil)], nil)
            }
            text.key("code")
            let apple = (Self.appleSystem, sample.sampleType.identifier, Optional(sample.sampleType.entry.englishName))
            let known = code.flatMap { $0.code.isEmpty ? nil : (Self.loinc, $0.code, Optional($0.display)) }
            let second =
                code?.code == "2708-6" ? [(Self.loinc, "59408-5", Optional("Oxygen saturation by Pulse oximetry"))] : []
            Self.concept(&text, [known].compactMap { $0 } + second + [apple], sample.sampleType.entry.englishName)
            text.key("subject")
            text.object { $0.member("reference", Self.patientURL) }
            if sample.endDate > sample.startDate, let end = time(sample.endDate) {
                text.key("effectivePeriod")
                text.object { text in
                    text.member("start", start)
                    text.member("end", end)
                }
            } else {
                text.member("effectiveDateTime", start)
            }
            content(&text)
            if let device = sample.device?.name {
                text.key("device")
                text.object { $0.member("display", device) }
            }
            text.key("performer")
            text.array([sample.sourceRevision.source.name]) { text, name in
                text.object { $0.member("display", name) }
            }
        }
    }

    static func concept(
        _ text: inout JSONText,
        _ codings: [(system: String, code: String, display: String?)],
        _ words: String?
    ) {
        text.object { text in
            // FHIR doesn't allow empty arrays.
            if !codings.isEmpty {
                text.key("coding")
                text.array(codings) { text, coding in
                    text.object { text in
                        text.member("system", coding.system)
                        text.member("code", coding.code)
                        if let display = coding.display { text.member("display", display) }
                    }
                }
            }
            text.member("text", words)
        }
    }

    func value(_ quantity: HKQuantity, _ code: ObservationCode?, _ text: inout JSONText) {
        text.key("valueQuantity")
        let asked = code.flatMap { HKUnit.named($0.unit) }
        if let code, let asked, quantity.is(compatibleWith: asked) {
            // HealthKit's percentages are fractions of one.
            let value = quantity.doubleValue(for: asked) * (code.unit == "%" ? 100 : 1)
            Self.quantity(&text, value, code.ucum, code.ucum)
        } else {
            let unit = quantity.unit.unitString
            let value = quantity.doubleValue(for: quantity.unit) * (unit == "%" ? 100 : 1)
            Self.quantity(&text, value, unit, ObservationCode.ucum(unit))
        }
    }

    static func quantity(_ text: inout JSONText, _ value: Double, _ unit: String, _ ucum: String?) {
        text.object { text in
            text.member("value", value.isFinite ? value : nil)
            text.member("unit", unit)
            guard let ucum else { return }
            text.member("system", ucumSystem)
            text.member("code", ucum)
        }
    }

    private func category(_ sample: HKCategorySample, _ text: inout JSONText) {
        text.key("valueCodeableConcept")
        if let known = sample.categoryType.enumeration?.case(value: sample.value) {
            Self.concept(&text, [(Self.appleSystem, known.constant, known.englishLabel)], known.englishLabel)
        } else {
            Self.concept(&text, [(Self.appleSystem, String(sample.value), nil)], nil)
        }
    }

    private func components(of correlation: HKCorrelation, _ text: inout JSONText) {
        let members = correlation.objects.compactMap { $0 as? HKQuantitySample }
            .sorted { $0.quantityType.identifier > $1.quantityType.identifier }
        text.key("component")
        text.array(members) { text, member in
            let code = ObservationCode.known[HKQuantityTypeIdentifier(rawValue: member.quantityType.identifier)]
            text.object { text in
                text.key("code")
                let apple = (
                    Self.appleSystem, member.quantityType.identifier, Optional(member.quantityType.entry.englishName)
                )
                let known = code.map { (Self.loinc, $0.code, Optional($0.display)) }
                Self.concept(&text, [known].compactMap { $0 } + [apple], nil)
                value(member.quantity, code, &text)
            }
        }
    }
}
