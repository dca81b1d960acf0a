import Foundation
import HealthStore

extension Gate {
    /// Carries out what an app may do while the store is locked, or keeps it until the store is unlocked (R10.1).
    ///
    /// What an app may share stands in the encrypted store: as far as this process saw that before, it is held against it; in
    /// any case it is checked again when what waited is stored.
    ///
    /// - Parameters:
    ///   - call: What the app wants.
    ///   - types: What it needs to share for it.
    ///   - check: Checks what can be checked without the store.
    ///   - again: Carries it out when the store was unlocked in between; `nil` for `body`.
    ///   - body: Carries it out.
    /// - Returns: What `body` returns; `nil` when the call waits.
    /// - Throws: What `body` and `check` throw, and `errorAuthorizationDenied` for an app that was refused before.
    @discardableResult
    func waiting<Call: StoreCall, T>(
        _ call: Call,
        _ types: @autoclosure () -> Set<HKObjectType> = [],
        check: () throws -> Void = {},
        again: (() throws -> T)? = nil,
        _ body: () throws -> T
    ) throws -> T? {
        do {
            return try body()
        } catch let error as HKError where error.saysLocked {
            guard let app else { throw error }
            let database = try handle.database()
            try checkNoted(types(), app, database)
            try check()
            if try database.keepWaiting(call, app, at: clock(), key: change?.key) {
                HealthLog.debug("wait", ["call": "\(Call.name)"])
                return nil
            }
            // Unlocked in between.
            return try again?() ?? body()
        }
    }

    private func checkNoted(_ types: Set<HKObjectType>, _ app: AppIdentity, _ database: HealthDatabase) throws {
        for type in types where database.lockedSaves?.noted(app, type.identifier) == .sharingDenied {
            throw HKError.error(.errorAuthorizationDenied, "Not authorized")
        }
    }

    /// Remembers that the caller may share types, for the time when the store is locked; one that can't be opened has none.
    func noteSharing(_ types: Set<HKObjectType>) {
        guard let app, let database = try? handle.database() else { return }
        for type in types { database.note(.sharingAuthorized, app, type.identifier) }
    }

    /// What is decided about sharing a type: while the store is locked, what this process saw last.
    func sharingStatus(of call: AuthorizationStatusCall) -> HKAuthorizationStatus {
        // Where there is no store nothing is decided; asking doesn't make one.
        if handle.isMissing { return app == nil ? .sharingAuthorized : .notDetermined }
        // This method can't throw: what can't be read is as it was known last, and no right where nothing was.
        let database = try? handle.database()
        if let status = try? answer(call) {
            if let app { database?.note(status, app, call.type) }
            return status
        }
        return app.flatMap { database?.lockedSaves?.noted($0, call.type) } ?? .notDetermined
    }

    /// Whether asking for types would show the person anything; where there is no store nothing is decided, and asking makes none.
    func requestStatus(
        of call: RequestStatusCall,
        while isWanted: (() -> Bool)?
    ) throws -> HKAuthorizationRequestStatus {
        guard let app, handle.isMissing else { return try answer(call, while: isWanted) }
        try call.check()
        try app.checkIdentifier()
        try AuthorizationRules.check(
            share: Set(call.share.map(\.wrappedValue)),
            read: Set(call.read.map(\.wrappedValue)),
            app: app
        )
        return .shouldRequest
    }

    /// Checks that the caller may make workouts; while the store is locked as far as this process saw that before.
    func answer(_ call: MayBuildWorkoutCall) throws {
        do {
            try read(call.condition) { try call.answer($0) }
        } catch let error as HKError where error.saysLocked {
            guard let app else { throw error }
            try checkNoted([HKObjectType.workoutType()], app, try handle.database())
        }
    }

    /// Keeps what a session is; while the store is locked it waits.
    func answer(_ call: KeepSessionCall) throws {
        try call.check()
        try waiting(call) { try write(call) }
    }

    /// Forgets a session; while the store is locked that waits.
    func answer(_ call: ForgetSessionCall) throws {
        try call.check()
        try waiting(call) { try write(call) }
    }

    /// Carries out a call that waited, as the app that made it and at its time.
    ///
    /// - Parameters:
    ///   - waiting: The call.
    ///   - database: The store, open.
    /// - Throws: What the call throws; ``LaterVersionCall`` for one of a later version.
    static func carryOut(_ waiting: WaitingCall, in database: HealthDatabase) throws {
        let gate = Gate(
            .app(waiting.app),
            handle: DatabaseHandle(database),
            prompt: TerminalPrompt(),
            clock: { waiting.time },
            auditClock: { Date() },
            change: waiting.key.map { KeyedChange(key: $0) }
        )
        switch waiting.name {
        case SaveCall.name: try gate.answer(waiting.decoded(SaveCall.self))
        case AddToWorkoutCall.name: try gate.answer(waiting.decoded(AddToWorkoutCall.self))
        case FinishWorkoutCall.name: _ = try gate.answer(waiting.decoded(FinishWorkoutCall.self))
        case KeepSessionCall.name: try gate.answer(waiting.decoded(KeepSessionCall.self))
        case ForgetSessionCall.name: try gate.answer(waiting.decoded(ForgetSessionCall.self))
        default: throw LaterVersionCall()
        }
    }
}

extension HealthDatabase {
    /// Carries out a call that waited as any other: through a gate.
    static let throughGate: CarryOut = { try Gate.carryOut($0, in: $1) }

    /// A store in memory that nobody else sees, and that a test may lock.
    ///
    /// - Returns: The database.
    /// - Throws: `errorDatabaseInaccessible` when there is no memory for it.
    package static func inMemory() throws -> HealthDatabase { try inMemory(carryOut: throughGate) }
}
