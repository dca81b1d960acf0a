import Foundation
import HealthKitStore

extension ScopedReader {
    /// The identifier under which the caller's sessions are kept.
    var sessionOwner: String { base.caller?.bundleIdentifier ?? HKSourceRevision.health.source.bundleIdentifier }
}

extension MayBuildWorkoutCall: ReadCall {
    var condition: CallCondition { .available }

    func answer(_ reader: ScopedReader) throws {
        guard let caller = reader.base.caller else { return }
        try reader.base.checkSharing(.app(caller), [HKObjectType.workoutType()])
    }

    func pass(_ gate: Gate, while isWanted: (() -> Bool)?) throws { try gate.answer(self) }
}

extension MembersCall: ReadCall {
    func answer(_ reader: ScopedReader) throws -> [HKSample] {
        try IdentifierBytes.uuids(samples).compactMap { try reader.sample($0) }
    }
}

extension SourceOrderCall: ReadCall {
    func answer(_ reader: ScopedReader) throws -> [String] {
        let seen = try reader.base.sources(reader.request(SampleSelection(type)))
        return try reader.base.orderedSources(of: type.identifier).map(\.source).filter(seen.contains)
            .map(\.bundleIdentifier)
    }
}

extension CollectCall: LiveCall {
    struct Memory: Sendable {
        var changeNumber: Int64
        var visibilities: [String: TypeVisibility]
    }

    var interest: ChangeInterest {
        ChangeInterest(types: Set(selections.map(\.type.identifier)), namespaces: ChangeInterest.rights)
    }

    func next(_ reader: ScopedReader, _ memory: inout Memory?) throws -> CollectedSamples? {
        var visibilities: [String: TypeVisibility] = [:]
        var requests: [FetchRequest] = []
        // A type that the app never requested is collected from the moment that it may be read.
        for selection in selections {
            guard let visibility = try reader.base.visibility(of: selection.type) else { continue }
            visibilities[selection.type.identifier] = visibility
            var request = try reader.request(selection)
            request.bounds.startLower = max(request.bounds.startLower, start.timeIntervalSinceReferenceDate)
            requests.append(request)
        }
        let current = try reader.base.store.currentAnchor
        guard let known = memory, known.visibilities == visibilities else {
            let added = try reader.base.samples(requests, order: .byStart(ascending: true), limit: nil)
            let isFirst = memory == nil
            memory = Memory(changeNumber: current, visibilities: visibilities)
            return isFirst || !added.isEmpty ? CollectedSamples(added: added, deleted: []) : nil
        }
        let changes = try reader.base.changes(requests, after: known.changeNumber, limit: nil)
        memory = Memory(changeNumber: current, visibilities: visibilities)
        if changes.added.isEmpty, changes.deleted.isEmpty { return nil }
        return CollectedSamples(added: changes.added, deleted: changes.deleted.map(\.uuid))
    }

    // The collector already knows the samples collected before.
    func isNews(_ answer: CollectedSamples) -> Bool? { !answer.added.isEmpty || !answer.deleted.isEmpty }
}

extension KeepSessionCall: WriteCall {
    var condition: CallCondition { .available }

    func answer(_ writer: ScopedWriter) throws {
        let app = writer.reader.sessionOwner
        // A session that starts ends that of another app (R7.26).
        if takesPlace == true { try writer.checkSharing([HKObjectType.workoutType()]) }
        try writer.writer.keep(session, app: app)
        for part in parts { try writer.writer.keep(part, of: session.identifier, app: app) }
        if let takesPlace { try writer.writer.setPrimary(takesPlace, session.identifier, app: app) }
    }

    func pass(_ gate: Gate, while isWanted: (() -> Bool)?) throws { try gate.answer(self) }
}

extension SessionsCall: ReadCall {
    var condition: CallCondition { .available }

    func answer(_ reader: ScopedReader) throws -> [KeptSession] {
        try reader.base.sessions(app: reader.sessionOwner, withParts: withParts)
    }
}

extension SessionPlaceCall: ReadCall {
    var condition: CallCondition { .available }

    func answer(_ reader: ScopedReader) throws -> Bool {
        try reader.base.isPrimary(session, app: reader.sessionOwner)
    }
}

extension ForgetSessionCall: WriteCall {
    var condition: CallCondition { .available }

    func answer(_ writer: ScopedWriter) throws {
        try writer.writer.forgetSession(session, app: writer.reader.sessionOwner)
    }

    func pass(_ gate: Gate, while isWanted: (() -> Bool)?) throws { try gate.answer(self) }
}
