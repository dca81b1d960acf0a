import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiStudy
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import Testing

/// The pages of studies: what a study asks for, agreeing, contributing and withdrawing.
@Suite final class StudyScreenTests {
    private let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("study-\(UUID().uuidString)").path
    private let signer: StudySigner
    private let boxKey: String

    init() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        signer = try StudySigner(seed: StudySigner.randomSeed())
        boxKey = try StudyBox(seed: StudySigner.randomSeed()).publicKey
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// A study's file.
    private func study(
        _ version: Int = 1,
        types: [String] = [HKQuantityTypeIdentifier.stepCount.rawValue],
        enrolment: StudyEnrolment = .open
    ) throws -> String {
        let description = StudyDescription(
            id: String(repeating: "5a", count: 16),
            version: version,
            title: "Steps of a town",
            contact: "steps@example.org",
            purpose: "To count",
            types: types,
            since: "2020-01-01",
            until: "2039-12-31",
            form: .days,
            dates: .real,
            enrolment: enrolment,
            k: 10,
            boxKey: boxKey,
            signingKey: signer.publicKey
        )
        let path = folder + "/study-\(version)-\(enrolment).json"
        try SignedStudy(description, signer: signer).data.write(to: URL(fileURLWithPath: path))
        return path
    }

    /// The list of studies, from the profile.
    private func open(_ store: TestStore, isReadOnly: Bool = false, width: Int = 120) async throws -> Console {
        let console = try await Console.start(store.environment(isReadOnly: isReadOnly), width: width, height: 40)
        try await console.press("8")
        for _ in 0..<20 where !console.cursorRow.contains("Studies") { try await console.press("j") }
        return try await console.press(.enter)
    }

    /// The page of a study, by its file.
    private func look(at path: String, code: String? = nil, in console: Console) async throws {
        for _ in 0..<9 where !console.cursorRow.contains("Take part in a study") { try await console.press("j") }
        try await console.press(.enter)
        try await console.type(path)
        try await console.press(.tab)
        if let code { try await console.type(code) }
        try await console.press(.enter)
    }

    /// Replaces the path in the form that asks where a file is saved, and saves.
    private func save(as name: String, in console: Console) async throws {
        try await console.press(.control("u"))
        try await console.type(folder + "/" + name)
        try await console.press(.enter)
    }

    private func participation(_ store: TestStore) throws -> Participation? {
        try Participant(store.person).all().first?.participation
    }

    @Test("What goes out is seen before it is agreed to; agreeing leads to the file, with a withdrawal file next to it")
    func takingPart() async throws {
        let store = try TestStore.filled()
        let console = try await open(store)
        console.expectRow("none yet")
        try await look(at: try study(), in: console)
        console.expectRow("A study asks for your health data")
        console.expectRow("To count")
        console.expectRow("What a contribution holds now")
        #expect(console.text.contains("rows in"), "\(console.text)")
        #expect(try participation(store) == nil)
        for _ in 0..<9 where !console.cursorRow.contains("I agree") { try await console.press("k") }
        try await console.press(.enter)
        console.expectRow("Do you want to take part in this study?")
        #expect(try participation(store) == nil)
        try await console.press("y")
        #expect(try participation(store)?.isWithdrawalFileDue == true)
        console.expectRow("steps@example.org")
        try await save(as: "steps.contribution", in: console)
        for end in ["", ".withdrawal"] {
            #expect(FileManager.default.fileExists(atPath: folder + "/steps.contribution" + end), "\(console.text)")
        }
        #expect(try participation(store)?.sequence == 1)
        #expect(try participation(store)?.isWithdrawalFileDue == false)
        try await console.waitFor("1 contribution, on")
        #expect(try !store.person.audit(app: AuditKey.studyPrefix + String(repeating: "5a", count: 16)).isEmpty)
        // Nothing changed, so nothing goes out.
        for _ in 0..<9 where !console.cursorRow.contains("Contribute") { try await console.press("k") }
        #expect(console.cursorRow.contains("nothing changed"), "\(console.text)")
        try await console.press(.enter)
        try await save(as: "again.contribution", in: console)
        console.expectRow("nothing changed since the last contribution")
        #expect(try participation(store)?.sequence == 1)
    }

    @Test("What is agreed to is never cut, however narrow the terminal is or becomes")
    func narrow() async throws {
        let console = try await open(try TestStore.filled(), width: 60)
        try await look(at: try study(), in: console)
        for width in [60, 40, 100] {
            try await console.resize(width: width, height: 60)
            #expect(console.text.contains("publishes."), "at \(width): \(console.text)")
            let agreed = console.text.split(separator: "\n").dropFirst(4).prefix { !$0.contains("holds now") }
            #expect(!agreed.contains { $0.contains("…") }, "at \(width): \(console.text)")
        }
    }

    @Test("Withdrawing asks, writes a file, and ends contributing")
    func withdrawing() async throws {
        let store = try TestStore.filled()
        let console = try await open(store)
        try await look(at: try study(), in: console)
        for _ in 0..<9 where !console.cursorRow.contains("I agree") { try await console.press("k") }
        try await console.press(.enter, "y", .escape)
        for _ in 0..<9 where !console.cursorRow.contains("Withdraw") { try await console.press("j") }
        try await console.press(.enter)
        console.expectRow("It can’t be undone")
        try await console.press("y")
        try await save(as: "bye.contribution", in: console)
        #expect(FileManager.default.fileExists(atPath: folder + "/bye.contribution"), "\(console.text)")
        #expect(try participation(store)?.isWithdrawn == true)
        // The page is read again when the store tells of the change.
        try await console.waitFor("the researcher takes nothing more from you")
        console.expectNone("Contribute ")
    }

    @Test("A later version of a study asks again, and says which one was agreed to")
    func laterVersion() async throws {
        let store = try TestStore.filled()
        let console = try await open(store)
        try await look(at: try study(), in: console)
        for _ in 0..<9 where !console.cursorRow.contains("I agree") { try await console.press("k") }
        try await console.press(.enter, "y", .escape, .escape)
        try await look(at: try study(2), in: console)
        console.expectRow("You agreed to version 1 of this study; this is version 2.")
        console.expectRow("I agree")
    }

    @Test("A study of people with codes isn't agreed to without one")
    func codes() async throws {
        let store = try TestStore.filled()
        let console = try await open(store)
        let path = try study(enrolment: .codes)
        try await look(at: path, in: console)
        for _ in 0..<9 where !console.cursorRow.contains("I agree") { try await console.press("k") }
        try await console.press(.enter)
        console.expectRow("takes only people with a code")
        #expect(try participation(store) == nil)
        try await console.press(.escape)
        try await look(at: path, code: "ABC-7", in: console)
        for _ in 0..<9 where !console.cursorRow.contains("I agree") { try await console.press("k") }
        try await console.press(.enter, "y")
        #expect(try participation(store)?.code == "ABC-7")
    }

    @Test("A file that isn't a study, is missing, or was changed is reported next to its field")
    func badFiles() async throws {
        let store = TestStore()
        let good = try String(contentsOfFile: try study(), encoding: .utf8)
        try good.replacing("Steps of a town", with: "Everything")
            .write(toFile: folder + "/changed.json", atomically: true, encoding: .utf8)
        try "{}".write(toFile: folder + "/empty.json", atomically: true, encoding: .utf8)
        for (name, word) in [
            ("nothing.json", "No such file"), ("empty.json", "not a study"), ("changed.json", "the signature is wrong"),
        ] {
            let console = try await open(store, width: 200)
            try await look(at: folder + "/" + name, in: console)
            #expect(console.text.contains(word), "\(name): \(console.text)")
        }
    }

    @Test("A console that only reads shows studies, and agrees to none")
    func readOnly() async throws {
        let console = try await open(TestStore(), isReadOnly: true)
        console.expectRow("none yet")
        for _ in 0..<9 where !console.cursorRow.contains("Take part in a study") { try await console.press("j") }
        try await console.press(.enter)
        console.expectNone("Study file")
    }
}
