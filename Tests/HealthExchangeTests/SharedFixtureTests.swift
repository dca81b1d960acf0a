import Foundation
import Testing

@testable import HealthExchange

/// The exports of other authors.
///
/// The counts were made with expat, independently of the scanner.
@Suite("Published exports", .enabled(if: Fixtures.hasShared))
struct SharedFixtureTests {
    struct Expectation: CustomTestStringConvertible, Sendable {
        let name: String
        let counts: [String: Int]
        let attributes: Int
        let notUnderstood: [String: Int]
        var testDescription: String { name }
    }

    static let expectations = [
        Expectation(
            name: "exports/real-v3-en_US-11k.xml",
            counts: [
                "Record": 10_939, "Record/MetadataEntry": 1_458, "Correlation": 34, "Correlation/MetadataEntry": 71,
                "Correlation/Record": 162, "Correlation/Record/MetadataEntry": 294, "Workout": 61,
                "Workout/MetadataEntry": 111, "Workout/WorkoutEvent": 4,
            ],
            attributes: 100_585,
            notUnderstood: [:]
        ),
        Expectation(
            name: "exports/route-reference.xml",
            counts: [
                "Record": 2, "Record/MetadataEntry": 6, "Workout": 1, "Workout/MetadataEntry": 3,
                "Workout/WorkoutRoute": 1,
                "Workout/WorkoutRoute/FileReference": 1, "ActivitySummary": 2,
            ],
            attributes: 75,
            notUnderstood: [:]
        ),
        Expectation(
            name: "exports/sample-correlation.xml",
            counts: [
                "Record": 6, "Record/MetadataEntry": 5, "Workout": 1, "Workout/WorkoutEvent": 1,
                "Workout/WorkoutStatistics": 1,
                "Workout/WorkoutRoute": 1, "Workout/WorkoutRoute/FileReference": 1, "ActivitySummary": 1,
                "Correlation": 1,
                "Correlation/Record": 2,
            ],
            attributes: 101,
            notUnderstood: [:]
        ),
        Expectation(
            name: "exports/v3-en_GB.xml",
            counts: ["Record": 15, "ActivitySummary": 2, "Workout": 1],
            attributes: 139,
            notUnderstood: [:]
        ),
        Expectation(
            name: "exports/v8-en_US.xml",
            counts: ["Record": 12, "Record/MetadataEntry": 5],
            attributes: 89,
            notUnderstood: [:]
        ),
        Expectation(
            name: "exports/v11-clinical-activity.xml",
            counts: [
                "Record": 5, "Workout": 1, "Workout/MetadataEntry": 1, "Workout/WorkoutEvent": 8,
                "Workout/WorkoutRoute": 1,
                "Workout/WorkoutRoute/MetadataEntry": 2, "Workout/WorkoutRoute/FileReference": 1,
                "Record/InstantaneousBeatsPerMinute": 10, "ActivitySummary": 17,
            ],
            // 337 in all, of which seven for each of the six clinical records.
            attributes: 337 - 42,
            notUnderstood: ["ClinicalRecord": 6]
        ),
        Expectation(
            name: "exports/v11-workouts-emoji.xml",
            counts: [
                "Record": 37, "Record/MetadataEntry": 6, "Workout": 5, "Workout/MetadataEntry": 9,
                "Workout/WorkoutRoute": 2,
                "Workout/WorkoutRoute/MetadataEntry": 4, "Workout/WorkoutRoute/FileReference": 2,
                "Workout/WorkoutEvent": 2,
            ],
            // 447 in all, of which 24 inside the audiogram.
            attributes: 447 - 24,
            notUnderstood: ["Audiogram": 1]
        ),
    ]

    @Test("hold what expat finds in them", arguments: expectations)
    func counts(expectation: Expectation) throws {
        var log = EventLog()
        let report = try scan(Fixtures.sharedBytes(expectation.name), into: &log)
        #expect(log.elementCounts == expectation.counts)
        #expect(report.warnings == [])
        let understood = Dictionary(uniqueKeysWithValues: report.notUnderstood.map { ($0.name, $0.count) })
        #expect(understood == expectation.notUnderstood)
        // The log counts neither the root's locale nor the date of the export.
        let dated = log.events.contains { $0.hasPrefix("ExportDate") } ? 1 : 0
        #expect(log.attributeCount + 1 + dated == expectation.attributes)
    }

    @Test("of iOS 16.0 are read in spite of their document type and the control byte")
    func brokenDocumentType() throws {
        let scan = try scan(Fixtures.sharedBytes("adversarial/v12-ios16-broken-dtd.xml"))
        #expect(scan.report.version == 12)
        #expect(scan.report.records == 2)
        #expect(scan.report.workouts == 1)
        #expect(scan.report.notUnderstood == [])
        #expect(scan.report.warnings == [ScanWarning(kind: .controlByte, line: 218, subject: "sourceName")])
        #expect(scan.events.last?.contains("[Event") == true)
    }

    @Test("come to the same in chunks", arguments: [7, 4_093])
    func chunks(size: Int) throws {
        for name in ["exports/v11-workouts-emoji.xml", "exports/v8-en_US.xml", "adversarial/v12-ios16-broken-dtd.xml"] {
            let bytes = try Fixtures.sharedBytes(name)
            #expect(try scan(bytes, chunk: size) == scan(bytes))
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
        for expectation in Self.expectations {
            var reader = Reader()
            _ = try scan(Fixtures.sharedBytes(expectation.name), into: &reader)
            #expect(reader.refused == [], "\(expectation.name)")
        }
    }

    @Test(
        "in zip archives are found and read",
        arguments: [
            ("exports/v14-en_NL.zip", "apple_health_export/export.xml", 8, 0),
            ("exports/workouts-routes.zip", "export.xml", 5, 4),
            ("adversarial/x4-4-zip-slip.zip", "apple_health_export/export.xml", 0, 0),
            ("adversarial/x4-5-original.zip", "apple_health_export/export.xml", 0, 0),
            ("adversarial/x4-5-renamed-clone.zip", "apple_health_export/export.xml", 0, 0),
            ("adversarial/x4-6-future-mtime.zip", "apple_health_export/export.xml", 0, 0),
            ("adversarial/x4-7-broken-xml.zip", "apple_health_export/export.xml", 0, 0),
        ]
    )
    func archives(name: String, main: String, records: Int, routes: Int) throws {
        let source = try ExportSource(path: Fixtures.sharedURL(name).path)
        var log = EventLog()
        let report = try source.scan(into: &log)
        #expect(source.mainName == main)
        #expect(report.records == records)
        #expect(source.contents.counts[.workoutRoute] ?? 0 == routes)
        #expect(source.damage == nil)
        #expect(report.isTruncated == name.contains("broken"))
        #expect(source.contents.refused == (name.contains("slip") ? ["../../../tmp/zip-slip-escape.txt"] : []))
    }

    @Test("that are empty are refused by name")
    func empty() throws {
        let path = try Fixtures.sharedURL("adversarial/x4-3-multi-empty-xml.zip").path
        let error = #expect(throws: ExportSourceError.self) { _ = try ExportSource(path: path) }
        #expect(error?.code == .notAnExport)
        #expect(error?.reason == "no <HealthData> element in apple_health_export/export.xml (which is empty)")
    }
}
