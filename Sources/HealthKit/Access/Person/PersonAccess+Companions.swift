import Foundation

extension PersonAccess {
    /// The pairs of programs that share workout sessions, were refused that, or may be two programs of one app.
    package func companionPairs() throws -> [KnownPair] { try ask(OwnerCompanionPairsCall()) }

    /// Lets two programs share workout sessions and start each other for a workout, or refuses it.
    ///
    /// - Parameters:
    ///   - pair: The two, as they were shown: it holds for these programs only.
    ///   - isAllowed: Whether they may.
    /// - Throws: `errorInvalidArgument` when it is not known where one of the programs is.
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

    /// Forgets what was decided about two programs: they may ask anew.
    package func forgetPair(_ one: String, _ other: String) throws { try perform(.forgetPair(one, other)) }
}
