import Foundation
import HealthKitStore

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
    /// The log entry of the call, or `nil` for a call that isn't an operation.
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
    /// Undoes or redoes an operation of the owner.
    ///
    /// - Returns: The outcome, or `nil` when there is nothing to undo or redo.
    /// - Throws: `errorAuthorizationDenied` for an app, and any error of opening the store.
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

    /// Forgets all operations of the owner.
    ///
    /// - Throws: `errorAuthorizationDenied` for an app, and any error of opening the store.
    func answer(_ call: ForgetOperationsCall) throws -> Int {
        try personsDatabase()
            .write { writer in try once(ForgetOperationsCall.self, writer) { try writer.forgetSteps() } }
    }

    /// Replaces a sample with another.
    ///
    /// - Throws: `errorAuthorizationDenied` for an app, `errorInvalidArgument` for a sample that can't be edited this way, and
    ///   any error of opening the store.
    func answer(_ call: EditCall) throws { try answer(EditSamplesCall(edits: [call])) }

    /// Replaces samples with others, in one operation.
    ///
    /// - Throws: `errorAuthorizationDenied` for an app, `errorInvalidArgument` for a sample that can't be edited this way, and
    ///   any error of opening the store; then none is edited.
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

    /// The log entry of an operation through this gate, or `nil` for apps, whose operations aren't the owner's.
    func draft(_ kind: OwnerOperation.Kind?) -> OperationDraft? {
        guard case .person = principal else { return nil }
        return kind.map { OperationDraft($0) }
    }
}

extension PersonAccess {
    /// The logged operations, newest first; `nil` for all.
    package func steps(limit: Int? = nil) throws -> [OwnerOperation] { try ask(OwnerOperationsCall(limit: limit)) }

    /// The operation that is undone or redone next, or `nil` when there is none.
    package func nextStep(isRedo: Bool) throws -> OwnerOperation? { try ask(OwnerNextOperationCall(isRedo: isRedo)) }

    /// A preview of the next undo or redo, or `nil` when there is none.
    package func previewStep(isRedo: Bool) throws -> OperationPreview? {
        try ask(OwnerOperationPreviewCall(isRedo: isRedo))
    }

    /// A preview of undoing a done operation or redoing an undone one, with any obstacles, or `nil` when there is no such
    /// operation.
    package func previewStep(_ number: Int) throws -> OperationPreview? {
        try ask(OwnerOperationPreviewCall(isRedo: false, number: number))
    }

    /// Undoes or redoes any logged operation that nothing later depends on.
    ///
    /// - Parameters:
    ///   - number: The operation.
    ///   - isRedo: Whether it is redone.
    /// - Returns: The outcome.
    /// - Throws: `errorInvalidArgument` when there is no such operation, when it is in the wanted state already, and when
    ///   something later depends on it.
    package func turnStep(_ number: Int, isRedo: Bool) throws -> OperationOutcome? {
        try store.port.send(UndoOperationCall(isRedo: isRedo, number: number))
    }

    /// Undoes the latest operation that is still done, whichever program it was done with.
    ///
    /// - Parameter expected: The operation that it has to be; `nil` for whichever is the latest.
    /// - Returns: The outcome, or `nil` when there is none or its undo data is no longer kept.
    /// - Throws: `errorInvalidArgument` when it isn't the expected one.
    package func undo(expecting expected: Int? = nil) throws -> OperationOutcome? {
        try store.port.send(UndoOperationCall(isRedo: false, expected: expected))
    }

    /// Redoes the operation that was undone last, even when other things were done since.
    ///
    /// Later changes stay as they are, and the outcome reports them.
    ///
    /// - Parameter expected: The operation that it has to be; `nil` for whichever is next.
    /// - Returns: The outcome, or `nil` when there is none.
    /// - Throws: `errorInvalidArgument` when it isn't the expected one.
    package func redo(expecting expected: Int? = nil) throws -> OperationOutcome? {
        try store.port.send(UndoOperationCall(isRedo: true, expected: expected))
    }

    /// Forgets all operations and their undo data.
    ///
    /// - Returns: The number of operations.
    package func forgetSteps() throws -> Int { try store.port.send(ForgetOperationsCall()) }

    /// Replaces a sample that the person typed with another; the old version is kept as its history.
    ///
    /// - Throws: `errorInvalidArgument` for a sample that the person did not type, and for another type.
    package func edit(_ old: UUID, to new: HKSample) throws { try store.port.send(EditCall(old: old, new: new)) }

    /// Replaces samples that the person typed with others, all or none, as one operation.
    ///
    /// - Throws: `errorInvalidArgument` for a sample that the person did not type, and for another type.
    package func edit(_ edits: [(old: UUID, new: HKSample)]) throws {
        try store.port.send(EditSamplesCall(edits: edits.map { EditCall(old: $0.old, new: $0.new) }))
    }

    /// The sample that replaced an edited one, or `nil` when there is none.
    package func successor(of uuid: UUID) throws -> HKSample? { try ask(OwnerSuccessorCall(uuid: uuid)) }

    /// The versions of a sample before the person's edits, oldest first.
    package func versions(of uuid: UUID) throws -> [SampleVersion] { try ask(OwnerVersionsCall(uuid: uuid)) }
}
