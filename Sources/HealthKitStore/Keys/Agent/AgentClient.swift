import Foundation

/// A program's conversation with the agent, one question and its answer at a time.
package struct AgentClient: Sendable {
    private let address: AgentAddress

    /// The time that the agent may take, in seconds; it waits for programs itself when it locks.
    private static let patience = 6.0

    package init(_ address: AgentAddress = .standard()) { self.address = address }

    /// The outcome of locking.
    package struct Locked: Sendable, Hashable {
        /// The number of stores that were open until now.
        package var stores: Int
        /// The number of programs that did not confirm in time that they had closed theirs.
        package var silent: Int
    }

    /// Hands the key of a store over.
    ///
    /// - Parameters:
    ///   - key: the key.
    ///   - store: the store's identity.
    ///   - seconds: for how long; nil for no end.
    /// - Returns: whether there is an agent.
    /// - Throws: ``StoreError``.
    package func keep(_ key: SecretBytes, for store: UUID, seconds: UInt32?) throws -> Bool {
        let span = min(max(seconds ?? 0, seconds == nil ? 0 : 1), .max - 1)
        switch try ask(.keep(store, key: key, seconds: span)) {
        case nil: return false
        case .done?: return true
        default: throw Self.nonsense
        }
    }

    /// The key of a store, as far as the agent keeps it.
    ///
    /// - Throws: ``StoreError``.
    package func key(of store: UUID) throws -> SecretBytes? {
        switch try ask(.watch(store)) {
        case nil, .locked?: return nil
        case .key(store, let key)?: return key
        default: throw Self.nonsense
        }
    }

    /// Makes all programs forget a store's key, and waits until they have.
    ///
    /// - Parameter store: the store; nil for all.
    /// - Returns: the outcome; nil if there is no agent, and so no key.
    /// - Throws: ``StoreError``.
    package func lock(_ store: UUID?) throws -> Locked? {
        switch try ask(.lock(store)) {
        case nil: return nil
        case .done(let stores, let silent)?: return Locked(stores: Int(stores), silent: Int(silent))
        default: throw Self.nonsense
        }
    }

    /// The agent's status; nil if there is no agent.
    ///
    /// - Throws: ``StoreError``.
    package func status() throws -> AgentStatus? {
        switch try ask(.status) {
        case nil: return nil
        case .kept(let status)?: return status
        default: throw Self.nonsense
        }
    }

    private static let nonsense = StoreError(.cannotOpen, "What the agent answers makes no sense.")

    /// Lends the key of a store while the agent keeps it, to open the store with.
    ///
    /// Somebody who locks the store meanwhile waits until `body` has returned.
    ///
    /// - Parameters:
    ///   - store: the store's identity.
    ///   - patience: for how long the agent is waited for, in seconds.
    ///   - body: opens the store.
    /// - Returns: whether the agent still kept the key when `body` had returned; nil when it does not keep one.
    /// - Throws: The errors of `body`, and ``StoreError``.
    package func lendingKey(
        of store: UUID,
        patience: Double,
        _ body: (SecretBytes) throws -> Void
    ) throws -> Bool? {
        guard let socket = try address.connect() else { return nil }
        defer { close(socket) }
        guard case .key(store, let key)? = try ask(.watch(store), socket, patience) else { return nil }
        try body(key)
        // If it had been locked since, that message would have come first.
        guard case .kept(let status)? = try ask(.status, socket, patience) else { return false }
        return status.stores.contains { $0.id == store }
    }

    /// - Returns: the answer; nil if there is no agent.
    private func ask(_ question: AgentMessage) throws -> AgentMessage? {
        guard let socket = try address.connect() else { return nil }
        defer { close(socket) }
        return try ask(question, socket, Self.patience)
    }

    private func ask(_ question: AgentMessage, _ socket: Int32, _ patience: Double) throws -> AgentMessage? {
        let process = AgentProcess(socket: socket)
        // A stopped process receives messages, but only answers once it is resumed.
        if process?.isStopped == true { throw AgentProcess.silence(process) }
        var turn = timeval(tv_sec: 0, tv_usec: 250_000)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(socket, SOL_SOCKET, option, &turn, socklen_t(MemoryLayout<timeval>.size))
        }
        guard Self.send(try question.frame(), to: socket) else { return nil }
        let buffer = try GuardedBuffer(capacity: AgentMessage.longestAnswer)
        let deadline = SuspendingClock.now + .seconds(patience)
        while true {
            switch buffer.fill(from: socket) {
            // An agent that ends is none.
            case .end: return nil
            case .nothing:
                guard SuspendingClock.now < deadline, process?.isStopped != true else {
                    throw AgentProcess.silence(process)
                }
                continue
            case .some: break
            }
            switch try buffer.withBytes({ try AgentMessage.read($0, limit: AgentMessage.longestAnswer) }) {
            case .part: continue
            case .message(.refused(let why), _): throw Self.error(why)
            case .message(let message, _): return message
            case .refusal(let why): throw Self.error(why)
            }
        }
    }

    static func error(_ why: AgentRefusal) -> StoreError {
        switch why {
        case .version:
            StoreError(
                .cannotOpen,
                "The agent is of another version: end it with healthtui lock --all, and unlock again."
            )
        case .nonsense: nonsense
        case .full: StoreError(.busy, "The agent has too much to do. Try again.")
        }
    }

    /// Sends a message whole; false when the other side is gone or does not take it.
    static func send(_ frame: SecretBytes, to socket: Int32) -> Bool {
        frame.withBytes { bytes in
            var sent = 0
            while sent < bytes.count {
                guard let start = bytes.baseAddress else { return true }
                let count = Glibc.send(socket, start + sent, bytes.count - sent, Int32(MSG_NOSIGNAL))
                if count > 0 {
                    sent += count
                } else if count == 0 || errno != EINTR {
                    return false
                }
            }
            return true
        }
    }
}
