import Foundation
import Testing

@testable import HealthKit
@testable import HealthtuiExchange

/// Files of an export that come without it.
@Suite("Files of an export that come alone")
struct PartAloneTests {
    private let folder: TemporaryFolder
    private let person = HKHealthStore.person(location: .memory).person

    init() throws { folder = try TemporaryFolder() }

    private static func recording(date: String = "Aufzeichnungsdatum,2025-06-27 07:00:00 +0200") -> String {
        "Name,\"Ada\"\nGeburtsdatum,\"10.12.1985\"\n\(date)\nKlassifizierung,Sinusrhythmus\nSymptome,Schwindel\n"
            + "Softwareversion,2.0\nGerät,\"Watch7,1\"\nAbtastrate,512 Hertz\n\n\nAbleitung,Ableitung I\nEinheit,µV\n\n"
            + (0..<20_000).map { "\($0 % 400),5\n" }.joined()
    }

    private func importAlone(_ path: String) throws -> ImportSummary {
        let reader = try #require(ReaderImport.reader(for: path))
        return try ReaderImport(person).run(path: path, with: reader)
    }

    private func importExport() throws -> ImportSummary {
        _ = try folder.write("<HealthData locale=\"de_DE\"></HealthData>".utf8, to: "export/export.xml")
        _ = try folder.write(Self.recording().utf8, to: "export/electrocardiograms/ecg_1.csv")
        return try ExportImporter(person).run(path: folder.url.appending(path: "export").path)
    }

    private func recordings() throws -> [HKElectrocardiogram] {
        try person.samples(SampleListQuery(type: HKObjectType.electrocardiogramType()), limit: 9)
            .compactMap { $0 as? HKElectrocardiogram }
    }

    @Test("An electrocardiogram comes in alone, in any language, and the export that holds it adds nothing later")
    func electrocardiogram() throws {
        let path = try folder.write(Self.recording().utf8, to: "ecg_2025-06-27.csv")
        let summary = try importAlone(path)
        #expect(summary.counts[.electrocardiograms].added == 1)
        #expect(summary.outcome == .complete)
        let alone = try #require(try recordings().first)
        #expect(alone.numberOfVoltageMeasurements == 20_000)
        #expect(alone.sourceRevision.version == "2.0")
        #expect(alone.device?.hardwareVersion == "Watch7,1")
        #expect(try importAlone(path).counts[.electrocardiograms].duplicate == 1)
        #expect(try importExport().counts[.electrocardiograms].duplicate == 1)
        #expect(try recordings().map(\.uuid) == [alone.uuid])
    }

    @Test("What an export brought of a recording is what its file brings alone")
    func sameAsInExport() throws {
        #expect(try importExport().counts[.electrocardiograms].added == 1)
        let whole = try #require(try recordings().first)
        let other = HKHealthStore.person(location: .memory).person
        let path = try folder.write(Self.recording().utf8, to: "ecg.csv")
        _ = try ReaderImport(other).run(path: path, with: ElectrocardiogramReader())
        let type = HKObjectType.electrocardiogramType()
        let alone = try #require(try other.samples(SampleListQuery(type: type), limit: 2).first as? HKElectrocardiogram)
        #expect(alone.uuid == whole.uuid)
        #expect(alone.startDate == whole.startDate && alone.endDate == whole.endDate)
        #expect(alone.sourceRevision == whole.sourceRevision)
        #expect(alone.device == whole.device)
        #expect(alone.metadataValues == whole.metadataValues)
        #expect(alone.symptomsStatus == whole.symptomsStatus)
    }

    @Test("A recording that makes no sense is refused with its line, and a table is no recording")
    func wrong() throws {
        let text = Self.recording().replacing("512 Hertz", with: "oft")
        let path = try folder.write(text.utf8, to: "ecg.csv")
        let error = #expect(throws: ImportError.self) { try importAlone(path) }
        #expect(error?.description == "\(path): electrocardiogram: line 8: the sample rate isn't a frequency")
        for text in [
            "Date,Value,Unit\n2025-06-27 07:00:00 +0200,5,µV\n", "Einheit,µV\n1\n2\n", "1\n2\n", "",
        ] {
            #expect(!ElectrocardiogramReader().recognizes(Array(text.utf8), fileName: "ecg.csv"), "\(text.prefix(40))")
        }
    }

    @Test("A recording whose date was taken out is no table: the line is told that should have it")
    func undated() throws {
        let path = try folder.write(Self.recording(date: "Recorded Date,xxxx-06-25").utf8, to: "ecg.csv")
        let error = #expect(throws: ImportError.self) { try importAlone(path) }
        #expect(error?.description == "\(path): electrocardiogram: line 3: no line says when it was recorded")
    }

    @Test(
        "A file that only an export can place says so, and what to do",
        arguments: [
            ("<?xml version=\"1.0\"?>\n<gpx creator=\"Apple Health Export\"><trk/></gpx>", "workout-routes"),
            ("{\"resourceType\": \"Immunization\", \"id\": \"1\"}", "clinical-records"),
            ("<?xml version=\"1.0\"?>\n<ClinicalDocument xmlns=\"urn:hl7-org:v3\"/>", "clinical document"),
        ]
    )
    func hint(text: String, word: String) throws {
        let path = try folder.write(text.utf8, to: "file")
        #expect(ReaderImport.reader(for: path) == nil)
        let error = #expect(throws: ExportSourceError.self) { try ExportImporter(person).run(path: path) }
        let said = try #require(error?.description)
        #expect(said.hasPrefix("\(path): not an Apple Health export: this is "))
        #expect(said.contains("import the export's zip or folder"))
        #expect(said.contains(word))
    }
}
