import Foundation

/// How a table writes numbers.
package struct TableNumbers: Sendable, Hashable {
    /// What stands before the decimals.
    package enum Decimal: String, Sendable, Hashable, CaseIterable {
        case point
        case comma
    }

    package var decimal: Decimal

    /// Reads a number; `nil` for what is none.
    ///
    /// - Parameter text: The number, with marks between groups of three digits where the table has such.
    /// - Returns: The number.
    func number(_ text: String) -> Double? {
        var plain = ""
        for character in text.trimmingCharacters(in: .whitespacesAndNewlines) {
            switch character {
            case " ", "\u{A0}", "\u{202F}", "'", "’": continue
            case "%" where !plain.isEmpty: continue
            case "−": plain.append("-")
            case ",": if decimal == .comma { plain.append(".") }
            case ".": if decimal == .point { plain.append(".") }
            default: plain.append(character)
            }
        }
        guard plain.utf8.allSatisfy({ (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }) else { return nil }
        return Double(plain).flatMap { $0.isFinite ? $0 : nil }
    }

    /// Whether a field says that there is no value.
    static func isMissing(_ text: String) -> Bool {
        let plain = text.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
        return plain.isEmpty || ["-", "--", "—", "n/a", "na", "nan", "null", "none", "nil"].contains(plain)
    }

    /// What a number's marks say.
    private enum Evidence {
        case point
        case comma
        /// One mark with three digits behind it, which may be decimals or a group.
        case either(Decimal)
        case none
    }

    private static func evidence(_ text: String) -> Evidence {
        let (commas, points) = (text.count { $0 == "," }, text.count { $0 == "." })
        if commas > 0, points > 0 {
            return (text.lastIndex(of: ",") ?? text.startIndex) > (text.lastIndex(of: ".") ?? text.startIndex)
                ? .comma : .point
        }
        guard commas + points > 0 else { return .none }
        if commas > 1 { return .point }
        if points > 1 { return .comma }
        let mark: Character = commas == 1 ? "," : "."
        let parts = text.split(separator: mark, omittingEmptySubsequences: false)
        let own: Evidence = commas == 1 ? .comma : .point
        let whole = parts[0].filter(\.isNumber)
        guard parts[1].filter(\.isNumber).count == 3, (1...3).contains(whole.count), whole != "0" else { return own }
        return .either(commas == 1 ? .comma : .point)
    }

    /// Finds out how numbers are written.
    ///
    /// - Parameters:
    ///   - columns: The numbers of each column, and whether they can only be whole ones.
    ///   - separator: What stands between fields.
    /// - Returns: How they are written, and the first number that could mean two things.
    static func guess(
        _ columns: [(texts: [String], isWhole: Bool)],
        separator: UInt8
    ) -> (numbers: TableNumbers, ambiguous: (column: Int, text: String)?) {
        var (hasPoint, hasComma) = (false, false)
        var open: (column: Int, text: String, mark: Decimal)?
        for (index, column) in columns.enumerated() {
            for text in column.texts {
                switch evidence(text) {
                case .point: hasPoint = true
                case .comma: hasComma = true
                case .none: break
                case .either(let mark) where column.isWhole:
                    // A group of three: decimals have the other mark.
                    if mark == .comma { hasPoint = true } else { hasComma = true }
                case .either(let mark): if open == nil { open = (index, text, mark) }
                }
            }
        }
        if hasPoint != hasComma { return (TableNumbers(decimal: hasPoint ? .point : .comma), nil) }
        let usual: Decimal = separator == Byte.semicolon ? .comma : .point
        // Where commas separate fields, a point stands before decimals.
        if let open, !(open.mark == .point && separator == Byte.comma) {
            return (TableNumbers(decimal: usual), (open.column, open.text))
        }
        return (TableNumbers(decimal: usual), nil)
    }
}
