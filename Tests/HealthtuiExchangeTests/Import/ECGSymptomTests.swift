import Foundation
import Testing

@testable import HealthKit
@testable import HealthtuiExchange

/// What an electrocardiogram says of symptoms, in whatever language.
@Suite("Symptoms of electrocardiograms")
struct ECGSymptomTests {
    private let access = HKHealthStore.person(location: .memory)

    private static func file(_ symptoms: String, classification: String = "Sinus Rhythm") -> String {
        "Name,Ada\nRecorded Date,2025-06-27 07:00:00 +0200\nClassification,\(classification)\nSymptoms,\(symptoms)\n"
            + "Software Version,2.0\nDevice,\"Watch7,1\"\nSample Rate,2 hertz\nLead,Lead I\nUnit,µV\n"
            + String(repeating: "1.5,\n", count: 60)
    }

    private static func record(_ type: String, _ start: String, _ end: String, value: String = "Moderate") -> String {
        "<Record type=\"HKCategoryTypeIdentifier\(type)\" sourceName=\"W\" "
            + "value=\"HKCategoryValueSeverity\(value)\" startDate=\"2025-06-27 \(start) +0200\" "
            + "endDate=\"2025-06-27 \(end) +0200\"/>"
    }

    private func run(_ body: String, _ file: String) throws -> ImportSummary {
        let folder = try TemporaryFolder()
        _ = try folder.write(
            "<?xml version=\"1.0\"?>\n<HealthData locale=\"en\">\n\(body)\n</HealthData>\n".utf8,
            to: "export.xml"
        )
        _ = try folder.write(file.utf8, to: "electrocardiograms/ecg_1.csv")
        return try ExportImporter(access.person).run(path: folder.url.path)
    }

    private func recording() throws -> HKElectrocardiogram {
        let type = HKObjectType.electrocardiogramType()
        let found = try access.person.samples(SampleListQuery(type: type), limit: 2)
        #expect(found.count == 1)
        return try #require(found.first as? HKElectrocardiogram)
    }

    private func noted() throws -> [HKCategorySample] {
        let recording = try recording()
        return try access.person.snapshot(ExportSelection()) { try $0.symptoms(of: recording) }
    }

    @Test(
        "Names are known by what they mean, commas of their own and all; what is not known is kept",
        arguments: [
            ("", [], .notSet), ("None", [], .none), ("Keine", [], .none), ("Ohne", [], .none),
            ("Present", [], .present),
            ("Skipped Heartbeat", ["Skipped Heartbeat=SkippedHeartbeat"], .present),
            (
                "Rapid, Pounding, or Fluttering Heartbeat, Fatigue",
                [
                    "Rapid, Pounding, or Fluttering Heartbeat=RapidPoundingOrFlutteringHeartbeat", "Fatigue=Fatigue",
                ], .present
            ),
            (
                "Herzrasen, Schwindel", ["Herzrasen=RapidPoundingOrFlutteringHeartbeat", "Schwindel=Dizziness"],
                .present
            ),
            ("évanouissement; Étourdissements", ["évanouissement=Fainting", "Étourdissements=Dizziness"], .present),
            ("Kurzatmigkeit,, Bauchgefühl ,", ["Kurzatmigkeit=ShortnessOfBreath", "Bauchgefühl=?"], .present),
            ("眩晕、乏力", ["眩晕=?", "乏力=?"], .present),
        ] as [(String, [String], HKElectrocardiogram.SymptomsStatus)]
    )
    func names(text: String, names: [String], status: HKElectrocardiogram.SymptomsStatus) {
        let read = ECGSymptoms(text)
        let found = read.names.map { name in
            "\(name.text)=" + (name.type?.rawValue.replacing("HKCategoryTypeIdentifier", with: "") ?? "?")
        }
        #expect(found == names)
        #expect(read.status == status)
    }

    @Test("Samples of the symptoms from the time of the recording belong to it, whichever import brings them")
    func samples() throws {
        let body = [
            Self.record("Dizziness", "06:59:00", "07:30:00"), Self.record("Dizziness", "07:00:20", "07:00:20"),
            Self.record("Dizziness", "07:00:10", "07:00:10", value: "Severe"),
            Self.record("Fatigue", "07:00:00", "07:00:30"), Self.record("Fatigue", "07:00:31", "07:00:31"),
            Self.record("Headache", "07:00:00", "07:00:30"),
        ]
        // The recording comes first, the samples with a later export.
        _ = try run("", Self.file("\"Dizziness, Fatigue, Butterflies\""))
        #expect(try noted().isEmpty)
        #expect(try recording().symptomsStatus == .present)
        for _ in 0..<2 {
            let summary = try run(body.joined(separator: "\n"), Self.file("\"Dizziness, Fatigue, Butterflies\""))
            #expect(summary.counts[.electrocardiograms].duplicate == 1)
            let noted = try noted().sorted { $0.sampleType.identifier < $1.sampleType.identifier }
            #expect(noted.map(\.categoryType) == [HKCategoryType(.dizziness), HKCategoryType(.fatigue)])
            #expect(noted.map(\.value) == [4, 3])
        }
    }

    @Test("What a recording said goes out again in its words, with what was noted since")
    func out() throws {
        _ = try run(
            Self.record("Fatigue", "07:00:00", "07:00:30"),
            Self.file("\"Müdigkeit, Bauchgefühl\"", classification: "Irgendetwas")
        )
        let sample = try recording()
        #expect(sample.classification == .unrecognized)
        func text() throws -> String {
            let noted = try noted()
            var writer = ElectrocardiogramText(CharacteristicValues(), zone: .gmt, now: Date())
            var bytes: [UInt8] = []
            let trace = ElectrocardiogramTrace(
                unit: .voltUnit(with: .micro),
                leads: [.appleWatchSimilarToLeadI: [1]]
            )
            try writer.write(sample, trace, symptoms: noted) { bytes += $0 }
            return String(decoding: bytes, as: UTF8.self)
        }
        #expect(try text().contains("\nSymptoms,\"Müdigkeit, Bauchgefühl\"\n"))
        #expect(try text().contains("\nClassification,Irgendetwas\n"))
        let more = HKCategorySample(
            type: HKCategoryType(.chestTightnessOrPain),
            value: 1,
            start: sample.startDate,
            end: sample.endDate
        )
        try access.person.store.port.local().personsDatabase()
            .write { writer in
                try writer.save([more], revision: sample.sourceRevision, now: Date())
                try writer.associate(symptoms: [more], with: sample)
            }
        #expect(try text().contains("\nSymptoms,\"Müdigkeit, Bauchgefühl, Chest Tightness or Pain\"\n"))
    }
}
