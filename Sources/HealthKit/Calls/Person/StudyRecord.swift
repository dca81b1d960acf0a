import Foundation

/// The record of a study that the person takes part in, which only those who run and take part in studies can read.
package struct StudyRecord: Codable, Hashable, Sendable {
    /// The maximum number of bytes.
    package static let mostBytes = 16 << 20

    /// The study's title.
    package var title: String
    package var bytes: [UInt8]

    package init(title: String, bytes: [UInt8]) {
        self.title = title
        self.bytes = bytes
    }

    private enum CodingKeys: String, CodingKey {
        case title
        case data
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        title = try container.decode(String.self, forKey: .title)
        bytes = Array(try container.decode(Data.self, forKey: .data))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(title, forKey: .title)
        try container.encode(Data(bytes), forKey: .data)
    }
}
