import Foundation

/// A tombstone's information about a deleted object: its interval, its sync identifier and version (R3.4), and the data
/// that determines which callers may know about it.
package struct TombstonePayload: Sendable {
    package var start: Double
    package var end: Double
    package var metadata: Metadata?
    /// The types of a correlation's members; `nil` for other objects.
    package var members: [String]?
    /// The medication of a dose; `nil` for other objects.
    package var concept: String?
    /// Whether an undo removed the object; an import then adds it again, because the person didn't delete it.
    package var isUndo: Bool
    /// The UUID by which the object's app knew it, if the object had another one in the store.
    package var knownAs: UUID?

    /// The metadata keys of members, concept, undo and UUID, which apps never see.
    private static let membersKey = "_HKPrivateMemberTypes"
    private static let conceptKey = "_HKPrivateConcept"
    private static let undoKey = "_HKPrivateUndo"
    private static let knownAsKey = "_HKPrivateUUID"

    package init(
        start: Double,
        end: Double,
        metadata: Metadata?,
        members: [String]? = nil,
        concept: String? = nil,
        isUndo: Bool = false
    ) {
        self.start = start
        self.end = end
        self.members = members
        self.concept = concept
        self.isUndo = isUndo
        if case .text(let text)? = metadata?[own: .uuid] { knownAs = UUID(uuidString: text) }
        let kept = metadata?.entries
            .filter { [HKMetadataKeySyncIdentifier, HKMetadataKeySyncVersion].contains($0.key) }
        self.metadata = kept.flatMap { $0.isEmpty ? nil : Metadata($0) }
    }

    package var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.double(start)
        writer.double(end)
        var entries = metadata?.entries ?? []
        if let members {
            entries.append(.init(key: Self.membersKey, value: .text(members.joined(separator: ","))))
        }
        if let concept { entries.append(.init(key: Self.conceptKey, value: .text(concept))) }
        if isUndo { entries.append(.init(key: Self.undoKey, value: .flag(true))) }
        if let knownAs { entries.append(.init(key: Self.knownAsKey, value: .text(knownAs.uuidString))) }
        return writer.bytes + (entries.isEmpty ? [] : Metadata(entries).bytes)
    }

    package init?(bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        guard let start = reader.double(), let end = reader.double() else { return nil }
        let all = bytes.count > Self.timesSize ? Metadata(bytes: Array(bytes[Self.timesSize...])) : nil
        let text = { (key: String) in if case .text(let text)? = all?[key] { text } else { String?.none } }
        self.init(
            start: start,
            end: end,
            metadata: all,
            members: text(Self.membersKey)?.split(separator: ",").map(String.init),
            concept: text(Self.conceptKey),
            isUndo: all?[Self.undoKey] != nil
        )
        knownAs = text(Self.knownAsKey).flatMap { UUID(uuidString: $0) }
    }

    /// Whether the bytes of a tombstone record that an undo removed the object.
    package static func isUndo(_ bytes: UnsafeRawBufferPointer) -> Bool {
        // Most contain only the times.
        guard bytes.count > timesSize, let all = Metadata(bytes: Array(bytes[timesSize...])) else { return false }
        return all[undoKey] != nil
    }

    private static let timesSize = 16
}
