import Foundation

extension Gate {
    /// Answers a read call, and counts both found and refused types.
    func noting<Call: ReadCall>(
        _ call: Call,
        _ reader: ScopedReader,
        _ answer: () throws -> Call.Answer?
    ) throws -> Call.Answer? {
        guard let log = reader.audit, let app, let subject = call.audit else { return try answer() }
        return try notingFailures(subject, app, reader, log) {
            let found = try answer()
            if let found {
                let objects = call.objects(in: found)
                note(call.types(in: found, of: subject), subject, objects, app, reader, log)
            }
            return found
        }
    }

    /// Answers a call that reads samples of one type in pieces, and counts each piece before delivering it, so that no
    /// piece is delivered uncounted even if the program stops in between.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - reader: The reader with the app's visibility.
    ///   - answer: Answers the call; receives a function that counts the samples of a piece.
    /// - Returns: The result of `answer`.
    /// - Throws: Any error thrown by `answer`.
    func notingPieces<Call: ReadCall, Result>(
        _ call: Call,
        _ reader: ScopedReader,
        _ answer: (_ note: @escaping (Int) -> Void) throws -> Result
    ) throws -> Result {
        guard let log = reader.audit, let app, let subject = call.audit else { return try answer { _ in } }
        return try notingFailures(subject, app, reader, log) {
            var calls = 1
            return try answer { [self] count in
                note(subject.types, subject, .total(count), app, reader, log, calls: calls)
                calls = 0
            }
        }
    }

    /// Counts an app's refused reads.
    private func notingFailures<Result>(
        _ subject: AuditSubject,
        _ app: AppIdentity,
        _ reader: ScopedReader,
        _ log: AuditLog,
        _ body: () throws -> Result
    ) throws -> Result {
        do {
            return try body()
        } catch let error as HKError where error.isRefusal {
            // The error doesn't say which of several types was refused: it is those that the person was never asked about. A type
            // for which that can't be determined isn't counted as refused.
            let types = subject.types.filter { (try? reader.base.visibility(of: $0)) == .some(nil) }
            log.note(
                types.map { type in
                    (
                        AuditKey(
                            app: app.account,
                            type: type.identifier,
                            operation: subject.operation,
                            outcome: .hidden
                        ), 0
                    )
                },
                at: auditClock()
            )
            throw error
        } catch let error as HKError where error.code == .errorNoData {
            note(subject.types, subject, .total(0), app, reader, log)
            throw error
        }
    }

    private func note(
        _ types: [HKObjectType],
        _ subject: AuditSubject,
        _ objects: AuditObjects,
        _ app: AppIdentity,
        _ reader: ScopedReader,
        _ log: AuditLog,
        calls: Int = 1
    ) {
        let notes = types.compactMap { type -> (key: AuditKey, objects: Int)? in
            // Never requested, and reported without an error: nothing was looked up.
            guard let visibility = (try? reader.base.visibility(of: type)) ?? nil else { return nil }
            let count = objects.count(type.identifier)
            // An app may always read its own data.
            let isAllowed = visibility.scope == .everything || count > 0 && visibility.scope != .nothing
            let key = AuditKey(
                app: app.account,
                type: type.identifier,
                operation: subject.operation,
                outcome: isAllowed ? .allowed : .hidden
            )
            return (key, isAllowed ? count : 0)
        }
        if !notes.isEmpty { log.note(notes, calls: calls, at: auditClock()) }
    }

    /// Carries out a write call, and counts it.
    func noting<Call: WriteCall>(
        _ call: Call,
        _ body: (WrittenTypes) throws -> Call.Answer
    ) throws -> Call.Answer {
        let written = WrittenTypes()
        guard app != nil, let subject = call.audit else { return try body(written) }
        let types = subject.names
        do {
            let answer = try body(written)
            let known = written.counts
            let objects = known.isEmpty ? call.objects(in: answer) : .byType(known)
            noteWriting(known.isEmpty ? types : Array(known.keys), subject.operation, objects, nil)
            return answer
        } catch {
            noteWriting(types, subject.operation, .total(0), error)
            throw error
        }
    }

    /// Counts an app's save, or its refusal.
    ///
    /// - Parameters:
    ///   - objects: The objects to save.
    ///   - error: The reason that they weren't saved, or `nil` when they were.
    func noteSaving(_ objects: [HKObject], _ error: (any Error)?) {
        guard app != nil else { return }
        let counts = AuditObjects.byType(objects)
        noteWriting(Array(counts.keys), .save, .byType(counts), error)
    }

    private func noteWriting(
        _ types: [String],
        _ operation: AuditOperation,
        _ objects: AuditObjects,
        _ error: (any Error)?
    ) {
        // A failure for another reason isn't the person's decision.
        if let error { guard (error as? HKError)?.isRefusal == true else { return } }
        if let change, change.isKnown { return }
        // Without a store nothing was read or saved.
        guard let app, !types.isEmpty, let log = try? handle.database().audit else { return }
        log.note(
            types.map { type in
                let key = AuditKey(
                    app: app.account,
                    type: type,
                    operation: operation,
                    outcome: error == nil ? .allowed : .refused
                )
                return (key, objects.count(type))
            },
            at: auditClock()
        )
    }

    /// Counts an app's access request, and the types for which it was granted any access.
    ///
    /// A request that was never answered is one row of the program, however many identifiers and types it used.
    func noteAsking(_ request: AuthorizationRequest, in database: HealthDatabase) {
        guard let app else { return }
        // If the answer can't be read, the request is counted like one that wasn't answered.
        guard (try? database.read { try $0.finalState(ofRequest: request.id) }) == .answered else {
            let isToldApart = app.verification == nil && request.app.level != nil
            let program = isToldApart ? app.programIdentity?.path : nil
            let key = AuditKey(app: program ?? app.account, type: "", operation: .ask, outcome: .hidden)
            return database.audit.note([(key, 0)], at: auditClock())
        }
        // If the grants can't be read, count the app as having asked for all types.
        let grants = (try? database.read { try $0.grants(app: app.account) }) ?? [:]
        database.audit.note(
            request.types.map { type in
                let isGiven =
                    request.read.contains(type) && grants[type]?.read == true
                    || request.share.contains(type) && grants[type]?.share == true
                let key = AuditKey(
                    app: app.account,
                    type: type,
                    operation: .ask,
                    outcome: isGiven ? .allowed : .hidden
                )
                return (key, request.objects?.count ?? 0)
            },
            at: auditClock()
        )
    }
}
