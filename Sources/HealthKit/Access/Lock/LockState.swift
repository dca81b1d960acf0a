import Foundation

/// Whether the store can be read.
package enum StoreLockState: Codable, Sendable, Hashable {
    /// It is not encrypted.
    case plain
    case unlocked
    /// It is locked, with the time of locking if this process saw it, the number of waiting saves, and the problem that keeps the
    /// agent from unlocking it.
    case locked(since: Date?, waiting: Int, problem: String?)

    package var isLocked: Bool {
        if case .locked = self { return true }
        return false
    }
}

/// The outcome of locking.
package struct LockOutcome: Codable, Sendable, Hashable {
    /// The number of stores that were unlocked until now.
    package var stores: Int
    /// The number of programs that didn't confirm in time that they had closed their stores.
    package var silent: Int
}

/// The plan for unlocking a store for the whole session.
package struct UnlockPlan: Sendable {
    /// The number of seconds until it is locked, or `nil` for no limit.
    package var seconds: Double?
    /// The program that keeps the key.
    package var agent: String

    /// - Parameters:
    ///   - seconds: The number of seconds until it is locked, or `nil` for no limit.
    ///   - agent: The program that keeps the key, with the argument `agent`.
    package init(seconds: Double?, agent: String = Machine.executablePath) {
        self.seconds = seconds
        self.agent = agent
    }
}

/// The agent's state of a store whose key it keeps.
package struct KeptKey: Codable, Sendable, Hashable {
    /// The remaining number of seconds, or `nil` for no limit.
    package var seconds: Int?
    /// The number of programs that have the store open, including this one.
    package var programs: Int
    /// Whether the key is forgotten before the machine sleeps rather than when it wakes.
    package var endsBeforeSleep: Bool
}
