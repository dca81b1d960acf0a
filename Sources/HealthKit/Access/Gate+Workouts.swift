import Foundation
import HealthKitStore

extension AddToWorkoutCall: PassedCall {
    func pass(_ gate: Gate, while isWanted: (() -> Bool)?) throws { try gate.answer(self) }
}

extension FinishWorkoutCall: PassedCall {
    func pass(_ gate: Gate, while isWanted: (() -> Bool)?) throws -> HKWorkout? { try gate.answer(self) }
}

extension Gate {
    /// Saves samples of a workout that is being built, on this thread.
    ///
    /// - Throws: Any error of saving; `errorInvalidArgument` for samples that cannot belong to a workout, and for stored ones
    ///   that the caller neither saved nor may see.
    func answer(_ call: AddToWorkoutCall) throws {
        do {
            for sample in call.samples { try WorkoutSamples.check(sample) }
            if app != nil { try SampleValidation.checkIdentities(call.samples.filter { $0.creationDate == nil }) }
            let types = call.samples.reduce(into: Set<HKObjectType>()) { $0.formUnion($1.sharedTypes) }
            let done: Void? = try waiting(call, types) { try add(call) }
            if done != nil { noteSaving(call.samples, nil) }
        } catch {
            noteSaving(call.samples, error)
            throw error
        }
    }

    private func add(_ call: AddToWorkoutCall) throws {
        // Samples read from the store are known to be stored; those that the app saved itself are found when saving them again
        // fails.
        let isNew = { (sample: HKSample) in sample.creationDate == nil }
        let (new, known) = (call.samples.filter(isNew), call.samples.filter { !isNew($0) })
        do {
            try add(new, known: known, call)
        } catch let error as HKError where error.code == .errorInvalidArgument {
            let database = try database(.available)
            let stored = try database.read(caller: app) { reader in
                try Set(
                    new.map(\.uuid)
                        .filter { try reader.ownObject($0) != nil || reader.visibleObject($0) != nil }
                )
            }
            guard !stored.isEmpty else { throw error }
            let isStored = { (sample: HKSample) in stored.contains(sample.uuid) }
            try add(new.filter { !isStored($0) }, known: known + new.filter(isStored), call)
        }
    }

    private func add(_ new: [HKSample], known: [HKSample], _ call: AddToWorkoutCall) throws {
        let save = new.isEmpty ? nil : try checked(SaveCall(objects: new), asPart: true).body
        let database = try database(.available)
        var draft = draft(.workout)
        draft?.isOpen = true
        let types = known.reduce(into: Set<HKObjectType>()) { $0.formUnion($1.sharedTypes) }
        try database.write { writer in
            try self.once(AddToWorkoutCall.self, writer) {
                try writer.checkNotGuest(self.principal)
                try writer.checkSharing(self.principal, types)
                let scoped = self.scoped(writer, database)
                _ = try writer.recording(
                    draft,
                    goingOnWith: draft == nil ? nil : writer.openWorkoutStep(),
                    now: scoped.now
                ) {
                    try save?(writer)
                }
                for sample in known { try scoped.checkKnown(sample) }
                if let part = call.part, let session = call.session {
                    try writer.keep(part, of: session, app: scoped.reader.sessionOwner)
                }
            }
        }
    }

    /// Saves a workout with all its related data, on this thread.
    ///
    /// - Returns: The workout as it is stored; `nil` when it waits until the machine is unlocked (R7.3, R10.2).
    func answer(_ call: FinishWorkoutCall) throws -> HKWorkout? {
        try call.check()
        if app != nil { try SampleValidation.checkIdentities([call.workout] + call.routes) }
        do {
            // A workout that waits for the store to be unlocked is counted when it is stored.
            guard let stored = try finish(call) else { return nil }
            noteSaving([call.workout] + call.routes, nil)
            return stored
        } catch {
            noteSaving([call.workout] + call.routes, error)
            throw error
        }
    }

    /// - Returns: The workout as it is stored, if it is; `nil` when the call waits.
    private func finish(_ call: FinishWorkoutCall) throws -> HKWorkout?? {
        let workout = call.workout
        for route in call.routes { try route.checkContent() }
        let types = Set([workout.sampleType] + call.routes.map(\.sampleType)) as Set<HKObjectType>
        return try waiting(call, types) { try finish(call, workout) }
    }

    private func finish(_ call: FinishWorkoutCall, _ workout: HKWorkout) throws -> HKWorkout? {
        let database = try database(.available)
        let draft = draft(.workout)
        return try database.write { writer in
            try self.once(FinishWorkoutCall.self, writer) {
                try writer.checkNotGuest(self.principal)
                let scoped = self.scoped(writer, database)
                var types: Set<HKObjectType> = [workout.sampleType]
                for route in call.routes { types.insert(route.sampleType) }
                try scoped.checkSharing(types)
                try SampleValidation.checkForSaving(workout)
                let members = try scoped.members(call.members, of: workout)
                let revision = self.principal.revision
                let objects = [workout] + call.routes
                if let session = call.session {
                    try writer.keep(session, app: scoped.reader.sessionOwner)
                    try writer.forgetParts(of: session.identifier, app: scoped.reader.sessionOwner)
                }
                let open = draft == nil ? nil : try writer.openWorkoutStep()
                _ = try writer.recording(draft, goingOnWith: open, now: scoped.now) {
                    let replaced = try scoped.save(objects)
                    try writer.complete(
                        replaced[workout.uuid] ?? workout.uuid,
                        members,
                        routes: call.routes.map { replaced[$0.uuid] ?? $0.uuid },
                        bundle: revision.source.bundleIdentifier
                    )
                }
                let stored = try scoped.reader.base.sample(uuid: workout.uuid) as? HKWorkout
                try scoped.reader.base.checkLookups()
                return stored ?? workout
            }
        }
    }

    /// Marks a session's process as alive, or returns `nil` when another process has marked it.
    func markSession(_ session: UUID) throws -> ByteMarks.Mark? { try handle.database().sessionMarks.set(session) }

    /// Marks this program as accepting mirrored sessions, as long as the mark lives.
    func markCompanion() throws -> ByteMarks.Mark? {
        let bundle = principal.revision.source.bundleIdentifier
        return try handle.database().sessionMarks.set(CompanionProgram.mark(of: bundle), isShared: true)
    }

    /// Whether a program that accepts mirrored sessions is running.
    func isCompanionMarked(_ bundleIdentifier: String) throws -> Bool {
        try handle.database().sessionMarks.isSet(CompanionProgram.mark(of: bundleIdentifier))
    }

    /// The path of the store, or `nil` for one in memory.
    var path: String? { get throws { try handle.database().path } }

    /// Whether a session's process is alive.
    func isSessionMarked(_ session: UUID) throws -> Bool { try handle.database().sessionMarks.isSet(session) }
}

extension ScopedWriter {
    /// Checks a sample that is claimed to be stored.
    fileprivate func checkKnown(_ sample: HKSample) throws {
        guard let stored = try known(sample.uuid), try writer.type(stored.type) == sample.sampleType else {
            throw HKError.notStored
        }
    }

    /// The stored samples of a workout that the caller saved or may see; samples deleted meanwhile are omitted.
    fileprivate func members(_ named: [String: Data], of workout: HKWorkout) throws -> WorkoutMembers {
        var members = WorkoutMembers()
        let start = workout.startDate.timeIntervalSinceReferenceDate
        let end = workout.endDate.timeIntervalSinceReferenceDate
        for (name, data) in named.sorted(by: { $0.key < $1.key }) {
            var rest = Set(IdentifierBytes.uuids(data))
            guard let type = HKObjectType.type(identifier: name) as? HKSampleType else { continue }
            // Most are found in one pass over the time of the workout, the others one by one.
            if try reader.base.visibility(of: type) != nil, rest.count > 50 {
                let request = try reader.request(SampleSelection(type)).touching(start...end)
                try reader.base.forEachRow(request) { row in
                    if rest.remove(row.uuid) != nil { members.known.append(row.uuid) }
                    return !rest.isEmpty
                }
            }
            for uuid in rest {
                if let stored = try known(uuid) { members.known.append(stored.uuid) }
            }
        }
        return members
    }
}

/// The rules for a workout's samples.
enum WorkoutSamples {
    /// - Throws: `errorInvalidArgument` for effort scores, which are related instead (R7.14), for workouts and series,
    ///   which have separate builders, and for negative amounts.
    static func check(_ sample: HKSample) throws {
        let type = sample.sampleType
        guard !WorkoutEffort.typeIdentifiers.contains(type.identifier) else {
            throw HKError.invalid("Sample of type \(type.identifier) must be related to a workout")
        }
        switch sample {
        case let sample as HKQuantitySample:
            guard !isNegative(sample) else {
                throw HKError.invalid("\(type.identifier) cannot be negative in a workout: \(sample.quantity)")
            }
        case is HKCategorySample: return
        case let correlation as HKCorrelation: for member in correlation.objects { try check(member) }
        default: throw HKError.invalid("Samples of type \(type.identifier) cannot be added to a workout")
        }
    }

    /// Whether a sample would decrease the totals of a workout.
    static func isNegative(_ sample: HKQuantitySample) -> Bool {
        sample.quantityType.aggregationStyle == .cumulative && sample.value < 0
    }
}
