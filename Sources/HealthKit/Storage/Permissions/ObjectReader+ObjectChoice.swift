import Foundation
import HealthStore

extension ObjectReader {
    fileprivate static func objectKey(_ app: String, _ type: String, _ object: String) -> String {
        "\(app)\u{1F}\(type)\u{1F}\(object)"
    }

    /// What a caller may see of a type whose objects are permitted one by one; `nil` for other types and for the person.
    package func objectChoice(_ principal: Principal, _ type: HKObjectType) throws -> ObjectChoice? {
        guard case .app(let app) = principal, type.requiresPerObjectAuthorization() else { return nil }
        return try objectChoice(app: app.account, type: type.identifier)
    }

    /// What a person chose for one app and one type.
    package func objectChoice(app: String, type: String) throws -> ObjectChoice {
        var choice = ObjectChoice(
            allowed: [],
            refused: [],
            bundleIdentifier: AppAccount.bundleIdentifier(app)
        )
        let prefix = Self.objectKey(app, type, "")
        for entry in try values(Bool.self, StoreNamespace.objectGrants, prefix: prefix) {
            guard let object = UUID(uuidString: String(entry.key.dropFirst(prefix.count))) else { continue }
            if entry.value { choice.allowed.insert(object) } else { choice.refused.insert(object) }
        }
        return choice
    }

    /// The objects of a type that a filter admits, whoever saved them, with what the person chose for an app so far.
    func requestedObjects(
        _ type: HKObjectType,
        _ filter: SampleFilter,
        app: String
    ) throws -> [RequestedObject] {
        guard let id = try typeID(type.identifier) else { return [] }
        let choice = try objectChoice(app: app, type: type.identifier)
        return try store.records(RecordRequest(type: id))
            .filter { filter.matches(StoredSubject($0, self, kind: type)) }
            .map { record in
                let source = try source(record.source)
                return RequestedObject(
                    id: record.uuid,
                    source: source.name,
                    start: record.start,
                    isAllowed: choice.admits(record.uuid, from: source.bundleIdentifier)
                )
            }
    }
}

extension ObjectWriter {
    /// Forgets what a person chose for an app about single objects of a type, and that the app asked.
    func forgetChoice(app: String, type: String, objects: Set<UUID>) throws {
        for object in objects {
            let key = Self.objectKey(app, type, object.uuidString)
            try setValue(nil as Bool?, StoreNamespace.objectGrants, key)
        }
        try setGrant(Grant(), app: app, type: type)
    }

    /// Records that an app asks for single objects of a type, as a request: these are asked for each time.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - type: The type.
    ///   - filter: Which objects of it.
    ///   - now: The time.
    ///   - caller: The mark of the process that waits for the answer; `nil` where that is not known.
    /// - Returns: The request.
    /// - Throws: What the store throws.
    package func ask(
        _ app: AppIdentity,
        objectsOf type: HKObjectType,
        _ filter: SampleFilter,
        now: Date,
        caller: Int? = nil
    ) throws -> AuthorizationRequest {
        if try isPaused(app) {
            throw HKError.error(
                .errorAuthorizationDenied,
                "The program has changed since it was approved; request access to types first"
            )
        }
        let objects = try requestedObjects(type, filter, app: app.account)
        let note = try note(app, now: now)
        return try makeRequest(
            note.record,
            read: [type.identifier],
            share: [],
            objects: objects,
            takenFrom: note.takenFrom,
            caller: caller
        )
    }

    /// Records a person's answer to a request about single objects: those in `objects` are granted, the others denied.
    ///
    /// What the person chose for objects outside of the request stays.
    ///
    /// - Returns: Whether the request was still waiting.
    @discardableResult
    package func answer(_ id: Int, objects allowed: Set<UUID>) throws -> Bool {
        guard let request = try request(id), request.state == .pending, let objects = request.objects,
            let type = request.read.first
        else { return false }
        let app = request.app.account
        try noteAnswered(request.app)
        for object in objects {
            let key = Self.objectKey(app, type, object.id.uuidString)
            try setValue(allowed.contains(object.id), StoreNamespace.objectGrants, key)
        }
        var grant = try grant(app: app, type: type)
        grant.read = true
        try setGrant(grant, app: app, type: type)
        try approve(request.app)
        try set(request, state: .answered)
        return true
    }
}
