import Foundation

// Repeatable: it changes nothing but the count of calls.
extension TotalsCall: PassedCall, RepeatableCall {
    func pass(_ gate: Gate, while isWanted: (() -> Bool)?) throws -> TotalsAnswer { try gate.answer(self) }
}

extension DraftCall: PassedCall {
    func pass(_ gate: Gate, while isWanted: (() -> Bool)?) throws -> DraftAnswer { try gate.answer(self) }
}

extension OwnerAssistantCall: AnsweredOwnerReadCall {
    func answer(_ reader: ObjectReader) throws -> AssistantGrant? { try reader.assistant(app) }
}

extension SaveDraftCall: PassedCall {
    func pass(_ gate: Gate, while isWanted: (() -> Bool)?) throws -> Bool { try gate.answer(self) }
}

extension OwnerDraftsCall: AnsweredOwnerReadCall {
    func answer(_ reader: ObjectReader) throws -> [AssistantDraft] { try reader.drafts(at: Date()) }

    func pass(_ gate: Gate, while isWanted: (() -> Bool)?) throws -> [AssistantDraft] {
        let now = gate.clock()
        return try gate.personsDatabase().read { try $0.drafts(at: now) }
    }
}

extension Gate {
    /// Answers an assistant from whole days and weeks.
    ///
    /// - Parameter call: The call.
    /// - Returns: The table, or why there is none.
    /// - Throws: `errorAuthorizationDenied` for any caller that isn't an assistant, `errorInvalidArgument` for days
    ///   before those that may be read, and any error of opening the store.
    func answer(_ call: TotalsCall) throws -> TotalsAnswer {
        try call.check()
        guard let app, app.isAssistant else { throw Self.onlyForAssistants }
        let now = auditClock()
        let admission = try unlessLocked { try database(.unlocked).write { try $0.admit(app, at: now) } }
        guard case .allowed(let grant, let moment) = admission else {
            guard case .refused(let refusal) = admission else { return .refused(.locked) }
            // The person sees who asks on although access was taken away, is over or is used up.
            note(call, app, types: call.types, days: 0, .hidden)
            return .refused(refusal)
        }
        let parts = Self.parts(call.types, grant)
        guard !parts.isEmpty else {
            note(call, app, types: call.types, days: 0, .hidden)
            return .refused(.notAllowed)
        }
        let first = max(call.first ?? moment.first, moment.first)
        let last = min(call.last ?? moment.today, moment.today)
        guard first <= last else {
            throw HKError.invalid("The days that may be read are \(moment.first.text) to \(moment.today.text)")
        }
        let request = TotalsRequest(
            parts: parts,
            days: first...last,
            grant: grant,
            moment: moment,
            now: now
        )
        guard let columns = try columns(request) else { return .refused(.locked) }
        note(call, app, types: parts.map(\.type), days: last.number - first.number + 1, .allowed)
        return .table(
            TotalsTable(
                today: moment.today,
                hour: moment.hour,
                zone: grant.zone,
                firstWeekday: grant.firstWeekday,
                first: first,
                last: last,
                columns: columns
            )
        )
    }

    /// The columns of a request; `nil` when the store was locked meanwhile.
    private func columns(_ request: TotalsRequest) throws -> [TotalsTable.Column]? {
        let person = PersonAccess(HKHealthStore(port: Gate(.person, beside: self)))
        let columns: [TotalsTable.Column]
        do {
            columns = try TotalsMaker.current.columns(request, person)
        } catch let error as HKError where error.saysLocked {
            return nil
        }
        // The numbers are made above the gate, so a column that isn't allowed is a fault there and must not reach the
        // assistant.
        let allowed = Set(request.parts)
        let isWithin = columns.allSatisfy { column in
            allowed.contains(TotalsRequest.Part(type: column.type, level: column.level))
                && column.cells.allSatisfy { request.days.contains($0.day) }
        }
        guard isWithin else { throw HKError(.unknownError, "The table has columns or days that weren’t asked for") }
        return columns
    }

    /// The requested types that are also allowed, by identifier.
    private static func parts(_ types: [String], _ grant: AssistantGrant) -> [TotalsRequest.Part] {
        let asked = types.isEmpty ? Set(grant.types.keys) : Set(types)
        return asked.sorted()
            .compactMap { type in
                guard AssistantTypes.contains(type) else { return nil }
                return grant.types[type]?.level.map { TotalsRequest.Part(type: type, level: $0) }
            }
    }

    /// Counts a call for totals: a row for each type, and one for the tool, each with the days.
    private func note(
        _ call: TotalsCall,
        _ app: AppIdentity,
        types: [String],
        days: Int,
        _ outcome: AuditOutcome
    ) {
        // A store that can't be opened has answered nothing.
        guard let log = try? handle.database().audit else { return }
        let known = types.filter { AssistantTypes.contains($0) }
        let names = known + (call.tool.isEmpty ? [] : [AuditKey.toolPrefix + call.tool])
        log.note(
            names.map { name in
                (AuditKey(app: app.account, type: name, operation: .totals, outcome: outcome), days)
            },
            at: auditClock()
        )
    }

    /// Keeps a draft for the person.
    ///
    /// - Parameter call: The call.
    /// - Returns: That it waits, or why not.
    /// - Throws: `errorAuthorizationDenied` for any caller that isn't an assistant,
    ///   `errorNotPermissibleForGuestUserMode`, and any error of opening the store.
    func answer(_ call: DraftCall) throws -> DraftAnswer {
        try call.check()
        guard let app, app.isAssistant else { throw Self.onlyForAssistants }
        let now = auditClock()
        let answer = try unlessLocked {
            try database(.unlocked)
                .write { writer in
                    try self.once(DraftCall.self, writer) {
                        try writer.checkNotGuest(self.principal)
                        return try Self.draft(call, app, writer, now)
                    }
                }
        }
        let outcome: AuditOutcome? =
            switch answer {
            case .waits: .allowed
            case .refused: .refused
            default: nil
            }
        // A store that can't be opened has kept no draft.
        if let outcome, AssistantTypes.contains(call.type), let log = try? handle.database().audit {
            let names = [call.type, AuditKey.toolPrefix + DraftCall.name]
            log.note(
                names.map { (AuditKey(app: app.account, type: $0, operation: .draft, outcome: outcome), 1) },
                at: now
            )
        }
        return answer ?? .refused(.locked)
    }

    private static func draft(
        _ call: DraftCall,
        _ app: AppIdentity,
        _ writer: ObjectWriter,
        _ now: Date
    ) throws -> DraftAnswer {
        switch try writer.admit(app, at: now) {
        case .refused(let refusal): return .refused(refusal)
        case .allowed(let grant, _):
            guard AssistantTypes.canBeDrafted(call.type), grant.types[call.type]?.adds == true else {
                return .refused(.notAllowed)
            }
        }
        let draft = AssistantDraft(
            id: UUID(),
            app: app.account,
            type: call.type,
            values: call.values,
            unit: call.unit,
            date: call.date,
            drafted: now.timeIntervalSinceReferenceDate
        )
        if let problem = DraftCheck.problem(draft, now: now) { return .invalid(problem) }
        guard let waiting = try writer.keep(draft, at: now) else { return .full }
        return .waits(draft.id, waiting: waiting)
    }

    /// Saves a draft as an entry of the person's and removes it, both or neither.
    ///
    /// - Parameter call: The call.
    /// - Returns: Whether the draft still waited; nothing is saved of one that didn't.
    /// - Throws: `errorAuthorizationDenied` for anybody but the person, `errorInvalidArgument` for an entry that can't be saved or
    ///   is of another type than the draft, and any error of opening the store.
    func answer(_ call: SaveDraftCall) throws -> Bool {
        try SampleValidation.checkForSaving(call.entry)
        let (now, revision) = (clock(), principal.revision)
        return try personsDatabase()
            .write { writer in
                try self.once(SaveDraftCall.self, writer) {
                    guard let draft = try writer.drafts(at: now).first(where: { $0.id == call.draft }) else {
                        return false
                    }
                    guard draft.type == call.entry.sampleType.identifier else {
                        throw HKError.invalid("An entry is of the type of its draft")
                    }
                    _ = try writer.removeDraft(draft.id, at: now)
                    // Undoing it takes the entry back; the draft was decided and stays away.
                    _ = try writer.recording(OperationDraft(.add), now: now) {
                        try writer.save([call.entry], revision: revision, now: now)
                    }
                    return true
                }
            }
    }

    /// The answer; `nil` while the store is locked.
    private func unlessLocked<T>(_ body: () throws -> T) throws -> T? {
        do {
            return try body()
        } catch let error as HKError where error.saysLocked {
            return nil
        }
    }

    private static var onlyForAssistants: HKError {
        .error(.errorAuthorizationDenied, "Only an assistant can do this")
    }
}
