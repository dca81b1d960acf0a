import Foundation
import HealthEntry

/// What the console said.
enum NoticeStrings {
    static let title = "Notices"
    static func count(_ count: Int) -> String { NumberText.count(count, "notice") }
    static let empty = "no notices yet"
}

/// The log of what the person did.
enum LogStrings {
    static let title = "Log"
    static func steps(_ count: Int) -> String { NumberText.count(count, "step") }
    /// What is being loaded; stands behind that word.
    static let loading = "the log"
    static let empty = "nothing was done yet"
    /// A whole step: what was done, what became of it (such as `undone`; empty for nothing) and when that was.
    static func told(_ step: String, state: String, turned: String?) -> String {
        let what = state.isEmpty ? (turned == nil ? "" : ", done again") : ", \(state)"
        return step + what + (turned.map { " \($0)" } ?? "")
    }
}
