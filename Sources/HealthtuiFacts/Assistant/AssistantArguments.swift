import HealthKit
import HealthtuiEntry

/// The arguments of a tool, read one by one; what is wrong is said in words that say how to ask.
struct AssistantArguments {
    private let tool: AssistantTool
    private let fields: JSONValue

    /// The most characters of a name.
    private static let longestName = 100

    /// The arguments of a call.
    ///
    /// - Parameters:
    ///   - fields: The object; `nil` for none.
    ///   - tool: The tool, which has no other arguments than its own.
    /// - Throws: ``AssistantProblem``.
    init(_ fields: JSONValue?, of tool: AssistantTool) throws {
        self.tool = tool
        self.fields = fields ?? .object([])
        guard case .object(let members) = self.fields else { throw AssistantProblem("arguments must be an object") }
        for (name, _) in members where !tool.arguments.contains(where: { $0.name == name }) {
            let known = tool.arguments.map(\.name).joined(separator: ", ")
            let has = known.isEmpty ? "takes no arguments" : "takes \(known)"
            throw AssistantProblem("unknown argument \(AssistantProblem.quoted(name)): \(tool.name) \(has)")
        }
    }

    /// A value; `nil` where it was left out or is null.
    func value(_ name: String) -> JSONValue? {
        guard let value = fields[name] else { return nil }
        if case .null = value { return nil }
        return value
    }

    func text(_ name: String) throws -> String? {
        guard let value = value(name) else { return nil }
        guard let text = value.string else { throw AssistantProblem("\(name) must be a text") }
        guard text.utf8.count <= 4 * Self.longestName, text.count <= Self.longestName else {
            throw AssistantProblem("\(name) is too long: at most \(Self.longestName) characters")
        }
        return text
    }

    func requiredText(_ name: String) throws -> String {
        guard let text = try text(name), !text.allSatisfy(\.isWhitespace) else {
            throw AssistantProblem("\(name) is missing")
        }
        return text
    }

    func number(_ name: String) throws -> Double? {
        guard let value = value(name) else { return nil }
        guard let number = value.double else { throw AssistantProblem("\(name) must be a number") }
        return number
    }

    /// One of a few words.
    func choice(_ name: String, _ words: [String]) throws -> String? {
        guard let text = try text(name) else { return nil }
        guard words.contains(text) else {
            throw AssistantProblem(
                "\(name) must be \(words.joined(separator: ", ")), not \(AssistantProblem.quoted(text))"
            )
        }
        return text
    }

    /// The names of types, each once.
    func names(_ name: String, most: Int) throws -> [String] {
        let wanted = "\(name) must be a list of 1 to \(most) names from list_types"
        switch value(name) {
        case nil: throw AssistantProblem("\(name) is missing: \(wanted)")
        case .text: return [try requiredText(name)]
        case .array(let values):
            guard (1...most).contains(values.count) else { throw AssistantProblem("\(wanted), not \(values.count)") }
            var names: [String] = []
            for value in values {
                guard let text = value.string, text.utf8.count <= 4 * Self.longestName else {
                    throw AssistantProblem(wanted)
                }
                if !names.contains(text) { names.append(text) }
            }
            return names
        default: throw AssistantProblem(wanted)
        }
    }

    /// A word for days.
    ///
    /// - Parameters:
    ///   - name: The argument.
    ///   - standard: What stands for a missing one.
    ///   - mayBeSpan: Whether it may be several days.
    /// - Returns: The word.
    /// - Throws: ``AssistantProblem`` for any other text.
    func days(_ name: String, _ standard: DayWord, mayBeSpan: Bool = true) throws -> DayWord {
        guard let text = try text(name) else { return standard }
        guard let word = TimeRangePhrase.dayWord(text), mayBeSpan || !word.isSpan else {
            let spans = mayBeSpan ? " or 30d (the last 30 days, today included)" : ""
            throw AssistantProblem(
                """
                \(name) must be a day: 2026-11-28, today, yesterday\(spans). It takes no times, zones or other words, not \
                \(AssistantProblem.quoted(text))
                """
            )
        }
        return word
    }
}
