import Foundation
import Testing

@testable import HealthKit
@testable import HealthtuiExchange

/// What an import says it read is what the file holds, and each of it became something.
@Suite struct CountsAddUpTests {
    /// What expat finds in a file; see `Tests/Fixtures/make_exports.py`.
    private struct Expectation: Decodable {
        let elements: [String: Int]
    }

    static let fixtures = [
        "every-element.xml", "export-as-phones-write-it.zip", "export-zip64.zip", "export-hostile-names.zip",
        "exports/v3-en_GB.xml", "exports/v8-en_US.xml", "exports/v11-clinical.xml", "exports/v14-de_NL.xml",
        "exports/v12-ios16-broken-dtd.xml", "exports/routes.zip", "exports/decoys.zip", "exports/renamed.zip",
        "exports/slip.zip", "exports/future.zip", "imports/export-ios15.xml", "imports/export-ios18.xml",
        "imports/export-ios8-german.xml", "imports/everything.zip",
    ]

    @Test("Of every fixture, all that was read was added, there already, refused or left out", arguments: fixtures)
    func everyFixture(name: String) throws {
        let person = HKHealthStore.person(location: .memory).person
        let path = Fixtures.own.appending(path: name).path
        for _ in 0..<2 {
            let summary = try ExportImporter(person).run(path: path)
            for kind in ImportKind.allCases {
                let tally = summary.counts[kind]
                #expect(tally.read == tally.settled, "\(name): \(kind): \(tally)")
            }
        }
        let again = try ExportImporter(person).run(path: path)
        #expect(again.added == 0, "\(name): \(again.counts)")
    }

    @Test(
        "What was read is what expat finds",
        arguments: ["v3-en_GB.xml", "v8-en_US.xml", "v11-clinical.xml", "v14-de_NL.xml"]
    )
    func expat(name: String) throws {
        let data = Data(try Fixtures.bytes("exports/expected.json"))
        let expected = try #require(try JSONDecoder().decode([String: Expectation].self, from: data)[name]).elements
        let person = HKHealthStore.person(location: .memory).person
        let summary = try ExportImporter(person).run(path: Fixtures.own.appending(path: "exports/" + name).path)
        let paths: [ImportKind: [String]] = [
            .records: ["Record"], .correlations: ["Correlation"], .workouts: ["Workout"],
            .activitySummaries: ["ActivitySummary"], .audiograms: ["Audiogram"],
            .visionPrescriptions: ["VisionPrescription"], .clinicalRecords: ["ClinicalRecord"],
            .workoutRoutes: ["Workout/WorkoutRoute/FileReference"],
            .heartbeatSeries: ["Record/HeartRateVariabilityMetadataList"],
        ]
        for (kind, names) in paths {
            let tally = summary.counts[kind]
            let found = names.reduce(0) { $0 + (expected[$1] ?? 0) }
            #expect(tally.read + tally.missing == found, "\(kind): \(tally)")
        }
    }
}
