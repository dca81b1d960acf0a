import HealthKit
import HealthtuiTerminalUI

extension ConsoleProgram {
    /// Locks the store for every program.
    func lock() -> Effect<ConsoleAction> {
        let environment = environment
        return .task(id: "store.lock") { .locking(await environment.ask { try $0.lock() }) }
    }

    /// Reports the result of locking; the store itself also reports that it's locked.
    func locking(_ answer: Answer<LockOutcome>, _ state: inout ConsoleState) -> [Effect<ConsoleAction>] {
        switch answer {
        case .success: return [checkLock()]
        case .failure(let failure):
            state.notice = ShellStrings.notLocked(failure.text)
            return []
        }
    }

    /// Looks whether the store is locked.
    func checkLock() -> Effect<ConsoleAction> {
        let environment = environment
        return .task(id: "store.state") {
            guard case .success(let state) = await environment.ask({ try $0.lockState() }) else { return nil }
            return .lockState(state)
        }
    }

    /// Puts the screen of a locked store in place, or takes it away.
    func follow(_ lock: StoreLockState, _ state: inout ConsoleState) -> [Effect<ConsoleAction>] {
        switch (lock.isLocked, state.lock) {
        case (true, nil): return hide(lock, &state)
        case (false, let open?):
            // A screen that is unlocking shows the result itself, and closes.
            return (open.screen as? LockScreen)?.isUnlocking == true ? [] : show(&state)
        default: return []
        }
    }

    /// Discards the store's data on the screens, and asks for the passphrase.
    ///
    /// Hides the screens; typed input stays, and so do the reports of interrupted work.
    private func hide(_ lock: StoreLockState, _ state: inout ConsoleState) -> [Effect<ConsoleAction>] {
        var effects: [Effect<ConsoleAction>] = []
        for (tab, stack) in state.stacks where !stack.contains(where: { $0.screen.unfinished != nil }) {
            effects += stack.flatMap(Self.stop)
            state.stacks[tab] = nil
        }
        if let sheet = state.sheet { effects += Self.stop(sheet) }
        state.sheet = nil
        state.overlay = nil
        state.notice = nil
        state.waiting = []
        state.turns = []
        state.beginning = []
        if state.isAlone { return effects }
        state.lastID += 1
        state.lock = OpenScreen(id: state.lastID, screen: LockScreen(lock))
        return effects + (send(.opened, to: state.lastID, in: &state) ?? [])
    }

    /// Shows the hidden screens again, or a new main screen.
    func show(_ state: inout ConsoleState) -> [Effect<ConsoleAction>] {
        guard let lock = state.lock else { return [] }
        state.lock = nil
        let others = environment.isReadOnly ? [] : [fetchRequests(), findWorkout()]
        return Self.stop(lock) + storeChanged(.anything, in: &state) + show(state.tab, in: &state) + others
    }
}
