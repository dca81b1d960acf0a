import HealthKit

/// A filter during parsing: its conditions with their descriptions.
indirect enum FilterNode {
    case all([FilterNode])
    case any([FilterNode])
    case not(FilterNode)
    case term(FilterTerm)

    var expression: FilterExpression {
        switch self {
        case .all(let parts): .all(parts.map(\.expression))
        case .any(let parts): .any(parts.map(\.expression))
        case .not(let part): .not(part.expression)
        case .term(let term): term.expression
        }
    }

    /// The words of the whole, one text for each condition that has to hold.
    var words: [String] {
        if case .all(let parts) = self { return parts.map { $0.phrase(isPart: true) } }
        return [phrase(isPart: false)]
    }

    private func phrase(isPart: Bool) -> String {
        switch self {
        case .term(let term): term.words
        case .not(let part): FilterStrings.not(part.isTerm ? part.phrase(isPart: true) : part.group)
        case .all(let parts): group(FilterStrings.and(parts.map { $0.phrase(isPart: true) }), isPart)
        case .any(let parts): group(FilterStrings.or(parts.map { $0.phrase(isPart: true) }), isPart)
        }
    }

    private var group: String { "(" + phrase(isPart: false) + ")" }

    private func group(_ text: String, _ isPart: Bool) -> String { isPart ? "(" + text + ")" : text }

    private var isTerm: Bool { if case .term = self { true } else { false } }
}

/// One condition with its description.
struct FilterTerm {
    let expression: FilterExpression
    let words: String

    init(_ expression: FilterExpression, _ words: String) {
        self.expression = expression
        self.words = words
    }
}
