import HealthKitStore

extension OwnerProveCall: PerformedSessionCall {
    func perform(_ session: OwnerSession, while isWanted: @escaping () -> Bool) throws {
        session.noteProven(isForOne: isForOne, isForImports: isForImports ?? false)
    }
}

extension OwnerUseCall: PerformedSessionCall {
    func perform(_ session: OwnerSession, while isWanted: @escaping () -> Bool) throws {
        session.proof?.noteUse(by: session.caller)
    }
}

extension OwnerWaitCall: PerformedSessionCall {
    func perform(_ session: OwnerSession, while isWanted: @escaping () -> Bool) throws -> OwnerWait {
        session.proof?.wait(of: session.caller, startedBy: starter) ?? OwnerWait(seconds: 0, wrong: [])
    }
}

extension OwnerEndWaitCall: PerformedSessionCall {
    func perform(_ session: OwnerSession, while isWanted: @escaping () -> Bool) throws {
        guard session.caller.peer.user == 0 else {
            throw HKError.error(.errorAuthorizationDenied, "Only root ends the wait after wrong PINs")
        }
        session.proof?.endWait()
    }
}

extension OwnerSessionCheckCall: PerformedSessionCall {
    func perform(_ session: OwnerSession, while isWanted: @escaping () -> Bool) throws {}
}

extension OwnerPINStateCall: PerformedSessionCall {
    func perform(_ session: OwnerSession, while isWanted: @escaping () -> Bool) throws -> OwnerPINState {
        try session.proof?.pinState() ?? .unasked
    }
}

extension OwnerPINCall: PerformedSessionCall {
    func perform(_ session: OwnerSession, while isWanted: @escaping () -> Bool) throws {
        guard let proof = session.proof else {
            throw HKError.invalid(
                "This service asks for no PIN, as it runs as you. Start it with --require-secret for one that does"
            )
        }
        try proof.setPIN(new?.secret())
        // Without a PIN nothing is required from now on, so that nothing waits for it.
        if new == nil { session.finishImports() }
    }
}
