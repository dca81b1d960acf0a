import Foundation

extension HKHealthStore {
    /// Takes over the session that was left behind, on this thread.
    func recoverNow() throws -> HKWorkoutSession? {
        guard let kept = try SessionKeeper.recovered(gate) else { return nil }
        return try HKWorkoutSession(kept.keeper, self, parts: kept.parts)
    }

    /// Starts the other program of the app, on this thread.
    func startCompanionNow(_ configuration: WorkoutConfigurationContent) throws {
        let own = principal.revision.source.bundleIdentifier
        let others = try gate.answer(CompanionsCall()).filter { $0.bundleIdentifier != own && $0.program != nil }
        guard let other = others.first else {
            HealthLog.told("companions") { try gate.answer(AskForCompanionsCall(mirrors: false)) }
            throw HKError.noCompanion(own)
        }
        try gate.answer(TakeCompanionCall(companion: other.bundleIdentifier, starts: true))
        try CompanionLauncher.start(other, gate, configuration: configuration)
    }

    /// Has something happen to a session, one of old included.
    func perform(_ event: WorkoutSessionMachine.Event, on session: HKWorkoutSession) {
        session.core.attach(session, self)
        session.core.perform(event)
    }
}
