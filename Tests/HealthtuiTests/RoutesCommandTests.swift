import Foundation
import Testing

/// The routes of many workouts, in one go.
@Suite("routes", .enabled(if: OwnHome.isThere, "needs mount namespaces"))
struct RoutesCommandTests {
    @Test("routes writes those of an activity and a period to a folder, once, and says what has none")
    func routes() throws {
        let folder = try ScratchFolder()
        let store = ["--store", folder.path("routes.store")]
        try Program.allowUnattended(folder.path(".config"))
        let record = ["simulate", "workout", "--minutes", "2", "--speed", "10000x", "--yes"] + store
        let recorded = try Command.run(record, in: folder)
        #expect(recorded.status == 0, "\(recorded.errors)")
        let output = folder.path("routes")
        func run(_ more: [String]) throws -> Command.Outcome {
            try Command.run(["routes", "--output", output] + more + store, in: folder)
        }
        let none = try run(["--activity", "yoga", "--json"]).json() as? [String: Any]
        #expect(none?["files"] as? [String] == [])
        let early = try run(["--to", "2000-01-01"])
        #expect(early.status == 0 && early.output.hasSuffix("routes: 0 routes of 0 workouts\n"), "\(early.output)")
        let written = try run(["--json"]).json() as? [String: Any]
        let files = try #require(written?["files"] as? [String])
        #expect(files.count == 1 && files[0].hasSuffix(".gpx"), "\(files)")
        let text = try String(contentsOfFile: output + "/" + files[0], encoding: .utf8)
        #expect(text.contains("<trkpt") && text.contains("</gpx>"))
        let again = try run([])
        #expect(again.output.hasSuffix("0 routes of 1 workout, 1 file kept\n"), "\(again.output)")
    }

    @Test("What makes no sense is refused, and a folder that can't be made is named")
    func wrong() throws {
        let folder = try ScratchFolder()
        let store = ["--store", folder.path("routes.store")]
        for arguments in [
            [], ["--output", ""], ["--output", "x", "--activity", "flying"], ["--output", "x", "--from", "before nov"],
        ] {
            #expect(try Command.run(["routes"] + arguments + store, in: folder).status == 64, "\(arguments)")
        }
        let file = folder.path("file")
        try Data().write(to: URL(fileURLWithPath: file))
        try #require(try Command.run(["add", "bodyMass", "70", "kg"] + store, in: folder).status == 0)
        let outcome = try Command.run(["routes", "--output", file] + store, in: folder)
        #expect(outcome.status == 1 && outcome.errors.contains("a file of that name exists"), "\(outcome.errors)")
    }
}
