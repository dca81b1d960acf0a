/// The bytes of a change notification for the owner's programs.
enum ChangeMessage {
    static func bytes(of change: DatabaseChange) throws -> [UInt8] {
        CallMessage(.answer, name: ListenCall.name, level: ListenCall.level, value: try CallEncoder.value(of: change))
            .bytes
    }

    /// - Throws: ``CallCodingError``.
    static func change(_ bytes: [UInt8]) throws -> DatabaseChange {
        try CallDecoder.value(DatabaseChange.self, from: CallMessage(bytes: bytes, isBounded: false).value)
    }
}

extension DatabaseChange {
    /// The union of this change and another.
    func union(_ other: DatabaseChange) -> DatabaseChange {
        DatabaseChange(
            types: types.union(other.types),
            namespaces: namespaces.union(other.namespaces),
            isReopened: isReopened || other.isReopened,
            isLocked: other.isLocked
        )
    }
}
