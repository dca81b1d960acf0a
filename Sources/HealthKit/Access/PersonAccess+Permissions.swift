import Foundation
import HealthStore

extension PersonAccess {
    /// The apps that asked for access, by name.
    package func apps() throws -> [AppRecord] { try read { try $0.apps() } }

    /// What the person decided about an app, by type identifier.
    package func grants(app: String) throws -> [String: Grant] { try read { try $0.grants(app: app) } }

    /// Sets what an app may do with types; what was decided for other types stays.
    package func setGrants(_ grants: [String: Grant], app: String) throws {
        try write { writer in
            for (type, grant) in grants { try writer.setGrant(grant, app: app, type: type) }
        }
    }

    /// Removes an app with all its data, and forgets what was decided for it: it may ask anew (R1.23).
    ///
    /// - Returns: How many objects of its there were.
    @discardableResult
    package func removeApp(_ bundleIdentifier: String) throws -> Int {
        try write { writer in
            let scope = ReadScope.only(bundleIdentifier: bundleIdentifier)
            var count = 0
            for type in Set(try writer.store.provenance().filter { $0.count > 0 }.map(\.type)) {
                guard let type = try writer.type(type) as? HKSampleType else { continue }
                count += try writer.delete(FetchRequest(type: type, scope: scope))
            }
            try writer.forget(app: bundleIdentifier)
            return count
        }
    }

    /// The requests that wait for an answer, the oldest first.
    package func requests() throws -> [AuthorizationRequest] { try read { try $0.pendingRequests() } }

    /// The request with a number; `nil` when there is none.
    package func request(_ id: Int) throws -> AuthorizationRequest? { try read { try $0.request(id) } }

    /// Answers a request: the types in `read` and `share` are granted, the others that were asked for denied.
    ///
    /// - Returns: Whether the request was still waiting.
    @discardableResult
    package func answer(_ id: Int, read: Set<String>, share: Set<String>) throws -> Bool {
        try write { try $0.answer(id, read: read, share: share) }
    }

    /// Answers a request about single objects: those in `objects` are granted, the others that were asked for denied.
    ///
    /// - Returns: Whether the request was still waiting.
    @discardableResult
    package func answer(_ id: Int, objects: Set<UUID>) throws -> Bool {
        try write { try $0.answer(id, objects: objects) }
    }

    /// What the person chose for an app, for a type whose objects are permitted one by one.
    package func objectChoice(app: String, type: String) throws -> ObjectChoice {
        try read { try $0.objectChoice(app: app, type: type) }
    }

    /// Ends a request without an answer: nothing is decided.
    package func cancel(request id: Int) throws { try write { try $0.cancel(request: id) } }

    /// The sources of a type in the order in which they count, and those left out.
    package func sourceOrder(_ type: String) throws -> (order: [HKSource], excluded: Set<String>) {
        try read { reader in
            (try reader.orderedSources(of: type).map(\.source), try reader.sourcePriority(of: type).excluded)
        }
    }

    /// Sets the order in which the sources of a type count, and those left out.
    package func setSourceOrder(_ type: String, order: [String], excluded: Set<String>) throws {
        try write {
            try $0.setValue(SourcePriority(order: order, excluded: excluded), StoreNamespace.sourceOrder, type)
        }
    }

    /// What is known of the person.
    package func characteristics() throws -> CharacteristicValues {
        try read {
            try $0.value(CharacteristicValues.self, StoreNamespace.characteristics, CharacteristicValues.key)
                ?? CharacteristicValues()
        }
    }

    /// Sets what is known of the person.
    package func setCharacteristics(_ values: CharacteristicValues) throws {
        try write { try $0.setValue(values, StoreNamespace.characteristics, CharacteristicValues.key) }
    }
}
