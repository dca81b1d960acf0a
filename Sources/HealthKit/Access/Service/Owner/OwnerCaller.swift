import Foundation
import Synchronization

/// Who makes calls at the owner's socket, over one connection, and what was proven there.
final class OwnerCaller: Sendable {
    private struct State {
        var terminal: OwnerTerminal?
        /// Whether the next bytes may bring the terminal.
        var expectsTerminal: Bool
        /// When proofs for one call each end.
        var permits: [Double] = []
        /// The secret that was given over this connection, by its number; `nil` for none.
        var proven: Int?
        /// The same for the secret that was given for all imports.
        var imports: Int?
    }

    let peer: ServicePeer
    private let state: Mutex<State>

    /// How long a proof for one call is good, in seconds.
    private static let permitTime = 60.0

    /// - Parameters:
    ///   - peer: What the system says of the connection.
    ///   - expectsTerminal: Whether its first bytes may bring the program's terminal.
    init(_ peer: ServicePeer, expectsTerminal: Bool = false) {
        self.peer = peer
        state = Mutex(State(expectsTerminal: expectsTerminal))
    }

    /// Whether the bytes that come next may bring a terminal: the first ones alone.
    var expectsTerminal: Bool { state.withLock { $0.expectsTerminal } }

    /// Takes what came with the first bytes.
    ///
    /// - Parameter terminal: The terminal; `nil` where none came.
    func take(_ terminal: OwnerTerminal?) {
        state.withLock { state in
            guard state.expectsTerminal else { return }
            (state.terminal, state.expectsTerminal) = (terminal, false)
        }
    }

    /// The terminal that the program was started in; `nil` for none.
    var terminal: OwnerTerminal? { state.withLock { $0.terminal } }

    /// Which terminal it is; `nil` for none.
    var terminalKey: OwnerTerminal.Key? { terminal.map { OwnerTerminal.Key(user: peer.user, device: $0.device) } }

    /// Notes that a secret was given.
    ///
    /// - Parameters:
    ///   - secret: Its number.
    ///   - now: The time.
    ///   - isForOne: Whether it is for one call that needs it each time, too.
    ///   - isForImports: Whether imports need it no more.
    func prove(_ secret: Int, at now: Double, isForOne: Bool, isForImports: Bool) {
        state.withLock { state in
            state.proven = secret
            if isForOne { state.permits.append(now + Self.permitTime) }
            if isForImports { state.imports = secret }
        }
    }

    /// Whether a secret was given over this connection.
    func hasProven(_ secret: Int) -> Bool { state.withLock { $0.proven == secret } }

    /// Whether a secret was given for all imports.
    func isForImports(_ secret: Int) -> Bool { state.withLock { $0.imports == secret } }

    /// Uses up a proof for one call.
    ///
    /// - Returns: Whether there was one.
    func takePermit(at now: Double) -> Bool {
        state.withLock { state in
            state.permits.removeAll { $0 < now }
            return state.permits.popLast() != nil
        }
    }
}
