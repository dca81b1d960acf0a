import Foundation
import Testing

@testable import HealthExchange
@testable import HealthKit

/// The shapes of iOS 8: no document type, dates without punctuation, `source`, metadata as attributes.
@Suite struct FirstExportsTests {
    private let access = HKHealthStore.person(location: .memory)
    private let path = Fixtures.own.appending(path: "imports/export-ios8-german.xml").path

    private func samples(_ type: HKSampleType) throws -> [HKSample] {
        try access.person.samples(SampleListQuery(type: type), ascending: true, limit: 100)
    }

    @Test("An export of iOS 8 comes in, and again adds nothing")
    func whole() throws {
        let summary = try ExportImporter(access.person).run(path: path)
        #expect(summary.records.read == 6)
        #expect(summary.records.added == 5)
        #expect(summary.records.refused == 1)
        #expect(summary.correlations.added == 1)
        #expect(summary.notImported.isEmpty)
        #expect(summary.warnings.count == 1)
        #expect(summary.warnings.first?.contains(".xml:9: ") == true)
        #expect(summary.outcome == .complete)
        let again = try ExportImporter(access.person).run(path: path)
        #expect(again.records.added + again.correlations.added == 0)
    }

    @Test("Dates without punctuation are the moments they name, with and without seconds")
    func dates() throws {
        _ = try ExportImporter(access.person).run(path: path)
        let steps = try samples(HKQuantityType(.stepCount))
        #expect(
            steps.map(\.startDate)
                == (try ["2014-10-19T20:00:00Z", "2014-10-19T21:00:01Z"]
                    .map {
                        try Date($0, strategy: .iso8601)
                    })
        )
        #expect(steps.last?.endDate == (try Date("2014-10-19T21:05:59Z", strategy: .iso8601)))
        #expect(steps.first?.sourceRevision.source.name == "iPhone von Jörg")
        var parser = ExportDateParser()
        for text in ["201413192200+0200", "2014101922000+0200", "201410192460+0200", "20141019220000 0200", "2014"] {
            #expect(withByteSlice(of: text) { parser.seconds($0) } == nil, "\(text)")
        }
        let mixed = ["2014-10-19 22:00:00 +0200", "201410192200+0300", "2014-10-19 22:00:00 +0200"]
        let seconds = mixed.map { text in withByteSlice(of: text) { parser.seconds($0) } }
        #expect(seconds[0] == seconds[2])
        #expect(seconds[1].map { $0 + 3_600 } == seconds[0])
        #expect(parser.utcOffset == 7_200)
    }

    @Test("Attributes that are not the grammar's are metadata, whatever they are called")
    func metadata() throws {
        _ = try ExportImporter(access.person).run(path: path)
        let glucose = try #require(try samples(HKQuantityType(.bloodGlucose)).first)
        #expect(glucose.metadata?[HKMetadataKeyWasUserEntered] as? Bool == true)
        #expect(glucose.metadata?["Messung vor dem Essen"] as? String == "ja")
        #expect(glucose.metadata?["Ort der Messung"] as? String == "linker Finger")
        let pressure = try #require(try samples(HKCorrelationType(.bloodPressure)).first as? HKCorrelation)
        #expect(pressure.metadata?["Arm"] as? String == "links")
        #expect(pressure.objects.count == 2)
    }

    @Test("Of a record that sums up several samples the average counts; least, greatest and number are kept")
    func summarized() throws {
        _ = try ExportImporter(access.person).run(path: path)
        let rate = try #require(try samples(HKQuantityType(.heartRate)).first as? HKQuantitySample)
        #expect(rate.value == 84.5)
        #expect(rate.metadata == nil)
        #expect(rate.metadataValues?[ImportMetadata.minimumKey] == .text("58"))
        #expect(rate.metadataValues?[ImportMetadata.maximumKey] == .text("131"))
        #expect(rate.metadataValues?[ImportMetadata.countKey] == .text("212"))
    }

    @Test("An attribute that a later export adds is no metadata, and does not make another record")
    func laterAttribute() throws {
        func write(_ attribute: String) throws -> String {
            let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).xml").path
            let record =
                "<Record type=\"HKQuantityTypeIdentifierStepCount\" sourceName=\"W\" unit=\"count\" value=\"1\" "
                + "startDate=\"2024-01-01 08:00:00 +0100\" endDate=\"2024-01-01 08:10:00 +0100\"\(attribute)/>"
            try Data("<HealthData locale=\"en\">\(record)</HealthData>".utf8).write(to: URL(fileURLWithPath: path))
            return path
        }
        let paths = try [write(""), write(" mood=\"good\"")]
        defer { for path in paths { try? FileManager.default.removeItem(atPath: path) } }
        #expect(try ExportImporter(access.person).run(path: paths[0]).records.added == 1)
        let later = try ExportImporter(access.person).run(path: paths[1])
        #expect(later.records.duplicate == 1)
        #expect(later.notImported.map(\.kind) == ["Record@mood"])
    }
}
