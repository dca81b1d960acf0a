import Foundation
import Testing

/// The contents of a store are exported in every format that supports them, and the rest is counted.
@Suite("export: all of it")
struct ExportContentTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        let fixture = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Fixtures/imports/everything.zip").path
        let outcome = try Command.run(["import", fixture, "--store", folder.path("all.store")], in: folder)
        try #require(outcome.status == 0, "\(outcome.errors)")
        let summaries = folder.path("days.xml")
        let text =
            "<?xml version=\"1.0\"?>\n<HealthData locale=\"en\">\n<ActivitySummary dateComponents=\"2025-06-01\" "
            + "activeEnergyBurned=\"412.5\" activeEnergyBurnedGoal=\"500\" activeEnergyBurnedUnit=\"kcal\" "
            + "appleExerciseTime=\"31\"/>\n<Record type=\"HKDataTypeSleepDurationGoal\" sourceName=\"W\" value=\"480\" "
            + "unit=\"min\" startDate=\"2025-06-27 07:00:00 +0200\" endDate=\"2025-06-27 07:00:00 +0200\"/>\n</HealthData>\n"
        try Data(text.utf8).write(to: URL(fileURLWithPath: summaries))
        #expect(try Command.run(["import", summaries, "--store", folder.path("all.store")], in: folder).status == 0)
    }

    private func facts(_ arguments: String...) throws -> [String: Any] {
        let outcome = try Command.run(
            ["export"] + arguments + ["--json", "--store", folder.path("all.store")],
            in: folder
        )
        try #require(outcome.status == 0, "\(outcome.errors)")
        return try #require(try outcome.json() as? [String: Any])
    }

    private func leftOut(_ facts: [String: Any]) -> [String: Int] {
        let all = facts["leftOut"] as? [[String: Any]] ?? []
        return Dictionary(
            all.compactMap { each in (each["kind"] as? String).map { ($0, each["count"] as? Int ?? 0) } },
            uniquingKeysWith: +
        )
    }

    private static let contents = [
        "beats of heartbeat series": 1, "files attached to prescriptions": 1, "places of workout routes": 3,
        "texts of clinical documents": 1, "voltages of electrocardiograms": 2,
    ]

    @Test("CSV has health records of kinds without a type, their FHIR, unknown types and days; the rest is counted")
    func tables() throws {
        let written = try facts(folder.path("tables"), "--format", "csv")
        #expect(written["clinicalRecords"] as? Int == 3)
        #expect(written["activitySummaries"] as? Int == 1)
        #expect(leftOut(written) == Self.contents)
        func rows(_ name: String) throws -> [[String: String]] {
            let text = try String(contentsOfFile: folder.path("tables/\(name).csv"), encoding: .utf8)
            let records = try CSVTable.records(text)
            return records.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(records[0], $0)) }
        }
        let patients = try rows("HKClinicalTypeIdentifierPatientRecord")
        #expect(patients.map { $0["resourceIdentifier"] } == ["c3"])
        #expect(patients[0]["fhir"]?.contains("\"Patient\"") == true)
        #expect(patients[0]["resourceType"] == "Patient" && patients[0]["source"] == "Clinic")
        #expect(try rows("HKDataTypeSleepDurationGoal").map { $0["value"] } == ["480"])
        let days = try rows("HKActivitySummaryTypeIdentifier")
        #expect(
            days.map { [$0["day"], $0["activeEnergyBurned"], $0["energyUnit"]] } == [["2025-06-01", "412.5", "kcal"]]
        )
    }

    @Test("JSON lines have the same; FHIR has health records of all kinds, and counts what it leaves out")
    func others() throws {
        let written = try facts(folder.path("all.jsonl"), "--format", "jsonl")
        #expect(written["clinicalRecords"] as? Int == 3 && written["activitySummaries"] as? Int == 1)
        #expect(leftOut(written) == Self.contents)
        let lines = try String(contentsOfFile: folder.path("all.jsonl"), encoding: .utf8).split(separator: "\n")
            .compactMap { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] }
        let types = lines.compactMap { $0["type"] as? String }
        #expect(types.count == lines.count)
        for type in ["HKClinicalTypeIdentifierPatientRecord", "HKDataTypeSleepDurationGoal"] {
            #expect(types.filter { $0 == type }.count == 1)
        }
        #expect(types.contains("HKActivitySummaryTypeIdentifier"))
        let german = lines.first { ($0["symptomNames"] as? [String])?.isEmpty == false }
        #expect(german?["symptomNames"] as? [String] == ["Herzrasen", "Schwindel"])

        let bundle = try facts(folder.path("all.json"), "--format", "fhir")
        #expect(bundle["clinicalRecords"] as? Int == 3)
        let missing = leftOut(bundle)
        #expect(missing["activity summaries"] == 1 && missing["HKDataTypeSleepDurationGoal"] == 1)
        #expect(missing["HKDataTypeIdentifierElectrocardiogram"] == nil)
        #expect(bundle["electrocardiograms"] as? Int == 2)
        let text = try String(contentsOfFile: folder.path("all.json"), encoding: .utf8)
        #expect(text.contains("\"resourceType\": \"Patient\", \"id\": \"c3\""))
    }

    @Test("What a recording says of symptoms is on its page, in its words and ours")
    func symptoms() throws {
        let outcome = try Command.run(
            ["samples", "electrocardiogram", "--json", "--order", "asc", "--store", folder.path("all.store")],
            in: folder
        )
        let uuid = try #require(try outcome.rows().first?["uuid"] as? String)
        let page = try Command.run(["record", uuid, "--store", folder.path("all.store")], in: folder).output
        #expect(page.contains("Rapid, Pounding or Fluttering Heartbeat, “Herzrasen”, as the recording says"), "\(page)")
        #expect(page.contains("Dizziness, “Schwindel”, as the recording says"), "\(page)")
    }
}
