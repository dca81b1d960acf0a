import Foundation
import ProgramTesting
import Testing

@testable import healthtui

/// The page of questions about measures: what each command prints, and the console's screen behind the keys of each.
@Suite("The page of questions about measures")
struct MeasureTaskPageTests {
    private static let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Documentation/MeasureTasks.md")

    /// Sat 21 Nov 2026 14:00 UTC.
    private static let now = Date(timeIntervalSince1970: 1_795_269_600)
    /// The most lines of an answer.
    private static let most = 20

    private static let head = """
        # Questions and their answers

        A command answers each of these questions, and so does the console, by the keys that stand there from its first screen; what
        is typed in *italics* isn't counted. Every answer is of an invented person's 430 days until Sat 21 Nov 2026, 14:00 UTC; a long
        one is cut. A test runs the commands, presses the keys and compares: `UPDATE_DOCUMENTATION=1 make test
        ONLY=MeasureTaskPageTests` writes this page.

        """

    @Test("has what the commands print and the keys lead to; UPDATE_DOCUMENTATION=1 writes it")
    func page() throws {
        let folder = try ScratchFolder()
        let store = folder.path("health.store")
        try MeasuredPerson.save(in: store, now: Self.now)
        let clock = try FixedClock(Self.now, in: folder)
        var page = Self.head
        for question in MeasureQuestion.all {
            // A replay works on a copy: the command finds the store as the keys did.
            let screen = try screen(question, store, folder)
            let outcome = try Command.run(
                question.words + ["--store", store],
                in: folder,
                environment: clock.environment
            )
            #expect(outcome.status == 0 && outcome.errors == "", "\(question.text): \(outcome.errors)")
            page += "\n## `\(question.text)`\n\n" + Self.block(outcome.output, most: Self.most)
            page += screen.map { "\nIn the console: \(Self.keys(question))\n\n" + Self.block($0, most: 24) } ?? ""
        }
        if ProcessInfo.processInfo.environment["UPDATE_DOCUMENTATION"] != nil {
            try Data(page.utf8).write(to: Self.page)
            return
        }
        let written = try String(contentsOf: Self.page, encoding: .utf8)
        let (ours, theirs) = (page.split(separator: "\n"), written.split(separator: "\n"))
        let place = zip(ours, theirs).enumerated().first { $1.0 != $1.1 }
        #expect(
            written == page,
            "line “\(place?.element.1 ?? "")” is “\(place?.element.0 ?? "")”; UPDATE_DOCUMENTATION=1 writes the page"
        )
    }

    @Test("Each of the questions has a screen but those that the console can't show")
    func screens() {
        let without = MeasureQuestion.all.filter(\.steps.isEmpty).map(\.text)
        #expect(without == ["mark 'stopped drinking' 1 sep", "pattern sleep"])
    }

    /// The screen at the end of a question's keys; nil where it has none.
    private func screen(_ question: MeasureQuestion, _ store: String, _ folder: ScratchFolder) throws -> String? {
        guard !question.steps.isEmpty else { return nil }
        let steps = question.steps.map { step in
            switch step {
            case .press(let key): "press " + key
            case .typed(let text): "type " + text
            }
        }
        let head = [
            "healthtui session 1", "at 2026-11-21T14:00:00Z", "zone UTC", "locale de_DE en_GB", "size 80x24",
        ]
        let file = folder.path("question.session")
        try Data(((head + steps).joined(separator: "\n") + "\n").utf8).write(to: URL(fileURLWithPath: file))
        let outcome = try Command.run(["replay", file, "--store", store], in: folder)
        #expect(outcome.status == 0, "\(question.text): \(outcome.errors)")
        return outcome.output
    }

    /// The keys in words, and their number.
    private static func keys(_ question: MeasureQuestion) -> String {
        let keys = question.steps.map { step in
            switch step {
            case .typed(let text): "*\(text)*"
            case .press("enter"): "Enter"
            case .press("tab"): "Tab"
            case .press(let key) where key.hasPrefix("ctrl+"): "Ctrl-" + key.dropFirst(5).uppercased()
            case .press(let key): "`\(key)`"
            }
        }
        return keys.joined(separator: " ") + ", \(question.count) keys"
    }

    /// A text as a block without blanks at the ends of its lines, and without what differs in each run.
    private static func block(_ text: String, most: Int) -> String {
        var lines = text.replacing(/[0-9A-F]{8}-[0-9A-F-]{27}/, with: "UUID")
            .split(separator: "\n", omittingEmptySubsequences: false)
            .map { line in line.replacing(#/ +$/#, with: "") }
        while lines.last?.isEmpty == true { lines.removeLast() }
        let rest = lines.count - most
        if rest > 0 { lines = lines.prefix(most) + ["… and \(rest) more lines"] }
        return "```text\n" + lines.joined(separator: "\n") + "\n```\n"
    }
}
