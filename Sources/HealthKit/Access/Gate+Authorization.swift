import Foundation
import Synchronization

// Repeatable: a person who answered meanwhile isn't asked again.
extension AuthorizeCall: AwaitedCall, RepeatableCall {
    func pass(_ gate: Gate) async throws { try await gate.answer(self) }
}

extension AuthorizeObjectsCall: AwaitedCall {
    func pass(_ gate: Gate) async throws { try await gate.answer(self) }
}

extension AuthorizeDocumentsCall: AwaitedCall {
    func pass(_ gate: Gate) async throws { try await gate.answer(self) }
}

extension AuthorizeExtensionsCall: AwaitedCall, RepeatableCall {
    func pass(_ gate: Gate) async throws { try await gate.answer(self) }
}

extension PickRecordsCall: AwaitedCall {
    func pass(_ gate: Gate) async throws -> [HKVerifiableClinicalRecord] { try await gate.answer(self) }
}

extension Gate {
    /// Asks the person for types; returns at once when everything is decided already.
    func answer(_ call: AuthorizeCall) async throws {
        try call.check()
        guard let app else { return }
        if app.isAssistant { return try await ask(app) }
        let (share, read) = (Set(call.share.map(\.wrappedValue)), Set(call.read.map(\.wrappedValue)))
        try AuthorizationRules.check(share: share, read: read, app: app)
        let database = try database(.available)
        if try await isGuest(database) { return }
        HealthLog.debug(
            "ask",
            [
                "app": "\(app.bundleIdentifier)", "read": HealthLog.names(read), "share": HealthLog.names(share),
            ]
        )
        let now = clock()
        let shareNames = share.map(\.identifier).sorted()
        let readNames = read.map(\.identifier).sorted()
        let caller = Self.caller(database)
        let stored = try await Self.background {
            try database.write { try $0.ask(app, share: shareNames, read: readNames, now: now, caller: caller?.mark) }
        }
        if let stored { try await present(stored, in: database, caller) }
        guard !app.requiredReadTypes.isEmpty else { return }
        try AuthorizationRules.checkRequired(app, try database.read { try $0.grants(app: app.account) })
    }

    /// Makes an assistant's request, which waits for the person while the assistant doesn't.
    ///
    /// - Throws: `errorAuthorizationNotDetermined` until the person has decided.
    private func ask(_ app: AppIdentity) async throws {
        let database = try database(.available)
        let now = auditClock()
        let isDecided = try await Self.background {
            try database.write { writer in
                if try writer.isDecided(app, at: now) { return true }
                try writer.askAsAssistant(app, at: now)
                return false
            }
        }
        if !isDecided { throw AssistantRefusal.undecided.error }
    }

    /// Asks the person which objects of a type the app may read.
    func answer(_ call: AuthorizeObjectsCall) async throws {
        try call.check()
        guard let app else { return }
        try AuthorizationRules.check(objectsOf: call.type, app: app)
        let database = try database(.available)
        if try await isGuest(database) { return }
        try database.state.checkUnlocked()
        let now = clock()
        let caller = Self.caller(database)
        let request = try await Self.background {
            try database.write { try $0.ask(app, objectsOf: call.type, call.filter, now: now, caller: caller?.mark) }
        }
        try await present(request, in: database, caller)
    }

    /// Asks the person about the documents that were never presented.
    ///
    /// - Throws: `errorAuthorizationNotDetermined` when the app never requested the type, `errorUserCanceled` when the person
    ///   closed the list.
    func answer(_ call: AuthorizeDocumentsCall) async throws {
        try call.check()
        guard let app else { return }
        let type = call.selection.type
        let new = try read(.unlocked) { reader -> Set<UUID> in
            let visibility = try reader.base.requiredVisibility(of: type)
            guard visibility.scope == .everything, let choice = visibility.choice else { return [] }
            let all = ObjectReader(reader.base.store)
            let found = try all.samples(
                [
                    FetchRequest(
                        type: type,
                        filter: call.selection.filter,
                        bounds: TimeBounds(endLower: visibility.since)
                    )
                ],
                order: .byStart(ascending: true),
                limit: nil
            )
            try all.checkLookups()
            let others = found.filter { $0.sourceRevision.source.bundleIdentifier != app.bundleIdentifier }
            return Set(others.map(\.uuid)).subtracting(choice.allowed).subtracting(choice.refused)
        }
        let database = try database(.unlocked)
        guard !new.isEmpty, try await !isGuest(database) else { return }
        let now = clock()
        let wanted = SampleFilter.compare(FilterComparison(.uuid, .isIn, .set(Set(new.map { .uuid($0) }))))
        let caller = Self.caller(database)
        let request = try await Self.background {
            try database.write { try $0.ask(app, objectsOf: type, wanted, now: now, caller: caller?.mark) }
        }
        try await present(request, in: database, caller)
    }

    /// Lets the person pick verifiable clinical records, for this one time.
    ///
    /// - Throws: `errorUserCanceled` when the person closes the list.
    func answer(_ call: PickRecordsCall) async throws -> [HKVerifiableClinicalRecord] {
        try call.check()
        let type = VerifiableRecordType.shared
        let database = try database(.unlocked)
        var chosen: Set<UUID>?
        if let app {
            if try await isGuest(database) { return [] }
            let now = clock()
            let caller = Self.caller(database)
            let request = try await Self.background {
                try database.write { try $0.ask(app, objectsOf: type, call.filter, now: now, caller: caller?.mark) }
            }
            try await present(request, in: database, caller)
            chosen = try await Self.background { try database.write { try $0.takeAnswer(to: request, of: type) } }
        }
        let found = try self.database(.unlocked)
            .read { reader in
                try reader.samples(
                    [FetchRequest(type: type, filter: call.filter)],
                    order: .byStart(ascending: true),
                    limit: nil
                )
            }
        return found.compactMap { $0 as? HKVerifiableClinicalRecord }.filter { chosen?.contains($0.uuid) ?? true }
    }

    /// Presents the requests of the app's extensions to the person.
    func answer(_ call: AuthorizeExtensionsCall) async throws {
        guard let app else { return }
        let database = try database(.available)
        if try await isGuest(database) { return }
        let requests = try await Self.background { try database.read { try $0.pendingRequests() } }
        for request in requests where request.app.bundleIdentifier.hasPrefix(app.bundleIdentifier + ".") {
            let caller = Self.caller(database)
            if let caller {
                try await Self.background { try database.write { try $0.add(caller: caller.mark, to: request) } }
            }
            try await present(request, in: database, caller)
        }
    }

    /// The mark that tells others that this process waits for an answer.
    private static func caller(_ database: HealthDatabase) -> CallerPresence? {
        database.path.flatMap { CallerPresence(storePath: $0) }
    }

    /// Whether a guest uses the machine, so that no request may be shown.
    private func isGuest(_ database: HealthDatabase) async throws -> Bool {
        try await Self.background { try database.read { try $0.isGuest } }
    }

    /// Presents a stored request to the person and waits for the answer.
    ///
    /// - Throws: `errorUserCanceled` when it is closed without an answer; `errorAuthorizationNotDetermined` when it
    ///   waited too long or newer requests replaced it; any error of the prompt when there is no way to ask the person:
    ///   then the request stays, and its answer applies when the app asks again.
    private func present(
        _ request: AuthorizationRequest,
        in database: HealthDatabase,
        _ caller: CallerPresence?
    ) async throws {
        defer { withExtendedLifetime(caller) { noteAsking(request, in: database) } }
        let watch = RequestWatch(request.id, database)
        let person = port(of: .person, prompt: nil)
        let desk = RequestDesk(
            path: database.path,
            state: { try person.send($0)?.state },
            answer: { try person.send($0) }
        )
        let final = try await withThrowingTaskGroup(of: RequestWatch.End?.self) { [prompt] group in
            // The prompt may wait for the person for longer than the request does.
            group.addTask { try await watch.end() }
            group.addTask {
                if try await prompt.present(request, at: desk) {
                    try await Self.background { try database.write { try $0.cancel(request: request.id) } }
                }
                return nil
            }
            defer { group.cancelAll() }
            for try await end in group { if let end { return end } }
            throw CancellationError()
        }
        guard final.state == .answered else { throw final.error }
    }

    /// Runs work off the caller's thread and waits for it without blocking one.
    private static func background<T: Sendable>(_ work: @escaping @Sendable () throws -> T) async throws -> T {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(with: Result { try work() }) }
        }
    }
}

/// Waits until an access request is answered or withdrawn, in any process; a request that was merged into a later one of the app
/// is answered with that one.
private final class RequestWatch: Sendable {
    private let id: Int
    private let database: HealthDatabase

    init(_ id: Int, _ database: HealthDatabase) {
        self.id = id
        self.database = database
    }

    /// How a request ended.
    struct End: Sendable {
        var state: AuthorizationRequest.State
        var reason: AuthorizationRequest.Ending?

        /// The error that the requesting app receives.
        var error: HKError {
            let text =
                switch reason {
                case .expired: "The request for access ended: nobody answered it for a day. Ask again"
                case .displaced: "The request for access ended: newer requests took its place. Ask again"
                case nil: "The request for access was closed without an answer"
                }
            return .error(reason == nil ? .errorUserCanceled : .errorAuthorizationNotDetermined, text)
        }
    }

    /// Waits for the end.
    func end() async throws -> End {
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let token = database.changes.listen { change in
            if change.namespaces.contains(StoreNamespace.requests) { continuation.yield() }
        }
        defer { token.cancel() }
        continuation.yield()
        for await _ in changes {
            let request = try database.read { try $0.finalRequest(of: id) }
            if request?.state != .pending { return End(state: request?.state ?? .cancelled, reason: request?.ending) }
        }
        throw CancellationError()
    }
}

extension ObjectWriter {
    /// Returns the person's answer to a one-time request, and removes the request.
    fileprivate func takeAnswer(to request: AuthorizationRequest, of type: HKObjectType) throws -> Set<UUID> {
        let app = request.app.account
        let choice = try objectChoice(app: app, type: type.identifier)
        let asked = Set((request.objects ?? []).map(\.id))
        try forgetChoice(app: app, type: type.identifier, objects: asked)
        return asked.intersection(choice.allowed)
    }
}
