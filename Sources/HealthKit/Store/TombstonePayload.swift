import Foundation

/// What a tombstone keeps of a deleted object: its interval, and its sync identifier and version (R3.4).
package struct TombstonePayload: Sendable {
    package var start: Double
    package var end: Double
    package var metadata: Metadata?

    package init(start: Double, end: Double, metadata: Metadata?) {
        self.start = start
        self.end = end
        let kept = metadata?.entries
            .filter { [HKMetadataKeySyncIdentifier, HKMetadataKeySyncVersion].contains($0.key) }
        self.metadata = kept.flatMap { $0.isEmpty ? nil : Metadata($0) }
    }

    package var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.double(start)
        writer.double(end)
        return writer.bytes + (metadata?.bytes ?? [])
    }

    package init?(bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        guard let start = reader.double(), let end = reader.double() else { return nil }
        self.start = start
        self.end = end
        metadata = bytes.count > 16 ? Metadata(bytes: Array(bytes[16...])) : nil
    }
}
