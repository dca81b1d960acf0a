import Foundation
import HealthKitStore

extension SaveCall: PassedCall, AwaitedCall {
    func pass(_ gate: Gate, while isWanted: (() -> Bool)?) throws { try gate.answer(self) }

    func pass(_ gate: Gate) async throws { try await gate.save(self) }
}

extension Gate {
    /// Saves on this thread.
    func answer(_ call: SaveCall) throws {
        let save: (database: HealthDatabase, body: SaveQueue.Body)
        do {
            save = try checked(call)
        } catch {
            noteSaving(call.objects, error)
            throw error
        }
        try settle(call, save, Result { try save.database.write(save.body) })
    }

    /// Saves in one batch with other pending saves.
    ///
    /// - Parameters:
    ///   - call: The objects to save.
    ///   - completion: Called when the save is on disk, or has failed.
    func enqueue(_ call: SaveCall, _ completion: @escaping SaveQueue.Completion) {
        if let obstacle = obstacle(of: call) {
            return Self.waiting.async {
                do {
                    try obstacle()
                } catch {
                    return completion(.failure(error))
                }
                self.enqueueNow(call, completion)
            }
        }
        enqueueNow(call, completion)
    }

    private func enqueueNow(_ call: SaveCall, _ completion: @escaping SaveQueue.Completion) {
        guard let save = prepared(call, completion) else { return }
        save.database.saves.add(save.database, save.body, save.completion)
    }

    /// Saves in one batch with other pending saves, or through the returned closure if there are none.
    ///
    /// - Parameters:
    ///   - call: The objects to save.
    ///   - completion: Called when the save is on disk, or has failed.
    /// - Returns: A closure that stores the objects, or `nil` if another thread does.
    func enqueueHere(_ call: SaveCall, _ completion: @escaping SaveQueue.Completion) -> (() -> Void)? {
        guard let save = prepared(call, completion) else { return nil }
        return save.database.saves.addHere(save.database, save.body, save.completion)
    }

    /// A save in the queue's form, or `nil` for one that has failed.
    private func prepared(
        _ call: SaveCall,
        _ completion: @escaping SaveQueue.Completion
    ) -> (database: HealthDatabase, body: SaveQueue.Body, completion: SaveQueue.Completion)? {
        do {
            let save = try checked(call)
            return (
                save.database, save.body, { result in completion(Result { try self.settle(call, save, result) }) }
            )
        } catch {
            noteSaving(call.objects, error)
            completion(.failure(error))
            return nil
        }
    }

    /// Saves in one batch with other pending saves, without a thread switch if there are none.
    func save(_ call: SaveCall) async throws {
        let save: (database: HealthDatabase, body: SaveQueue.Body)
        do {
            save = try checked(call)
        } catch {
            noteSaving(call.objects, error)
            throw error
        }
        let result: Result<Void, any Error>
        do {
            result = .success(try await save.database.saves.save(save.database, save.body))
        } catch {
            result = .failure(error)
        }
        try settle(call, save, result)
    }

    /// Counts the outcome of a save, unless it waits for the store to be unlocked: then it is counted when it is stored.
    private func settle(
        _ call: SaveCall,
        _ save: (database: HealthDatabase, body: SaveQueue.Body),
        _ result: Result<Void, any Error>
    ) throws {
        do {
            let done: Void? = try waiting(
                call,
                call.sharedTypes,
                check: { for object in call.objects { try SampleValidation.checkForSaving(object) } },
                again: { try save.database.write(save.body) },
                { try result.get() }
            )
            if done != nil { noteSaving(call.objects, nil) }
        } catch {
            noteSaving(call.objects, error)
            throw error
        }
    }

    /// Checks everything that doesn't depend on the store's content; the rest is a closure that may be called again.
    ///
    /// - Parameters:
    ///   - call: The objects to save.
    ///   - isPart: Whether it is part of another call, whose outcome is kept instead.
    /// - Returns: The database, and the body that stores the objects.
    /// - Throws: `HKError` for invalid objects, and any error of opening the store.
    func checked(_ call: SaveCall, asPart isPart: Bool = false) throws -> (
        database: HealthDatabase, body: SaveQueue.Body
    ) {
        try call.check()
        guard !call.objects.isEmpty else { throw HKError.invalid("There are no objects to save") }
        if app != nil { try SampleValidation.checkIdentities(call.objects) }
        let earliest = earliestSampleDate
        if earliest != .distantPast {
            for case let sample as HKSample in call.objects where sample.endDate < earliest {
                throw HKError.invalid(
                    "endDate (\(sample.endDate)) is before the earliest permitted sample date (\(earliest))"
                )
            }
        }
        // Checked here too: objects saved while locked are written later, when nobody can receive the error.
        for case let sample as HKSample in call.objects { try SampleValidation.checkTimes(sample) }
        let types = call.sharedTypes
        HealthLog.debug("save", ["objects": "\(call.objects.count)", "types": HealthLog.names(types)])
        let now = clock()
        let database = try savingDatabase()
        let draft = draft(.add)
        return (
            database,
            { [principal] writer in
                try self.once(SaveCall.self, unless: isPart, writer) {
                    try self.checkReachable(database)
                    try writer.checkNotGuest(principal)
                    try writer.checkSharing(principal, types)
                    self.noteSharing(types)
                    for object in call.objects { try SampleValidation.checkForSaving(object) }
                    _ = try writer.recording(draft, now: now) {
                        _ = try writer.save(
                            call.objects,
                            revision: principal.revision,
                            now: now,
                            known: self.app == nil ? nil : { try self.scoped(writer, database).known($0) }
                        )
                    }
                }
            }
        )
    }
}

extension SaveCall {
    /// The types that an app needs to share; most saves are of one type, whose samples need not be checked one by one.
    fileprivate var sharedTypes: Set<HKObjectType> {
        var types: Set<HKObjectType> = []
        var last: HKObjectType?
        for case let sample as HKSample in objects {
            if sample.sampleType === last, sample.asCorrelation == nil { continue }
            last = sample.sampleType
            types.formUnion(sample.sharedTypes)
        }
        return types
    }
}
