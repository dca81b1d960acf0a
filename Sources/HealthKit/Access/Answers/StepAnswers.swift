import Foundation
import HealthStore

extension OwnerOperationsCall: AnsweredOwnerReadCall {
    func answer(_ reader: ObjectReader) throws -> [OwnerOperation] { try reader.steps(limit: limit) }
}

extension OwnerVersionsCall: AnsweredOwnerReadCall {
    func answer(_ reader: ObjectReader) throws -> [SampleVersion] { try reader.versions(of: uuid) }
}

extension OwnerNextOperationCall: AnsweredOwnerReadCall {
    func answer(_ reader: ObjectReader) throws -> OwnerOperation? { try reader.nextStep(isRedo: isRedo) }
}

extension OwnerOperationPreviewCall: AnsweredOwnerReadCall {
    func answer(_ reader: ObjectReader) throws -> OperationPreview? {
        try reader.previewStep(isRedo: isRedo, number: number)
    }
}

extension OwnerSuccessorCall: AnsweredOwnerReadCall {
    func answer(_ reader: ObjectReader) throws -> HKSample? { try reader.successor(of: uuid) }
}

extension OwnerCall {
    /// What the log says of the call; `nil` for what is no step.
    func draft(_ reader: ObjectReader) throws -> OperationDraft? {
        switch self {
        case .setGrants(_, let app), .approveProgram(let app, _): OperationDraft(.grants, app: app)
        case .removeApp(let app), .forgetApp(let app): OperationDraft(.removeApp, app: app)
        case .deleteData(let app): OperationDraft(.delete, app: app)
        case .answer(let id, _, _, _), .answerObjects(let id, _):
            OperationDraft(.grants, app: try reader.request(id)?.app.account)
        case .cancel, .setGuest, .setStudy: nil
        case .setPair(let pair): OperationDraft(.grants, app: pair.programs.keys.min())
        case .forgetPair(let one, let other): OperationDraft(.grants, app: min(one, other))
        case .setWake(_, let app): OperationDraft(.grants, app: app)
        case .setSourceOrder(let type, _): OperationDraft(.sourceOrder, type: type)
        case .setCharacteristics: OperationDraft(.characteristics)
        case .setZones(let type, _): OperationDraft(.zones, type: type)
        case .setGoals(_, let day): OperationDraft(.goals, note: day)
        case .setTypeGoal(_, let type): OperationDraft(.goals, type: type)
        case .setRingPause(_, let day), .resumeRings(let day): OperationDraft(.ringPause, note: day)
        case .setPins, .setCards: OperationDraft(.pins)
        case .setPreferredUnit(let type, let unit): OperationDraft(.unit, type: type, note: unit)
        case .delete, .deleteMatching: OperationDraft(.delete)
        }
    }
}

extension Gate {
    /// Takes a step of the person back, or does it again.
    ///
    /// - Returns: What came of it; `nil` when there is none to turn.
    /// - Throws: `errorAuthorizationDenied` for an app, and what opening the store throws.
    func answer(_ call: UndoOperationCall) throws -> OperationOutcome? {
        let now = clock()
        return try personsDatabase()
            .write { writer in
                try self.once(UndoOperationCall.self, writer) {
                    try writer.turnStep(
                        isRedo: call.isRedo,
                        expecting: call.expected,
                        number: call.number,
                        now: now
                    )
                }
            }
    }

    /// Forgets all steps of the person.
    ///
    /// - Throws: `errorAuthorizationDenied` for an app, and what opening the store throws.
    func answer(_ call: ForgetOperationsCall) throws -> Int {
        try personsDatabase()
            .write { writer in try once(ForgetOperationsCall.self, writer) { try writer.forgetSteps() } }
    }

    /// Puts a sample in the place of another.
    ///
    /// - Throws: `errorAuthorizationDenied` for an app, `errorInvalidArgument` for what cannot be edited so, and what opening
    ///   the store throws.
    func answer(_ call: EditCall) throws { try answer(EditSamplesCall(edits: [call])) }

    /// Puts samples in the place of others, in one step.
    ///
    /// - Throws: `errorAuthorizationDenied` for an app, `errorInvalidArgument` for one that cannot be edited so, and what
    ///   opening the store throws; then none is edited.
    func answer(_ call: EditSamplesCall) throws {
        try call.check()
        guard !call.edits.isEmpty else { return }
        for edit in call.edits { try SampleValidation.checkForSaving(edit.new) }
        let (now, revision) = (clock(), principal.revision)
        try personsDatabase()
            .write { writer in
                try self.once(EditCall.self, writer) {
                    _ = try writer.recording(OperationDraft(.edit), now: now) {
                        for edit in call.edits { try writer.edit(edit.old, to: edit.new, revision: revision, now: now) }
                    }
                }
            }
    }

    /// What the log says of something that is done through this gate; `nil` for apps, whose steps are their own.
    func draft(_ kind: OwnerOperation.Kind?) -> OperationDraft? {
        guard case .person = principal else { return nil }
        return kind.map { OperationDraft($0) }
    }
}

extension PersonAccess {
    /// The steps that the log has, the newest first; `nil` for all.
    package func steps(limit: Int? = nil) throws -> [OwnerOperation] { try ask(OwnerOperationsCall(limit: limit)) }

    /// The step that is taken back next, or done again; `nil` when there is none.
    package func nextStep(isRedo: Bool) throws -> OwnerOperation? { try ask(OwnerNextOperationCall(isRedo: isRedo)) }

    /// What taking the next step back, or doing it again, would do; `nil` when there is none.
    package func previewStep(isRedo: Bool) throws -> OperationPreview? {
        try ask(OwnerOperationPreviewCall(isRedo: isRedo))
    }

    /// What taking a step back would do where it stands, or doing it again where it was taken back, and what is in the way of
    /// that; `nil` when there is no such step.
    package func previewStep(_ number: Int) throws -> OperationPreview? {
        try ask(OwnerOperationPreviewCall(isRedo: false, number: number))
    }

    /// Takes any step of the log back, or does it again, where nothing since rests on it.
    ///
    /// - Parameters:
    ///   - number: The step.
    ///   - isRedo: Whether it is done again.
    /// - Returns: What came of it.
    /// - Throws: `errorInvalidArgument` where there is no such step, where it stands as it is to be, and where something since
    ///   rests on it.
    package func turnStep(_ number: Int, isRedo: Bool) throws -> OperationOutcome? {
        try store.port.send(UndoOperationCall(isRedo: isRedo, number: number))
    }

    /// Takes the latest step back that still stands, whichever program it was done with.
    ///
    /// - Parameter expected: The step that it has to be; `nil` for whichever is the latest.
    /// - Returns: What came of it; `nil` when there is none, or what is needed is not kept any more.
    /// - Throws: `errorInvalidArgument` when it is another than expected.
    package func undo(expecting expected: Int? = nil) throws -> OperationOutcome? {
        try store.port.send(UndoOperationCall(isRedo: false, expected: expected))
    }

    /// Does the step again that was taken back last, also when other things were done since.
    ///
    /// What these changed stays as it is, and the outcome tells of it.
    ///
    /// - Parameter expected: The step that it has to be; `nil` for whichever is next.
    /// - Returns: What came of it; `nil` when there is none.
    /// - Throws: `errorInvalidArgument` when it is another than expected.
    package func redo(expecting expected: Int? = nil) throws -> OperationOutcome? {
        try store.port.send(UndoOperationCall(isRedo: true, expected: expected))
    }

    /// Forgets all steps, and what is kept to take them back.
    ///
    /// - Returns: How many there were.
    package func forgetSteps() throws -> Int { try store.port.send(ForgetOperationsCall()) }

    /// Puts a sample that the person typed in the place of another; what that said stays as its history.
    ///
    /// - Throws: `errorInvalidArgument` for one that the person did not type, and for another type.
    package func edit(_ old: UUID, to new: HKSample) throws { try store.port.send(EditCall(old: old, new: new)) }

    /// Puts samples that the person typed in the place of others, all of them or none, as one step.
    ///
    /// - Throws: `errorInvalidArgument` for one that the person did not type, and for another type.
    package func edit(_ edits: [(old: UUID, new: HKSample)]) throws {
        try store.port.send(EditSamplesCall(edits: edits.map { EditCall(old: $0.old, new: $0.new) }))
    }

    /// The sample that an edited one has become; `nil` when there is none.
    package func successor(of uuid: UUID) throws -> HKSample? { try ask(OwnerSuccessorCall(uuid: uuid)) }

    /// What a sample said before the person edited it, the oldest first.
    package func versions(of uuid: UUID) throws -> [SampleVersion] { try ask(OwnerVersionsCall(uuid: uuid)) }
}
