import Foundation

/// One of several names, typed in full or only its beginning.
package enum ChoicePhrase {
    /// The names that a text means: those that it spells out, or else those that begin with it.
    ///
    /// - Parameters:
    ///   - text: The typed text; capitals don't count, and an empty text means none.
    ///   - names: The names.
    /// - Returns: Their indices.
    package static func matches(_ text: String, in names: [String]) -> [Int] {
        guard !text.isEmpty else { return [] }
        let (text, names) = (text.lowercased(), names.map { $0.lowercased() })
        let same = names.indices.filter { names[$0] == text }
        return same.isEmpty ? names.indices.filter { names[$0].hasPrefix(text) } : same
    }
}
