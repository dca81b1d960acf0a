import Foundation
import HealthKitStore

/// A record's payload in two parts: the content of the sample object, and data that a separate query reads.
///
/// The data of an electrocardiogram or a route is a hundred times as large as the rest, and most queries don't need it.
package struct SplitPayload: Hashable, Sendable {
    /// The content of the sample object.
    package var content: [UInt8]
    /// The data that only a separate query reads.
    package var data: [UInt8]

    package init(content: [UInt8], data: [UInt8]) {
        self.content = content
        self.data = data
    }

    /// The payload as bytes: the length of the content, the content, the data.
    package var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.varint(UInt64(content.count))
        return writer.bytes + content + data
    }

    /// Decodes ``bytes``; `nil` if the bytes are invalid.
    package init?(bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        guard let length = reader.varint(), length <= UInt64(reader.remaining) else { return nil }
        let start = bytes.count - reader.remaining
        content = Array(bytes[start..<start + Int(length)])
        data = Array(bytes[(start + Int(length))...])
    }
}
