import Foundation
import HealthKitLocalization

/// Reads numbers as people type them: with a point or a comma before the decimals, and with groups of thousands.
package enum NumberPhrase {
    /// The number in a text.
    ///
    /// A single point or comma comes before the decimals, unless it is the group separator of the person's style, and
    /// three digits follow it.
    ///
    /// - Parameters:
    ///   - text: The user's text, such as `70,5` or `1,234.5`.
    ///   - style: The user's number style.
    /// - Returns: A finite number.
    /// - Throws: ``EntryError`` that says why it is none.
    package static func number(_ text: String, style: NumberStyle) throws -> Double {
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !trimmed.isEmpty else { throw EntryError(EntryStrings.numberIsMissing) }
        guard let plain = plain(trimmed, style), let number = Double(plain) else {
            throw EntryError(EntryStrings.isNoNumber(trimmed))
        }
        guard number.isFinite else { throw EntryError(EntryStrings.isTooLarge(trimmed)) }
        return number == 0 ? 0 : number
    }

    /// A number as ``number(_:style:)`` reads it, to the last digit and without groups.
    package static func text(_ number: Double, style: NumberStyle) -> String {
        let digits = number == number.rounded() && abs(number) < 1e15 ? "\(Int(number))" : "\(number)"
        return digits.replacing(".", with: String(style.decimalSeparator))
    }

    /// The prefix of a text that looks like a number.
    package static func prefix(of text: Substring) -> Substring {
        var end = text.startIndex
        var hasDigit = false
        while end < text.endIndex {
            let character = text[end]
            if digit(character) != nil {
                hasDigit = true
            } else if isSign(character) {
                guard end == text.startIndex else { break }
            } else if isExponent(text[end...]), hasDigit {
                let rest = text[text.index(after: end)...]
                let sign = rest.prefix(1).filter { isSign($0) }
                let digits = rest.dropFirst(sign.count).prefix { digit($0) != nil }
                return text[text.startIndex..<digits.endIndex]
            } else if !".,'’".contains(character) || !isFollowedByDigit(text, end) {
                break
            }
            end = text.index(after: end)
        }
        return text[text.startIndex..<end]
    }

    private static func isFollowedByDigit(_ text: Substring, _ index: Substring.Index) -> Bool {
        let next = text.index(after: index)
        return next < text.endIndex && digit(text[next]) != nil
    }

    /// Whether an `e` begins an exponent rather than a unit.
    private static func isExponent(_ text: Substring) -> Bool {
        guard text.first == "e" || text.first == "E" else { return false }
        let rest = text.dropFirst()
        let digits = rest.first.map(isSign) == true ? rest.dropFirst() : rest
        return digits.first.flatMap(digit) != nil
    }

    private static func isSign(_ character: Character) -> Bool { "+-\u{2212}".contains(character) }

    /// The value of a decimal digit of any script.
    private static func digit(_ character: Character) -> Int? {
        guard character.unicodeScalars.count == 1, let scalar = character.unicodeScalars.first,
            scalar.properties.numericType == .decimal
        else { return nil }
        return character.wholeNumberValue
    }

    /// The number in the form that `Double` reads; `nil` when it is written wrongly.
    private static func plain(_ text: String, _ style: NumberStyle) -> String? {
        var mantissa = ""
        var exponent = ""
        var rest = text[...]
        if let sign = rest.first, isSign(sign) {
            mantissa = sign == "+" ? "" : "-"
            rest = rest.dropFirst()
        }
        let separators = rest.prefix { !isExponentMark($0) }.filter { ".,".contains($0) }
        let decimal = decimalSeparator(rest, separators, style)
        var group: Int?
        var hasFraction = false
        while let character = rest.first {
            rest = rest.dropFirst()
            if let value = digit(character) {
                mantissa += String(value)
                if !hasFraction { group = group.map { $0 + 1 } }
            } else if character == decimal, !hasFraction {
                guard group ?? 3 == 3 else { return nil }
                hasFraction = true
                mantissa += "."
            } else if ".,'’ \u{A0}\u{202F}".contains(character), !hasFraction {
                guard group.map({ $0 == 3 || $0 == style.nextGroupSize }) ?? true else { return nil }
                group = 0
            } else if isExponentMark(character) {
                exponent =
                    "e" + rest.map { digit($0).map(String.init) ?? ($0 == "\u{2212}" ? "-" : String($0)) }.joined()
                rest = ""
            } else {
                return nil
            }
        }
        guard hasFraction || group ?? 3 == 3 else { return nil }
        return mantissa + exponent
    }

    private static func isExponentMark(_ character: Character) -> Bool { character == "e" || character == "E" }

    /// Which separator comes before the decimals; `nil` when none does.
    private static func decimalSeparator(_ text: Substring, _ separators: String, _ style: NumberStyle) -> Character? {
        guard let last = separators.last else { return nil }
        if Set(separators).count == 2 { return separators.filter { $0 == last }.count == 1 ? last : nil }
        guard separators.count == 1 else { return nil }
        // Where the decimal separator is a point, users elsewhere also expect a comma to separate thousands.
        let parts = last == style.groupSeparator || (last == "," && style.decimalSeparator == ".")
        guard last != style.decimalSeparator, parts else { return last }
        let before = text.prefix { $0 != last }
        let after = text.dropFirst(before.count + 1).prefix { digit($0) != nil }
        return after.count == 3 && before.count <= 3 && before != "0" ? nil : last
    }
}
