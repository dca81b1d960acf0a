/// What is wrong with a list of types.
enum TypeListStrings {
    static let isEmpty = "no types; write names with commas between them, such as steps, weight, blood pressure"
    static func unknown(_ name: String) -> String { "unknown type “\(name)”" }
    static func unknown(_ name: String, similar: String) -> String {
        "unknown type “\(name)”; did you mean \(similar)?"
    }
    static func hasNoSamples(_ name: String) -> String { "\(name) has no samples" }
}
