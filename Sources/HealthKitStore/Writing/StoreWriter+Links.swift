import Foundation

extension StoreWriter {
    /// Links an object below another.
    ///
    /// Linking twice is linking once.
    /// - Throws: ``StoreError``.
    package func link(parent: UUID, child: UUID, role: Int) throws {
        try change {
            let key = try linkParent(parent) ?? makeLinkParent(parent)
            try recordLink(parent, child, role, key)
            try run(.insertLink, key, role, Identifier(child))
            try touchLinks(of: parent)
        }
    }

    /// Links objects below another, of which there may be very many.
    ///
    /// Linking twice is linking once.
    ///
    /// - Parameters:
    ///   - parent: the object above.
    ///   - children: the objects below.
    ///   - role: Their role for it.
    ///   - areNew: whether the transaction stored the children: undoing that removes their links too, which therefore
    ///     aren't recorded.
    /// - Throws: ``StoreError``.
    package func link(parent: UUID, children: [UUID], role: Int, areNew: Bool = false) throws {
        if children.isEmpty { return }
        try change {
            let key = try linkParent(parent) ?? makeLinkParent(parent)
            if !areNew { for child in children { try recordLink(parent, child, role, key) } }
            // In the order of the table, whose last page is then the cached one.
            try insertLinks(key, role, children.map { Identifier($0) }.sorted())
            try touchLinks(of: parent)
        }
    }

    private func insertLinks(_ parent: Int64, _ role: Int, _ children: [Identifier]) throws {
        var first = 0
        while children.count - first >= StoreStatement.linksAtOnce {
            let query = try connection.query(.insertLinks)
            query.bind(parent, at: 1)
            query.bind(role, at: 2)
            for place in 0..<StoreStatement.linksAtOnce {
                query.bind(children[first + place], at: Int32(place + 3))
            }
            try query.run()
            first += StoreStatement.linksAtOnce
        }
        for child in children[first...] { try run(.insertLink, parent, role, child) }
    }

    /// Removes a link.
    ///
    /// Removing one that isn't there does nothing.
    /// - Throws: ``StoreError``.
    package func unlink(parent: UUID, child: UUID, role: Int) throws {
        guard let key = try linkParent(parent) else { return }
        try change {
            try recordUnlink(parent, child, role, key)
            try run(.deleteLink, key, role, Identifier(child))
            try touchLinks(of: parent)
        }
    }

    /// Replaces an object by another in all links to its parents.
    /// - Throws: ``StoreError``.
    package func replaceChild(_ old: UUID, with new: UUID) throws {
        for link in try parents(of: old) {
            try unlink(parent: link.parent, child: old, role: link.role)
            try self.link(parent: link.parent, child: new, role: link.role)
        }
    }

    /// Removes all links of an object that goes.
    func removeLinks(of object: UUID) throws {
        let roles = try linkRoles()
        // Without a role there aren't any links.
        if roles.isEmpty { return }
        if let recorder { try recorder.unlinked(try parents(of: object) + children(of: object)) }
        for role in roles {
            let query = try connection.query(.deleteLinksOfChild)
            query.bind(role, at: 1)
            query.bind(Identifier(object), at: 2)
            try query.run()
        }
        guard let key = try linkParent(object) else { return }
        for statement in [StoreStatement.deleteLinksOfParent, .deleteLinkParent] {
            let query = try connection.query(statement)
            query.bind(key, at: 1)
            try query.run()
        }
    }

    private func makeLinkParent(_ parent: UUID) throws -> Int64 {
        let query = try connection.query(.insertLinkParent)
        query.bind(Identifier(parent), at: 1)
        guard try query.step() else { throw StoreError.damaged("a link could not be made") }
        let key = query.int64(0)
        try query.run()
        return key
    }

    private func run(_ statement: StoreStatement, _ parent: Int64, _ role: Int, _ child: Identifier) throws {
        let query = try connection.query(statement)
        query.bind(parent, at: 1)
        query.bind(role, at: 2)
        query.bind(child, at: 3)
        try query.run()
    }

    private func touchLinks(of parent: UUID) throws {
        if lastLinkedParent == parent { return }
        lastLinkedParent = parent
        if let record = try record(uuid: parent) { try touchRecord(record) }
    }
}
