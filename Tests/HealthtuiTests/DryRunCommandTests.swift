import Foundation
import ProgramTesting
import Testing

/// `import --dry-run` and `import --explain`, with the real binary.
@Suite("import: a dry run")
struct DryRunCommandTests {
    private let folder: ScratchFolder
    private let store: String

    init() throws {
        folder = try ScratchFolder()
        store = folder.path("a.store")
    }

    private func run(_ arguments: String...) throws -> Command.Outcome {
        try Command.run(["import"] + arguments + ["--store", store], in: folder)
    }

    private func write(_ text: String, _ name: String) throws -> String {
        let path = folder.path(name)
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        return path
    }

    private static let rows = "Date,Weight (kg),Note\n2024-01-01 08:00,71.5,a\n2024-01-02 08:00,72.5,b\n"

    @Test("It says what each type and source gets, stores nothing, and makes no store")
    func table() throws {
        let file = try write(Self.rows, "table.csv")
        let dry = try run(file, "--yes", "--dry-run", "--time-zone", "UTC")
        #expect(dry.status == 0, "\(dry.errors)")
        #expect(dry.output.contains("a dry run, nothing is stored"))
        #expect(dry.output.contains("records: 2 added, 0 there already"))
        let row = try #require(dry.output.split(separator: "\n").first { $0.contains("2024-01-02") })
        #expect(row.contains("2024-01-01") && row.contains("CSV") && row.contains("–"))
        #expect(!FileManager.default.fileExists(atPath: store))
        // With a store it shows its contents.
        #expect(try run(file, "--yes").status == 0)
        let again = try run(file, "--yes", "--dry-run")
        #expect(again.output.contains("records: 0 added, 2 there already"))
    }

    @Test("It names whole what has no place")
    func longNames() throws {
        let long = "Kind-of-measurement-that-HealthKit-has-no-type-for-and-whose-name-is-long"
        let file = try write("<HealthData locale=\"en_US\"><\(long) a=\"1\"/></HealthData>", "export.xml")
        let dry = try run(file, "--dry-run")
        #expect(dry.output.contains("  not imported yet: \(long), 1"), "\(dry.output)")
    }

    @Test("Its JSON has the numbers of the import that follows, and parts; files come with --explain")
    func json() throws {
        let file = try write(Self.rows, "table.csv")
        let dry = try #require(try run(file, "--yes", "--dry-run", "--explain", "--json").rows().first)
        let real = try #require(try run(file, "--yes", "--json").rows().first)
        #expect(dry["dryRun"] as? Bool == true)
        #expect(real["dryRun"] == nil && real["parts"] == nil && real["files"] == nil)
        for key in ["records", "correlations", "workouts"] {
            let counts = try #require(dry[key] as? [String: Int], "\(key)")
            #expect(counts == real[key] as? [String: Int], "\(key)")
        }
        let part = try #require((dry["parts"] as? [[String: Any]])?.first)
        #expect(part["type"] as? String == "HKQuantityTypeIdentifierBodyMass")
        #expect(part["added"] as? Int == 2 && part["count"] as? Int == 2)
        #expect(part["unit"] as? String == "kg" && part["least"] as? Double == 71.5)
        #expect(part["sum"] is NSNull)
        let explained = try #require((dry["files"] as? [[String: Any]])?.first)
        #expect(explained["reader"] as? String == "CSV")
        #expect((explained["mapping"] as? [String])?.contains { $0.hasPrefix("Weight (kg): ") } == true)
        #expect(explained["types"] as? [String: Int] == ["HKQuantityTypeIdentifierBodyMass": 2])
        let reference = try #require(CommandReference.all.first { $0.command == "import" })
        reference.check([dry], "import --dry-run --explain")
    }

    @Test("An explanation says what became of each file of a folder, also in an import")
    func explained() throws {
        _ = try write(Self.rows, "many-a.csv")
        let many = folder.path("many")
        try FileManager.default.createDirectory(atPath: many, withIntermediateDirectories: true)
        try FileManager.default.moveItem(atPath: folder.path("many-a.csv"), toPath: many + "/a.csv")
        try Data("Nothing to see.".utf8).write(to: URL(fileURLWithPath: many + "/readme.rst"))
        let said = try run(many, "--yes", "--explain")
        #expect(said.status == 0, "\(said.errors)")
        #expect(said.output.contains("a.csv: CSV: a table with a header row"))
        #expect(said.output.contains("  2 objects read"))
        #expect(said.output.contains("readme.rst: not read: no format recognizes it"))
    }

    @Test("A folder that is watched has no dry run")
    func watched() throws {
        let refused = try Command.run(["import", "--watch", folder.path("x"), "--dry-run"], in: folder)
        #expect(refused.status == 64)
        #expect(refused.errors.contains("--watch can't be combined with --dry-run"))
    }
}
