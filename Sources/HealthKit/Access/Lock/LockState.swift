import Foundation

/// Whether the store can be read.
package enum StoreLockState: Codable, Sendable, Hashable {
    /// It is not encrypted.
    case plain
    case unlocked
    /// It is locked: since when, as far as this process saw that, how many saves wait, and what is in the way of unlocking it
    /// by the agent.
    case locked(since: Date?, waiting: Int, problem: String?)

    package var isLocked: Bool {
        if case .locked = self { return true }
        return false
    }
}

/// What came of locking.
package struct LockOutcome: Codable, Sendable, Hashable {
    /// How many stores were unlocked until now.
    package var stores: Int
    /// How many programs did not say in time that they have closed theirs.
    package var silent: Int
}

/// How a store is unlocked for the whole session.
package struct UnlockPlan: Sendable {
    /// For how many seconds; `nil` until it is locked.
    package var seconds: Double?
    /// The program that keeps the key.
    package var agent: String

    /// - Parameters:
    ///   - seconds: For how long; `nil` until it is locked.
    ///   - agent: The program that keeps the key, with the argument `agent`.
    package init(seconds: Double?, agent: String = Machine.executablePath) {
        self.seconds = seconds
        self.agent = agent
    }
}

/// What the agent says of a store whose key it keeps.
package struct KeptKey: Codable, Sendable, Hashable {
    /// For how many seconds more; `nil` until it is locked.
    package var seconds: Int?
    /// How many programs have the store open, this one included.
    package var programs: Int
    /// Whether it is forgotten before the machine sleeps; else when it wakes.
    package var endsBeforeSleep: Bool
}
