import Foundation
import Testing

@testable import HealthKit
@testable import HealthtuiExchange

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
        #expect(summary.outcome == .partial)
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
        #expect(rate.metadataValues?[own: .minimum] == .text("58"))
        #expect(rate.metadataValues?[own: .maximum] == .text("131"))
        #expect(rate.metadataValues?[own: .recordCount] == .text("212"))
    }

    @Test("What came of the first exports goes out whole, so that the plain export brings nothing new")
    func outAndIn() throws {
        let folder = try TemporaryFolder()
        _ = try ExportImporter(access.person).run(path: path)
        let out = folder.url.appending(path: "out.zip").path
        _ = try AppleExporter(access.person, isPlain: true).run(ExportRequest(path: out))
        let again = try ExportImporter(access.person).run(path: out)
        #expect(again.warnings == [])
        #expect(again.added == 0)
        #expect(again.records.duplicate == again.records.read)
        // Elsewhere it says the same.
        let other = HKHealthStore.person(location: .memory).person
        _ = try ExportImporter(other).run(path: out)
        let rates = try other.samples(SampleListQuery(type: HKQuantityType(.heartRate)), ascending: true, limit: 9)
        let rate = try #require(rates.first as? HKQuantitySample)
        #expect(rate.value == 84.5)
        #expect(rate.metadataValues?[own: .minimum] == .text("58"))
        #expect(rate.metadataValues?[own: .maximum] == .text("131"))
        #expect(rate.metadataValues?[own: .recordCount] == .text("212"))
        let text = String(decoding: try ZipMembers.read(out)["apple_health_export/export.xml"] ?? [], as: UTF8.self)
        let line = try #require(text.split(separator: "\n").first { $0.contains("IdentifierHeartRate") })
        for (name, value) in [
            ("value", "84.5"), ("average", "84.5"), ("min", "58"), ("max", "131"), ("recordCount", "212"),
        ] {
            #expect(line.contains(" \(name)=\"\(value)\""), "\(line)")
        }
        let sum = try #require(text.split(separator: "\n").first { $0.contains("recordCount=\"4\"") })
        #expect(sum.contains("IdentifierStepCount") && sum.contains(" value=\"77\"") && !sum.contains("average"))
    }

    @Test("A store that left out how many samples a sum is of knows the record again")
    func earlierSums() throws {
        let folder = try TemporaryFolder()
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let without = text.replacingOccurrences(of: " recordCount=\"4\"", with: "")
        let earlier = try folder.write(Array(without.utf8), to: "export.xml")
        #expect(try ExportImporter(access.person).run(path: earlier).records.added == 5)
        #expect(try ExportImporter(access.person).run(path: path).added == 0)
    }

    @Test("A member of a correlation that sums up several samples goes out and comes in again as it was")
    func averagedMember() throws {
        func record(_ kind: String, _ values: String, _ source: String) -> String {
            "<Record type=\"HKQuantityTypeIdentifierBloodPressure\(kind)\" source=\"\(source)\" unit=\"mmHg\" \(values) "
                + "startDate=\"201410200800+0200\" endDate=\"201410200800+0200\"/>"
        }
        let folder = try TemporaryFolder()
        let members =
            record("Systolic", "average=\"121\" min=\"118\" max=\"124\" recordCount=\"3\"", "M")
            + record("Diastolic", "average=\"79\" recordCount=\"3\"", "M")
        let path = try folder.write(
            Array(
                ("<HealthData locale=\"de\"><Correlation type=\"HKCorrelationTypeIdentifierBloodPressure\" source=\"M\" "
                    + "startDate=\"201410200800+0200\" endDate=\"201410200800+0200\">\(members)</Correlation>"
                    + "\(members)</HealthData>")
                    .utf8
            ),
            to: "export.xml"
        )
        #expect(try ExportImporter(access.person).run(path: path).records.added == 2)
        let out = folder.url.appending(path: "out.zip").path
        _ = try AppleExporter(access.person, isPlain: true).run(ExportRequest(path: out))
        let again = try ExportImporter(access.person).run(path: out)
        #expect(again.added == 0)
        #expect(again.correlations.duplicate == 1)
    }

    @Test("A date of birth is read with and without punctuation, and one that is none is reported")
    func birth() throws {
        let folder = try TemporaryFolder()
        for (text, day) in [
            ("19850312", "1985-03-12"), ("198503120000+0100", "1985-03-12"), ("19850312000000+0100", "1985-03-12"),
            ("1985-03-12", "1985-03-12"), ("1985-03-12 00:00:00 +0100", "1985-03-12"), ("", nil),
            ("19851312", nil), ("1985", nil), ("12.03.1985", nil), ("198503", nil), ("85-03-1x", nil),
        ] as [(String, String?)] {
            let person = HKHealthStore.person(location: .memory).person
            let record =
                "<Record type=\"HKQuantityTypeIdentifierStepCount\" source=\"W\" unit=\"count\" value=\"1\" "
                + "startDate=\"201410192200+0200\" endDate=\"201410192300+0200\"/>"
            let me = "<Me HKCharacteristicTypeIdentifierDateOfBirth=\"\(text)\"/>"
            let path = try folder.write(
                Array("<HealthData locale=\"de\">\(me)\(record)</HealthData>".utf8),
                to: "export.xml"
            )
            let summary = try ExportImporter(person).run(path: path)
            #expect(try person.characteristics().dateOfBirth == day, "\(text)")
            #expect(summary.warningCount == (text.isEmpty || day != nil ? 0 : 1), "\(text): \(summary.warnings)")
        }
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
