import Foundation
import HealthKitStore

extension SaveSeriesCall: WriteCall {
    var step: OwnerOperation.Kind? { .add }

    func answer(_ writer: ScopedWriter) throws {
        if writer.reader.base.caller != nil { try SampleValidation.checkIdentities(samples) }
        try writer.checkSharing(samples.reduce(into: []) { $0.formUnion($1.sharedTypes) })
        try writer.save(samples)
    }
}

extension SaveRouteCall: WriteCall {
    var step: OwnerOperation.Kind? { .add }

    func answer(_ writer: ScopedWriter) throws -> HKWorkoutRoute {
        if writer.reader.base.caller != nil { try SampleValidation.checkIdentities([route]) }
        try writer.checkSharing([route.sampleType])
        let workout = try writer.ownWorkout(workout)
        let bundle = writer.revision.source.bundleIdentifier
        if let newer = try writer.writer.newer(than: route, bundleIdentifier: bundle) { return newer }
        let replaced = try writer.save([route])
        try writer.writer.writer.link(
            parent: workout,
            child: replaced[route.uuid] ?? route.uuid,
            role: LinkRole.workoutSample.rawValue
        )
        return route
    }
}

extension DeleteCall: WriteCall {
    var step: OwnerOperation.Kind? { .delete }

    func answer(_ writer: ScopedWriter) throws {
        let missing = HKError.invalid("Failed to find some objects for deletion.")
        guard !objects.isEmpty else { throw missing }
        // The types that the objects claim can only lead to a refusal; the stored types decide (R3.1, R3.2).
        try writer.checkSharing(Set(types.compactMap { HKObjectType.type(identifier: $0) }))
        var uuids = Array(Set(objects))
        if writer.reader.base.caller != nil {
            var stored: Set<HKObjectType> = []
            for index in uuids.indices {
                guard let object = try writer.own(uuids[index]) else { throw missing }
                uuids[index] = object.uuid
                writer.written?.add(try writer.writer.typeIdentifier(object.type))
                stored.formUnion(try writer.sharedTypes(of: object))
            }
            try writer.checkSharing(stored)
        }
        guard try writer.writer.delete(uuids) == uuids.count else { throw missing }
    }
}

extension DeleteMatchingCall: WriteCall {
    var step: OwnerOperation.Kind? { .delete }

    func answer(_ writer: ScopedWriter) throws -> Int {
        try writer.checkSharing(selection.type.sharedTypes)
        var request = FetchRequest(type: selection.type, filter: selection.filter)
        if let app = writer.reader.base.caller {
            request.scope = .only(bundleIdentifier: app.bundleIdentifier)
            request.choice = try writer.reader.base.visibility(of: selection.type)?.choice
        }
        // Matches only what the caller may see, so that a predicate can't probe hidden objects.
        return try writer.writer.delete(request, seenBy: writer.reader.base)
    }
}

extension AddSamplesCall: WriteCall {
    var step: OwnerOperation.Kind? { .change }

    func answer(_ writer: ScopedWriter) throws {
        guard !samples.isEmpty else { throw HKError.invalid("There are no samples to add to the workout") }
        for sample in samples {
            guard !WorkoutEffort.typeIdentifiers.contains(sample.sampleType.identifier) else {
                throw HKError.invalid("Sample of type \(sample.sampleType.identifier) must be related to a workout")
            }
            guard !(sample is HKWorkout) else { throw HKError.invalid("A workout cannot be added to a workout") }
        }
        let bare = try samples.map { try $0.withoutDevice() }
        try writer.checkSharing(samples.reduce(into: [HKObjectType.workoutType()]) { $0.formUnion($1.sharedTypes) })
        let workout = try writer.ownWorkout(workout)
        for sample in bare {
            let uuid = try writer.saveIfMissing(sample)
            try writer.writer.writer.link(
                parent: workout,
                child: uuid,
                role: LinkRole.workoutSample.rawValue
            )
        }
        try writer.writer.refreshStatistics(ofWorkout: workout)
    }
}

extension RelateCall: WriteCall {
    var step: OwnerOperation.Kind? { .change }

    func answer(_ writer: ScopedWriter) throws {
        try writer.checkSharing([sample.sampleType])
        let parents = try writer.effortParents(workout, activity)
        if let stored = try writer.known(sample.uuid) {
            guard try writer.isOwn(stored) else { throw HKError.notStored }
        }
        let uuid = try writer.saveIfMissing(sample)
        for parent in parents.all {
            try writer.writer.writer.link(parent: parent, child: uuid, role: LinkRole.workoutEffort.rawValue)
        }
        if let stored = try writer.writer.store.object(uuid: uuid) {
            try writer.writer.noteEffort(ofWorkout: parents.workout, through: stored)
        }
    }
}

extension UnrelateCall: WriteCall {
    var step: OwnerOperation.Kind? { .change }

    func answer(_ writer: ScopedWriter) throws {
        let problem = HKError.invalid("The sample isn't related to the workout")
        try writer.checkSharing(Set([HKObjectType.type(identifier: type)].compactMap { $0 }))
        // A deleted sample has no relations; a sample that the caller may not see looks the same.
        guard let stored = try writer.known(sample) else { return }
        guard try writer.isOwn(stored) else { throw problem }
        try writer.checkSharing(writer.sharedTypes(of: stored))
        let role = LinkRole.workoutEffort.rawValue
        let related = Set(try writer.writer.store.parents(of: stored.uuid, role: role).map(\.parent))
        let workout = try writer.known(workout)?.uuid ?? workout
        let parents = Set([workout, activity].compactMap { $0 })
        guard parents.isSubset(of: related) else { throw problem }
        for parent in parents { try writer.writer.writer.unlink(parent: parent, child: stored.uuid, role: role) }
        try writer.writer.noteEffort(ofWorkout: workout, through: stored)
    }
}

extension ScopedWriter {
    /// The UUID in the store of the workout, and with it that of the activity where one is named: effort of an activity is
    /// effort of its workout.
    ///
    /// - Throws: `errorInvalidArgument` for a workout that isn't stored or that the caller may not see, and for an activity that
    ///   the stored workout doesn't have.
    fileprivate func effortParents(_ uuid: UUID, _ activity: UUID?) throws -> (workout: UUID, all: Set<UUID>) {
        guard case .record(let record)? = try known(uuid), let workout = try writer.object(record) as? HKWorkout else {
            throw HKError.workoutNotStored
        }
        guard let activity else { return (record.uuid, [record.uuid]) }
        guard workout.workoutActivities.contains(where: { $0.uuid == activity }) else {
            throw HKError.invalid("The activity doesn't belong to the workout")
        }
        return (record.uuid, [record.uuid, activity])
    }

    /// Changes the attachments of a prescription that the caller saved.
    ///
    /// - Returns: Its UUID in the store.
    /// - Throws: `errorInvalidArgument` for another object.
    fileprivate func ownPrescription(_ uuid: UUID) throws -> UUID {
        let type = HKObjectType.visionPrescriptionType()
        try checkSharing([type])
        guard let object = try own(uuid), try writer.type(object.type) == type else { throw HKError.notStored }
        return object.uuid
    }
}

extension AttachCall: WriteCall {
    var step: OwnerOperation.Kind? { .change }

    func answer(_ writer: ScopedWriter) throws -> AttachmentContent {
        var content = AttachmentContent(
            identifier: UUID(),
            object: object,
            name: name,
            contentType: contentType,
            size: data.count,
            creation: writer.now.timeIntervalSinceReferenceDate,
            metadata: metadata
        )
        try content.check()
        content.object = try writer.ownPrescription(object)
        try writer.writer.attach(content, data)
        content.object = object
        return content
    }
}

extension DetachCall: WriteCall {
    var step: OwnerOperation.Kind? { .change }

    func answer(_ writer: ScopedWriter) throws {
        let object = try writer.ownPrescription(object)
        guard let known = try writer.writer.attachments(of: object).first(where: { $0.identifier == attachment })
        else { throw HKError.invalid("The object has no such attachment") }
        try writer.writer.detach(known)
    }
}

extension RecalibrateCall: WriteCall {
    var condition: CallCondition { .available }

    func answer(_ writer: ScopedWriter) throws {
        guard type.allowsRecalibrationForEstimates else {
            throw HKError.invalid("\(type.identifier) does not allow recalibration for estimates")
        }
        guard date <= writer.now else { throw HKError.invalid("Estimates can't restart in the future: \(date)") }
        _ = try writer.reader.base.requiredVisibility(of: type)
        try writer.writer.setValue(
            date.timeIntervalSinceReferenceDate,
            StoreNamespace.recalibrations,
            type.identifier
        )
    }
}

extension DeliveryCall: WriteCall {
    var condition: CallCondition { .available }

    func answer(_ writer: ScopedWriter) throws {
        let app = writer.account
        let frequency = frequency.flatMap { HKUpdateFrequency(rawValue: $0) }
        for type in try type.map({ [$0] }) ?? Array(writer.writer.deliveries(app: app).keys) {
            try writer.writer.setDelivery(frequency, app: app, type: type, now: writer.now)
        }
        guard frequency != nil, let path = writer.reader.base.caller?.program else { return }
        try writer.writer.setWakeProgram(WakeProgram(path: path, arguments: arguments ?? []), app: app)
    }

    /// Registers in any case; without a service no app is started.
    func pass(_ gate: Gate, while isWanted: (() -> Bool)?) throws {
        try gate.answer(self)
        if frequency != nil, try !gate.isWakingMarked() {
            HealthLog.debug("wakes", ["app": gate.app?.bundleIdentifier ?? "", "problem": "no service"])
        }
    }
}
