import Dispatch
import Glibc
import Synchronization

/// The mark of a key press that a console is handling: for a moment after each, a byte of the file next to the store is locked.
///
/// Work that fills all cores, such as an import in another terminal, pauses meanwhile (``ImportThrottle``). The system releases
/// the lock when the console ends, however that happens.
package final class ConsoleAttention: Sendable {
    private struct State {
        var isHeld = false
        /// The count of keys; a later key extends the lock.
        var turn = 0
    }

    private let descriptor: Int32
    private let moment: DispatchTimeInterval
    private let state = Mutex(State())

    /// The attention of a console.
    ///
    /// - Parameters:
    ///   - storePath: The store's file. Initialization fails if no lock can be taken, such as in a read-only folder.
    ///   - moment: The time that a key counts: by then the console has drawn and the terminal shows it.
    package init?(storePath: String, moment: DispatchTimeInterval = .milliseconds(25)) {
        guard let descriptor = PresenceFile.open(beside: storePath, isMade: true) else { return nil }
        self.descriptor = descriptor
        self.moment = moment
    }

    deinit { close(descriptor) }

    /// Notes that a key or mouse button was pressed.
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

    /// Whether another console of the store is handling a key.
    package var isHeld: Bool { ByteLock.isHeld(descriptor, byte: PresenceFile.attention) }

    /// Releases the lock after a moment in which no further key came.
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
