import Foundation
import HealthKit
import Testing

@testable import healthtui

/// The files that `export` writes, with the real binary.
@Suite("export: files that other programs read")
struct ExportCommandTests {
    private let example: ExampleStore
    private let folder: URL

    init() throws {
        example = try ExampleStore()
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("export-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    private func facts(_ arguments: [String]) throws -> [String: Any] {
        let outcome = try example.run(arguments)
        try #require(outcome.status == 0, "\(outcome.errors)")
        return try #require(try outcome.json() as? [String: Any])
    }

    @Test("samples of every kind come back from the zip as they were, into a new store")
    func whole() throws {
        let written = try facts(["export", path("all.zip"), "--json"])
        #expect(written["whole"] as? Bool == true)
        let new = path("new.store")
        let outcome = try Command.run(["import", path("all.zip"), "--store", new, "--json"], in: example.folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
        for type in try example.run(["types", "--json"]).rows().compactMap({ $0["identifier"] as? String }) {
            let before = try example.run(["samples", type, "--json", "--order", "asc"]).output
            let after =
                try Command.run(["samples", type, "--json", "--order", "asc", "--store", new], in: example.folder)
                .output
            #expect(before == after, "\(type)")
        }
        let doctor = try Command.run(["doctor", "--store", new, "--json"], in: example.folder)
        #expect(doctor.status == 0, "\(doctor.output)")
    }

    @Test("The size of a small file is told in its unit, and the sources there are by names alone")
    func tells() throws {
        let reported = try example.run(["export", path("steps.zip"), "--type", "steps"])
        #expect(reported.output.contains(/, [0-9.]+ k?B\n/), "\(reported.output)")
        let refused = try example.run(["export", path("none.zip"), "--source", "Nobody"])
        #expect(refused.errors.contains("source not found; there is"), "\(refused.errors)")
    }

    @Test("CSV is a file a type, with the unit in the header; JSON lines hold the same samples")
    func tables() throws {
        let written = try facts(["export", path("tables"), "--format", "csv", "--json"])
        let types = try example.run(["types", "--json"]).rows()
        #expect(try FileManager.default.contentsOfDirectory(atPath: path("tables")).count == types.count)
        #expect(written["types"] as? Int == types.count)
        let rate = try String(contentsOfFile: path("tables/HKQuantityTypeIdentifierHeartRate.csv"), encoding: .utf8)
        let records = try CSVTable.records(rate)
        #expect(records[0].contains("value (count/min)"))
        #expect(!records[0].contains("unit"))
        let count = types.compactMap { $0["samples"] as? Int }.reduce(0, +)
        _ = try facts(["export", path("all.jsonl"), "--format", "jsonl", "--json"])
        let lines = try String(contentsOfFile: path("all.jsonl"), encoding: .utf8).split(separator: "\n")
        #expect(lines.count == count)
        for line in lines { #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(line.utf8)) } }
        // A folder with something in it stays as it is.
        let again = try example.run(["export", path("tables"), "--format", "csv"])
        #expect(again.status == 1)
        #expect(again.errors.contains("not empty"))
    }

    @Test("FHIR is a bundle of observations as the vital signs profile has them")
    func fhir() throws {
        _ = try facts(["export", path("all.json"), "--format", "fhir", "--json"])
        let data = try Data(contentsOf: URL(fileURLWithPath: path("all.json")))
        let bundle = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        #expect(bundle["resourceType"] as? String == "Bundle")
        let entries = try #require(bundle["entry"] as? [[String: Any]])
        let resources = entries.compactMap { $0["resource"] as? [String: Any] }
        #expect(resources.first?["resourceType"] as? String == "Patient")
        let rates = resources.filter { Self.code($0) == "8867-4" }
        let rate = try #require(rates.first { ($0["valueQuantity"] as? [String: Any])?["value"] as? Double == 64 })
        #expect(rate["status"] as? String == "final")
        let quantity = try #require(rate["valueQuantity"] as? [String: Any])
        #expect(quantity["code"] as? String == "/min")
        #expect(quantity["system"] as? String == "http://unitsofmeasure.org")
        let pressure = try #require(resources.first { Self.code($0) == "85354-9" })
        let components = try #require(pressure["component"] as? [[String: Any]])
        #expect(components.compactMap { Self.code($0) } == ["8480-6", "8462-4"])
        #expect(
            components.compactMap { ($0["valueQuantity"] as? [String: Any])?["code"] as? String } == [
                "mm[Hg]", "mm[Hg]",
            ]
        )
        #expect(resources.contains { $0["resourceType"] as? String == "AllergyIntolerance" } || resources.count > 5)
    }

    private static func code(_ resource: [String: Any]) -> String? {
        let codings = (resource["code"] as? [String: Any])?["coding"] as? [[String: Any]]
        return codings?.first?["code"] as? String
    }

    @Test("a file that exists is refused without --force, and calls that make no sense are usage errors")
    func refusals() throws {
        try Data("mine".utf8).write(to: folder.appendingPathComponent("out.zip"))
        let refused = try example.run(["export", path("out.zip")])
        #expect(refused.status == 1)
        #expect(refused.errors.contains("--force"))
        #expect(try String(contentsOfFile: path("out.zip"), encoding: .utf8) == "mine")
        #expect(try example.run(["export", path("out.zip"), "--force"]).status == 0)
        for arguments in [
            ["export", path("x"), "--format", "gpx"], ["export", path("x"), "--format", "tcx"],
            ["export", path("x"), "--format", "csv", "--plain"],
            ["export", path("x"), "--type", "no such type at all"], ["export", path("x"), "--uuid", "1"],
            ["export", path("x"), "--from", "2026-01-02", "--to", "2026-01-01"], ["export", ""],
        ] {
            let outcome = try example.run(arguments)
            #expect(outcome.status == 64, "\(arguments): \(outcome.errors)")
        }
        let missing = try example.run(["export", path("x.gpx"), "--format", "gpx", "--uuid", UUID().uuidString])
        #expect(missing.status == 1)
        #expect(missing.errors.contains("workout not found"))
        let noWorkout = try example.run(["export", path("x.tcx"), "--format", "tcx", "--uuid", UUID().uuidString])
        #expect(noWorkout.status == 1 && noWorkout.errors.contains("workout not found"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["out.zip"])
    }
}
