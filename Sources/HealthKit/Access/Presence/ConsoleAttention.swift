import Dispatch
import Glibc
import Synchronization

/// That a key at a console waits for its answer: for a moment after each, a byte of the file beside the store is locked.
///
/// Work that fills all cores, such as an import in another terminal, gives way as long (``ImportThrottle``). The system takes the
/// lock back when the console ends, however that happens.
package final class ConsoleAttention: Sendable {
    private struct State {
        var isHeld = false
        /// Counts the keys; a later one has the lock held longer.
        var turn = 0
    }

    private let descriptor: Int32
    private let moment: DispatchTimeInterval
    private let state = Mutex(State())

    /// The attention of a console.
    ///
    /// - Parameters:
    ///   - storePath: The store's file. `nil` comes back where nothing can be shown, such as in a folder that is only read.
    ///   - moment: How long a key counts: by then the console has drawn, and the terminal shows it.
    package init?(storePath: String, moment: DispatchTimeInterval = .milliseconds(25)) {
        guard let descriptor = PresenceFile.open(beside: storePath, isMade: true) else { return nil }
        self.descriptor = descriptor
        self.moment = moment
    }

    deinit { close(descriptor) }

    /// A key was pressed, or clicked.
    package func keyCame() {
        let turn = state.withLock { state in
            state.turn += 1
            if !state.isHeld {
                state.isHeld = ByteLock.take(descriptor, byte: PresenceFile.attention, isShared: true)
                return state.isHeld ? state.turn : nil
            }
            return nil
        }
        if let turn { release(after: turn) }
    }

    /// Whether a key at another console of the store waits for its answer.
    package var isHeld: Bool { ByteLock.isHeld(descriptor, byte: PresenceFile.attention) }

    /// Gives the lock back after a moment in which no further key came.
    private func release(after turn: Int) {
        DispatchQueue.global()
            .asyncAfter(deadline: .now() + moment) { [weak self] in
                guard let self else { return }
                let latest = state.withLock { state in
                    if state.turn == turn {
                        ByteLock.release(descriptor, byte: PresenceFile.attention)
                        state.isHeld = false
                    }
                    return state.turn
                }
                if latest != turn { release(after: latest) }
            }
    }
}
