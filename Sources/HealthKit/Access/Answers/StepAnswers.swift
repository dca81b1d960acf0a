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
        // Undoing a decision about an assistant would restore rights that the sheet no longer shows.
        case .cancel, .setGuest, .setStudy, .setAssistant, .removeDraft: nil
        case .setPair(let pair): OperationDraft(.grants, app: pair.programs.keys.min())
        case .forgetPair(let one, let other): OperationDraft(.grants, app: min(one, other))
        case .setWake(_, let app): OperationDraft(.grants, app: app)
        case .setSourceOrder(let type, _): OperationDraft(.sourceOrder, type: type)
        case .setCharacteristics: OperationDraft(.characteristics)
        case .setZones(let type, _): OperationDraft(.zones, type: type)
        case .setGoals(_, let day): OperationDraft(.goals, note: day)
        case .setTypeGoal(_, let type): OperationDraft(.goals, type: type)
        case .addMark(let mark): OperationDraft(.addMark, note: mark.text)
        case .removeMark(let id): OperationDraft(.removeMark, note: try reader.mark(id)?.text)
        case .setRingPause(_, let day), .resumeRings(let day): OperationDraft(.ringPause, note: day)
        case .setPins, .setCards: OperationDraft(.pins)
        case .setPreferredUnit(let type, let unit): OperationDraft(.unit, type: type, note: unit)
        case .delete, .deleteMatching: OperationDraft(.delete)
        }
    }
}

extension UndoOperationCall: PassedCall {
    func pass(_ gate: Gate, while isWanted: (() -> Bool)?) throws -> OperationOutcome? { try gate.answer(self) }
}

extension ForgetOperationsCall: PassedCall {
    func pass(_ gate: Gate, while isWanted: (() -> Bool)?) throws -> Int { try gate.answer(self) }
}

extension EditCall: PassedCall {
    func pass(_ gate: Gate, while isWanted: (() -> Bool)?) throws { try gate.answer(self) }
}

extension EditSamplesCall: PassedCall {
    func pass(_ gate: Gate, while isWanted: (() -> Bool)?) throws { try gate.answer(self) }
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
