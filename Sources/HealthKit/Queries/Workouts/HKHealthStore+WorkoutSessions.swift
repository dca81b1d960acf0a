import Foundation

extension HKHealthStore {
    /// Takes over the abandoned session on this thread.
    func recoverNow() throws -> HKWorkoutSession? {
        guard let kept = try SessionHolder.recovered(port) else { return nil }
        return try HKWorkoutSession(kept.holder, self, parts: kept.parts)
    }

    /// Starts the other program of the app, on this thread.
    func startCompanionNow(_ configuration: WorkoutConfigurationContent) throws {
        let own = principal.revision.source.bundleIdentifier
        let others = try port.send(CompanionsCall()).filter { $0.bundleIdentifier != own && $0.program != nil }
        guard let other = others.first else {
            HealthLog.attempt("companions") { try port.send(AskForCompanionsCall(mirrors: false)) }
            throw HKError.noCompanion(own)
        }
        try port.send(TakeCompanionCall(companion: other.bundleIdentifier, starts: true))
        try CompanionLauncher.start(other, port, configuration: configuration)
    }

    /// Has something happen to a session, one of old included.
    func perform(_ event: WorkoutSessionMachine.Event, on session: HKWorkoutSession) {
        session.core.attach(session, self)
        session.core.perform(event)
    }
}
