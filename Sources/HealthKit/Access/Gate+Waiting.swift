import Foundation
import HealthKitStore

extension Gate {
    /// Carries out an app's call while the store is locked, or keeps it until the store is unlocked (R10.1).
    ///
    /// The app's sharing rights are in the encrypted store: a refusal that this process saw before is enforced, and in any case
    /// the rights are checked again when the call is carried out.
    ///
    /// - Parameters:
    ///   - call: The app's call.
    ///   - types: The types that the app needs to share.
    ///   - check: Checks that don't need the store.
    ///   - again: Performs the call if the store was unlocked in the meantime; `nil` to use `body`.
    ///   - body: Carries the call out.
    /// - Returns: The result of `body`, or `nil` when the call waits.
    /// - Throws: Any error thrown by `body` and `check`, and `errorAuthorizationDenied` for an app that was refused before.
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
            // Unlocked in the meantime.
            return try again?() ?? body()
        }
    }

    private func checkNoted(_ types: Set<HKObjectType>, _ app: AppIdentity, _ database: HealthDatabase) throws {
        for type in types where database.lockedSaves?.noted(app, type.identifier) == .sharingDenied {
            throw HKError.error(.errorAuthorizationDenied, "Not authorized")
        }
    }

    /// Remembers that the caller may share types, for when the store is locked; does nothing if the store can't be opened.
    func noteSharing(_ types: Set<HKObjectType>) {
        guard let app, let database = try? handle.database() else { return }
        for type in types { database.note(.sharingAuthorized, app, type.identifier) }
    }

    /// The sharing decision for a type; while the store is locked, the last one that this process saw.
    func sharingStatus(of call: AuthorizationStatusCall) -> HKAuthorizationStatus {
        // Without a store nothing has been decided; this call doesn't create one.
        if handle.isMissing { return app == nil ? .sharingAuthorized : .notDetermined }
        // This method can't throw: if the store can't be read, the last known decision applies, or no right if there is none.
        let database = try? handle.database()
        if let status = try? answer(call) {
            if let app { database?.note(status, app, call.type) }
            return status
        }
        return app.flatMap { database?.lockedSaves?.noted($0, call.type) } ?? .notDetermined
    }

    /// Whether a request for types would show the person anything.
    ///
    /// Without a store nothing has been decided, and this call doesn't create one.
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

    /// Checks that the caller may build workouts; while the store is locked, by the last decision that this process saw.
    func answer(_ call: MayBuildWorkoutCall) throws {
        do {
            try read(call.condition) { try call.answer($0) }
        } catch let error as HKError where error.saysLocked {
            guard let app else { throw error }
            try checkNoted([HKObjectType.workoutType()], app, try handle.database())
        }
    }

    /// Keeps the state of a session; while the store is locked, the call waits.
    func answer(_ call: KeepSessionCall) throws {
        try call.check()
        try waiting(call) { try write(call) }
    }

    /// Forgets a session; while the store is locked, the call waits.
    func answer(_ call: ForgetSessionCall) throws {
        try call.check()
        try waiting(call) { try write(call) }
    }

    /// Carries out a waiting call, as the app that made it and at its time.
    ///
    /// - Parameters:
    ///   - waiting: The call.
    ///   - database: The store, open.
    /// - Throws: Any error of the call; ``LaterVersionCall`` for one of a later version.
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
    /// Carries out a waiting call like any other, through a gate.
    static let throughGate: CarryOut = { try Gate.carryOut($0, in: $1) }

    /// A store in memory that is private to the caller and that a test may lock.
    ///
    /// - Returns: The database.
    /// - Throws: `errorDatabaseInaccessible` when there is no memory for it.
    package static func inMemory() throws -> HealthDatabase { try inMemory(carryOut: throughGate) }
}
