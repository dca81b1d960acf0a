extension SampleOrder {
    private struct CodedRule: Codable {
        var field: String
        var ascending: Bool
    }

    package init(from decoder: any Decoder) throws {
        let coded = try decoder.singleValueContainer().decode([CodedRule].self)
        self.init(
            rules: try coded.map { rule in
                switch rule.field {
                case "start": return .time(.start, ascending: rule.ascending)
                case "end": return .time(.end, ascending: rule.ascending)
                default:
                    guard let field = WorkoutSortField(rawValue: rule.field) else {
                        throw DecodingError.dataCorrupted(
                            .init(codingPath: decoder.codingPath, debugDescription: "no order by “\(rule.field)”")
                        )
                    }
                    return .workout(field, ascending: rule.ascending)
                }
            }
        )
    }

    package func encode(to encoder: any Encoder) throws {
        let coded = try rules.map { rule in
            switch rule {
            case .time(.start, let ascending): CodedRule(field: "start", ascending: ascending)
            case .time(.end, let ascending): CodedRule(field: "end", ascending: ascending)
            case .workout(let field, let ascending): CodedRule(field: field.rawValue, ascending: ascending)
            case .custom:
                throw EncodingError.invalidValue(
                    self,
                    .init(codingPath: encoder.codingPath, debugDescription: "an app's own order is a closure")
                )
            }
        }
        var container = encoder.singleValueContainer()
        try container.encode(coded)
    }
}
