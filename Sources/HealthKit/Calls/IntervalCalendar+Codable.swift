import Foundation

extension IntervalCalendar: Codable {
    private enum CodingKeys: CodingKey { case anchor, components }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        try self.init(
            anchor: try values.decode(Date.self, forKey: .anchor),
            components: try values.decode(DateComponents.self, forKey: .components)
        )
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(anchor, forKey: .anchor)
        try values.encode(components, forKey: .components)
    }
}
