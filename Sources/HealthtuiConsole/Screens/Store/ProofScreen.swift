import HealthKit
import HealthtuiEntry
import HealthtuiTerminalUI

/// The question for the secret that a service wants, in the place of everything else.
package struct ProofScreen: Screen {
    private var question: OwnerQuestion
    private var field = SecretField()
    /// Whether a secret is being checked.
    private var isChecking = false
    private var message: String?
    /// The reason that the check hasn't finished yet.
    private var wait: String?

    init(_ question: OwnerQuestion) { self.question = question }

    /// The screen waits for events that the console delivers.
    package enum Action: Sendable {}

    package var decidesRights: Bool { true }

    package var title: String { ProofStrings.title(isPIN: question.challenge.secret == .pin) }

    package var contexts: [KeyContext] { [.secret] }

    package var isTyping: Bool { true }

    package var isModal: Bool { true }

    /// The recovery key unlocks a store, and proves nothing here.
    package func idle(_ environment: ConsoleEnvironment) -> Set<Command> { [.recoveryKey] }

    /// Asks again after a wrong secret.
    mutating func take(_ question: OwnerQuestion) {
        self.question = question
        message = question.problem
        (isChecking, wait) = (false, nil)
    }

    /// Shows that the check of the secret has to wait, and for which program.
    mutating func take(_ wait: OwnerWait) {
        self.wait = ProofStrings.waits(Int(wait.seconds.rounded(.up)), wait.wrong.joined(separator: ", "))
    }

    package mutating func perform(
        _ command: Command,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>]? {
        switch command {
        case .accept: return accept(environment)
        case .erase:
            field.clear()
            message = nil
            return []
        case .cancel:
            field.clear()
            environment.questions.decline(question)
            return []
        default: return nil
        }
    }

    private mutating func accept(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard !isChecking else { return [] }
        do {
            guard let secret = try field.take() else { return [] }
            isChecking = true
            message = nil
            environment.questions.answer(secret)
        } catch {
            message = Failure(error).text
        }
        return []
    }

    package mutating func type(_ key: Key, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        if !isChecking { message = field.type(key) }
        return []
    }

    package mutating func paste(_ text: String, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        if !isChecking { message = field.add(text) }
        return []
    }

    package func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        let theme = environment.theme
        var body = rect
        let head = body.cutTop(1)
        grid.write(
            Line(title, .bold).truncated(to: head.width - 2, ellipsis: theme.glyphs.ellipsis),
            in: head,
            x: 1
        )
        if rect.height >= 13 { grid.rule(in: body.cutTop(1), theme: theme) }
        guard body.height >= 2 else { return }
        let y = max(0, body.height / 2 - 1)
        let working = isChecking ? ProofStrings.checking : nil
        let label = ProofStrings.label(isPIN: question.challenge.secret == .pin)
        field.draw(label, working: working, in: body, y: y, on: &grid, theme: theme)
        let why = question.challenge.need == .each ? ProofStrings.each : ProofStrings.session
        let (text, style) = message.map { ($0, theme.error) } ?? (wait ?? why, theme.dim)
        for (index, line) in text.wrapped(to: max(10, body.width - 4)).prefix(max(0, body.height - y - 2)).enumerated()
        {
            grid.write(line, in: body, x: 2, y: y + 2 + index, style: style)
        }
    }
}
