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
            guard let field = rule.codedField else {
                throw EncodingError.invalidValue(
                    self,
                    .init(codingPath: encoder.codingPath, debugDescription: "an app's own order is a closure")
                )
            }
            return CodedRule(field: field.name, ascending: field.ascending)
        }
        var container = encoder.singleValueContainer()
        try container.encode(coded)
    }
}

extension SampleOrder.Rule {
    /// The encoded form of the rule, or `nil` for an app's own closure.
    var codedField: (name: String, ascending: Bool)? {
        switch self {
        case .time(.start, let ascending): ("start", ascending)
        case .time(.end, let ascending): ("end", ascending)
        case .workout(let field, let ascending): (field.rawValue, ascending)
        case .custom: nil
        }
    }
}
