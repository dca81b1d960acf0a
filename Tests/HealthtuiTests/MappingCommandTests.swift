import Foundation
import Testing

/// Mappings of tables, written, kept and used, with the real binary.
@Suite("mapping: what the columns of a table mean")
struct MappingCommandTests {
    private let folder: ScratchFolder
    private static let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Fixtures")

    init() throws { folder = try ScratchFolder() }

    private func run(_ arguments: [String]) throws -> Command.Outcome {
        try Command.run(arguments + ["--store", folder.path("m.store")], in: folder)
    }

    private func write(_ text: String, _ name: String) throws -> String {
        let path = folder.path(name)
        try FileManager.default.createDirectory(
            atPath: (path as NSString).deletingLastPathComponent,
            withIntermediateDirectories: true
        )
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    @Test("a table's mapping, kept in the folder, reads the next table without a question, and names its maker")
    func journey() throws {
        let table = try write("Date,HRV,Mass (kg)\n2026-07-01 08:00,40,80.5\n", "scale.csv")
        let refused = try run(["import", table, "--yes", "--time-zone", "UTC"])
        #expect(refused.status == 65 && refused.errors.contains("SDNN or RMSSD is not said"), "\(refused.errors)")
        let open = try run(["mapping", table, "--json"]).json() as? [String: Any]
        #expect((open?["questions"] as? [String])?.count == 2)
        let written = try run([
            "mapping", table, "--name", "Acme Scale", "--map", "HRV=heartRateVariabilitySDNN:ms", "--map",
            "Mass (kg)=bodyMass:kg",
        ])
        #expect(written.status == 0, "\(written.errors)")
        let file = try write(written.output, ".config/healthtui/mappings/acme.mapping")
        let read = try run(["import", table, "--yes", "--time-zone", "UTC"])
        #expect(read.status == 0, "\(read.errors)")
        #expect(read.errors.contains("read as Acme Scale, by the mapping \(file)"), "\(read.errors)")
        let sources = try run(["sources", "--json"]).rows().map { $0["name"] as? String }
        #expect(sources == ["Acme Scale"])
        #expect(try run(["mapping", table]).output == written.output)
    }

    @Test("a mapping that isn't one is reported with its line, and keeps no other from being used")
    func faults() throws {
        _ = try write("name A\nsource a\nhas Date\ncolunm Date start\n", ".config/healthtui/mappings/a.mapping")
        _ = try write("name", ".config/healthtui/mappings/notes.txt")
        _ = try write(
            "name Bee\nsource bee\nhas Date Mass\ncolumn Date start\ncolumn Mass bodyMass:lb\n",
            ".config/healthtui/mappings/b.mapping"
        )
        let table = try write("Date,Mass\n2026-07-01 08:00,180\n", "scale.csv")
        let read = try run(["import", table, "--yes", "--time-zone", "UTC"])
        #expect(read.status == 0, "\(read.errors)")
        #expect(read.errors.contains("a.mapping line 4: unknown word “colunm”"), "\(read.errors)")
        #expect(!read.errors.contains("notes.txt"))
        #expect(try run(["sources", "--json"]).rows().map { $0["name"] as? String } == ["Bee"])
    }

    @Test("of a table that the program knows it prints the program's mapping; what is no table is an error")
    func known() throws {
        let clarity = Self.fixtures.appendingPathComponent("tables/makers/clarity.csv").path
        #expect(try run(["mapping", clarity]).output.contains("source dexcom-clarity\n"))
        #expect(try run(["mapping", folder.path("none.csv")]).status == 66)
        #expect(try run(["mapping", try write("words\n", "w.csv")]).status == 65)
        #expect(try run(["mapping", try write("{}", "w.json")]).status == 65)
        #expect(try run(["mapping", clarity, "--name", " "]).status == 64)
    }
}
