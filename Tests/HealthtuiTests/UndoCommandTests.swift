import Foundation
import Testing

/// One command undoes another's operation, and simultaneous commands share one log.
@Suite(.enabled(if: OwnHome.isThere, "needs mount namespaces")) struct UndoCommandTests {
    private let folder: ScratchFolder
    private let path: String

    init() throws {
        folder = try ScratchFolder()
        path = folder.path("health.store")
    }

    private func run(_ arguments: [String]) throws -> Command.Outcome {
        try Command.run(arguments + ["--store", path], in: folder)
    }

    private func weights() throws -> [Double] {
        try run(["samples", "bodyMass", "--json"]).rows().compactMap { $0["value"] as? Double }
    }

    @Test("A sample is added, edited and deleted, and each is taken back and done again")
    func turns() throws {
        let added = try #require(try run(["add", "bodyMass", "70", "kg", "--json"]).json() as? [String])
        let edited = try #require(try run(["edit", added[0], "71.5", "kg", "--json"]).json() as? [String])
        #expect(try weights() == [71.5])
        #expect(try run(["delete", edited[0], "--yes"]).status == 0)
        #expect(try run(["undo"]).output == "Undone: deleted 1 Weight sample.\n")
        #expect(try weights() == [71.5])
        #expect(try run(["undo"]).output == "Undone: edited a sample of Weight.\n")
        #expect(try weights() == [70])
        #expect(try run(["undo"]).output == "Undone: added 1 Weight sample.\n")
        #expect(try weights().isEmpty)
        let nothing = try run(["undo"])
        #expect(nothing.status == 1 && nothing.errors == "healthtui: undo: nothing to undo\n")
        for expected in [[70], [71.5], []] {
            #expect(try run(["undo", "--redo"]).status == 0)
            #expect(try weights() == expected)
        }
        #expect(try run(["undo", "--redo"]).status == 1)
        let log = try run(["undo", "--list", "--json"]).rows()
        #expect(log.map { $0["what"] as? String } == ["delete", "edit", "add"])
        #expect(log.allSatisfy { $0["state"] as? String == "done" && $0["turned"] is String })
    }

    @Test("An import is one step, whatever the number of its transactions, and comes back without its file")
    func imports() throws {
        var xml = "<HealthData locale=\"en_US\">\n"
        for index in 0..<30_000 {
            let clock = "\(10 + index / 3600 % 10):\(10 + index / 60 % 50):\(10 + index % 50)"
            let time = "2024-01-0\(1 + index / 10_000) \(clock) +0000"
            xml += "<Record type=\"HKQuantityTypeIdentifierStepCount\" sourceName=\"Phone\" unit=\"count\" "
            xml += "creationDate=\"\(time)\" startDate=\"\(time)\" endDate=\"\(time)\" value=\"\(index)\"/>\n"
        }
        let file = folder.path("export.xml")
        try Data((xml + "</HealthData>\n").utf8).write(to: URL(fileURLWithPath: file))
        #expect(try run(["import", file]).status == 0)
        try FileManager.default.removeItem(atPath: file)
        let before = try run(["samples", "steps", "--json"]).output
        #expect(try run(["undo"]).output == "Undone: imported export.xml: 30,000 Steps samples.\n")
        #expect(try run(["samples", "steps", "--json"]).rows().isEmpty)
        #expect(try run(["undo", "--redo"]).status == 0)
        #expect(try run(["samples", "steps", "--json"]).output == before)
        #expect(try run(["undo", "--list", "--json"]).rows().count == 1)
        #expect(try run(["doctor"]).status == 0)
    }

    @Test("Any step of the list is undone and redone by its number, unless one since builds on it")
    func chosen() throws {
        let added = try #require(try run(["add", "bodyMass", "70", "kg", "--json"]).json() as? [String])
        #expect(try run(["add", "bodyMass", "80", "kg"]).status == 0)
        #expect(try run(["edit", added[0], "71", "kg"]).status == 0)
        #expect(try run(["undo", "--step", "2"]).output == "Undone: added 1 Weight sample.\n")
        #expect(try weights() == [71])
        let again = try run(["undo", "--step", "2"])
        #expect(again.status == 1 && again.errors.contains("step 2 is undone already; undo --redo --step 2 redoes it"))
        let kept = try run(["undo", "--step", "1"])
        #expect(kept.status == 1)
        #expect(kept.errors.contains("can’t undo step 1: step 3 is about 1 object of it; undo step 3 first"))
        #expect(try run(["undo", "--redo", "--step", "2"]).status == 0)
        #expect(try weights().sorted() == [71, 80])
        let stands = try run(["undo", "--redo", "--step", "2"])
        #expect(stands.status == 1 && stands.errors.contains("step 2 isn't undone"))
        let missing = try run(["undo", "--step", "9"])
        #expect(missing.status == 1 && missing.errors.contains("there is no step 9"))
        #expect(try run(["undo", "--step", "0"]).status == 64)
        #expect(try run(["undo", "--step", "1", "--list"]).status == 64)
        #expect(try run(["doctor"]).status == 0)
    }

    /// Writes an export of one weight.
    private func export(_ kilograms: Double) throws -> String {
        let file = folder.path("weight.xml")
        let time = "2026-11-19 08:00:00 +0000"
        let xml = """
            <HealthData locale="en_US">
            <Record type="HKQuantityTypeIdentifierBodyMass" sourceName="Scale" unit="kg" creationDate="\(time)" \
            startDate="\(time)" endDate="\(time)" value="\(kilograms)"/>
            </HealthData>

            """
        try Data(xml.utf8).write(to: URL(fileURLWithPath: file))
        return file
    }

    @Test("An undone import is done again after other changes, or added again by importing the file again")
    func redoneLater() throws {
        let file = try export(70)
        for isRedone in [true, false] {
            #expect(try run(["import", file]).status == 0)
            #expect(try run(["undo"]).status == 0)
            #expect(try weights().isEmpty)
            #expect(try run(["add", "bodyMass", "71", "kg"]).status == 0)
            if isRedone {
                #expect(try run(["undo", "--redo"]).output == "Redone: imported weight.xml: 1 Weight sample.\n")
                #expect(try run(["undo"]).status == 0)
            } else {
                #expect(try run(["import", file]).output.contains("1 added"))
                #expect(try weights().sorted() == [70, 71])
                #expect(try run(["undo"]).status == 0)
            }
            #expect(try weights() == [71])
            #expect(try run(["undo"]).status == 0)
            #expect(try weights().isEmpty)
        }
        // Objects that the person deleted stay deleted.
        #expect(try run(["import", file]).status == 0)
        #expect(try run(["delete", "--type", "bodyMass", "--yes"]).status == 0)
        let imported = try run(["import", file])
        #expect(imported.output.contains("1 deleted by you and left out"), "\(imported.output)")
        #expect(imported.output.contains("--restore-deleted brings back"), "\(imported.output)")
        #expect(try run(["doctor"]).status == 0)
    }

    @Test(
        "At a terminal an import is undone after a question that names it, and --yes asks nothing",
        .enabled(if: Tmux.isThere)
    )
    func asksAtTerminal() async throws {
        let file = try export(70)
        let tmux = Tmux(folder)
        defer { tmux.end() }
        let program = "\(Program.path("healthtui")) undo --store \(path)"
        for answer in ["n", "y"] {
            #expect(try run(["import", file]).status == 0)
            let window = try tmux.open(answer, .init(100, 20), program)
            let screen = try await window.wait(for: "Take back the import of weight.xml? [y/n]")
            #expect(screen.contains("1 Weight sample goes: Weight 1."))
            try window.press(answer, "Enter")
            let end = try await window.wait(for: "the-end")
            #expect(end.contains(answer == "y" ? "Undone: imported weight.xml" : "canceled"), "\(end)")
            #expect(try weights() == (answer == "y" ? [] : [70]))
        }
        #expect(try run(["import", file]).status == 0)
        let end = try await tmux.open("yes", .init(100, 20), program + " --yes").wait(for: "the-end")
        #expect(end.contains("Undone: imported weight.xml") && !end.contains("[y/n]"), "\(end)")
    }

    @Test("What several programs add and take back at once is one log, and nothing of it is lost")
    func atOnce() throws {
        #expect(try run(["add", "bodyMass", "60", "kg"]).status == 0)
        for round in 0..<4 {
            let running = try (0..<6)
                .map { number in
                    let isUndo = number == 5
                    let weight = "\(61 + round * 6 + number)"
                    return try RunningProgram(
                        "healthtui",
                        (isUndo ? ["undo"] : ["add", "bodyMass", weight, "kg"]) + ["--store", path]
                    )
                }
            for program in running { #expect(program.end() == 0) }
        }
        let left = try run(["undo", "--list", "--json"]).rows().filter { $0["state"] as? String == "done" }.count
        #expect(try weights().count == left)
        for _ in 0..<left { #expect(try run(["undo"]).status == 0) }
        #expect(try weights().isEmpty)
        #expect(try run(["doctor"]).status == 0)
    }

    @Test("What an app may do comes back only when a person says so, and forgetting leaves nothing to take back")
    func rights() throws {
        #expect(try run(["add", "bodyMass", "70", "kg"]).status == 0)
        let example = try ExampleStore()
        #expect(try example.run(["permissions", "test.walker", "--set", "steps=read", "--yes"]).status == 0)
        // Revoking it again needs no confirmation.
        let taken = try example.run(["undo"])
        #expect(taken.status == 0 && taken.output.hasPrefix("Undone: gave "), "\(taken.output)")
        let refused = try example.run(["undo", "--redo"])
        #expect(refused.status == 1 && refused.errors.contains("needs a person"))
        let given = try example.run(["undo", "--redo", "--yes"])
        #expect(given.status == 0 && given.output.contains("read access to Steps"), "\(given.output)")
        #expect(try example.run(["undo", "--forget"]).status == 0)
        #expect(try example.run(["undo", "--list"]).output == "Nothing was done yet.\n")
        #expect(try run(["undo", "--list", "--limit", "1", "--csv"]).output.hasPrefix("number,time,what,text,state"))
        #expect(try run(["undo", "--redo", "--list"]).status == 64)
    }
}
