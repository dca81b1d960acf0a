import Foundation
import HealthKitStore
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import Testing

@testable import HealthKit
@testable import HealthtuiConsole

/// The installed console, whose settings any program of the person can write: what decides rights doesn't heed them.
@Suite("What decides rights in the installed console", .timeLimit(.minutes(10)))
struct InstalledConsoleTests {
    private static let app = AppIdentity(bundleIdentifier: "evil.app", name: "evil.app", version: "1.0")
    private static let steps = HKQuantityType(.stepCount).identifier

    /// Settings that swap the keys for yes and no, hide what is drawn, and say something false in a problem.
    private static let hostile = """
        start = "apps"
        pressYtorefuse = "x"
        [keys]
        "permission.allow" = "W"
        "permission.refuse" = "V"
        [colors]
        warning = "black"
        accent = "black"
        """

    private func environment(_ store: TestStore, isInstalled: Bool) -> ConsoleEnvironment {
        var environment = store.environment(theme: Theme(glyphs: .utf8, colors: .ansi256))
        environment.settings = ConsoleSettings(Self.hostile)
        environment.theme.palette = environment.settings.palette
        environment.isInstalled = isInstalled
        return environment
    }

    private func ask(_ store: TestStore) throws {
        _ = try store.store.database()
            .write { try $0.ask(Self.app, share: [Self.steps], read: [Self.steps], now: TestStore.now) }
    }

    @Test(
        "The sheet takes the keys, and shows the colors and the words, that the program has",
        arguments: [true, false]
    )
    func sheet(_ isInstalled: Bool) async throws {
        let store = try TestStore.filled()
        let environment = environment(store, isInstalled: isInstalled)
        #expect(environment.settings.problems.count == 1, "\(environment.settings.problems)")
        let console = try await Console.start(environment, width: 100, height: 30)
        try ask(store)
        try await console.waitFor("evil.app would like to access your health data")
        if isInstalled { console.expectNone("pressYtorefuse") }
        try await console.advance(by: .seconds(1))
        if isInstalled { console.expectRow("y allow  n don't allow") }
        // As in a console without settings, cell by cell.
        let plain = try TestStore.filled()
        let untouched = try await Console.start(
            plain.environment(theme: Theme(glyphs: .utf8, colors: .ansi256)),
            width: 100,
            height: 30
        )
        try await untouched.press("7")
        try ask(plain)
        try await untouched.waitFor("evil.app would like to access your health data")
        try await untouched.advance(by: .seconds(1))
        if isInstalled {
            #expect(console.text == untouched.text)
            for y in 0..<30 {
                for x in 0..<100 { #expect(console.screen[x, y]?.style == untouched.screen[x, y]?.style, "\(x), \(y)") }
            }
        }
        try await console.press(isInstalled ? "n" : "V").settle()
        try await console.waitFor("got your answer")
        #expect(try store.person.grants(app: "evil.app")[Self.steps]?.read == false)
    }

    @Test("The pages of apps have the program's own keys, and no notice of the settings")
    func screens() async throws {
        let store = try TestStore.filled()
        try ask(store)
        // A program is an app once it was answered.
        for request in try store.person.requests() {
            try store.person.answer(request.id, read: Set(request.read), share: Set(request.share))
        }
        let environment = environment(store, isInstalled: true)
        let console = try await Console.start(environment, width: 100, height: 30)
        // It begins with the apps, without a word that the settings chose.
        console.expectNone("pressYtorefuse")
        try await console.waitFor("evil.app")
        try await console.press(.enter)
        try await console.waitFor("Steps")
        try await console.press("?")
        #expect(!console.text.contains(" W "), "\(console.text)")
        try await console.press(.escape)
        try await console.press("1")
        console.expectRow("Summary")
    }

    @Test("The question for the PIN is drawn with the program's own colors")
    func secret() async throws {
        var texts: [[String]] = []
        for isInstalled in [true, false] {
            let environment = environment(try TestStore.filled(), isInstalled: isInstalled)
            let console = try await Console.start(environment, width: 80, height: 24)
            let questions = environment.questions
            Thread.detachNewThread {
                _ = try? questions.ask(
                    OwnerQuestion(challenge: OwnerChallenge(.session, .pin), problem: "The PIN is wrong")
                )
            }
            try await console.waitFor("Enter your PIN")
            texts.append(
                (0..<24).flatMap { y in (0..<80).map { "\(String(describing: console.screen[$0, y]?.style))" } }
            )
            questions.close()
        }
        let plain = try TestStore.filled().environment(theme: Theme(glyphs: .utf8, colors: .ansi256))
        let console = try await Console.start(plain, width: 80, height: 24)
        Thread.detachNewThread {
            _ = try? plain.questions
                .ask(OwnerQuestion(challenge: OwnerChallenge(.session, .pin), problem: "The PIN is wrong"))
        }
        try await console.waitFor("Enter your PIN")
        let own = (0..<24).flatMap { y in (0..<80).map { "\(String(describing: console.screen[$0, y]?.style))" } }
        plain.questions.close()
        #expect(texts[0] == own)
        #expect(texts[1] != own, "the settings would have changed it")
    }

    @Test("All screens of permissions and secrets decide rights")
    func named() {
        let names = [
            "AccessScreen", "AppScreen", "AppsScreen", "AssistantScreen", "DraftsScreen", "RequestScreen",
            "ProofScreen", "LockScreen", "PassphraseScreen",
        ]
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Sources/HealthtuiConsole/Screens")
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects ?? []
        var deciding: [String] = []
        for case let file as URL in files where file.pathExtension == "swift" {
            guard let text = try? String(contentsOf: file, encoding: .utf8) else { continue }
            if text.contains("var decidesRights: Bool { true }") {
                deciding.append(file.deletingPathExtension().lastPathComponent)
            }
            // Whatever is added there is one too.
            let isOfApps = file.path.contains("/Apps/") && text.contains(": Screen {")
            if isOfApps {
                #expect(names.contains(file.deletingPathExtension().lastPathComponent), "\(file.lastPathComponent)")
            }
        }
        #expect(deciding.sorted() == names.sorted())
    }
}
