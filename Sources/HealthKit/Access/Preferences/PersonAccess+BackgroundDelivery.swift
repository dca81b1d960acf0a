import Foundation

extension PersonAccess {
    /// The types for which an app registered, and how often it wants to be woken at most.
    package func deliveries(app: String) throws -> [String: HKUpdateFrequency] {
        try ask(OwnerDeliveriesCall(app: app))
    }

    /// Which apps are woken for changes, and what became of it.
    package func wakes() throws -> WakeReport { try store.port.send(OwnerWakesCall()) }

    /// Lets an app be started for changes, as the program that it is now, or refuses it.
    ///
    /// - Parameters:
    ///   - app: The app's bundle identifier.
    ///   - program: What was shown to the person.
    ///   - hash: The SHA-256 of the program's file; `nil` to refuse.
    /// - Throws: `errorInvalidArgument` for a program that can't be started, and what the store throws.
    package func decideWake(app: String, _ program: WakeProgram, hash: String?) throws {
        let decision = WakeDecision(
            isAllowed: hash != nil,
            program: program,
            hash: hash,
            decided: store.port.clock().timeIntervalSinceReferenceDate
        )
        try perform(.setWake(decision, app: app))
    }

    /// Forgets what was decided about starting an app: it isn't started any more.
    package func forgetWake(app: String) throws { try perform(.setWake(nil, app: app)) }
}
