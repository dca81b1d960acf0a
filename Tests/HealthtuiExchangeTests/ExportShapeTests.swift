import Foundation
import Testing

@testable import HealthtuiExchange

/// Exports in the shapes that phones have written over the years, which `Tests/Fixtures/make_exports.py` makes up.
///
/// The counts were made with expat, independently of the scanner.
@Suite("Exports of every shape")
struct ExportShapeTests {
    /// What expat finds in a file.
    private struct Expectation: Decodable {
        /// How often each element occurs, by its path below the root.
        let elements: [String: Int]
        /// How many attributes stand in each element below the root and what is in it.
        let attributes: [String: Int]
    }

    static let names = ["v3-en_GB.xml", "v8-en_US.xml", "v11-clinical.xml", "v14-de_NL.xml"]

    private static func expectation(_ name: String) throws -> Expectation {
        let data = Data(try Fixtures.bytes("exports/expected.json"))
        return try #require(try JSONDecoder().decode([String: Expectation].self, from: data)[name])
    }

    @Test("hold what expat finds in them", arguments: names)
    func counts(name: String) throws {
        let expected = try Self.expectation(name)
        var log = EventLog()
        let report = try scan(Fixtures.bytes("exports/" + name), into: &log)
        #expect(report.warnings == [])
        #expect(report.notUnderstood == [])
        var elements: [String: Int] = [:]
        for (path, count) in expected.elements where !["ExportDate", "Me"].contains(path) {
            // The list around single heartbeats says nothing itself.
            guard !path.hasSuffix("/HeartRateVariabilityMetadataList") else { continue }
            elements[path.replacing("/HeartRateVariabilityMetadataList", with: "")] = count
        }
        #expect(log.elementCounts == elements)
        let attributes = expected.attributes.values.reduce(0, +)
        // The log counts neither the root's locale nor the date of the export.
        #expect(log.attributeCount + 2 == attributes)
    }

    @Test("of iOS 16.0 are read in spite of their document type and the control byte")
    func brokenDocumentType() throws {
        let bytes = try Fixtures.bytes("exports/v12-ios16-broken-dtd.xml")
        let line = try #require(
            String(decoding: bytes, as: UTF8.self).components(separatedBy: "\n")
                .firstIndex { $0.contains("\u{2}") }
        )
        let scan = try scan(bytes)
        #expect(scan.report.version == 12)
        #expect(scan.report.records == 2)
        #expect(scan.report.workouts == 1)
        #expect(scan.report.notUnderstood == [])
        #expect(scan.report.warnings == [ScanWarning(kind: .controlByte, line: line + 1, subject: "sourceName")])
        #expect(scan.events.last?.contains("[Event") == true)
    }

    @Test("come to the same in chunks", arguments: [7, 4_093])
    func chunks(size: Int) throws {
        for name in Self.names + ["v12-ios16-broken-dtd.xml"] {
            let bytes = try Fixtures.bytes("exports/" + name)
            #expect(try scan(bytes, chunk: size) == scan(bytes), "\(name)")
        }
    }

    @Test("have dates, numbers and devices that can all be read")
    func values() throws {
        struct Reader: ExportSink {
            var dates = ExportDateParser()
            var refused: [String] = []
            mutating func exportDate(_: ByteSlice) {}
            mutating func me(_: ExportElement) {}
            mutating func record(_ record: ExportRecord) {
                for name in [AttributeName.startDate, .endDate, .creationDate] {
                    if let value = record.element[name], dates.seconds(value) == nil { refused.append(value.text) }
                }
                if let value = record.element[.value], value.decimal?.bitPattern != Double(value.text)?.bitPattern {
                    refused.append(value.text)
                }
                if let device = record.element[.device], DeviceText(device.text) == nil { refused.append(device.text) }
            }
            mutating func correlation(_: ExportCorrelation) {}
            mutating func workout(_: ExportWorkout) {}
            mutating func activitySummary(_: ExportActivitySummary) {}
        }
        for name in Self.names {
            var reader = Reader()
            _ = try scan(Fixtures.bytes("exports/" + name), into: &reader)
            #expect(reader.refused == [], "\(name)")
        }
    }

    @Test(
        "in zip archives are found and read",
        arguments: [
            ("decoys.zip", "apple_health_export/export.xml", 8, 0), ("routes.zip", "export.xml", 8, 4),
            ("slip.zip", "apple_health_export/export.xml", 8, 0),
            ("renamed.zip", "apple_health_export/Exportieren.xml", 8, 0),
            ("future.zip", "apple_health_export/export.xml", 8, 0), ("cut.zip", "apple_health_export/export.xml", 7, 0),
        ]
    )
    func archives(name: String, main: String, records: Int, routes: Int) throws {
        let source = try ExportSource(path: Fixtures.own.appending(path: "exports/" + name).path)
        var log = EventLog()
        let report = try source.scan(into: &log)
        #expect(source.mainName == main)
        #expect(report.records == records)
        #expect(source.contents.counts[.workoutRoute] ?? 0 == routes)
        #expect(source.damage == nil)
        #expect(report.isTruncated == (name == "cut.zip"))
        #expect(source.contents.refused == (name == "slip.zip" ? ["../../../tmp/zip-slip-escape.txt"] : []))
    }

    @Test("that are empty are refused by name")
    func empty() throws {
        let path = Fixtures.own.appending(path: "exports/empty.zip").path
        let error = #expect(throws: ExportSourceError.self) { _ = try ExportSource(path: path) }
        #expect(error?.code == .notAnExport)
        #expect(error?.reason == "no <HealthData> element in apple_health_export/export.xml (which is empty)")
    }
}
