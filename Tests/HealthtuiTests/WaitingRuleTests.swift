import Foundation
import Testing

/// In tests one function waits in a loop, which has a limit, and everything random has a seed.
@Suite("Tests wait in one place and repeat what is random")
struct WaitingRuleTests {
    /// A line of a test that does what others may not, and why.
    private struct Exception {
        let file: String
        let code: String
        let why: String
    }

    private static let allowedWaits: [Exception] = [
        Exception(
            file: "WaitTesting/Eventually.swift",
            code: "Task.sleep(for: interval)",
            why: "Waits for all others."
        ),
        Exception(
            file: "WaitTesting/Eventually.swift",
            code: "Thread.sleep(forTimeInterval: interval / .seconds(1))",
            why: "Waits for all others."
        ),
        Exception(
            file: "HealthtuiTerminalUITesting/Doorbell.swift",
            code: "Task.sleep(for: .seconds(1))",
            why: "It is rung when something has changed; the loop counts the turns until it gives up."
        ),
        Exception(
            file: "StoreWriter/StoreWriter.swift",
            code: "usleep(10_000)",
            why: "A program has no Swift Testing, and is killed by the test that waits for it."
        ),
        Exception(
            file: "StoreWriter/StoreWriter.swift",
            code: "sleep(3600)",
            why: "A program that a test kills while it sleeps."
        ),
        Exception(
            file: "WorkoutRunner/WorkoutRunner.swift",
            code: "Task.sleep(for: .milliseconds(200))",
            why: "A program has no Swift Testing, and is killed by the test that waits for it."
        ),
        Exception(
            file: "HealthKitStoreTests/Reliability/ProcessTests.swift",
            code: "usleep(UInt32(generator.int(0...40_000)))",
            why: "A random moment at which a program is killed."
        ),
        Exception(
            file: "HealthtuiTests/LockWhileWorkingTests.swift",
            code: "usleep(UInt32.random(in: 0..<300_000, using: &generator))",
            why: "A random moment at which a program is killed."
        ),
        Exception(
            file: "HealthtuiTests/LockWhileWorkingTests.swift",
            code: "usleep(UInt32.random(in: 0..<3000, using: &generator))",
            why: "A random moment at which a program is killed."
        ),
        Exception(
            file: "HealthtuiTests/SyncTroubleTests.swift",
            code: "usleep(UInt32.random(in: 0..<250_000, using: &random))",
            why: "A random moment at which a program is killed."
        ),
        Exception(
            file: "HealthtuiTests/StoreFileCommandTests.swift",
            code: "usleep(UInt32(turn) * 500)",
            why: "A backup is interrupted later each time."
        ),
        Exception(
            file: "HealthKitStoreTests/SealedJournalTests.swift",
            code: "usleep(500)",
            why: "Lets others write between two rounds of one that reads."
        ),
        Exception(
            file: "HealthKitTests/Concurrency/ConcurrencyTests.swift",
            code: "Task.sleep(for: .milliseconds(5))",
            why: "A handler that runs while its query is stopped may end."
        ),
        Exception(
            file: "HealthKitTests/Concurrency/ConcurrencyTests.swift",
            code: "Task.sleep(for: .milliseconds(1))",
            why: "The store stays locked for a moment."
        ),
        Exception(
            file: "HealthKitTests/Concurrency/ConcurrencyTests.swift",
            code: "await Task.yield()",
            why: "The store stays open for a moment."
        ),
        Exception(
            file: "HealthKitTests/Queries/EarlyStopTests.swift",
            code: "for _ in 0..<(round % 7) { await Task.yield() }",
            why: "A task is cancelled a little later each time."
        ),
        Exception(
            file: "HealthKitTests/Service/LinkTurnTests.swift",
            code: "usleep(20_000)",
            why: "Connections are cut, and turns last long, now and then while others work."
        ),
        Exception(
            file: "HealthKitTests/Service/LinkTurnTests.swift",
            code: "usleep(UInt32.random(in: 5_000...400_000, using: &random))",
            why: "Connections are cut at random moments while others work."
        ),
        Exception(
            file: "HealthKitTests/Service/ServiceNonsenseTests.swift",
            code: "if written <= 0 { usleep(500) }",
            why: "Nonsense is sent for as long as the service takes it, which may be no time."
        ),
        Exception(
            file: "HealthKitTests/Service/ServiceTests.swift",
            code: "usleep(500)",
            why: "Calls are sent until the service takes no more, and on."
        ),
    ]

    private static let allowedRandomness: [Exception] = [
        Exception(
            file: "RandomTesting/SeededGenerator.swift",
            code: "UInt64.random(in: 1...UInt64(UInt32.max))",
            why: "Draws the seed."
        ),
        Exception(
            file: "FormatFuzz/FormatFuzz.swift",
            code: "var seed = UInt64.random(in: 0..<1 << 32)",
            why: "Draws the seed of a program, which an option repeats."
        ),
        Exception(
            file: "WorkoutRunner/WorkoutRunner.swift",
            code: ".random(in: 0...3000)",
            why: "No test depends on when the samples of this program begin."
        ),
    ]

    /// The Swift files of all tests, by their paths below `Tests`.
    private static let files = Result<[String: String], any Error> {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        var files: [String: String] = [:]
        let found = FileManager.default.enumerator(atPath: tests.path)
        while let path = found?.nextObject() as? String {
            guard path.hasSuffix(".swift") else { continue }
            files[path] = try String(contentsOf: tests.appendingPathComponent(path), encoding: .utf8)
        }
        return files
    }

    /// The lines of a text on which a loop sleeps or gives way.
    private static func waits(in text: String) -> [Int] {
        guard ["sleep(", "yield("].contains(where: { text.contains($0) }) else { return [] }
        let code = SwiftCode(text)
        let words = code.words
        let loops = loops(in: code, words)
        return words.compactMap { word in
            let place = word.range.lowerBound
            switch word.text {
            case "sleep", "usleep", "nanosleep", "sched_yield":
                // A case such as Measure(.sleep(.night)) waits for nothing.
                if code.hasBefore("func ", place) || code.hasBefore("(.", place) { return nil }
            case "yield": guard code.hasBefore("Task.", place) else { return nil }
            default: return nil
            }
            guard code.has("(", at: word.range.upperBound), loops.contains(where: { $0.contains(place) }) else {
                return nil
            }
            return code.line(of: place)
        }
    }

    /// The loops of a text, each from its keyword to the end of its body.
    private static func loops(in code: SwiftCode, _ words: [SwiftCode.Word]) -> [ClosedRange<Int>] {
        var loops: [ClosedRange<Int>] = []
        var conditions: Set<Int> = []
        for word in words {
            let (start, next) = (word.range.lowerBound, code.visible(from: word.range.upperBound))
            switch word.text {
            case "repeat" where code.has("{", at: next):
                let condition = code.visible(from: min(code.end(ofBracketAt: next) + 1, code.code.count))
                conditions.insert(condition)
                loops.append(start...code.first(UInt8(ascii: "\n"), from: condition))
            case "while" where !conditions.contains(start), "for":
                // A label of an argument is none.
                if code.has(":", at: next) || "(,.`".utf8.contains(code.visibleBefore(start)) { continue }
                let body = code.first(UInt8(ascii: "{"), from: word.range.upperBound)
                if body < code.code.count { loops.append(start...code.end(ofBracketAt: body)) }
            default: continue
            }
        }
        return loops
    }

    /// The lines of a text on which something is random that no seed repeats.
    private static func seedless(in text: String) -> [Int] {
        guard ["random", "shuffle", "Random"].contains(where: { text.contains($0) }) else { return [] }
        let code = SwiftCode(text)
        return code.words.compactMap { word in
            let (place, next) = (word.range.lowerBound, word.range.upperBound)
            switch word.text {
            case "SystemRandomNumberGenerator": return code.line(of: place)
            case "random": guard code.has("(in:", at: next) || code.hasBefore("Bool.", place) else { return nil }
            case "randomElement", "shuffled", "shuffle": break
            default: return nil
            }
            guard code.hasBefore(".", place), code.has("(", at: next) else { return nil }
            let arguments = code.code[next..<code.end(ofBracketAt: next)]
            return String(decoding: arguments, as: UTF8.self).contains("using:") ? nil : code.line(of: place)
        }
    }

    /// Checks that a rule holds in every file, but for the exceptions, each of which is needed.
    private func check(_ rule: (String) -> [Int], exceptions: [Exception], _ breach: String) throws {
        var unused = Set(exceptions.indices)
        for (path, text) in try Self.files.get().sorted(by: { $0.key < $1.key }) {
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            for line in rule(text) {
                let allowed = exceptions.indices.filter {
                    exceptions[$0].file == path && lines[line - 1].contains(exceptions[$0].code)
                }
                unused.subtract(allowed)
                if allowed.isEmpty { Issue.record("\(path):\(line) \(breach): \(lines[line - 1])") }
            }
        }
        let left = unused.sorted().map { "\(exceptions[$0].file): \(exceptions[$0].code)" }
        #expect(left.isEmpty, "exceptions that nothing needs any more: \(left)")
    }

    @Test("No loop waits but that of eventually(_:seconds:)")
    func oneLoopWaits() throws {
        try check(Self.waits(in:), exceptions: Self.allowedWaits, "waits in a loop without a limit")
    }

    @Test("Nothing is random without a generator")
    func everythingHasASeed() throws {
        try check(Self.seedless(in:), exceptions: Self.allowedRandomness, "is random, and no seed repeats it")
    }

    @Test(
        "Loops that wait are found, and nothing else: a check of the check",
        arguments: [
            ("while !isOver { usleep(5) }", [1]),
            ("while isOver(after: { $0.isEmpty }) {\n    await Task.yield()\n}", [2]),
            ("for _ in 0..<9 where !isOver {\n    if true { try await Task.sleep(for: .seconds(1)) }\n}", [2]),
            ("repeat {\n    Thread.sleep(forTimeInterval: 1)\n} while !isOver\nusleep(1)", [2]),
            ("repeat { look() } while sleep(1) == 0\nif isOver { usleep(1) }", [1]),
            ("for text in texts { print(\"}\\(text)\") }\nusleep(1)", []),
            ("for text in texts { print(\"{\\(read(\"(\"))\", /[{\"]/) }\nusleep(1)", []),
            ("for pause in pauses { say(\"\\(usleep(pause))\") }", [1]),
            ("while isOn { /* usleep(1) */ say(\"usleep(1)\") } // while { usleep(1) }", []),
            ("wait(for: text, while: { true })\nfunc wait(for text: String) { usleep(1) }", []),
            ("for await ring in rings { stream.yield() }", []),
        ] as [(String, [Int])]
    )
    func waitsAreFound(_ text: String, _ lines: [Int]) {
        #expect(Self.waits(in: text) == lines)
    }

    @Test(
        "What no seed repeats is found, and nothing else: a check of the check",
        arguments: [
            ("let a = Int.random(in: 0...3)", [1]), ("let a = Int.random(\n    in: 0...3, using: &random)", []),
            ("let a = Int.random(in: low(3)...3, using: &random)", []), ("let a: Int = .random(in: 1...2)", [1]),
            ("let a = list.randomElement() ?? list.randomElement(using: &random)", [1]),
            ("let a = list.shuffled()\nlist.shuffle()", [1, 2]), ("let a = list.shuffled(using: &random)", []),
            ("let a = Bool.random() || Bool.random(using: &random)", [1]),
            ("var random = SystemRandomNumberGenerator()", [1]),
            ("let key = SyncID.random() // Int.random(in: 0...3)\nlet text = \".shuffled()\"", []),
            ("let text = \"\\(Int.random(in: 0...3))\"", [1]),
        ] as [(String, [Int])]
    )
    func randomnessIsFound(_ text: String, _ lines: [Int]) {
        #expect(Self.seedless(in: text) == lines)
    }
}
