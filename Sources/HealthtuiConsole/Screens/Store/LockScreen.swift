import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiTerminalUI

/// The screen of a locked store: none of its contents, and a field for the passphrase.
package struct LockScreen: Screen {
    private var state: StoreLockState
    private var field = SecretField()
    /// Whether a passphrase is being checked.
    private(set) var isUnlocking = false
    private var message: String?

    package init(_ state: StoreLockState) { self.state = state }

    package enum Action: Sendable {
        case unlocked(Answer<UnlockReport?>)
        case checked(Answer<StoreLockState>)
    }

    package var decidesRights: Bool { true }

    package var title: String { LockStrings.title }

    package var contexts: [KeyContext] { [.lock] }

    package var isTyping: Bool { true }

    package var isModal: Bool { true }

    package mutating func perform(
        _ command: Command,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>]? {
        switch command {
        case .unlock: return unlock(environment)
        case .recoveryKey:
            clear()
            field.kind = field.kind == .passphrase ? .recoveryKey : .passphrase
            return check(environment)
        case .erase:
            clear()
            return []
        default: return nil
        }
    }

    package mutating func type(_ key: Key, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard !isUnlocking else { return [] }
        message = field.type(key)
        return check(environment)
    }

    package mutating func paste(_ text: String, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard !isUnlocking else { return [] }
        message = field.add(text)
        return check(environment)
    }

    private mutating func clear() {
        field.clear()
        message = nil
    }

    private mutating func unlock(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard !isUnlocking else { return [] }
        do {
            guard let secret = try field.take() else { return [] }
            isUnlocking = true
            message = nil
            let unlock = environment.unlock
            return [.task("unlock") { .unlocked(await environment.ask { try unlock($0, secret) }) }]
        } catch {
            message = Failure(error).text
            return []
        }
    }

    /// The number of pending saves grows meanwhile.
    private func check(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        [.task("look") { .checked(await environment.ask { try $0.lockState() }) }]
    }

    package mutating func reduce(_ action: Action, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        switch action {
        case .unlocked(.success(let report)):
            isUnlocking = false
            return [.pop, .notice(UnlockText.lines(report).joined(separator: "; "))]
        case .unlocked(.failure(let failure)):
            isUnlocking = false
            message = failure.text
            return check(environment)
        case .checked(.success(let state)):
            if state.isLocked {
                self.state = state
                return []
            }
            // Somebody else unlocked it.
            return isUnlocking ? [] : [.pop]
        case .checked(.failure): return []
        }
    }

    package func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        let theme = environment.theme
        var body = rect
        let head = body.cutTop(1)
        let line = Line(LockStrings.title, .bold) + "   " + Line(facts(environment))
        grid.write(line.truncated(to: head.width - 2, ellipsis: theme.glyphs.ellipsis), in: head, x: 1)
        if rect.height >= 13 { grid.rule(in: body.cutTop(1), theme: theme) }
        guard body.height >= 2 else { return }
        let label = field.kind == .passphrase ? LockStrings.passphrase : LockStrings.recoveryKey
        let y = max(0, body.height / 2 - 1)
        let working = isUnlocking ? LockStrings.unlocking : nil
        field.draw(label, working: working, in: body, y: y, on: &grid, theme: theme)
        drawMessage(in: body, below: y + 1, on: &grid, theme: theme)
        if body.height >= 6 {
            let note = Line(LockStrings.note, theme.dim)
            grid.write(note, in: body.cutBottom(1), x: 1)
        }
    }

    private func drawMessage(in body: Rect, below y: Int, on grid: inout CellGrid, theme: Theme) {
        var problem: String?
        if case .locked(_, _, let text) = state { problem = text }
        guard let text = message ?? problem else { return }
        for (index, line) in text.wrapped(to: max(10, body.width - 4)).prefix(max(0, body.height - y - 2)).enumerated()
        {
            grid.write(line, in: body, x: 2, y: y + 1 + index, style: theme.error)
        }
    }

    private func facts(_ environment: ConsoleEnvironment) -> String {
        guard case .locked(let since, let waiting, _) = state else { return "" }
        return LockStrings.facts(lockedAt: since.map { environment.dates.time($0) }, waiting: waiting)
    }
}
