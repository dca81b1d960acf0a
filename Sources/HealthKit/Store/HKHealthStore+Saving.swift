import Foundation

extension HKHealthStore {
    /// Saves an object.
    ///
    /// - Parameters:
    ///   - object: A sample that was not saved before.
    ///   - completion: Called on a background queue with success, or with the error.
    @preconcurrency
    public func save(_ object: HKObject, withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
        save([object], withCompletion: completion)
    }

    /// Saves objects, all or none.
    ///
    /// - Parameters:
    ///   - objects: Samples that were not saved before.
    ///   - completion: Called on a background queue with success, or with the error.
    @preconcurrency
    public func save(_ objects: [HKObject], withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void)
    {
        enqueue(objects) { result in self.queue.async { completion(result.isSuccess, result.failure) } }
    }

    /// Saves an object; it is on disk when this returns.
    ///
    /// - Parameter object: A sample that was not saved before.
    /// - Throws: `errorAuthorizationNotDetermined`, `errorAuthorizationDenied`, `errorInvalidArgument` for a sample that
    ///   breaks a rule or is stored already, `errorDatabaseInaccessible`.
    public func save(_ object: HKObject) async throws { try await save([object]) }

    /// Saves objects, all or none; they are on disk when this returns.
    ///
    /// - Parameter objects: Samples that were not saved before.
    /// - Throws: `errorAuthorizationNotDetermined`, `errorAuthorizationDenied`, `errorInvalidArgument` for a sample that
    ///   breaks a rule or is stored already, `errorDatabaseInaccessible`.
    public func save(_ objects: [HKObject]) async throws {
        try await withCheckedThrowingContinuation { continuation in
            enqueue(objects) { continuation.resume(with: $0) }
        }
    }

    /// Saves on this thread.
    package func saveNow(_ objects: [HKObject]) throws {
        let save = try checkedSave(objects)
        try save.database.write(save.body)
    }

    /// Saves together with whatever else is being saved.
    private func enqueue(_ objects: [HKObject], _ completion: @escaping SaveQueue.Completion) {
        do {
            let save = try checkedSave(objects)
            save.database.saves.add(save.database, save.body, completion)
        } catch {
            completion(.failure(error))
        }
    }

    /// What does not depend on the store's content, checked; the rest is a body that may be called again.
    private func checkedSave(_ objects: [HKObject]) throws -> CheckedSave {
        guard !objects.isEmpty else { throw HKError.invalid("There are no objects to save") }
        let earliest = earliestPermittedSampleDate()
        for case let sample as HKSample in objects where sample.endDate < earliest {
            throw HKError.invalid(
                "endDate (\(sample.endDate)) is before the earliest permitted sample date (\(earliest))"
            )
        }
        let types = objects.compactMap { ($0 as? HKSample)?.sharedTypes }.reduce(into: Set()) { $0.formUnion($1) }
        let now = clock()
        let principal = principal
        let database = try writableDatabase()
        return CheckedSave(database: database) { [state = database.state] writer in
            try writer.checkSharing(principal, types)
            if case .app = principal, state.isLocked {
                try writer.journal(JournaledSave(objects: objects, revision: principal.revision, time: now))
            } else {
                try writer.save(objects, revision: principal.revision, now: now)
            }
        }
    }

    /// Deletes an object that this app saved.
    ///
    /// - Parameters:
    ///   - object: The object.
    ///   - completion: Called on a background queue with success, or with the error.
    @preconcurrency
    public func delete(_ object: HKObject, withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void)
    {
        delete([object], withCompletion: completion)
    }

    /// Deletes objects that this app saved, all or none.
    ///
    /// - Parameters:
    ///   - objects: The objects.
    ///   - completion: Called on a background queue with success, or with the error.
    @preconcurrency
    public func delete(
        _ objects: [HKObject],
        withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        perform({ try self.deleteNow(objects) }, { completion($0.isSuccess, $0.failure) })
    }

    /// Deletes an object that this app saved.
    ///
    /// - Parameter object: The object.
    /// - Throws: `errorInvalidArgument` when it is not stored or another app saved it, `errorAuthorizationDenied`,
    ///   `errorAuthorizationNotDetermined`, `errorDatabaseInaccessible`.
    public func delete(_ object: HKObject) async throws { try await delete([object]) }

    /// Deletes objects that this app saved, all or none.
    ///
    /// - Parameter objects: The objects.
    /// - Throws: `errorInvalidArgument` when one is not stored or another app saved it, `errorAuthorizationDenied`,
    ///   `errorAuthorizationNotDetermined`, `errorDatabaseInaccessible`.
    public func delete(_ objects: [HKObject]) async throws { try await perform { try self.deleteNow(objects) } }

    /// Deletes on this thread (R3.1, R3.2).
    package func deleteNow(_ objects: [HKObject]) throws {
        let missing = HKError.invalid("Failed to find some objects for deletion.")
        guard !objects.isEmpty else { throw missing }
        let uuids = Array(Set(objects.map(\.uuid)))
        let types = Set(objects.compactMap { ($0 as? HKSample)?.sharedTypes }.flatMap { $0 })
        try writableDatabase(needsUnlocked: true)
            .write { writer in
                try writer.checkSharing(principal, types)
                if case .app(let app) = principal {
                    for uuid in uuids {
                        let revision = try writer.sample(uuid: uuid)?.sourceRevision
                        guard revision?.source.bundleIdentifier == app.bundleIdentifier else { throw missing }
                    }
                }
                guard try writer.delete(uuids) == uuids.count else { throw missing }
            }
    }

    /// Deletes all objects of a type that match a predicate and that this app saved.
    ///
    /// - Parameters:
    ///   - objectType: The type.
    ///   - predicate: Which of them.
    ///   - completion: Called on a background queue with success and how many there were, or with the error.
    @preconcurrency
    public func deleteObjects(
        of objectType: HKObjectType,
        predicate: NSPredicate,
        withCompletion completion: @escaping @Sendable (Bool, Int, (any Error)?) -> Void
    ) {
        let boxed = UncheckedSendable(predicate)
        perform(
            { try self.deleteNow(objectType, boxed.value) },
            { completion($0.isSuccess, (try? $0.get()) ?? 0, $0.failure) }
        )
    }

    /// Deletes all objects of a type that match a predicate and that this app saved.
    ///
    /// - Parameters:
    ///   - objectType: The type.
    ///   - predicate: Which of them.
    /// - Returns: How many there were; 0 is no error (R3.3).
    /// - Throws: `errorAuthorizationDenied`, `errorAuthorizationNotDetermined`, `errorInvalidArgument` for a predicate that
    ///   HealthKit does not know, `errorDatabaseInaccessible`.
    public func deleteObjects(of objectType: HKObjectType, predicate: NSPredicate) async throws -> Int {
        let boxed = UncheckedSendable(predicate)
        return try await perform { try self.deleteNow(objectType, boxed.value) }
    }

    private func deleteNow(_ type: HKObjectType, _ predicate: NSPredicate) throws -> Int {
        guard let type = type as? HKSampleType else {
            throw HKError.invalid("\(type.identifier) is no type of samples: nothing of it can be deleted")
        }
        let filter = try SampleFilter(predicate)
        return try writableDatabase(needsUnlocked: true)
            .write { writer in
                try writer.checkSharing(principal, type.sharedTypes)
                var scope = ReadScope.everything
                if case .app(let app) = principal { scope = .only(bundleIdentifier: app.bundleIdentifier) }
                return try writer.delete(FetchRequest(type: type, filter: filter, scope: scope))
            }
    }
}

/// A save whose arguments are in order.
private struct CheckedSave {
    let database: HealthDatabase
    let body: SaveQueue.Body
}

extension HKSample {
    /// The types that an app needs to share to save the sample: of a correlation those of its members (R2.15).
    var sharedTypes: Set<HKObjectType> {
        guard let correlation = self as? HKCorrelation else { return [sampleType] }
        return Set(correlation.objects.map(\.sampleType))
    }
}

extension HKSampleType {
    /// The types that an app needs to share to save or delete samples of this type.
    var sharedTypes: Set<HKObjectType> {
        guard let correlation = self as? HKCorrelationType else { return [self] }
        return Set(correlation.memberTypeIdentifiers.compactMap { HKObjectType.type(identifier: $0) })
    }
}

extension Result {
    /// Whether there is a value.
    var isSuccess: Bool {
        if case .success = self { return true }
        return false
    }

    /// The error, or `nil`.
    var failure: Failure? {
        if case .failure(let error) = self { return error }
        return nil
    }
}
