import Foundation

extension HKHealthStore {
    /// Asks the person which objects of a type the app may read.
    ///
    /// The person sees a list of the objects that the predicate admits, whoever saved them, and chooses; what was chosen
    /// before is shown and may be changed. The list comes up each time, even when there is nothing in it, so that an app
    /// does not learn what there is by asking (R1.14). What the app saved itself it may read as long as the person does not
    /// take that back.
    ///
    /// - Parameters:
    ///   - objectType: A type with `requiresPerObjectAuthorization()`: vision prescriptions or medications.
    ///   - predicate: Which objects to list; `nil` for all.
    ///   - completion: Called on a background queue; success means that the person answered, not what.
    public func requestPerObjectReadAuthorization(
        for objectType: HKObjectType,
        predicate: NSPredicate?,
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        let box = UncheckedSendable(predicate)
        Task {
            do {
                try await self.askForObjects(objectType, box.value)
                self.queue.async { completion(true, nil) }
            } catch {
                self.queue.async { completion(false, error) }
            }
        }
    }

    /// Asks the person which objects of a type the app may read; see the completion form.
    ///
    /// - Parameters:
    ///   - objectType: A type with `requiresPerObjectAuthorization()`: vision prescriptions or medications.
    ///   - predicate: Which objects to list; `nil` for all.
    /// - Throws: `errorInvalidArgument` for another type and for a predicate that HealthKit does not know,
    ///   `errorUserCanceled` when the person closed the list, `errorDatabaseInaccessible`.
    public func requestPerObjectReadAuthorization(for objectType: HKObjectType, predicate: NSPredicate?) async throws {
        try await askForObjects(objectType, predicate)
    }

    private func askForObjects(_ type: HKObjectType, _ predicate: NSPredicate?) async throws {
        guard case .app(let app) = principal else { return }
        try AuthorizationRules.check(objectsOf: type, app: app)
        let filter = try SampleFilter(predicate)
        let database = try availableDatabase()
        if database.state.isGuest { return }
        try database.state.checkUnlocked()
        let now = clock()
        let request = try await perform {
            try database.write { try $0.ask(app, objectsOf: type, filter, now: now) }
        }
        try await present(request, in: database)
    }
}
