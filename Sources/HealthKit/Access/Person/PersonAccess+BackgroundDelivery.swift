import Foundation

extension PersonAccess {
    /// The types for which an app registered, with the maximum frequency of wakes.
    package func deliveries(app: String) throws -> [String: HKUpdateFrequency] {
        try ask(OwnerDeliveriesCall(app: app))
    }

    /// The apps that are woken for changes, and the outcomes.
    package func wakes() throws -> WakeReport { try store.port.send(OwnerWakesCall()) }

    /// Allows an app's current program to be started for changes, or refuses it.
    ///
    /// - Parameters:
    ///   - app: The app's bundle identifier.
    ///   - program: The program as shown to the person.
    ///   - hash: The SHA-256 of the program's file; `nil` to refuse.
    /// - Throws: `errorInvalidArgument` for a program that can't be started, and the store's errors.
    package func decideWake(app: String, _ program: WakeProgram, hash: String?) throws {
        let decision = WakeDecision(
            isAllowed: hash != nil,
            program: program,
            hash: hash,
            decided: store.port.clock().timeIntervalSinceReferenceDate
        )
        try perform(.setWake(decision, app: app))
    }

    /// Forgets the decision about starting an app, which then isn't started any more.
    package func forgetWake(app: String) throws { try perform(.setWake(nil, app: app)) }
}
