import Foundation

extension FilterValue {
    /// Whether the value of a sample satisfies a relation to a constant.
    ///
    /// `NSPredicate`'s rules: `nil` equals only `nil`, and is neither before nor after anything; values of different kinds
    /// are unequal and without order; quantities are compared in the sample's unit (R4.15, R4.18).
    func satisfies(_ relation: FilterRelation, _ constant: FilterValue, folding: TextFolding = []) -> Bool {
        switch relation {
        case .equal: equals(constant, folding)
        case .notEqual: !equals(constant, folding)
        case .less: order(constant, folding) == .orderedAscending
        case .greater: order(constant, folding) == .orderedDescending
        case .lessOrEqual: order(constant, folding).map { $0 != .orderedDescending } ?? false
        case .greaterOrEqual: order(constant, folding).map { $0 != .orderedAscending } ?? false
        case .isIn: isMember(of: constant, folding)
        case .contains, .beginsWith, .endsWith, .like: matchesText(relation, constant, folding)
        }
    }

    /// Whether a value equals a constant.
    ///
    /// A revision that leaves parts open equals all that it describes.
    private func equals(_ constant: FilterValue, _ folding: TextFolding) -> Bool {
        switch (self, constant) {
        case (.revision(let revision), .revision(let pattern)): pattern.matches(revision)
        case (.quantity, .quantity), (.date, .date): order(constant, folding) == .orderedSame
        case (.text(let left), .text(let right)): folding.apply(left) == folding.apply(right)
        default: self == constant
        }
    }

    private func isMember(of constant: FilterValue, _ folding: TextFolding) -> Bool {
        guard case .set(let members) = constant else { return false }
        switch self {
        case .revision, .quantity: return members.contains { equals($0, folding) }
        case .text where !folding.isEmpty: return members.contains { equals($0, folding) }
        default: return members.contains(self)
        }
    }

    /// The order of a value and a constant; `nil` if they have none.
    private func order(_ constant: FilterValue, _ folding: TextFolding) -> ComparisonResult? {
        switch (self, constant) {
        case (.integer(let left), .integer(let right)): Self.order(left, right)
        case (.date(let left), .date(let right)): Self.order(left, right)
        case (.text(let left), .text(let right)): Self.order(folding.apply(left), folding.apply(right))
        case (.day(let left), .day(let right)): Self.order(left, right)
        case (.quantity(let left, let unit), .quantity(let right, let other)): Self.order(left, unit, right, other)
        default:
            if let left = number, let right = constant.number { Self.order(left, right) } else { nil }
        }
    }

    private static func order<T: Comparable>(_ left: T, _ right: T) -> ComparisonResult? {
        if left < right { return .orderedAscending }
        if left > right { return .orderedDescending }
        return left == right ? .orderedSame : nil
    }

    /// Compares in the unit of the left quantity, with a tolerance for rounding when a unit has to be converted: 150 lb
    /// are 150 lb even when stored as kilograms.
    private static func order(_ left: Double, _ unit: HKUnit, _ right: Double, _ other: HKUnit) -> ComparisonResult? {
        if unit.factorization === other.factorization { return order(left, right) }
        guard let conversion = other.converter(to: unit) else { return nil }
        let converted = conversion(right)
        if abs(left - converted) <= 4 * max(left.ulp, converted.ulp) { return .orderedSame }
        return order(left, converted)
    }

    private func matchesText(_ relation: FilterRelation, _ constant: FilterValue, _ folding: TextFolding) -> Bool {
        guard case .text(let raw) = self, case .text(let pattern) = constant else { return false }
        let text = folding.apply(raw)
        let part = folding.apply(pattern)
        return switch relation {
        case .contains: part.isEmpty || text.contains(part)
        case .beginsWith: text.hasPrefix(part)
        case .endsWith: text.hasSuffix(part)
        default: Wildcards.match(text, part)
        }
    }
}

/// The differences that a comparison of texts ignores: `[c]` case, `[d]` diacritics.
package struct TextFolding: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let caseInsensitive = TextFolding(rawValue: 1)
    package static let diacriticInsensitive = TextFolding(rawValue: 2)

    func apply(_ text: String) -> String {
        guard !isEmpty else { return text }
        var options: String.CompareOptions = []
        if contains(.caseInsensitive) { options.insert(.caseInsensitive) }
        if contains(.diacriticInsensitive) { options.insert(.diacriticInsensitive) }
        return text.folding(options: options, locale: nil)
    }

    /// The modifier as a format has it, such as `[cd]`.
    var modifier: String {
        guard !isEmpty else { return "" }
        return "[" + (contains(.caseInsensitive) ? "c" : "") + (contains(.diacriticInsensitive) ? "d" : "") + "]"
    }
}

/// The patterns of `LIKE`: `?` is one character, `*` any number of them.
enum Wildcards {
    static func match(_ text: String, _ pattern: String) -> Bool {
        let text = Array(text)
        let pattern = Array(pattern)
        var (position, index) = (0, 0)
        var star: (index: Int, position: Int)?
        while position < text.count {
            if index < pattern.count, pattern[index] == "*" {
                star = (index, position)
                index += 1
            } else if index < pattern.count, pattern[index] == "?" || pattern[index] == text[position] {
                position += 1
                index += 1
            } else if let last = star {
                // Let the last star take one character more, and try again from there.
                star = (last.index, last.position + 1)
                position = last.position + 1
                index = last.index + 1
            } else {
                return false
            }
        }
        return pattern[index...].allSatisfy { $0 == "*" }
    }
}
