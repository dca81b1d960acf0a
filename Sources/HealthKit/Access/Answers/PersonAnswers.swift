import Foundation
import HealthKitStore

extension OwnerCall: PassedCall {
    func pass(_ gate: Gate, while isWanted: (() -> Bool)?) throws -> OwnerAnswer {
        try gate.answer(self, visit: { _ in })
    }
}

extension OwnerCall {
    /// Whether the call changes what apps may share.
    var changesSharing: Bool {
        switch self {
        case .setGrants, .removeApp, .forgetApp, .answer, .approveProgram: true
        default: false
        }
    }

    /// Carries the call out, in one transaction.
    ///
    /// - Parameters:
    ///   - writer: The transaction.
    ///   - now: The time of the operation.
    ///   - visit: Called with the UUID of each object that is deleted because it matches.
    /// - Returns: The answer.
    /// - Throws: The store's errors, ``DeletionError``.
    func answer(_ writer: ObjectWriter, now: Date, visit: (UUID) -> Void) throws -> OwnerAnswer {
        switch self {
        case .setGrants(let grants, let app):
            for (type, grant) in grants { try writer.setGrant(grant, app: app, type: type) }
            try writer.approveFirstProgram(app)
        case .removeApp(let app):
            let count = try Self.deleteData(of: app, writer)
            try writer.forget(app: app)
            return .count(count)
        case .forgetApp(let app): try writer.forget(app: app)
        case .deleteData(let app): return .count(try Self.deleteData(of: app, writer))
        case .answer(let id, let read, let share, let since):
            return .wasWaiting(try writer.answer(id, read: read, share: share, since: since))
        case .answerObjects(let id, let objects): return .wasWaiting(try writer.answer(id, objects: objects))
        case .cancel(let id): try writer.cancel(request: id)
        case .approveProgram(let app, let trustsPath):
            return .wasWaiting(try writer.approveProgram(app, trustsPath: trustsPath))
        case .setPair(let pair): try writer.setPair(pair)
        case .forgetPair(let one, let other): try writer.forgetPair(one, other)
        case .setWake(let decision, let app): try writer.setWakeDecision(decision, app: app)
        case .setSourceOrder(let type, let priority):
            try writer.setValue(priority, StoreNamespace.sourceOrder, type)
        case .setCharacteristics(let values):
            try writer.setValue(values, StoreNamespace.characteristics, CharacteristicValues.key)
        case .setZones(let type, let boundaries):
            try writer.setValue(boundaries, StoreNamespace.workoutZones, type)
        case .setGoals(let goals, let day): try writer.setValue(goals, StoreNamespace.activityGoals, day)
        case .setTypeGoal(let goal, let type):
            guard try writer.value(TypeGoal.self, StoreNamespace.typeGoals, type) != goal else { break }
            try writer.setValue(goal, StoreNamespace.typeGoals, type)
        case .addMark(let mark): try writer.add(mark)
        case .removeMark(let id): return .count(try writer.removeMark(id) ? 1 : 0)
        case .setRingPause(let pause, let day): try writer.setValue(pause, StoreNamespace.ringPauses, day)
        case .resumeRings(let day): try Self.resumeRings(on: day, writer)
        case .setCards(let cards, let types):
            try writer.setValue(cards, StoreNamespace.pins, PersonAccess.cardsKey)
            if let types { try writer.setValue(types, StoreNamespace.pins, PersonAccess.pinsKey) }
        case .setPins(let types): try writer.setValue(types, StoreNamespace.pins, PersonAccess.pinsKey)
        case .setPreferredUnit(let type, let unit):
            guard try writer.value(String.self, StoreNamespace.preferredUnits, type) != unit else { break }
            try writer.setValue(unit, StoreNamespace.preferredUnits, type)
        case .setStudy(let study, let record, let sent): try writer.setStudy(study, record, sent: sent, now: now)
        case .setAssistant(let grant, let app): try writer.setAssistant(grant, app, now: now)
        case .removeDraft(let id): return .wasWaiting(try writer.removeDraft(id, at: now))
        case .setGuest(let isGuest): try writer.setGuest(isGuest)
        case .delete(let uuids): return .count(try writer.delete(uuids))
        case .deleteMatching(let selections, let expected):
            var deleted = 0
            for selection in selections {
                let request = FetchRequest(type: selection.type, filter: selection.filter)
                deleted += try writer.deleteInParts(request, visit: visit)
            }
            if let expected, expected != deleted { throw DeletionError(expected: expected, found: deleted) }
            return .count(deleted)
        }
        return .done
    }

    private static func resumeRings(on text: String, _ writer: ObjectWriter) throws {
        let day = try CalendarDay(named: text)
        for (first, pause) in try writer.ringPauses() {
            if first >= day {
                try writer.setValue(nil as RingPause?, StoreNamespace.ringPauses, first.text)
            } else if [(first: first, pause: pause)].cover(day), let before = day.before {
                try writer.setValue(RingPause(last: before.text), StoreNamespace.ringPauses, first.text)
            }
        }
    }

    private static func deleteData(of app: String, _ writer: ObjectWriter) throws -> Int {
        let scope = ReadScope.only(bundleIdentifier: AppAccount.bundleIdentifier(app))
        var count = 0
        for type in Set(try writer.store.provenance().filter { $0.count > 0 }.map(\.type)) {
            guard let type = HKSampleType.ofStored(try writer.typeIdentifier(type)) else { continue }
            count += try writer.delete(FetchRequest(type: type, scope: scope))
        }
        return count
    }
}

extension Gate {
    /// Answers a read call of the owner, on one consistent state of the store.
    ///
    /// - Parameter question: The question.
    /// - Returns: The answer.
    /// - Throws: `errorAuthorizationDenied` for an app, `errorInvalidArgument` for arguments out of bounds, and any error of
    ///   opening the store.
    func answer<Question: AnsweredOwnerReadCall>(_ question: Question) throws -> Question.Answer {
        try question.check()
        return try personsDatabase().read { try question.answer($0) }
    }

    /// Carries out a call of the owner, all or nothing.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - visit: Called with the UUID of each object that is deleted because it matches.
    /// - Returns: The answer.
    /// - Throws: `errorAuthorizationDenied` for an app, `errorInvalidArgument` for arguments out of bounds, and any error of
    ///   opening the store.
    func answer(_ call: OwnerCall, visit: (UUID) -> Void) throws -> OwnerAnswer {
        try call.check()
        let now = clock()
        let database = try personsDatabase()
        let answer = try database.write { writer in
            try self.once(OwnerCall.self, writer) {
                try writer.recording(call.draft(writer), now: now) { try call.answer(writer, now: now, visit: visit) }
                    .result
            }
        }
        // Apps that start while the store is locked save according to the rights noted outside it.
        if call.changesSharing { database.noteSharingApps() }
        return answer
    }

    /// The path of the store; `nil` for one in memory.
    var personsPath: String? { get throws { try personsDatabase().path } }

    /// Observes every change of the store until the token is released.
    ///
    /// - Throws: `errorAuthorizationDenied` for an app, and what opening the store throws.
    func listenForPerson(_ body: @escaping @Sendable (DatabaseChange) -> Void) throws -> ChangeToken {
        try personsDatabase().changes.listen(body)
    }

    /// Watches the store's file, and opens a store that replaces it.
    ///
    /// - Parameter body: Called on a background queue with what happened to the file.
    /// - Returns: The watch, which ends when it is released; `nil` for a store in memory.
    /// - Throws: `errorAuthorizationDenied` for an app, and any error of opening the store.
    func watchPlaceForPerson(_ body: @escaping @Sendable (StorePlace) -> Void) throws -> AnyObject? {
        let database = try personsDatabase()
        guard let path = database.path else { return nil }
        return PlaceWatcher(path: path) { [weak database] in
            guard let place = database?.checkPlace(), place != .unchanged else { return }
            body(place)
        }
    }

    /// The open database, for the owner alone.
    func personsDatabase() throws -> HealthDatabase {
        guard case .person = principal else {
            throw HKError.error(.errorAuthorizationDenied, "Only the person may do this")
        }
        return try handle.database()
    }
}
