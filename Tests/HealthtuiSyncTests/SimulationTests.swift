import Foundation
import HealthtuiSync
import RandomTesting
import Testing

/// Devices, wrong clocks, crashes, copied disks and restored backups, and a relay that reorders, repeats, hides, rolls back,
/// cuts and forges.
@Suite struct SimulationTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()

    /// A list of actions, and what must be shown at its end.
    private struct Case: Decodable {
        let actions: String
        let samples: [[String]]
        let values: [[String]]
    }

    /// A rule, and a list of actions that breaks a promise without it.
    private struct Counterexample: Decodable {
        let rule: String
        let actions: String
    }

    private static func lines<Line: Decodable>(_ name: String, _ type: Line.Type) throws -> [Line] {
        let file = root.appendingPathComponent("Fixtures/sync").appendingPathComponent(name)
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
            .map {
                try JSONDecoder().decode(Line.self, from: Data($0.utf8))
            }
    }

    @Test("The devices show what an independent model of the rules shows")
    func model() throws {
        let cases = try Self.lines("merges.jsonl", Case.self)
        #expect(cases.count >= 300)
        for entry in cases {
            let (broken, view) = World.run(Action.list(entry.actions))
            #expect(broken == nil, "\(entry.actions)")
            #expect(view?.samples == entry.samples, "\(entry.actions)")
            #expect(view?.values == entry.values, "\(entry.actions)")
        }
    }

    @Test("All devices agree, nothing saved is lost, nothing deleted is back, and no edit doubles")
    func agreement() {
        let first = newSeed()
        let count: UInt64 = ProcessInfo.processInfo.environment["SOAK_MINUTES"] == nil ? 1000 : 100_000
        print("simulation of \(count) runs: TEST_SEED=\(first)")
        for seed in first..<first + count {
            let actions = Script.random(seed: seed)
            guard let broken = World.run(actions).broken else { continue }
            let shortest = Script.shortest(actions)
            Issue.record("TEST_SEED=\(seed): \(broken); \(shortest.map(\.description).joined(separator: ";"))")
            return
        }
    }

    @Test("Every device reads what a copied disk writes after a segment that was folded away")
    func copiedDisk() {
        for actions in [
            "import 3 4 6;syncsave 0 4 10;publish 3 4 7;cut 3 4 1;delete 3 4 9;clone 0 7 15;publish 4 7 14;fold 0 3 14;bulk 3 7 2",
            "save 0 0 0;publish 0 0 0;clone 0 0 0;save 0 0 0;publish 0 0 0;fold 0 0 0;hide 3 0 0;save 3 0 0;publish 3 0 0",
        ] {
            #expect(World.run(Action.list(actions)).broken == nil, "\(actions)")
        }
    }

    @Test("What was deleted is known by its sync identifier, also when folding and a lost disk left nothing else of it")
    func deletedIdentifier() {
        let actions =
            "backup 1 4 12;syncsave 1 0 5;publish 1 2 0;delete 1 0 11;publish 1 7 9;fold 1 4 14;recover 1 0 8;syncsave 2 0 11"
        #expect(World.run(Action.list(actions)).broken == nil)
    }

    @Test("A link that was taken away under another name, as one of its ends was hidden then, stays away")
    func renamedLink() {
        let actions =
            "import 0 0 0;save 0 0 0;link 0 0 0;save 2 0 15;publish 0 0 0;save 1 0 1;publish 1 0 0;carryall 0 0 1;read 0 0 0;link 0 3 13"
        #expect(World.run(Action.list(actions)).broken == nil)
    }

    @Test("Who comes after a removal reads all that counts, also a folded file and one that it replaced")
    func namedTwice() {
        let actions =
            "save 1 0 0;publish 1 0 0;save 1 0 0;publish 1 0 0;carryall 0 0 1;fold 4 7 3;hide 0 0 0;carry 3 4 1;revoke 0 1 0"
        #expect(World.run(Action.list(actions)).broken == nil)
    }

    @Test("Each rule left out breaks a promise that is kept with it")
    func rules() throws {
        let known = try Self.lines("counterexamples.jsonl", Counterexample.self)
        #expect(Set(known.map(\.rule)) == Set(Rule.allCases.map(\.rawValue)))
        for example in known {
            let rule = try #require(Rule(rawValue: example.rule))
            let actions = Action.list(example.actions)
            #expect(World.run(actions).broken == nil, "\(rule)")
            #expect(World.run(actions, leavingOut: rule).broken != nil, "\(rule) can be left out")
        }
    }

    @Test(
        "Finds the shortest run that breaks without each rule",
        .enabled(if: ProcessInfo.processInfo.environment["FIND_COUNTEREXAMPLES"] != nil)
    )
    func findCounterexamples() throws {
        var lines = ""
        for rule in Rule.allCases {
            var best: [Action]?
            var found = 0
            for seed in 1...20_000 as ClosedRange<UInt64> {
                let actions = Script.random(seed: seed)
                guard World.run(actions, leavingOut: rule).broken != nil else { continue }
                let shortest = Script.shortest(actions, leavingOut: rule)
                if shortest.count < best?.count ?? .max { best = shortest }
                found += 1
                if found == 3 { break }
            }
            let actions = try #require(best, "\(rule) can be left out")
            let text = actions.map(\.description).joined(separator: ";")
            lines += "{\"rule\": \"\(rule.rawValue)\", \"actions\": \"\(text)\"}\n"
        }
        let file = Self.root.appendingPathComponent("Fixtures/sync/counterexamples.jsonl")
        try lines.write(to: file, atomically: true, encoding: .utf8)
    }
}
