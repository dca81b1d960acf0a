import Foundation

extension StoreReader {
    /// What is linked below an object, in all roles or one.
    /// - Throws: ``StoreError``.
    package func children(of parent: UUID, role: Int? = nil) throws -> [StoreLink] {
        try links(role == nil ? .children : .childrenOfRole, Identifier(parent), role) { other, role in
            StoreLink(parent: parent, child: other, role: role)
        }
    }

    /// What an object is linked below, in all roles or one.
    /// - Throws: ``StoreError``.
    package func parents(of child: UUID, role: Int? = nil) throws -> [StoreLink] {
        try links(role == nil ? .parents : .parentsOfRole, Identifier(child), role) { other, role in
            StoreLink(parent: other, child: child, role: role)
        }
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

    private func links(
        _ statement: StoreStatement,
        _ known: Identifier,
        _ role: Int?,
        _ make: (UUID, Int) -> StoreLink
    ) throws -> [StoreLink] {
        let query = try connection.query(statement)
        defer { query.reset() }
        query.bind(known, at: 1)
        if let role { query.bind(role, at: 2) }
        var links: [StoreLink] = []
        while try query.step() { links.append(make(try query.identifier(0).uuid, query.int(1))) }
        return links
    }
}
