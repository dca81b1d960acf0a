import Foundation
import HealthtuiFacts
import ProgramTesting
import Testing

/// Data without a HealthKit type is listed, filtered and deleted by the same commands as everything else.
@Suite struct StoredKindsTests {
    private static let everything = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Fixtures/imports/everything.zip").path

    private let folder: ScratchFolder
    private let patients = "HKClinicalTypeIdentifierPatientRecord"

    init() throws {
        folder = try ScratchFolder()
        #expect(try run("import", Self.everything).status == 0)
    }

    private func run(_ arguments: String...) throws -> Command.Outcome {
        try Command.run(arguments + ["--store", folder.path("a.store")], in: folder)
    }

    @Test("A patient's record is listed, shown, and deleted by its type, by its name and by its UUID")
    func patient() throws {
        for name in [patients, "patient records"] {
            let rows = try run("samples", name, "--json").rows()
            #expect(rows.count == 1, "\(name)")
            #expect(rows.first?["source"] as? String == "Clinic")
        }
        let types = try run("types", "--json").rows()
        let row = try #require(types.first { $0["identifier"] as? String == patients })
        #expect(row["kind"] as? String == "clinical")
        #expect(row["samples"] as? Int == 1)
        #expect(try run("record", patients).output.contains("Patient"))
        #expect(try run("samples", patients, "--source", "Clinic", "--json").rows().count == 1)
        #expect(try run("export", folder.path("p.jsonl"), "--format", "jsonl", "--type", patients).status == 0)
        #expect(try String(contentsOfFile: folder.path("p.jsonl"), encoding: .utf8).contains("\"c3\""))
        #expect(try run("delete", "--type", patients, "--yes").output.contains("Deleted 1 sample"))
        #expect(try run("samples", patients).status == 64)
        #expect(try run("undo").status == 0)
        let uuid = try #require(try run("samples", patients, "--json").rows().first?["uuid"] as? String)
        #expect(try run("delete", uuid, "--yes").status == 0)
    }

    @Test("A source's count, its samples and what deleting its data takes are the same number")
    func source() throws {
        let clinic = try #require(try run("sources", "--json").rows().first { $0["name"] as? String == "Clinic" })
        #expect(clinic["samples"] as? Int == 3)
        #expect(try run("delete", "--source", "Clinic", "--yes").output.contains("Deleted 3 samples"))
        #expect(try run("sources", "--json").rows().contains { $0["name"] as? String == "Clinic" } == false)
        #expect(try run("types", "--json").rows().contains { $0["identifier"] as? String == patients } == false)
    }

    @Test("Samples of a type that only an export knows are deleted by UUID and by type")
    func unknown() throws {
        let type = "HKQuantityTypeIdentifierMadeUp"
        let records = (0..<3)
            .map { index in
                let times = ["startDate", "endDate"].map { "\($0)=\"2024-06-01 08:0\(index):00 +0000\"" }
                let facts = "type=\"\(type)\" sourceName=\"Scale\" value=\"\(index)\""
                return "<Record \(facts) \(times.joined(separator: " "))/>"
            }
            .joined()
        let file = folder.path("export.xml")
        try Data("<HealthData locale=\"en\">\(records)</HealthData>".utf8).write(to: URL(fileURLWithPath: file))
        #expect(try run("import", file).status == 0)
        let uuids = try run("samples", type, "--json").rows().compactMap { $0["uuid"] as? String }
        #expect(uuids.count == 3)
        #expect(try run("delete", try #require(uuids.first), "--yes").status == 0)
        #expect(try run("delete", "--type", type, "--from", "2024-06-01T08:01", "--yes").status == 0)
        #expect(try run("samples", type, "--json").rows().count == 1)
        #expect(try run("delete", "--type", type, "--yes").output.contains("Deleted 1 sample"))
        #expect(try run("delete", "--type", type, "--yes").status == 64)
    }
}
