import HealthKitLocalization
import HealthtuiEntry

/// Answers to questions about measures.
enum AnswerStrings {
    static var time: String { localized("Time") }
    static var days: String { localized("Days") }
    static var varies: String { localized("Varies") }
    static var since: String { localized("Since") }
    static var before: String { localized("Before") }
    static var earlier: String { localized("Before that") }
    static func total(_ value: String) -> String { localized("Total \(value)") }
    static func mean(_ value: String) -> String { localized("Mean \(value)") }
    static func latest(_ value: String) -> String { localized("Latest \(value)") }
    static func meet(_ condition: String, _ count: Int, of all: Int) -> String {
        localized("\(condition): \(NumberText.text(count)) of \(NumberText.text(all))")
    }
    static var needsBeginning: String { localized("Name a time that has a beginning.") }
}
