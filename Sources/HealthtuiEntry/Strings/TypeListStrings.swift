import HealthKitLocalization

/// Errors in a list of types.
enum TypeListStrings {
    static var isEmpty: String {
        localized("no types; write names with commas between them, such as steps, weight, blood pressure")
    }
    static func unknown(_ name: String) -> String { localized("unknown type “\(name)”") }
    static func unknown(_ name: String, similar: String) -> String {
        localized("unknown type “\(name)”; did you mean \(similar)?")
    }
    static func hasNoSamples(_ name: String) -> String { localized("\(name) has no samples") }
}
