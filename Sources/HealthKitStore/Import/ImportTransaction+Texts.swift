import Foundation

extension ImportTransaction {
    /// Adds a record that is known by a text alone, whatever is read of that text.
    ///
    /// The k-th record of one text in an import is the k-th of it that the store holds: its UUID is computed from the
    /// type, the text and k. So a version that reads times, source or content of a text differently recognises records
    /// of an earlier one, deleted records stay deleted, and simultaneous imports store each text once.
    ///
    /// - Parameters:
    ///   - record: what to add; its own identity doesn't count.
    ///   - text: the lasting form of the text that the record was read from.
    ///   - isImported: whether a stored record came from an import. Another one under the same UUID is skipped.
    /// - Returns: the outcome.
    /// - Throws: ``StoreError``.
    package func add(
        _ record: NewRecord,
        knownBy text: [UInt8],
        isImported: (StoredRecord) throws -> Bool
    ) throws -> ImportedRecord {
        try writer.validate(record)
        let typeHash = try writer.contentHash(.type, record.type)
        let first = DerivedIdentity.identifier(typeHash: typeHash, text: text, 0)
        var ordinal = Int32(clamping: matcher.turn(of: first))
        for _ in 0..<Self.mostStrangers {
            let identifier =
                ordinal == 0 ? first : DerivedIdentity.identifier(typeHash: typeHash, text: text, ordinal)
            if let stored = try writer.record(uuid: identifier.uuid) {
                if try stored.type == record.type && isImported(stored) { return .duplicate(stored.uuid) }
            } else if matcher.tombstones.holds(identifier) {
                matcher.noteDeleted(1)
                return .deleted
            } else {
                return .added(try insert(record, as: identifier))
            }
            ordinal &+= Self.strangerStep
        }
        throw StoreError(.duplicateUUID, "The objects under the UUID of an imported one come from elsewhere.")
    }

    /// The UUID of a record identified by a text with its name and its content.
    ///
    /// - Parameters:
    ///   - type: the record's type.
    ///   - text: the lasting form of both.
    /// - Returns: the UUID, which is the same in every import.
    /// - Throws: ``StoreError``.
    package func uuid(of type: TypeID, namedBy text: [UInt8]) throws -> UUID {
        DerivedIdentity.identifier(typeHash: try writer.contentHash(.type, type), text: text, 0).uuid
    }

    /// Adds a record under the UUID of its name, unless the store holds it or it was deleted.
    ///
    /// - Parameters:
    ///   - record: what to add; its own identity doesn't count.
    ///   - text: The stable form of its name and content.
    /// - Returns: the outcome.
    /// - Throws: ``StoreError``.
    package func add(_ record: NewRecord, namedBy text: [UInt8]) throws -> ImportedRecord {
        try writer.validate(record)
        let typeHash = try writer.contentHash(.type, record.type)
        let identifier = DerivedIdentity.identifier(typeHash: typeHash, text: text, 0)
        if try writer.record(uuid: identifier.uuid) != nil { return .duplicate(identifier.uuid) }
        if matcher.tombstones.holds(identifier) {
            matcher.noteDeleted(1)
            return .deleted
        }
        return .added(try insert(record, as: identifier))
    }

    /// Notes that the import deleted objects itself: the next transaction looks at the deletions again.
    package func noteReplaced() { matcher.noteReplaced() }

    /// The most records, other than imported ones, that may have taken the UUIDs of one text.
    private static let mostStrangers = 64
    private static let strangerStep: Int32 = 1 << 20
}

extension DerivedIdentity {
    /// The identifier of a record that is known by its type and a text alone.
    ///
    /// - Parameters:
    ///   - typeHash: the hash of the type's entry.
    ///   - text: the lasting form of the text.
    ///   - ordinal: which of several such records it is.
    /// - Returns: The identifier, which doesn't reveal the record's start.
    fileprivate static func identifier(typeHash: UInt64, text: [UInt8], _ ordinal: Int32) -> Identifier {
        var hasher = SipHash()
        hasher.add(typeHash)
        hasher.add(UInt64(UInt32(bitPattern: ordinal)))
        hasher.add(text)
        return identifier(typeHash: typeHash, hash: hasher.finish())
    }
}
