import Foundation

extension WorkoutSessionCore {
    /// How long a program that was started may take until it takes sessions, in seconds.
    private static let patience = 10.0

    /// Mirrors the session to the other program of the app that takes sessions, starting it where it does not run.
    ///
    /// - Throws: `errorInvalidArgument` for a session that was stopped, and as long as the person has approved no such program.
    func startMirroring() async throws {
        guard let port = holder.port else {
            throw HKError.invalid("Only the session that runs can be mirrored, not one that mirrors it")
        }
        // This waits for earlier events of the session, such as its start.
        try await onQueue { try self.checkMirrorable() }
        let own = port.principal.revision.source.bundleIdentifier
        let companions = try port.send(CompanionsCall()).filter(\.mirrors)
        // A program whose mark can't be read is started as if it weren't running.
        let running = companions.first { (try? port.isCompanionMarked($0.bundleIdentifier)) == true }
        let companion: String
        if let running {
            companion = running.bundleIdentifier
        } else if let other = companions.first(where: { $0.bundleIdentifier != own && $0.program != nil }) {
            try port.send(TakeCompanionCall(companion: other.bundleIdentifier, starts: true))
            try CompanionLauncher.start(other, port, configuration: content.configuration)
            try await waitForCompanion(other.bundleIdentifier, port)
            companion = other.bundleIdentifier
        } else {
            guard port.app != nil else {
                throw HKError.invalid("No program that may read workouts takes mirrored workout sessions")
            }
            HealthLog.attempt("companions") { try port.send(AskForCompanionsCall(mirrors: true)) }
            throw HKError.noCompanion(own)
        }
        try port.send(TakeCompanionCall(companion: companion, starts: false))
        try await onQueue {
            try self.checkMirrorable()
            try self.holder.change { $0.mirroredBy = companion }
            self.watchOthers()
            self.watchRemote()
        }
    }

    private func checkMirrorable() throws {
        switch content.state {
        case .notStarted, .prepared, .running, .paused: return
        case .stopped, .ended:
            throw HKError.invalid("A workout session that is \(content.state) cannot be mirrored")
        }
    }

    private func waitForCompanion(_ bundle: String, _ port: any CallPort) async throws {
        let began = ContinuousClock.now
        while ContinuousClock.now - began < .seconds(Self.patience) {
            if try port.isCompanionMarked(bundle) { return }
            try await Task.sleep(for: .milliseconds(50))
        }
        throw HKError.invalid("\(bundle) was started, but takes no mirrored workout sessions")
    }

    /// Ends the mirroring; the session continues.
    ///
    /// - Throws: `errorInvalidArgument` when the session is not mirrored.
    func stopMirroring() async throws {
        try await onQueue {
            guard self.content.mirroredBy != nil else { throw HKError.notMirroring }
            try self.endMirroring()
        }
    }

    /// Sends data to the program that mirrors the session.
    func send(_ data: Data) throws {
        guard let port = holder.port, content.mirroredBy != nil else { throw HKError.notMirroring }
        try speech.reserve(data.count, at: port.clock())
        try port.send(
            ReportSessionCall(
                session: holder.identifier,
                owner: port.principal.revision.source.bundleIdentifier,
                toCompanion: true,
                message: WorkoutMessage(data: data)
            )
        )
    }

    /// Receives messages of the program that mirrors the session; on the session's queue.
    func hearRemote() {
        guard let port = holder.port, content.mirroredBy != nil else { return }
        let call = HearSessionCall(
            session: holder.identifier,
            owner: port.principal.revision.source.bundleIdentifier,
            fromCompanion: true
        )
        // They stay where they are until the next change.
        guard let messages = HealthLog.attempt("hear", { try port.send(call) }) else { return }
        let data = messages.compactMap(\.data)
        if !data.isEmpty { report { $0.workoutSession($1, didReceiveDataFromRemoteWorkoutSession: data) } }
        for message in messages {
            if message.isFarewell {
                HealthLog.attempt("farewell") { try endMirroring() }
                return
            }
            guard let event = message.event.flatMap(WorkoutSessionMachine.Event.init) else { continue }
            performNow(event, message.date)
        }
    }

    /// Looks whether the program that mirrors the session still runs.
    func checkRemote() {
        // A state that can't be determined now is checked again soon.
        guard let port = holder.port, let companion = content.mirroredBy,
            (try? port.isCompanionMarked(companion)) == false
        else { return }
        HealthLog.attempt("farewell") { try endMirroring() }
        let error = HKError.error(.unknownError, "The program that mirrored the workout session has ended")
        report { $0.workoutSession($1, didDisconnectFromRemoteDeviceWithError: error) }
    }
}
