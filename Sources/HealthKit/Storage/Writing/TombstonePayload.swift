import Foundation

/// What a tombstone keeps of a deleted object: its interval, its sync identifier and version (R3.4), and what decides who
/// may know that it was there.
package struct TombstonePayload: Sendable {
    package var start: Double
    package var end: Double
    package var metadata: Metadata?
    /// The types of a correlation's members; `nil` for other objects.
    package var members: [String]?
    /// Which medication a dose was of; `nil` for other objects.
    package var concept: String?

    /// Where members and concept stand among the metadata, which apps never see.
    private static let membersKey = "_HKPrivateMemberTypes"
    private static let conceptKey = "_HKPrivateConcept"

    package init(
        start: Double,
        end: Double,
        metadata: Metadata?,
        members: [String]? = nil,
        concept: String? = nil
    ) {
        self.start = start
        self.end = end
        self.members = members
        self.concept = concept
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
        return writer.bytes + (entries.isEmpty ? [] : Metadata(entries).bytes)
    }

    package init?(bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        guard let start = reader.double(), let end = reader.double() else { return nil }
        let all = bytes.count > 16 ? Metadata(bytes: Array(bytes[16...])) : nil
        let text = { (key: String) in if case .text(let text)? = all?[key] { text } else { String?.none } }
        self.init(
            start: start,
            end: end,
            metadata: all,
            members: text(Self.membersKey)?.split(separator: ",").map(String.init),
            concept: text(Self.conceptKey)
        )
    }
}
