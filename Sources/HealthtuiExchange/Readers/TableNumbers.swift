import Foundation

/// The number format of a table.
package struct TableNumbers: Sendable, Hashable {
    /// The decimal separator.
    package enum Decimal: String, Sendable, Hashable, CaseIterable {
        case point
        case comma
    }

    /// The person's answer: it settles ambiguous numbers, and a number that contradicts it isn't one.
    package var stated: Decimal?
    /// The evidence of the table's other numbers for the ambiguous ones.
    package var usual: Decimal?

    /// Creates a number format.
    ///
    /// - Parameters:
    ///   - stated: The decimal separator that the person names.
    ///   - usual: The one that the table's other numbers use.
    package init(stated: Decimal? = nil, usual: Decimal? = nil) {
        self.stated = stated
        self.usual = usual
    }

    /// Reads a number.
    ///
    /// - Parameter text: The number, without its unit.
    /// - Returns: The number; `nil` if it isn't one, or is ambiguous.
    func number(_ text: some StringProtocol) -> Double? {
        switch NumberReading(text) {
        case .none: nil
        case .whole(let value): value
        case .certain(let value, let mark): stated == nil || stated == mark ? value : nil
        case .either(let point, let comma):
            switch stated ?? usual {
            case .point: point
            case .comma: comma
            case nil: nil
            }
        }
    }

    /// The reason a text isn't read as a number; it doesn't contain the text.
    ///
    /// - Parameter text: A text that ``number(_:)`` can't read.
    /// - Returns: The reason.
    func refusal(_ text: some StringProtocol) -> String {
        switch NumberReading(text) {
        case .certain(_, let mark):
            "the decimals are behind a \(mark.rawValue), and --decimal says \(stated?.rawValue ?? "another mark")"
        case .either: "a number that can be read in two ways; pass --decimal point or --decimal comma"
        case .none, .whole: "not a number"
        }
    }

    /// Whether a field marks a missing value.
    static func isMissing(_ text: String) -> Bool {
        let plain = text.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
        return plain.isEmpty || ["-", "--", "---", "—", "–", "n/a", "na", "nan", "null", "none", "nil"].contains(plain)
    }
}

/// The possible readings of a number's text: by its separators alone, regardless of its neighbors.
///
/// A grouping separator has three digits after it and one to three before it, not a lone 0; Indian groups, `1,23,456`,
/// count too. Of two kinds of separators, the last is the decimal one. A separator that occurs twice is for grouping,
/// as is a space or an apostrophe.
enum NumberReading: Equatable {
    /// It isn't a number.
    case none
    /// It doesn't show which decimal separator is used.
    case whole(Double)
    /// It has one reading, with this decimal separator.
    case certain(Double, TableNumbers.Decimal)
    /// It has one separator for groups or decimals: the number with a decimal point, or with a decimal comma.
    case either(point: Double, comma: Double)

    private static let point = UInt8(ascii: ".")
    private static let comma = UInt8(ascii: ",")
    private static let space = UInt8(ascii: " ")
    private static let apostrophe = UInt8(ascii: "'")

    init(_ text: some StringProtocol) {
        guard let plain = Self.plain(text) else {
            self = .none
            return
        }
        self = Self.read(plain)
    }

    /// The parts of a number: its sign, its digits and marks, and its exponent.
    private struct Plain {
        var sign = ""
        var runs: [[UInt8]] = [[]]
        var marks: [UInt8] = []
        var exponent = ""
    }

    /// Splits a text into digits and separators; `nil` if it has other characters.
    private static func plain(_ text: some StringProtocol) -> Plain? {
        var plain = Plain()
        var isInExponent = false
        for scalar in trimmed(text) {
            switch scalar {
            case "0"..."9":
                let digit = UInt8(truncatingIfNeeded: scalar.value)
                if isInExponent {
                    plain.exponent.unicodeScalars.append(scalar)
                } else {
                    plain.runs[plain.runs.count - 1].append(digit)
                }
            case "+", "-", "\u{2212}":
                let sign = scalar == "+" ? "+" : "-"
                if isInExponent, plain.exponent == "e" {
                    plain.exponent += sign
                } else if plain.sign.isEmpty, plain.marks.isEmpty, plain.runs[0].isEmpty, !isInExponent {
                    plain.sign = sign
                } else {
                    return nil
                }
            case "e", "E":
                guard !isInExponent else { return nil }
                isInExponent = true
                plain.exponent = "e"
            default:
                guard let mark = mark(scalar), !isInExponent else { return nil }
                plain.marks.append(mark)
                plain.runs.append([])
            }
        }
        guard !isInExponent || plain.exponent.last?.isNumber == true, plain.exponent.count <= 6 else { return nil }
        return plain
    }

    /// The scalars without surrounding white space.
    private static func trimmed(_ text: some StringProtocol) -> Substring.UnicodeScalarView {
        var rest = Substring(text).unicodeScalars
        while let first = rest.first, first.properties.isWhitespace { rest = rest.dropFirst() }
        while let last = rest.last, last.properties.isWhitespace { rest = rest.dropLast() }
        return rest
    }

    private static func mark(_ scalar: Unicode.Scalar) -> UInt8? {
        switch scalar {
        case ".": point
        case ",": comma
        case " ", "\u{A0}", "\u{2007}", "\u{2009}", "\u{202F}": space
        case "'", "\u{2019}": apostrophe
        default: nil
        }
    }

    private static func read(_ plain: Plain) -> NumberReading {
        let (runs, marks) = (plain.runs, plain.marks)
        func value(_ whole: some Sequence<[UInt8]>, _ fraction: [UInt8]? = nil) -> Double? {
            let digits = String(decoding: Array(whole.joined()), as: UTF8.self)
            let decimals = fraction.map { "." + String(decoding: $0 + [UInt8(ascii: "0")], as: UTF8.self) } ?? ""
            let text = plain.sign + (digits.isEmpty ? "0" : digits) + decimals + plain.exponent
            return Double(text).flatMap { $0.isFinite ? $0 : nil }
        }
        guard let last = marks.last else {
            guard !runs[0].isEmpty, let value = value(runs) else { return .none }
            return .whole(value)
        }
        let kinds = Set(marks)
        let isGrouped = plain.exponent.isEmpty
        guard let fraction = runs.last, let decimal = decimal(last) else {
            // Spaces and apostrophes only separate groups.
            guard kinds.count == 1, isGrouped, areGroups(runs), let value = value(runs) else { return .none }
            return .whole(value)
        }
        if kinds.count == 2 {
            let whole = runs.dropLast()
            guard marks.count(where: { $0 == last }) == 1, isGrouped, areGroups(Array(whole)),
                let value = value(whole, fraction)
            else { return .none }
            return .certain(value, decimal)
        }
        guard kinds.count == 1 else { return .none }
        if marks.count > 1 {
            guard isGrouped, areGroups(runs), let value = value(runs) else { return .none }
            return .certain(value, decimal == .point ? .comma : .point)
        }
        guard !runs[0].isEmpty || !fraction.isEmpty, let divided = value([runs[0]], fraction) else { return .none }
        guard isGrouped, areGroups(runs), let joined = value(runs) else { return .certain(divided, decimal) }
        return decimal == .point
            ? .either(point: divided, comma: joined) : .either(point: joined, comma: divided)
    }

    private static func decimal(_ mark: UInt8) -> TableNumbers.Decimal? {
        switch mark {
        case point: .point
        case comma: .comma
        default: nil
        }
    }

    /// Whether digits are grouped properly: by thousands, or, as in India, by hundreds before the last thousand.
    private static func areGroups(_ runs: [[UInt8]]) -> Bool {
        guard let first = runs.first, let last = runs.last, runs.count > 1, last.count == 3,
            (1...3).contains(first.count), first != [UInt8(ascii: "0")]
        else { return false }
        let middle = runs.dropFirst().dropLast()
        return middle.allSatisfy { $0.count == 3 }
            || first.count <= 2 && middle.allSatisfy { $0.count == 2 }
    }
}

/// A field with a number: the number and the unit after it.
struct TableCell {
    let number: Substring
    /// The text after the number; empty if there is none.
    let unit: Substring

    /// Splits a field; `nil` if it doesn't begin with a number.
    init?(_ text: String) {
        let text = Substring(text.trimmingCharacters(in: .whitespacesAndNewlines))
        let scalars = text.unicodeScalars
        var place = scalars.startIndex
        if let first = scalars.first, "+-\u{2212}".unicodeScalars.contains(first) {
            place = scalars.index(after: place)
        }
        var end = scalars.startIndex
        var hasExponent = false
        while place < scalars.endIndex {
            let scalar = scalars[place]
            if ("0"..."9").contains(scalar) {
                place = scalars.index(after: place)
                end = place
            } else if ".,' \u{A0}\u{2007}\u{2009}\u{202F}\u{2019}".unicodeScalars.contains(scalar), !hasExponent {
                place = scalars.index(after: place)
            } else if scalar == "e" || scalar == "E", !hasExponent, end == place {
                // An exponent is followed by a digit; a unit isn't.
                let next = scalars[scalars.index(after: place)...]
                let digits =
                    next.first.map { "+-\u{2212}".unicodeScalars.contains($0) } ?? false ? next.dropFirst() : next
                guard let digit = digits.first, ("0"..."9").contains(digit) else { break }
                hasExponent = true
                place = digits.startIndex
            } else {
                break
            }
        }
        guard end > scalars.startIndex else { return nil }
        // A separator right after the digits belongs to the number, such as the point of `5.`.
        if end < scalars.endIndex, ".,".unicodeScalars.contains(scalars[end]) {
            let next = scalars.index(after: end)
            if next == scalars.endIndex || scalars[next].properties.isWhitespace { end = next }
        }
        number = text[..<end]
        unit = Substring(text[end...].trimmingCharacters(in: .whitespacesAndNewlines))
    }
}
