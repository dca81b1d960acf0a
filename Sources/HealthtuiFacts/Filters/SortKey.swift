import Foundation

/// A key for sorting rows: a number or text; rows without one come last in either direction.
package enum SortKey: Sendable, Hashable {
    case number(Double)
    case words(String)
    case none

    /// A text key, compared without regard to case and accents.
    ///
    /// - Parameter text: The text; an empty one counts as missing.
    /// - Returns: The key.
    package static func text(_ text: String) -> SortKey {
        text.isEmpty ? .none : .words(text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil))
    }

    /// A key of a number that may be missing.
    ///
    /// - Parameter number: The number; one that isn't finite counts as missing.
    /// - Returns: The key.
    package static func optional(_ number: Double?) -> SortKey {
        guard let number, number.isFinite else { return .none }
        return .number(number)
    }

    /// The number, or nil for a text or a missing key.
    package var value: Double? { if case .number(let number) = self { number } else { nil } }

    /// The sorted order of rows.
    ///
    /// - Parameters:
    ///   - keys: The key of each row.
    ///   - isDescending: Whether the greatest comes first.
    /// - Returns: The rows' indices; rows with equal keys keep their order.
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
