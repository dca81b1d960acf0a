/// The statements that a device has, with their files.
package struct StatementLog: Sendable {
    /// A statement and its file.
    package struct Kept: Sendable {
        package var file: [UInt8]
        package var statement: Statement
    }

    package private(set) var kept: [Digest: Kept] = [:]

    /// Creates a log without statements.
    package init() {}

    /// Keeps a statement.
    ///
    /// - Parameters:
    ///   - file: Its bytes.
    ///   - group: The group that it must be of.
    /// - Returns: Whether it is new.
    /// - Throws: ``SyncError``: `damaged`, `foreign` or `newerFormat`.
    @discardableResult
    package mutating func keep(_ file: [UInt8], group: SyncID) throws(SyncError) -> Bool {
        let statement = try StatementCoding.read(file)
        guard statement.group == group else { throw SyncError(.foreign, "The statement is of another group.") }
        if kept[statement.hash] != nil { return false }
        kept[statement.hash] = Kept(file: file, statement: statement)
        return true
    }

    /// The statements whose signatures are right.
    ///
    /// A device's identity is the hash of its key, so a statement that names the key names the right one.
    package var verified: [Statement] {
        var keys: [SyncID: [UInt8]] = [:]
        for kept in kept.values {
            switch kept.statement.body {
            case .found(_, let member), .add(_, let member, _, _): keys[member.device] = member.signing
            default: break
            }
        }
        return kept.values.compactMap { kept in
            guard let key = keys[kept.statement.signer], StatementCoding.isSigned(kept.file, by: key) else {
                return nil
            }
            return kept.statement
        }
    }

    /// The end of a signer's own chain.
    package func end(of signer: SyncID) -> Statement? {
        // A statement that was changed in the folder is ignored.
        verified.filter { $0.signer == signer }.max { ($0.number, $0.hash) < ($1.number, $1.hash) }
    }
}
