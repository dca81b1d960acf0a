import Foundation

extension StoreReader {
    /// The links to an object's children, in all roles or one.
    /// - Throws: ``StoreError``.
    package func children(of parent: UUID, role: Int? = nil) throws -> [StoreLink] {
        guard let key = try linkParent(parent) else { return [] }
        let query = try connection.query(role == nil ? .children : .childrenOfRole)
        defer { query.reset() }
        query.bind(key, at: 1)
        if let role { query.bind(role, at: 2) }
        var links: [StoreLink] = []
        while try query.step() {
            links.append(StoreLink(parent: parent, child: try query.identifier(0).uuid, role: query.int(1)))
        }
        return links
    }

    /// The objects that are linked below one, in all roles but one.
    /// - Throws: ``StoreError``.
    package func children(of parent: UUID, exceptRole role: Int) throws -> Set<UUID> {
        guard let key = try linkParent(parent) else { return [] }
        let query = try connection.query(.children)
        defer { query.reset() }
        query.bind(key, at: 1)
        var children: Set<UUID> = []
        while try query.step() {
            if query.int(1) != role { children.insert(try query.identifier(0).uuid) }
        }
        return children
    }

    /// The number of the newest commit that this reader sees.
    /// - Throws: ``StoreError``.
    package func newestCommit() throws -> Int64 { try StoreState.load(connection).commits }

    /// The links to an object's parents, in all roles or one.
    /// - Throws: ``StoreError``.
    package func parents(of child: UUID, role: Int? = nil) throws -> [StoreLink] {
        var links: [StoreLink] = []
        for role in try role.map({ [$0] }) ?? linkRoles() {
            let query = try connection.query(.parentsOfRole)
            defer { query.reset() }
            query.bind(role, at: 1)
            query.bind(Identifier(child), at: 2)
            while try query.step() {
                links.append(StoreLink(parent: try query.identifier(0).uuid, child: child, role: role))
            }
        }
        return links
    }

    /// Everything that is linked below something in a role.
    /// - Throws: ``StoreError``.
    package func linkedChildren(role: Int) throws -> Set<UUID> {
        let query = try connection.query(.childrenInRole)
        defer { query.reset() }
        query.bind(role, at: 1)
        var children: Set<UUID> = []
        while try query.step() { children.insert(try query.identifier(0).uuid) }
        return children
    }

    /// The roles that links have: a handful, found one by one in the index.
    func linkRoles() throws -> [Int] {
        let query = try connection.query(.nextRole)
        defer { query.reset() }
        var roles: [Int] = []
        query.bind(Int64.min, at: 1)
        while try query.step(), !query.isNull(0) {
            let role = query.int(0)
            roles.append(role)
            query.reset()
            query.bind(role, at: 1)
        }
        return roles
    }

    /// The number that stands for a parent in links.
    func linkParent(_ parent: UUID) throws -> Int64? {
        let query = try connection.query(.linkParent)
        defer { query.reset() }
        query.bind(Identifier(parent), at: 1)
        return try query.step() ? query.int64(0) : nil
    }
}
