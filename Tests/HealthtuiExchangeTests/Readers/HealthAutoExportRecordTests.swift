import Foundation
import Testing

@testable import HealthKit
@testable import HealthtuiExchange

/// What Health Auto Export has beside metrics and workouts.
@Suite("Health Auto Export: other kinds") struct HealthAutoExportRecordTests {
    private let person = HKHealthStore.person(location: .memory).person

    @discardableResult
    private func post(_ data: String) throws -> ImportSummary {
        let bytes = Array(#"{"data": {\#(data)}}"#.utf8)
        let reader = try #require(ReaderImport.reader(for: bytes, named: "request"))
        return try ReaderImport(person).run(bytes, from: "request", with: reader)
    }

    private func samples(_ type: HKSampleType) throws -> [HKSample] { try samples(type, HKSample.self) }

    private func samples<Sample: HKSample>(_ type: HKSampleType, _: Sample.Type) throws -> [Sample] {
        try person.samples(SampleListQuery(type: type), ascending: true, limit: 100).compactMap { $0 as? Sample }
    }

    @Test("A post of every kind comes in whole, and again adds nothing")
    func everyKind() throws {
        let bytes = try Fixtures.bytes("imports/auto-export.json")
        let reader = try #require(ReaderImport.reader(for: bytes, named: "post.json"))
        let summary = try ReaderImport(person).run(bytes, from: "post.json", with: reader)
        #expect(summary.outcome == .complete, "\(summary.warnings) \(summary.notImported)")
        #expect(summary.total(\.refused) == 0 && summary.counts[.electrocardiograms].added == 1)
        #expect(try samples(HKObjectType.stateOfMindType()).count == 1)
        #expect(try samples(HKObjectType.medicationDoseEventType()).count == 1)
        #expect(try samples(HKCategoryType(.headache)).count == 1)
        #expect(try samples(HKCategoryType(.menstrualFlow)).count == 1)
        #expect(try samples(HKCategoryType(.highHeartRateEvent)).count == 1)
        #expect(try samples(HKQuantityType(.heartRateVariabilityRMSSD)).count == 1)
        let again = try ReaderImport(person).run(bytes, from: "post.json", with: reader)
        #expect(again.added == 0 && again.outcome == .complete, "\(again.counts)")
        #expect(try person.medications().count == 1)
    }

    @Test("States of mind keep kind, valence, labels and associations, however words are spelled")
    func minds() throws {
        func mind(_ kind: String, _ valence: String, _ labels: String, _ associations: String, id: String) -> String {
            #"{"id": "\#(id)", "start": "2026-09-03T07:00:00Z", "kind": "\#(kind)", "valence": \#(valence), "#
                + #""labels": [\#(labels)], "associations": [\#(associations)]}"#
        }
        let list = [
            mind("momentary_emotion", "0.42", #""calm", "happy""#, #""self_care", "Current Events""#, id: "A"),
            mind("dailyMood", "-1", "", "", id: "B"),
            mind("Daily Mood", "0", #""Hopeful""#, #""currentEvents""#, id: ""),
        ]
        let summary = try post(#""stateOfMind": [\#(list.joined(separator: ","))]"#)
        #expect(summary.records.added == 3 && summary.outcome == .complete)
        let found = try samples(HKObjectType.stateOfMindType(), HKStateOfMind.self)
        #expect(Set(found.map(\.kind)) == [.momentaryEmotion, .dailyMood])
        #expect(found.map(\.valence).sorted() == [-1, 0, 0.42])
        let calm = try #require(found.first { $0.valence == 0.42 })
        #expect(calm.labels == [.calm, .happy] && calm.associations == [.selfCare, .currentEvents])
        // A word that is not known is told; what makes no sense is refused.
        let odd = try post(#""stateOfMind": [\#(mind("daily_mood", "0.1", #""blorbed""#, "", id: "C"))]"#)
        #expect(odd.records.added == 1 && odd.outcome == .partial)
        #expect(odd.warnings == ["request: data.stateOfMind[0].labels: a word is unknown"])
        for wrong in [
            mind("yearly", "0", "", "", id: "D"), mind("daily_mood", "1.5", "", "", id: "E"),
            mind("daily_mood", "null", "", "", id: "F"), "3", "{}",
        ] {
            let summary = try post(#""stateOfMind": [\#(wrong)]"#)
            #expect(summary.records.refused == 1 && summary.outcome == .nothing, "\(wrong)")
        }
    }

    @Test("Doses are of the medication of their name, which comes into the list where it has none")
    func doses() throws {
        func dose(_ day: Int, _ status: String, due: Bool = true, _ name: String = "Ibuprofen ", _ code: String = "")
            -> String
        {
            let time = "2026-08-0\(day) 09:00:00 +0200"
            let codings = code.isEmpty ? "" : #"{"system": "rxnorm", "code": "\#(code)", "version": null}"#
            return
                #"{"displayText": "\#(name)", "nickname": null, "start": "\#(time)", "status": "\#(status)", "dosage": 2, "#
                + (due ? #""scheduledDate": "\#(time)", "# : "") + #""codings": [\#(codings)]}"#
        }
        let own = HKUserAnnotatedMedication(
            AnnotatedMedicationContent(
                concept: MedicationConceptContent(
                    identifier: ConceptIdentifierContent(domain: .medication, identifier: "own"),
                    displayText: "Metformin 500 mg",
                    generalForm: .tablet,
                    codings: [HKClinicalCoding(system: "rxnorm", version: nil, code: "860975")]
                ),
                nickname: "Morning pill",
                isArchived: false,
                hasSchedule: true
            )
        )
        try person.save(own)
        let list = [
            dose(1, "Taken"), dose(2, "Skipped"), dose(3, "not_interacted"), dose(4, "Taken", due: false, "ibuprofen"),
            dose(5, "Taken", "morning pill"), dose(6, "Taken", "Glucophage", "860975"),
        ]
        let summary = try post(#""medications": [\#(list.joined(separator: ","))]"#)
        #expect(summary.records.added == 6 && summary.outcome == .complete, "\(summary.warnings)")
        #expect(try Set(person.medications().map(\.medication.displayText)) == ["Metformin 500 mg", "Ibuprofen"])
        let found = try samples(HKObjectType.medicationDoseEventType(), HKMedicationDoseEvent.self)
        #expect(found.map(\.logStatus) == [.taken, .skipped, .notInteracted, .taken, .taken, .taken])
        #expect(found.map(\.doseQuantity) == [2, nil, nil, 2, 2, 2])
        #expect(found.map(\.scheduleType) == [.schedule, .schedule, .schedule, .asNeeded, .schedule, .schedule])
        let concepts = found.map(\.medicationConceptIdentifier.content.identifier)
        #expect(concepts == ["Ibuprofen", "Ibuprofen", "Ibuprofen", "Ibuprofen", "own", "own"])
        for wrong in [dose(7, "eaten"), dose(7, "Taken", " "), dose(7, "Taken").replacing("2026-08-07", with: "then")] {
            #expect(try post(#""medications": [\#(wrong)]"#).records.refused == 1, "\(wrong)")
        }
        #expect(try person.medications().count == 2)
    }

    @Test(
        "Symptoms and cycles are of the type with their name, and of the value with its word",
        arguments: [
            ("symptoms", "Headache", "Mild", HKCategoryTypeIdentifier.headache, 2),
            ("symptoms", "Headache", "", .headache, 0),
            ("symptoms", "Chest Tightness or Pain", "Not Present", .chestTightnessOrPain, 1),
            ("symptoms", "Appetite Changes", "Decreased", .appetiteChanges, 2),
            ("symptoms", "Mood Changes", "Present", .moodChanges, 0),
            ("symptoms", "Body and Muscle Ache", "Severe", .generalizedBodyAche, 4),
            ("cycleTracking", "Menstrual Flow", "Light", .menstrualFlow, 2),
            ("cycleTracking", "Menstrual Flow", "", .menstrualFlow, 1),
            ("cycleTracking", "Intermenstrual Bleeding", "", .intermenstrualBleeding, 0),
            ("cycleTracking", "Cervical Mucus Quality", "Egg White", .cervicalMucusQuality, 5),
            ("cycleTracking", "Ovulation Test Result", "Negative", .ovulationTestResult, 1),
            ("cycleTracking", "Pregnancy", "", .pregnancy, 0),
        ]
    )
    func categories(part: String, name: String, word: String, type: HKCategoryTypeIdentifier, value: Int) throws {
        let key = part == "symptoms" ? "severity" : "value"
        func entry(_ name: String, _ word: String) -> String {
            #"{"name": "\#(name)", "start": "2026-09-03 08:00:00 +0200", "end": "2026-09-03 09:00:00 +0200", "#
                + #""\#(key)": "\#(word)", "isCycleStart": true, "userEntered": true, "source": "Health"}"#
        }
        #expect(try post(#""\#(part)": [\#(entry(name, word))]"#).outcome == .complete)
        let found = try samples(HKCategoryType(type), HKCategorySample.self)
        #expect(found.map(\.value) == [value])
        #expect(found.first?.endDate.timeIntervalSince(found.first?.startDate ?? .distantPast) == 3_600)
        #expect(found.first?.metadata?[HKMetadataKeyWasUserEntered] as? Bool == true)
        let begins = found.first?.metadata?[HKMetadataKeyMenstrualCycleStart] as? Bool
        #expect(begins == (type == .menstrualFlow ? true : nil))
        #expect(try post(#""\#(part)": [\#(entry(name, "purple"))]"#).records.refused == 1)
        #expect(try post(#""\#(part)": [\#(entry("Blorb", word))]"#).records.refused == 1)
    }

    @Test("An electrocardiogram keeps its voltages in their unit, its frequency and its classification")
    func electrocardiograms() throws {
        func recording(_ rate: String, _ unit: String, _ voltages: [Double], second: Int) -> String {
            let list = voltages.enumerated()
                .map { #"{"date": \#(Double($0.offset) / 500), "voltage": \#($0.element), "units": "\#(unit)"}"# }
            return #"{"start": "2026-09-03 08:00:0\#(second) +0200", "classification": "Atrial Fibrillation", \#(rate)"#
                + #""averageHeartRate": 65, "voltageMeasurements": [\#(list.joined(separator: ","))]}"#
        }
        let list = [
            recording(#""samplingFrequency": 512, "#, "V", [0.00001, -0.00002], second: 0),
            recording(#""samplingFrequency": {"qty": 512, "units": "Hz"}, "#, "mcV", [10, -20], second: 1),
            recording("", "μV", [10, -20, 5], second: 2),
        ]
        let summary = try post(#""ecg": [\#(list.joined(separator: ","))]"#)
        #expect(summary.counts[.electrocardiograms].added == 3 && summary.outcome == .complete, "\(summary.warnings)")
        let found = try samples(HKObjectType.electrocardiogramType(), HKElectrocardiogram.self)
        #expect(found.map { $0.samplingFrequency?.doubleValue(for: .hertz()).rounded() } == [512, 512, 500])
        #expect(found.allSatisfy { $0.classification == .atrialFibrillation })
        let traces = try person.snapshot(ExportSelection()) { snapshot in try found.map { try snapshot.trace(of: $0) } }
        for trace in traces {
            let unit = try #require(trace?.unit)
            let first = try #require(trace?.leads.values.first?.first)
            #expect(abs(HKQuantity(unit: unit, doubleValue: first).doubleValue(for: .volt()) - 0.00001) < 1e-12)
        }
        for wrong in [
            recording(#""samplingFrequency": 0, "#, "V", [1], second: 3), recording("", "kg", [1, 2], second: 3),
            recording("", "V", [], second: 3),
            recording("", "V", [1, 2], second: 3).replacing("2026-09-03", with: "then"),
        ] {
            #expect(try post(#""ecg": [\#(wrong)]"#).counts[.electrocardiograms].refused == 1, "\(wrong)")
        }
    }

    @Test(
        "A notification is of a high, a low or an irregular rhythm by its rates; where they leave it open it is refused"
    )
    func notifications() throws {
        func notification(_ threshold: String, _ rates: [Int], _ variations: String = "") -> String {
            #"{"start": "2026-09-03 08:00:00 +0200", "end": "2026-09-03 08:10:00 +0200", "threshold": \#(threshold), "#
                + #""heartRate": [\#(rates.map { #"{"hr": \#($0), "units": "bpm"}"# }.joined(separator: ","))], "#
                + #""heartRateVariation": [\#(variations)]}"#
        }
        let cases: [(String, HKCategoryTypeIdentifier?)] = [
            (notification("120", [125, 131]), .highHeartRateEvent), (notification("40", [38, 40]), .lowHeartRateEvent),
            (notification("null", [], "{}"), .irregularHeartRhythmEvent), (notification("100", [90, 110]), nil),
            (notification("100", []), nil), (notification("null", [90]), nil),
        ]
        for (entry, type) in cases {
            let summary = try post(#""heartRateNotifications": [\#(entry)]"#)
            #expect(summary.outcome == (type == nil ? .nothing : .complete), "\(entry): \(summary.warnings)")
            guard let type else { continue }
            let found = try samples(HKCategoryType(type))
            #expect(found.count == 1 && found.first?.endDate.timeIntervalSince(found[0].startDate) == 600)
            let threshold = found.first?.metadata?[HKMetadataKeyHeartRateEventThreshold] as? HKQuantity
            #expect((threshold != nil) == (type != .irregularHeartRhythmEvent))
        }
    }
}
