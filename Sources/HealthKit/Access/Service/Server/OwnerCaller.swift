import Foundation
import Synchronization

/// A caller over one connection at the owner's socket, with its proofs.
final class OwnerCaller: Sendable {
    private struct State {
        var terminal: OwnerTerminal?
        /// Whether the next bytes may carry the terminal.
        var expectsTerminal: Bool
        /// The end times of the proofs for one call each.
        var permits: [Double] = []
        /// The number of the secret that was given over this connection, or `nil` for none.
        var proven: Int?
        /// The number of the secret that was given for all imports, or `nil` for none.
        var imports: Int?
    }

    let peer: ServicePeer
    private let state: Mutex<State>

    /// The validity of a proof for one call, in seconds.
    private static let permitTime = 60.0

    /// - Parameters:
    ///   - peer: The system's information about the connection.
    ///   - expectsTerminal: Whether its first bytes may carry the program's terminal.
    init(_ peer: ServicePeer, expectsTerminal: Bool = false) {
        self.peer = peer
        state = Mutex(State(expectsTerminal: expectsTerminal))
    }

    /// Whether the next bytes may carry a terminal, which is true only of the first ones.
    var expectsTerminal: Bool { state.withLock { $0.expectsTerminal } }

    /// Takes the terminal that came with the first bytes.
    ///
    /// - Parameter terminal: The terminal; `nil` if none came.
    func take(_ terminal: OwnerTerminal?) {
        state.withLock { state in
            guard state.expectsTerminal else { return }
            (state.terminal, state.expectsTerminal) = (terminal, false)
        }
    }

    /// The terminal that the program was started in; `nil` for none.
    var terminal: OwnerTerminal? { state.withLock { $0.terminal } }

    /// The key of the terminal, or `nil` for none.
    var terminalKey: OwnerTerminal.Key? { terminal.map { OwnerTerminal.Key(user: peer.user, device: $0.device) } }

    /// Notes that a secret was given.
    ///
    /// - Parameters:
    ///   - secret: Its number.
    ///   - now: The time.
    ///   - isForOne: Whether it also applies to one call that needs it each time.
    ///   - isForImports: Whether imports no longer need it.
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
