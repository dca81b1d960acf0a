import Foundation
import HealthKit
import HealthtuiConsole

/// Records as devices, apps and hospitals bring them, at fixed times.
extension TestStore {
    /// Thirty seconds of a heart at 60 beats a minute: a rise of a millivolt each second, and a small wave after it.
    static func heart(seconds: Int = 30, hertz: Int = 512) -> [Double] {
        (0..<seconds * hertz)
            .map { index in
                let time = Double(index % hertz) / Double(hertz)
                let beat = exp(-pow((time - 0.4) / 0.015, 2)) * 1_000
                let dip = exp(-pow((time - 0.44) / 0.015, 2)) * -200
                let wave = exp(-pow((time - 0.7) / 0.05, 2)) * 200
                return beat + dip + wave
            }
    }

    @discardableResult
    func electrocardiogram(
        microvolts: [Double] = heart(),
        hertz: Double = 512,
        symptoms: HKElectrocardiogram.SymptomsStatus = .none,
        classification: HKElectrocardiogram.Classification = .sinusRhythm
    ) throws -> HKElectrocardiogram {
        let sample = try HKElectrocardiogram(
            start: Self.time(3, 21.25),
            trace: ElectrocardiogramTrace(
                unit: .voltUnit(with: .micro),
                leads: [.appleWatchSimilarToLeadI: microvolts]
            ),
            samplingFrequency: HKQuantity(unit: .hertz(), doubleValue: hertz),
            classification: classification,
            averageHeartRate: HKQuantity(unit: .count().unitDivided(by: .minute()), doubleValue: 60),
            symptomsStatus: symptoms,
            device: Self.watchDevice
        )
        try save([sample], from: Self.watch)
        return sample
    }

    @discardableResult
    func audiogram() throws -> HKAudiogramSample {
        let levels: [(Double, Double, Double)] = [
            (250, 10, 15), (500, 15, 20), (1_000, 20, 20), (2_000, 25, 35), (4_000, 40, 55), (8_000, 50, 60),
        ]
        let points = try levels.map { hertz, left, right in
            try HKAudiogramSensitivityPoint(
                frequency: HKQuantity(unit: .hertz(), doubleValue: hertz),
                leftEarSensitivity: HKQuantity(unit: .decibelHearingLevel(), doubleValue: left),
                rightEarSensitivity: HKQuantity(unit: .decibelHearingLevel(), doubleValue: right)
            )
        }
        let sample = try HKAudiogramSample(
            validating: points,
            start: Self.time(2, 10),
            end: Self.time(2, 10).addingTimeInterval(300)
        )
        try save([sample], from: Self.phone)
        return sample
    }

    @discardableResult
    func glasses() throws -> HKGlassesPrescription {
        func diopters(_ value: Double) -> HKQuantity { HKQuantity(unit: .diopter(), doubleValue: value) }
        func degrees(_ value: Double) -> HKQuantity { HKQuantity(unit: .degreeAngle(), doubleValue: value) }
        let sample = try HKGlassesPrescription(
            validatingRightEye: HKGlassesLensSpecification(
                validating: diopters(-1.25),
                cylinder: diopters(-0.5),
                axis: degrees(87),
                addPower: diopters(1.5)
            ),
            leftEye: HKGlassesLensSpecification(validating: diopters(0.75), addPower: diopters(1.5)),
            dateIssued: Self.time(40, 10),
            expirationDate: Self.time(-690, 10)
        )
        try save([sample], from: Self.phone)
        return sample
    }

    /// Beats of half a minute at 60 a minute with a gap in the middle.
    @discardableResult
    func heartbeats() throws -> HKHeartbeatSeriesSample {
        var time = 0.0
        let beats = (0..<30)
            .map { index in
                time += index == 15 ? 4 : 1 + 0.05 * Double(index % 3 - 1)
                return HeartbeatSeries.Beat(time: time, precededByGap: index == 15)
            }
        let sample = try HKHeartbeatSeriesSample(
            start: Self.time(1, 7),
            series: HeartbeatSeries(beats),
            device: Self.watchDevice,
            metadata: nil
        )
        try save([sample], from: Self.watch)
        return sample
    }

    /// Sugar in the blood over three years, the last value too high.
    @discardableResult
    func labResults() throws -> [HKClinicalRecord] {
        try [("2024-03-01", 5.1), ("2025-03-04", 5.6), ("2026-03-02T09:30:00+01:00", 6.8)].enumerated()
            .map { index, result in
                try clinicalRecord(
                    "HbA1c",
                    identifier: "lab-\(index)",
                    json: """
                        {"resourceType":"Observation","id":"lab-\(index)","status":"final","code":{"text":"HbA1c",\
                        "coding":[{"system":"http://loinc.org","code":"4548-4"}]},"effectiveDateTime":"\(result.0)",\
                        "valueQuantity":{"value":\(result.1),"unit":"%"},"referenceRange":[{"low":{"value":4,"unit":"%"},\
                        "high":{"value":6,"unit":"%"}}],"interpretation":[{"text":"\(result.1 > 6 ? "High" : "Normal")"}]}
                        """
                )
            }
    }

    @discardableResult
    func clinicalRecord(
        _ name: String,
        identifier: String,
        type: HKClinicalTypeIdentifier = .labResultRecord,
        json: String
    ) throws -> HKClinicalRecord {
        let record = try HKClinicalRecord(
            type: HKClinicalType(type),
            displayName: name,
            resource: HKFHIRResource(
                FHIRResourceContent(
                    version: FHIRVersionContent(major: 4, minor: 0, patch: 1),
                    type: .observation,
                    identifier: identifier,
                    data: Data(json.utf8),
                    sourceURL: URL(string: "https://example.org/fhir/Observation/\(identifier)")
                )
            ),
            added: Self.time(5, 12)
        )
        try save([record], from: Self.clinic)
        return record
    }

    /// States of mind of some days of the month.
    func moods() throws {
        var samples: [HKSample] = []
        for (day, valence) in [(0, 0.6), (1, -0.6), (2, 0.0), (5, 1.0), (9, -1.0)] {
            samples.append(
                try HKStateOfMind(
                    validating: Self.time(day, 9),
                    kind: day == 1 ? .dailyMood : .momentaryEmotion,
                    valence: valence,
                    labels: valence < 0 ? [.sad, .stressed] : [.calm],
                    associations: valence < 0 ? [.work] : [.family, .friends]
                )
            )
        }
        try save(samples, from: .health)
    }

    /// A medication that is due at eight and at two and at eight in the evening, and one taken as needed.
    func medications() throws {
        for (name, form) in [("Metformin 500 mg", HKMedicationGeneralForm.tablet), ("Ibuprofen 400 mg", .capsule)] {
            let content = MedicationConceptContent(
                identifier: ConceptIdentifierContent(domain: .medication, identifier: name),
                displayText: name,
                generalForm: form,
                codings: []
            )
            let medication = HKUserAnnotatedMedication(
                AnnotatedMedicationContent(
                    concept: content,
                    nickname: nil,
                    isArchived: false,
                    hasSchedule: form == .tablet
                )
            )
            try person.save(medication)
        }
        let concept = HKHealthConceptIdentifier(
            ConceptIdentifierContent(domain: .medication, identifier: "Metformin 500 mg")
        )
        var doses: [HKSample] = []
        for day in 0..<20 {
            for hour in [8.0, 14, 20] {
                let due = Self.time(day, hour)
                let isOver = day > 0 || hour < 14
                doses.append(
                    try HKMedicationDoseEvent(
                        of: concept,
                        status: isOver ? (day % 7 == 3 ? .skipped : .taken) : .notInteracted,
                        at: due,
                        due: (due, 1)
                    )
                )
            }
        }
        try save(doses, from: Self.phone)
    }
}

extension TestStore {
    static let clinic = HKSourceRevision(
        source: HKSource(name: "Clinic", bundleIdentifier: "org.clinic"),
        version: nil
    )

    static let letter = """
        <?xml version="1.0" encoding="UTF-8"?>
        <ClinicalDocument xmlns="urn:hl7-org:v3">
         <typeId root="2.16.840.1.113883.1.3" extension="POCD_HD000040"/><id root="1.2.3"/><code code="34133-9"/>
         <title>Letter of discharge</title><effectiveTime value="20261120"/><confidentialityCode code="N"/>
         <recordTarget><patientRole><id root="1"/><patient><name><given>Ada</given> <family>Example</family></name>
         </patient></patientRole></recordTarget>
         <author><time value="20261120"/><assignedAuthor><id root="1"/><assignedPerson><name>Dr. Quill</name>
         </assignedPerson></assignedAuthor></author>
         <custodian><assignedCustodian><representedCustodianOrganization><id root="1"/><name>Town Clinic</name>
         </representedCustodianOrganization></assignedCustodian></custodian>
         <component><structuredBody><component><section><title>Medicines</title>
         <text><table><thead><tr><th>Name</th><th>Dose</th></tr></thead><tbody>
         <tr><td>Metformin</td><td>500 mg twice a day</td></tr></tbody></table></text></section></component>
         <component><section><title>Plan</title><text><paragraph>Blood sugar below 6 &amp; a walk
         each day.</paragraph><list><item>See us in May</item></list></text>
         <entry><observation><value value="6.8"/></observation></entry></section></component>
         </structuredBody></component>
        </ClinicalDocument>
        """

    @discardableResult
    func document(_ text: String = letter) throws -> HKCDADocumentSample {
        let sample = try HKCDADocumentSample(
            data: Data(text.utf8),
            start: Self.time(1, 12),
            end: Self.time(1, 12),
            metadata: nil
        )
        try save([sample], from: Self.clinic)
        return sample
    }

    /// A card about a vaccination, signed by nobody.
    @discardableResult
    func verifiable() throws -> HKVerifiableClinicalRecord {
        let header = Data("{\"alg\":\"ES256\",\"kid\":\"key-1\"}".utf8).base64EncodedString()
            .replacing("=", with: "")
        let content = VerifiableRecordContent(
            recordTypes: ["https://smarthealth.cards#immunization"],
            issuer: "https://clinic.example.org",
            subject: VerifiableSubjectContent(
                fullName: "Ada Example",
                birth: DateComponents(year: 1990, month: 5, day: 1)
            ),
            issued: Self.time(9, 12),
            expiration: Self.time(2, 12),
            items: ["Influenza"],
            sourceType: .smartHealthCard,
            data: Data("\(header).e30.c2ln".utf8)
        )
        let sample = try HKVerifiableClinicalRecord(content: content, relevant: Self.time(9, 12))
        try save([sample], from: Self.phone)
        return sample
    }
}
