import Foundation

/// What rows are sorted by: a number or words; rows that have neither come last, whichever end comes first.
package enum SortKey: Sendable, Hashable {
    case number(Double)
    case words(String)
    case none

    /// A key of words, told apart without regard to case and accents.
    ///
    /// - Parameter text: The words; empty ones are none.
    /// - Returns: The key.
    package static func text(_ text: String) -> SortKey {
        text.isEmpty ? .none : .words(text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil))
    }

    /// A key of a number that may be missing.
    ///
    /// - Parameter number: The number; what is not finite is none.
    /// - Returns: The key.
    package static func optional(_ number: Double?) -> SortKey {
        guard let number, number.isFinite else { return .none }
        return .number(number)
    }

    /// The number; nil for words and for none.
    package var value: Double? { if case .number(let number) = self { number } else { nil } }

    /// In which order rows come.
    ///
    /// - Parameters:
    ///   - keys: What each row is sorted by.
    ///   - isDescending: Whether the greatest comes first.
    /// - Returns: The rows' indices; those of equal keys in the order in which they were.
    package static func order(_ keys: [SortKey], isDescending: Bool) -> [Int] {
        keys.indices.sorted { left, right in
            let (one, other) = (keys[left], keys[right])
            if one == other { return left < right }
            if one == .none || other == .none { return other == .none }
            return isDescending ? other.isLess(than: one) : one.isLess(than: other)
        }
    }

    private func isLess(than other: SortKey) -> Bool {
        switch (self, other) {
        case (.number(let one), .number(let two)): one < two
        case (.words(let one), .words(let two)): one < two
        case (.number, _): true
        default: false
        }
    }
}
