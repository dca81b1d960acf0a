import Foundation

/// What a wake needs to know of the store and of the programs that are connected.
package protocol WakeWorld {
    var isLocked: Bool { get }
    var isGuest: Bool { get }
    var hasLauncher: Bool { get }

    /// The change number up to which all observers of the type in the app's programs have said they are done; `nil` without any.
    func done(_ key: WakeKey) -> Int64?

    /// The change number up to which programs that are gone had said they were done; `nil` for none.
    func left(_ key: WakeKey) -> Int64?

    /// What the app may see of changes after a change number.
    ///
    /// - Throws: What reading throws; it is asked again.
    func look(_ key: WakeKey, after number: Int64) throws -> WakeSight
}

/// What an app may see of changes of a type.
package enum WakeSight: Hashable, Sendable {
    case noAccess
    case noChange
    /// The first change.
    case change(Int64)
}

/// What is to be done for a wake.
package enum WakeAction: Hashable, Sendable {
    /// A program is to be started.
    case start(WakeStart, app: String, WakeDecision)
    /// A program that was started is to be told to end.
    case terminate(UInt64)
    /// One that didn't end is to be killed.
    case kill(UInt64)
    /// Observers of a running app are to be called again.
    case reportAgain(WakeKey)
}
