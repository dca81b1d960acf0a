import Foundation

extension StoreReader {
    /// The UUIDs of the records of a type that satisfy a request, in the order of start; their contents aren't read.
    ///
    /// - Parameters:
    ///   - type: their type.
    ///   - request: which of them; its type and order don't matter.
    /// - Returns: the UUIDs, for ``record(uuid:)``.
    /// - Throws: ``StoreError``.
    package func recordUUIDs(of type: TypeID, _ request: RecordRequest = RecordRequest()) throws -> [UUID] {
        let query = try connection.query(.recordUUIDs)
        defer { query.reset() }
        query.bind(type, at: 1)
        query.bind(request.startLower, at: 2)
        query.bind(request.startUpper, at: 3)
        var uuids: [UUID] = []
        while try query.step() {
            let end = query.double(2)
            guard end >= request.endLower, end <= request.endUpper else { continue }
            guard request.sources?.contains(query.entryID(1)) != false else { continue }
            uuids.append(try query.identifier(0).uuid)
        }
        return uuids
    }

    /// The namespaces that have values, or once had some.
    /// - Throws: ``StoreError``.
    package func namespaces() throws -> [String] {
        let query = try connection.query(.namespacesChanged)
        defer { query.reset() }
        query.bind(Int64(-1), at: 1)
        var names: [String] = []
        while try query.step() { names.append(String(decoding: query.unownedBytes(0), as: UTF8.self)) }
        return names
    }

    /// The keys of a namespace's values, in the order of their bytes.
    /// - Throws: ``StoreError``.
    package func valueKeys(_ namespace: String) throws -> [String] {
        let query = try connection.query(.valueKeys)
        defer { query.reset() }
        let name = Array(namespace.utf8)
        query.bind(name, at: 1)
        var keys: [String] = []
        while try query.step(), query.unownedBytes(0).elementsEqual(name) {
            keys.append(String(decoding: query.unownedBytes(1), as: UTF8.self))
        }
        return keys
    }

    /// Every link of a role.
    /// - Throws: ``StoreError``.
    func links(role: Int) throws -> [StoreLink] {
        try linkedChildren(role: role).sorted { $0.uuidString < $1.uuidString }
            .flatMap { try parents(of: $0, role: role) }
    }
}
