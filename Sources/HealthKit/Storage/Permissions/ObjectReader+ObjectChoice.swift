import Foundation
import HealthKitStore

extension ObjectReader {
    fileprivate static func objectKey(_ app: String, _ type: String, _ object: String) -> String {
        "\(app)\u{1F}\(type)\u{1F}\(object)"
    }

    /// A caller's visible objects of a type whose objects are permitted individually; `nil` for other types and for the person.
    package func objectChoice(_ principal: Principal, _ type: HKObjectType) throws -> ObjectChoice? {
        guard case .app(let app) = principal, type.requiresPerObjectAuthorization() else { return nil }
        return try objectChoice(app: app.account, type: type.identifier)
    }

    /// The person's choice for one app and one type.
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

    /// The objects of a type that match a filter, from any source, with the person's previous choice for an app.
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
    /// Removes the person's choice for an app about single objects of a type, and the record that the app requested them.
    func forgetChoice(app: String, type: String, objects: Set<UUID>) throws {
        for object in objects {
            let key = Self.objectKey(app, type, object.uuidString)
            try setValue(nil as Bool?, StoreNamespace.objectGrants, key)
        }
        try setGrant(Grant(), app: app, type: type)
    }

    /// Records an app's request for single objects of a type; these are requested each time.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - type: The type.
    ///   - filter: The filter for its objects.
    ///   - now: The current time.
    ///   - caller: The mark of the process that waits for the result; `nil` if unknown.
    /// - Returns: The request.
    /// - Throws: Any error from the store.
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

    /// Records the person's decision about single objects: those in `objects` are granted, the others denied.
    ///
    /// Earlier choices for objects outside the request are kept.
    ///
    /// - Returns: Whether the request was still pending.
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
