import Foundation
import HealthKit
import HealthtuiConsole
import LockTesting
import Synchronization
import Testing

/// The console line by line, as `ACCESSIBLE=1` opens it.
@Suite struct LineSessionTests {
    /// What was said, given what the person types.
    private func said(
        _ typed: [String],
        _ store: TestStore? = nil,
        isReadOnly: Bool = false,
        isAttended: Bool = true,
        environment: ConsoleEnvironment? = nil
    ) async throws -> [String] {
        let store = try store ?? TestStore.filled()
        let left = Mutex(typed[...])
        let lines = Mutex<[String]>([])
        let session = LineSession(
            environment ?? store.environment(isReadOnly: isReadOnly),
            isAttended: isAttended
        ) {
            left.withLock { $0.popFirst() }
        } secret: { prompt in
            lines.withLock { $0.append(prompt) }
            guard let typed = left.withLock({ $0.popFirst() }) else { return nil }
            let entry = try StoreSecret.Entry()
            for byte in typed.utf8 { _ = entry.add(byte) }
            return entry
        } report: { line in
            lines.withLock { $0.append(line) }
        }
        try await session.run()
        let said = lines.withLock { $0 }
        #expect(said.allSatisfy { !$0.contains("\n") && !$0.contains("\u{1B}") })
        return said
    }

    @Test("It greets with what there is, and ends when the input does or the person quits")
    func begins() async throws {
        let ended = try await said([])
        #expect(ended.first?.hasPrefix("healthtui, line by line. The store holds ") == true)
        #expect(ended.last == "The input has ended.")
        #expect(
            try await said(["q"]).last
                == "What now? summary, browse, add, requests, undo, log, open, passphrase, lock, help or quit"
        )
    }

    @Test("The summary is printed in sentences")
    func summary() async throws {
        let lines = try await said(["summary"])
        #expect(lines.contains("Steps: 3,643 count, until 13:30."), "\(lines)")
        #expect(lines.contains("Most Steps of 5 weeks: 7,058 count Tue 17 Nov."), "\(lines)")
        #expect(try await said(["sum"], TestStore()).contains("No data yet. add adds a sample."))
    }

    @Test("A type is described by its month and its samples, which are printed ten at a time")
    func browse() async throws {
        let lines = try await said(["heart rate", "more", "1", "", ">120 since yesterday", "", "", "quit"])
        #expect(lines.contains { $0.hasPrefix("Heart Rate, 22 Oct – 21 Nov 2026: range 58–140 BPM") }, "\(lines)")
        #expect(lines.contains("484 samples, the newest first."))
        #expect(lines.contains("1. 85 BPM, today 13:12, from My Watch, Watch6,1"), "\(lines)")
        #expect(lines.contains { $0.hasPrefix("20. ") } && !lines.contains { $0.hasPrefix("21. ") })
        #expect(lines.contains("Motion Context: Sedentary"), "\(lines)")
        #expect(lines.contains { $0.contains("above 120 BPM, since Fri 20 Nov 2026, the newest first.") }, "\(lines)")
    }

    @Test("Where a text may name several types, it is asked which")
    func several() async throws {
        let lines = try await said(["browse blood", "1", "", "", "quit"])
        #expect(lines.contains { $0.hasPrefix("Which one? 1 ") }, "\(lines)")
    }

    @Test("A sample is added field by field; errors are reported and asked again, and it is saved only after a yes")
    func add() async throws {
        let store = try TestStore.filled()
        let type = HKQuantityType(.bodyMass)
        func count() throws -> Int { try store.person.count(SampleListQuery(type: type)) }
        let refused = try await said(["add weight", "71.5", "", "no"], store)
        #expect(refused.contains("Save Weight 71.5 kg, today 14:20? yes or no"), "\(refused)")
        #expect(refused.contains("Not saved."))
        #expect(try count() == 13)
        let lines = try await said(["add weight", "many", "", "72", "yes", "undo", "yes"], store)
        #expect(lines.contains { $0.hasPrefix("Value: ") && $0.contains("many") }, "\(lines)")
        #expect(lines.contains("Saved. undo reverses it."))
        #expect(lines.contains("Undo: added 1 Weight sample? yes or no"))
        #expect(lines.contains("undone: added 1 Weight sample"))
        #expect(try count() == 13)
    }

    @Test("A choice is answered by number, by name or by the beginning of a name")
    func choices() async throws {
        let store = try TestStore.filled()
        let lines = try await said(["add headache", "banana", "mod", "", "", "yes"], store)
        #expect(lines.contains("“banana” isn’t one of these."), "\(lines)")
        #expect(lines.contains { $0.hasPrefix("Save Headache Moderate") }, "\(lines)")
        #expect(try store.person.count(SampleListQuery(type: HKCategoryType(.headache))) == 1)
    }

    @Test("cancel leaves any question, and nothing is saved")
    func cancel() async throws {
        let store = try TestStore.filled()
        let lines = try await said(["add weight", "71", "cancel", "quit"], store)
        #expect(lines.contains("Cancelled."))
        #expect(try store.person.steps().isEmpty)
    }

    /// Questions of every kind, by what leads to them.
    private static let questions: [(name: String, typed: [String], asked: String)] = [
        ("after a list", ["steps"], "more, a number, or empty to go on"),
        (
            "for a filter", ["steps", ""],
            "Other samples? Such as >100, a source, last march. all for the newest, empty to go on."
        ),
        ("which type", ["browse"], "Which type?"), ("which of several", ["browse blood"], "Which one? 1 "),
        ("a field", ["add weight"], "Value in kg?"), ("a time", ["add weight", "71"], "When?"),
        ("a choice", ["add headache"], "Value? 1 "), ("yes or no", ["add weight", "71.5", ""], "Save Weight 71.5 kg"),
        ("which screen", ["open"], "Which one? A number"),
        ("undo", ["add weight", "71.5", "", "yes", "undo"], "Undo: "),
    ]

    @Test("back, quit, ?, help, again and undo work at every question", arguments: questions.map(\.name))
    func anyQuestion(name: String) async throws {
        let question = try #require(Self.questions.first { $0.name == name })
        func asked(_ lines: [String]) -> Int { lines.count { $0.hasPrefix(question.asked) } }
        let store = try TestStore.filled()
        // What leads to the other questions saves nothing, so one store serves them.
        func reopened() throws -> TestStore { name == "undo" ? try .filled() : store }
        let before = asked(try await said(question.typed, store))
        #expect(before > 0)
        for word in ["?", "help", "HELP"] {
            let lines = try await said(question.typed + [word], try reopened())
            #expect(lines.contains { $0.hasPrefix("At any question: back leaves") }, "\(word): \(lines)")
            #expect(asked(lines) == before + 1, "\(word): \(lines)")
        }
        let again = try await said(question.typed + ["again"], try reopened())
        #expect(asked(again) == before + 1, "\(again)")
        let quit = try await said(question.typed + ["quit", "summary"], try reopened())
        #expect(asked(quit) == before && !quit.contains("The input has ended."), "\(quit)")
        #expect(!quit.contains { $0.hasPrefix("Steps: ") }, "\(quit)")
        let back = try await said(question.typed + ["back", "summary", "quit"], try reopened())
        #expect(back.contains { $0.hasPrefix("Steps: ") }, "\(back)")
        #expect(!back.contains { $0.contains("isn’t one of these") || $0.contains("No type matches") }, "\(back)")
        guard name != "undo" else { return }
        // What was added before is taken back, after it was asked, and the question is still there.
        let undone = try TestStore.filled()
        let start = ["add weight", "70", "", "yes"]
        let lines = try await said(start + question.typed + ["undo", "yes"], undone)
        #expect(lines.contains("Undo: added 1 Weight sample? yes or no"), "\(lines)")
        #expect(lines.contains("undone: added 1 Weight sample"), "\(lines)")
        #expect(try undone.person.count(SampleListQuery(type: HKQuantityType(.bodyMass))) == 13)
    }

    @Test("again says the list once more; a word in quotation marks is an answer")
    func againAndQuoted() async throws {
        let lines = try await said(["steps", "again"])
        #expect(lines.count { $0.hasPrefix("10. ") } == 2, "\(lines)")
        let quoted = try await said(["browse", "“quit”", "back", "quit"])
        #expect(quoted.contains { $0.contains("No type matches “quit”") }, "\(quoted)")
        let nowhere = try await said(["back", "cancel", "again", "quit"])
        #expect(!nowhere.contains("Cancelled.") && !nowhere.contains("The input has ended."), "\(nowhere)")
    }

    @Test("A console that only reads undoes nothing in the middle of a question either")
    func undoWhileReading() async throws {
        let store = try TestStore.filled()
        _ = try await said(["add weight", "70", "", "yes"], store)
        let lines = try await said(["steps", "undo", "back", "quit"], store, isReadOnly: true)
        #expect(lines.contains { $0.hasPrefix("This console is read-only: undo") }, "\(lines)")
        #expect(try store.person.count(SampleListQuery(type: HKQuantityType(.bodyMass))) == 14)
    }

    @Test("An app's request is answered type by type, after it was said what the answer comes to")
    func requests() async throws {
        let store = try TestStore.filled()
        let app = AppIdentity(bundleIdentifier: "local.stepdemo", name: "stepdemo", version: "1.0")
        let (steps, rate) = (HKQuantityType(.stepCount).identifier, HKQuantityType(.heartRate).identifier)
        try store.store.database()
            .write { _ = try $0.ask(app, share: [steps], read: [steps, rate], now: TestStore.now) }
        let program = try await said(["requests", "yes", "yes", "yes", "yes", "yes"], store, isAttended: false)
        #expect(program.contains { $0.hasPrefix("Permissions are set at a terminal") }, "\(program)")
        #expect(try store.person.requests().count == 1)
        let later = try await said(["requests", "no"], store)
        #expect(later.contains("1 request for access: requests answers."))
        #expect(later.contains("The request waits."))
        let lines = try await said(["requests", "yes", "yes", "perhaps", "no", "no", "yes"], store)
        #expect(lines.contains("Please write yes, no or cancel."))
        #expect(lines.contains("It may read Steps, and save nothing. Is that your answer? yes or no"), "\(lines)")
        #expect(lines.contains("Answered."))
        let grants = try store.person.grants(app: "local.stepdemo")
        #expect(grants[steps]?.read == true && grants[steps]?.share != true && grants[rate]?.read != true)
    }

    @Test("A console that only reads adds, answers and undoes nothing")
    func readOnly() async throws {
        for word in ["add weight", "requests", "undo"] {
            let lines = try await said([word], isReadOnly: true)
            #expect(lines.contains { $0.hasPrefix("This console is read-only: ") }, "\(lines)")
        }
    }

    @Test(
        "Whatever is typed, it answers and goes on",
        arguments: ["", "xyzzy", "\u{1B}[A", "add xyzzy", "browse \u{0}", "42", "…"]
    )
    func nonsense(text: String) async throws {
        let lines = try await said([text, "cancel", "summary"])
        #expect(lines.contains { $0.hasPrefix("Steps: ") }, "\(lines)")
    }

    @Test("The passphrase is set, used and removed line by line; a recovery key is said once, until it is written down")
    func passphrase() async throws {
        let locked = try EncryptedStore.watched()
        try locked.unlock()
        let store = try locked.store()
        let environment = try locked.environment()
        func said(_ typed: [String]) async throws -> [String] {
            try await self.said(typed, store, environment: environment)
        }
        let words = EncryptedStore.passphrase
        let kept = try await said(["passphrase", "3", "no", "quit"])
        #expect(kept.contains("Nothing was changed."), "\(kept)")
        let wrong = try await said(["passphrase", "3", "yes", "1", "sesame", "quit"])
        #expect(wrong.contains { $0.hasPrefix("That didn’t work: ") && $0.contains("wrong") }, "\(wrong)")
        let removed = try await said(["passphrase", "remove", "yes", "1", words, "quit"])
        #expect(removed.contains("The store is no longer encrypted."), "\(removed)")
        let set = try await said(
            [
                "passphrase", "yes", "one", "two", "three pale moons", "three pale moons", "no", "yes", "lock",
                "summary", "unlock",
            ]
                + ["1", "three pale moons", "quit"]
        )
        #expect(set.contains("The passphrases don’t match. Type the new one again."), "\(set)")
        let keys = set.filter { $0.filter { $0 == "-" }.count >= 4 }
        #expect(keys.count == 2 && Set(keys).count == 1, "\(set)")
        #expect(set.contains("Locked. unlock opens it again."), "\(set)")
        #expect(set.contains { $0.hasPrefix("Unlocked") }, "\(set)")
        #expect(!set.contains { $0.contains("moons") })
    }
}
