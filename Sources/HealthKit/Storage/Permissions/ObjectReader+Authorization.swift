import Foundation
import HealthKitStore

extension ObjectReader {
    private static func key(_ app: String, _ type: String) -> String { "\(app)\u{1F}\(type)" }

    /// The person's decision about one app and one type.
    package func grant(app: String, type: String) throws -> Grant {
        guard let bytes = try store.value(StoreNamespace.grants, Self.key(app, type)) else { return Grant() }
        // The app must request access again, and until then it has none.
        guard let grant = Grant.decoded(bytes) else {
            HealthLog.unreadable(StoreNamespace.grants)
            return Grant()
        }
        return grant
    }

    /// The person's decisions about an app, by type.
    package func grants(app: String) throws -> [String: Grant] {
        let prefix = Self.key(app, "")
        let found = try values(Grant.self, StoreNamespace.grants, prefix: prefix)
        return Dictionary(
            found.map { (String($0.key.dropFirst(prefix.count)), $0.value) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// The apps that may share anything.
    func sharingApps() throws -> [String] {
        let found = try values(Grant.self, StoreNamespace.grants).filter { $0.value.share == true }
        return Set(found.compactMap { $0.key.split(separator: "\u{1F}").first.map(String.init) }).sorted()
    }

    /// The apps that requested access, sorted by name.
    package func apps() throws -> [AppRecord] {
        try values(AppRecord.self, StoreNamespace.apps).map(\.value)
            .sorted { ($0.name, $0.bundleIdentifier) < ($1.name, $1.bundleIdentifier) }
    }

    /// The pending requests, the oldest first.
    package func pendingRequests() throws -> [AuthorizationRequest] {
        try values(AuthorizationRequest.self, StoreNamespace.requests).map(\.value)
            .filter { $0.state == .pending }.sorted { $0.id < $1.id }
    }

    /// The request with a number; `nil` if there is none.
    package func request(_ id: Int) throws -> AuthorizationRequest? {
        try value(AuthorizationRequest.self, StoreNamespace.requests, Self.key(request: id))
    }

    /// The state of a request, or of the later one that it was merged into.
    func finalState(ofRequest id: Int) throws -> AuthorizationRequest.State {
        try finalRequest(of: id)?.state ?? .cancelled
    }

    /// The request itself, or the later one that it was merged into.
    func finalRequest(of id: Int) throws -> AuthorizationRequest? {
        var next = try request(id)
        while let request = next {
            guard request.state == .cancelled, let successor = request.successor, successor > request.id else {
                return request
            }
            next = try self.request(successor)
        }
        return nil
    }

    fileprivate static func key(request id: Int) -> String {
        let digits = String(id)
        return String(repeating: "0", count: max(0, 12 - digits.count)) + digits
    }

    /// The samples of a type that a caller can see.
    ///
    /// - Throws: `errorAuthorizationNotDetermined` if the app never requested the type (R1.5).
    package func readScope(_ principal: Principal, _ type: HKObjectType) throws -> ReadScope {
        guard case .app(let app) = principal else { return .everything }
        return try ObjectReader(store, caller: app).requiredVisibility(of: type).scope
    }

    /// Checks that a caller may save samples of the types, or delete its own.
    ///
    /// - Throws: `errorAuthorizationNotDetermined` for a type that was never requested, `errorAuthorizationDenied` for a denied
    ///   one (R1.4, R3.1).
    package func checkSharing(_ principal: Principal, _ types: Set<HKObjectType>) throws {
        guard case .app(let app) = principal, makes(.sharing) else { return }
        for type in types {
            let grant = try grant(of: app, type: type.identifier)
            if grant.share == true { continue }
            guard grant.share != nil || grant.read != nil else {
                throw HKError.error(.errorAuthorizationNotDetermined, "Authorization is not determined")
            }
            throw HKError.error(.errorAuthorizationDenied, "Not authorized")
        }
    }
}

extension ObjectWriter {
    /// Records an app's access request, with everything that the person hasn't decided yet.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - share: The identifiers of the types that it wants to save.
    ///   - read: The identifiers of the types that it wants to read.
    ///   - now: The current time.
    ///   - caller: The mark of the process that waits for the result; `nil` if unknown.
    /// - Returns: The request, or `nil` if everything is decided. If an older request of the app is still pending, the new one
    ///   includes its types, and its result applies to both.
    /// - Throws: Any error from the store.
    package func ask(
        _ app: AppIdentity,
        share: [String],
        read: [String],
        now: Date,
        caller: Int? = nil
    ) throws -> AuthorizationRequest? {
        let note = try note(app, now: now)
        let record = note.record
        let decided = try grants(app: app.account)
        let isPaused = try isPaused(app)
        let grants = isPaused ? [:] : decided
        var newShare = share.filter { grants[$0]?.share == nil }
        var newRead = read.filter { grants[$0]?.read == nil }
        if isPaused {
            // The decision is about the current program, and so about everything that it could do.
            newShare += decided.filter { $0.value.share == true }.keys.sorted().filter { !newShare.contains($0) }
            newRead += decided.filter { $0.value.read == true }.keys.sorted().filter { !newRead.contains($0) }
        }
        guard !newShare.isEmpty || !newRead.isEmpty else { return nil }
        let required = app.requiredReadTypes.intersection(newRead).sorted()
        return try makeRequest(
            record,
            read: newRead,
            share: newShare,
            takenFrom: note.takenFrom,
            required: required.isEmpty ? nil : required,
            caller: caller
        )
    }

    /// Records that an app requests access, if anything was ever decided about it; before that, it isn't one of the person's
    /// apps.
    ///
    /// - Returns: The app's current record, and the other program that used its identifier before, if any.
    func note(_ app: AppIdentity, now: Date) throws -> (record: AppRecord, takenFrom: String?) {
        try makeAnchorKey()
        let time = now.timeIntervalSinceReferenceDate
        let known = try value(AppRecord.self, StoreNamespace.apps, app.account)
        // An earlier requester may still be waiting.
        let before = try known ?? pendingRequests().last { $0.app.account == app.account }?.app
        var record = AppRecord(
            bundleIdentifier: app.bundleIdentifier,
            name: app.name,
            version: app.version,
            readUsage: app.readUsage,
            shareUsage: app.shareUsage,
            firstRequest: before?.firstRequest ?? time,
            lastRequest: time,
            program: app.program
        )
        record.identity = app.programIdentity
        record.verification = app.verification
        record.level = app.level == .library ? nil : app.level
        record.changed = try isPaused(app) ? app.programIdentity : nil
        record.note(before: before)
        if try known != nil || !grants(app: app.account).isEmpty {
            try setValue(record, StoreNamespace.apps, app.account)
        }
        let isOther = before?.program != app.program || record.changed != nil
        return (record, isOther ? before?.program : nil)
    }

    /// Stores the request that an app is making now.
    ///
    /// Pending requests of the app about types are merged into a new one about types, so that two simultaneous callers both get
    /// the result (R1.24). A request about single objects replaces one about objects of the same type.
    func makeRequest(
        _ app: AppRecord,
        read: [String],
        share: [String],
        objects: [RequestedObject]? = nil,
        takenFrom: String? = nil,
        required: [String]? = nil,
        caller: Int? = nil,
        companion: CompanionProgram? = nil
    ) throws -> AuthorizationRequest {
        let last = try store.values(StoreNamespace.requests, limit: 1, descending: true).first
        var request = AuthorizationRequest(
            id: (last.flatMap { Int($0.key) } ?? 0) + 1,
            app: app,
            read: read,
            share: share,
            created: app.lastRequest,
            state: .pending,
            objects: objects,
            takenFrom: takenFrom,
            required: required,
            callers: caller.map { [$0] },
            companion: companion
        )
        for var old in try pendingRequests() where old.app.account == app.account {
            if old.objects == nil, objects == nil {
                request.read += old.read.filter { !request.read.contains($0) }
                request.share += old.share.filter { !request.share.contains($0) }
                let needed = (request.required ?? []) + (old.required ?? [])
                request.required = needed.isEmpty ? nil : Set(needed).sorted()
                request.callers = request.callers.map { Array(($0 + (old.callers ?? [])).prefix(Self.callerLimit)) }
                old.successor = request.id
            } else if old.objects == nil || objects == nil || old.read != read {
                continue
            }
            try set(old, state: .cancelled)
        }
        try set(request, state: .pending)
        try limitRequests(after: request)
        return request
    }

    /// Records the person's decision: the types in `read` and `share` are granted, the other requested ones denied.
    ///
    /// A request about single objects is normally decided object by object; here, its one type means all of them or
    /// none.
    ///
    /// - Parameters:
    ///   - id: The request's number.
    ///   - read: The identifiers of the types that may be read.
    ///   - share: The identifiers of the types that may be saved.
    ///   - since: The earliest end of readable samples, in seconds since the reference date; `nil` for all (R1.21).
    /// - Returns: Whether the request was still pending.
    /// - Throws: Any error from the store.
    @discardableResult
    package func answer(
        _ id: Int,
        read: Set<String>,
        share: Set<String>,
        since: Double? = nil
    ) throws -> Bool {
        guard let request = try request(id), request.state == .pending else { return false }
        if request.app.isAssistant {
            guard read.isEmpty, share.isEmpty else { throw HKError.notForAssistants }
            try set(request, state: .answered)
            return true
        }
        try noteAnswered(request.app)
        if let companion = request.companion {
            try setPair(
                CompanionPair(
                    programs: [
                        request.app.bundleIdentifier: request.app.programMark,
                        companion.bundleIdentifier: companion.program ?? "",
                    ],
                    isAllowed: !read.isDisjoint(with: request.read),
                    decided: Date().timeIntervalSinceReferenceDate
                )
            )
            try set(request, state: .answered)
            return true
        }
        if let objects = request.objects {
            let isAllowed = !read.isDisjoint(with: request.read)
            return try answer(id, objects: isAllowed ? Set(objects.map(\.id)) : [])
        }
        for type in request.types {
            var grant = try grant(app: request.app.account, type: type)
            if request.read.contains(type) {
                grant.read = read.contains(type)
                let isLimited =
                    grant.read == true && HKObjectType.type(identifier: type)?.canBeLimitedInTime == true
                grant.since = isLimited ? since : nil
            }
            if request.share.contains(type) { grant.share = share.contains(type) }
            try setGrant(grant, app: request.app.account, type: type)
        }
        try approve(request.app)
        try set(request, state: .answered)
        return true
    }

    /// Records an app that the person has decided about for the first time.
    ///
    /// - Throws: Any error from the store.
    package func noteAnswered(_ app: AppRecord) throws {
        guard try value(AppRecord.self, StoreNamespace.apps, app.account) == nil else { return }
        try setValue(app, StoreNamespace.apps, app.account)
    }

    /// The number of most recent callers kept for a request, so that an app that repeats it at every launch doesn't make it
    /// grow.
    private static let callerLimit = 64

    /// Records an additional caller that waits for the result of a request, if the caller is known.
    func add(caller: Int, to request: AuthorizationRequest) throws {
        guard var request = try self.request(request.id), request.state == .pending else { return }
        request.callers = request.callers.map { Array(([caller] + $0).prefix(Self.callerLimit)) }
        try set(request, state: .pending)
    }

    /// Ends a request without a decision.
    package func cancel(request id: Int) throws {
        guard let request = try request(id), request.state == .pending else { return }
        try set(request, state: .cancelled)
    }

    /// Sets the person's decision about one app and one type.
    package func setGrant(_ grant: Grant, app: String, type: String) throws {
        try makeAnchorKey()
        try setValue(grant, StoreNamespace.grants, "\(app)\u{1F}\(type)")
    }

    /// Removes an app's permissions, requests and registrations.
    ///
    /// Its data stays.
    package func forget(app: String) throws {
        for type in try grants(app: app).keys {
            try setValue(Grant?.none, StoreNamespace.grants, "\(app)\u{1F}\(type)")
        }
        for entry in try store.values(StoreNamespace.objectGrants, prefix: "\(app)\u{1F}") {
            try writer.setValue(nil, StoreNamespace.objectGrants, entry.key)
        }
        for type in try deliveries(app: app).keys { try setDelivery(nil, app: app, type: type) }
        try forgetWakes(of: app)
        try forgetAssistant(app)
        for session in try sessions(app: app, withParts: nil) {
            try forgetSession(session.content.identifier, app: app)
        }
        try writer.setValue(nil, StoreNamespace.workoutCompanions, app)
        try forgetPairs(of: app)
        try revokeDeviceSources(ofApp: AppAccount.bundleIdentifier(app))
        for request in try pendingRequests() where request.app.account == app {
            try set(request, state: .cancelled)
        }
        try setValue(ApprovedProgram?.none, StoreNamespace.approvals, app)
        try setValue(AppRecord?.none, StoreNamespace.apps, app)
    }

    func set(_ request: AuthorizationRequest, state: AuthorizationRequest.State) throws {
        var request = request
        request.state = state
        try setValue(request, StoreNamespace.requests, ObjectReader.key(request: request.id))
    }
}
