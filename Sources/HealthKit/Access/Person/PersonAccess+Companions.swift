import Foundation

extension PersonAccess {
    /// The pairs of programs that share workout sessions, were denied that, or may be two programs of one app.
    package func companionPairs() throws -> [KnownPair] { try ask(OwnerCompanionPairsCall()) }

    /// Allows or forbids two programs to share workout sessions and start each other for a workout.
    ///
    /// - Parameters:
    ///   - pair: The pair as shown to the person; the decision applies to these programs only.
    ///   - isAllowed: Whether they may.
    /// - Throws: `errorInvalidArgument` when the place of one of the programs is unknown.
    package func decide(_ pair: KnownPair, isAllowed: Bool) throws {
        guard pair.programs.count == 2 || !isAllowed else {
            throw HKError.invalid("One of the programs is unknown: start it once, so that it asks for access")
        }
        let programs = Dictionary(
            pair.apps.map { ($0, pair.programs[$0] ?? "") },
            uniquingKeysWith: { first, _ in first }
        )
        try perform(
            .setPair(
                CompanionPair(
                    programs: programs,
                    isAllowed: isAllowed,
                    decided: store.port.clock().timeIntervalSinceReferenceDate
                )
            )
        )
    }

    /// Forgets the decision about two programs, so that they may ask again.
    package func forgetPair(_ one: String, _ other: String) throws { try perform(.forgetPair(one, other)) }
}
