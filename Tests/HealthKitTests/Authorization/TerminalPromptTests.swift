import Foundation
import Synchronization
import Testing
import WaitTesting

@testable import HealthKit

/// Requests of an app by what is installed beside it: programs that stand for the console are shell scripts.
@Suite("How an app's request reaches the person")
struct TerminalPromptTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("prompt-\(UUID().uuidString)")
    /// Where programs are, apart from the store's folder, which is called as the console is.
    private let programs: URL
    private let path: String
    private let store: HKHealthStore
    private let person: PersonAccess
    private let said = Said()

    init() throws {
        let data = folder.appendingPathComponent("healthtui")
        programs = folder.appendingPathComponent("bin")
        for made in [data, programs] {
            try FileManager.default.createDirectory(at: made, withIntermediateDirectories: true)
        }
        path = data.appendingPathComponent("health.store").path
        (store, person) = HKHealthStore.person(location: .file(path))
    }

    private func removeFolder() { try? FileManager.default.removeItem(at: folder) }

    /// The store as an app sees it that runs where nothing is installed, but for what the environment names.
    private func app(_ environment: [String: String] = [:], isOnTerminal: Bool = true) -> HKHealthStore {
        var surroundings = TerminalPrompt.Surroundings()
        surroundings.environment = environment
        surroundings.executable = programs.appendingPathComponent("walker").path
        surroundings.isTerminal = { isOnTerminal }
        surroundings.say = { [said] line in said.lines.withLock { $0.append(line) } }
        let identity = AppIdentity(bundleIdentifier: "test.walker", name: "Walker", version: "1")
        return HKHealthStore(sharing: store, principal: .app(identity), prompt: TerminalPrompt(surroundings))
    }

    /// A program that runs a shell's words; without words nothing that the system could run.
    private func program(_ words: String, name: String = "console") throws -> String {
        let file = programs.appendingPathComponent(name).path
        try Data((words.isEmpty ? "" : "#!/bin/sh\n\(words)\n").utf8).write(to: URL(fileURLWithPath: file))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file)
        return file
    }

    @Test(
        "R1.25 without a console a request fails at once, terminal or not, says what to do, and stays to be answered",
        arguments: [true, false]
    )
    func nothingInstalled(isOnTerminal: Bool) async throws {
        defer { removeFolder() }
        let app = app(["PATH": folder.path], isOnTerminal: isOnTerminal)
        let code = await code { try await app.requestAuthorization(toShare: [], read: [steps]) }
        #expect(code == .errorAuthorizationNotDetermined)
        let line = try #require(said.lines.withLock { $0 }.first)
        #expect(line.hasPrefix("Walker: can't ask for access: healthtui not found."))
        #expect(line.contains("Install healthtui or set HEALTHKIT_CONSOLE"))
        #expect(line.contains("Request 1 waits in \(path)"))
        #expect(line.hasSuffix("healthtui authorize 1 --store \(path)"))
        #expect(app.authorizationStatus(for: steps) == .notDetermined)

        #expect(try person.requests().map(\.id) == [1])
        #expect(try person.answer(1, read: [steps.identifier], share: []))
        try await app.requestAuthorization(toShare: [], read: [steps])
        #expect(said.lines.withLock { $0 }.count == 1, "it was decided: nobody is asked")
        #expect(try await app.all(steps).isEmpty)
    }

    @Test("R1.25 requests that come at once all fail, and wait as one; a list of objects fails as well")
    func several() async throws {
        defer { removeFolder() }
        let app = app()
        async let first = code { try await app.requestAuthorization(toShare: [steps], read: []) }
        async let second = code { try await app.requestAuthorization(toShare: [], read: [heartRate]) }
        async let third = code { try await app.requestAuthorization(toShare: [], read: [steps]) }
        #expect(await [first, second, third] == [HKError.Code](repeating: .errorAuthorizationNotDetermined, count: 3))
        let waiting = try person.requests()
        #expect(waiting.count == 1)
        #expect(Set(waiting.first?.read ?? []) == [steps.identifier, heartRate.identifier])
        #expect(waiting.first?.share == [steps.identifier])
        let list = await code {
            try await app.requestPerObjectReadAuthorization(
                for: HKObjectType.visionPrescriptionType(),
                predicate: nil
            )
        }
        #expect(list == .errorAuthorizationNotDetermined)
        #expect(try person.requests().count == 2)
        #expect(said.lines.withLock { $0 }.count == 4)
    }

    @Test("The default store is not named in what answers a request, wherever the app's own environment points")
    func defaultStore() async throws {
        defer { removeFolder() }
        let app = app(["XDG_DATA_HOME": folder.path, "HEALTHKIT_STORE": path])
        _ = await code { try await app.requestAuthorization(toShare: [], read: [steps]) }
        #expect(said.lines.withLock { $0 }.first?.hasSuffix("healthtui authorize 1") == true)
    }

    @Test("HEALTHKIT_CONSOLE that names no program is an error, even where another console is found")
    func wrongConsole() async throws {
        defer { removeFolder() }
        _ = try program("exit 0", name: "healthtui")
        for wrong in [folder.path, folder.path + "/none", path] {
            let app = app(["HEALTHKIT_CONSOLE": wrong, "PATH": programs.path])
            let code = await code { try await app.requestAuthorization(toShare: [], read: [steps]) }
            #expect(code == .errorAuthorizationNotDetermined)
            #expect(said.lines.withLock { $0 }.last?.contains("HEALTHKIT_CONSOLE names no program: \(wrong)") == true)
        }
    }

    @Test("Without a terminal an app waits for the person elsewhere, and says which command answers")
    func withoutTerminal() async throws {
        defer { removeFolder() }
        let console = try program("exit 1")
        let app = app(["HEALTHKIT_CONSOLE": console], isOnTerminal: false)
        async let asked: Void = app.requestAuthorization(toShare: [], read: [steps])
        await eventually("a line for the person", seconds: 120) { said.lines.withLock { !$0.isEmpty } }
        #expect(
            said.lines.withLock { $0 }
                == ["Walker: waiting for permission. Answer with: healthtui authorize 1 --store \(path)"]
        )
        try person.answer(1, read: [steps.identifier], share: [])
        try await asked
    }

    @Test("A console that is closed without an answer cancels the request; one that fails leaves it to be answered")
    func endings() async throws {
        defer { removeFolder() }
        let endings: [(words: String, code: HKError.Code, text: String?)] = [
            ("exit 1", .errorUserCanceled, nil),
            ("kill -TERM $$", .errorUserCanceled, nil),
            ("exit 0", .errorAuthorizationNotDetermined, "ended without an answer"),
            ("exit 64", .errorAuthorizationNotDetermined, "failed with exit code 64"),
            ("kill -KILL $$", .errorAuthorizationNotDetermined, "was ended by signal 9"),
            ("", .errorAuthorizationNotDetermined, "didn't start"),
        ]
        for ending in endings {
            let app = app(["HEALTHKIT_CONSOLE": try program(ending.words)])
            said.lines.withLock { $0 = [] }
            let code = await code { try await app.requestAuthorization(toShare: [], read: [steps]) }
            #expect(code == ending.code, "\(ending.words)")
            let lines = said.lines.withLock { $0 }
            #expect(lines.count == (ending.text == nil ? 0 : 1))
            if let text = ending.text { #expect(lines.first?.contains(text) == true, "\(lines)") }
            #expect(try person.requests().count == (ending.text == nil ? 0 : 1), "\(ending.words)")
        }
    }

    @Test("A console beside the app is found, with the request and the store in its arguments")
    func beside() async throws {
        defer { removeFolder() }
        let arguments = folder.appendingPathComponent("arguments").path
        _ = try program("printf '%s ' \"$@\" > \(arguments); exit 1", name: "healthtui")
        let app = app()
        _ = await code { try await app.requestAuthorization(toShare: [], read: [steps]) }
        #expect(try String(contentsOfFile: arguments, encoding: .utf8) == "--store \(path) authorize 1 ")
    }

    @Test("A request to a store in memory, which no person can see, fails in words")
    func memory() async {
        let app = TestStore().app("walker")
        let error = await #expect(throws: HKError.self) {
            try await app.requestAuthorization(toShare: [], read: [steps])
        }
        #expect(error?.code == .errorAuthorizationNotDetermined)
        #expect(error?.localizedDescription.contains("HealthKitTestStore") == true)
    }
}

private final class Said: Sendable {
    let lines = Mutex<[String]>([])
}
