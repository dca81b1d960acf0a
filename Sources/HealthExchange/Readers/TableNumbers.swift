import Foundation

/// How a table writes numbers.
package struct TableNumbers: Sendable, Hashable {
    /// What stands before the decimals.
    package enum Decimal: String, Sendable, Hashable, CaseIterable {
        case point
        case comma
    }

    /// What the person says: it settles what can be read in two ways, and a number that says otherwise is none.
    package var stated: Decimal?
    /// What the table's other numbers say of those that can be read in two ways.
    package var usual: Decimal?

    /// Makes a way to write numbers.
    ///
    /// - Parameters:
    ///   - stated: What the person says stands before the decimals.
    ///   - usual: What the table's other numbers say.
    package init(stated: Decimal? = nil, usual: Decimal? = nil) {
        self.stated = stated
        self.usual = usual
    }

    /// Reads a number.
    ///
    /// - Parameter text: The number, without its unit.
    /// - Returns: The number; `nil` for what is none, or can be read in two ways that nothing settles.
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

    /// Why a text is not read as a number; it doesn't say what the text is.
    ///
    /// - Parameter text: What ``number(_:)`` doesn't read.
    /// - Returns: The reason.
    func refusal(_ text: some StringProtocol) -> String {
        switch NumberReading(text) {
        case .certain(_, let mark):
            "the decimals are behind a \(mark.rawValue), and --decimal says \(stated?.rawValue ?? "another mark")"
        case .either: "a number that can be read in two ways; pass --decimal point or --decimal comma"
        case .none, .whole: "not a number"
        }
    }

    /// Whether a field says that there is no value.
    static func isMissing(_ text: String) -> Bool {
        let plain = text.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
        return plain.isEmpty || ["-", "--", "---", "—", "–", "n/a", "na", "nan", "null", "none", "nil"].contains(plain)
    }
}

/// How the text of a number can be read: by its marks alone, whatever its neighbours are.
///
/// A mark of groups has three digits behind it and one to three before it, not a lone 0; groups of India, `1,23,456`,
/// are such too. Of two kinds of marks the last is before the decimals. A mark that occurs twice is of groups, as is a
/// space or an apostrophe.
enum NumberReading: Equatable {
    /// It is no number.
    case none
    /// Nothing in it says what stands before decimals.
    case whole(Double)
    /// It can be read in one way, with this before its decimals.
    case certain(Double, TableNumbers.Decimal)
    /// One mark that is of groups or before decimals: the number where a point or a comma stands before decimals.
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

    /// Divides a text into digits and marks; `nil` for what has others.
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

    /// The scalars without white space around them.
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
            // Spaces and apostrophes are of groups alone.
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

    /// Whether digits are divided as groups are: by thousands, or as in India by hundreds before the last thousand.
    private static func areGroups(_ runs: [[UInt8]]) -> Bool {
        guard let first = runs.first, let last = runs.last, runs.count > 1, last.count == 3,
            (1...3).contains(first.count), first != [UInt8(ascii: "0")]
        else { return false }
        let middle = runs.dropFirst().dropLast()
        return middle.allSatisfy { $0.count == 3 }
            || first.count <= 2 && middle.allSatisfy { $0.count == 2 }
    }
}

/// A field with a number: the number, and the unit behind it.
struct TableCell {
    let number: Substring
    /// What stands behind the number; empty for nothing.
    let unit: Substring

    /// Divides a field; `nil` for one that doesn't begin with a number.
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
                // An exponent has a digit behind it; a unit hasn't.
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
        // A mark right behind the digits is the number's own, such as the point of `5.`.
        if end < scalars.endIndex, ".,".unicodeScalars.contains(scalars[end]) {
            let next = scalars.index(after: end)
            if next == scalars.endIndex || scalars[next].properties.isWhitespace { end = next }
        }
        number = text[..<end]
        unit = Substring(text[end...].trimmingCharacters(in: .whitespacesAndNewlines))
    }
}
