import Foundation

/// The store and connected programs as needed to decide wakes.
package protocol WakeWorld {
    var isLocked: Bool { get }
    var isGuest: Bool { get }
    var hasLauncher: Bool { get }

    /// The change number up to which all observers of the type in the app's programs have acknowledged changes; `nil`
    /// if there are none.
    func done(_ key: WakeKey) -> Int64?

    /// The change number up to which programs that have ended had acknowledged changes; `nil` if there are none.
    func left(_ key: WakeKey) -> Int64?

    /// The app's visibility of changes after a change number.
    ///
    /// - Throws: Any error from reading; the read is repeated later.
    func look(_ key: WakeKey, after number: Int64) throws -> WakeSight
}

/// An app's visibility of changes of a type.
package enum WakeSight: Hashable, Sendable {
    case noAccess
    case noChange
    /// The first change.
    case change(Int64)
}

/// An action to perform for a wake.
package enum WakeAction: Hashable, Sendable {
    /// A program is to be started.
    case start(WakeStart, app: String, WakeDecision)
    /// Asks a started program to end.
    case terminate(UInt64)
    /// Kills a program that didn't end.
    case kill(UInt64)
    /// Observers of a running app are to be called again.
    case reportAgain(WakeKey)
}
