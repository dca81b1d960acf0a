/// A person's number format: the separators, and the digits they separate.
package struct NumberStyle: Hashable, Sendable {
    /// Before the decimals: a point or a comma.
    package var decimalSeparator: Character = "."
    /// Between groups of digits; nil where none are parted.
    package var groupSeparator: Character? = ","
    /// The number of digits in the group before the decimals.
    package var groupSize = 3
    /// The number of digits in the groups before that one: 2 in India.
    package var nextGroupSize = 3
    /// The fewest digits of a number with groups: 5 where `1234` has none.
    package var leastGroupedDigits = 4

    /// `1,234.5`.
    package static let standard = NumberStyle()

    package init() {}

    /// A style by its separators.
    ///
    /// - Parameters:
    ///   - decimalSeparator: Before the decimals.
    ///   - groupSeparator: Between groups of three digits; nil for no groups.
    package init(decimalSeparator: Character, groupSeparator: Character?) {
        self.decimalSeparator = decimalSeparator
        self.groupSeparator = groupSeparator
    }

    /// A number in this style.
    ///
    /// - Parameter plain: The number with a point and without groups, such as `-1234.5`.
    /// - Returns: The same digits, such as `-1.234,5`.
    package func text(_ plain: String) -> String {
        let sign = plain.prefix { $0 == "-" }
        let digits = plain.dropFirst(sign.count)
        let whole = digits.prefix { $0 != "." }
        let decimals = digits.dropFirst(whole.count + 1)
        return sign + grouped(whole) + (decimals.isEmpty ? "" : String(decimalSeparator) + decimals)
    }

    private func grouped(_ digits: Substring) -> String {
        let count = digits.count
        guard let groupSeparator, digits.allSatisfy(\.isNumber), count >= leastGroupedDigits, count > groupSize else {
            return String(digits)
        }
        var text = ""
        for (index, digit) in digits.enumerated() {
            let left = count - index
            let isEdge = left == groupSize || (left > groupSize && (left - groupSize) % nextGroupSize == 0)
            if index > 0, isEdge { text.append(groupSeparator) }
            text.append(digit)
        }
        return text
    }
}
