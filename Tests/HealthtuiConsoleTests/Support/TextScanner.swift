/// Finds the texts for people among the string literals of a Swift file.
///
/// Comments are passed over; literals inside of an interpolation count for themselves.
struct TextScanner {
    struct Literal: Hashable {
        /// The line where the literal begins, from 1.
        let line: Int
        /// What stands between the quotation marks; `¤` where an interpolation stands.
        let text: String
    }

    private let source: [Character]
    private var index = 0
    private var line = 1
    private var found: [Literal] = []

    private init(_ source: String) { self.source = Array(source) }

    /// The string literals of a source, in the order in which they begin.
    static func literals(in source: String) -> [Literal] {
        var scanner = TextScanner(source)
        scanner.scanCode(isInterpolation: false)
        return scanner.found
    }

    /// Whether a literal reads like words of a person's language.
    ///
    /// It has two letters and a blank, a word with a capital, or a sentence mark behind a word. A name out of HealthKit,
    /// such as `HKStateOfMind.Kind`, is none.
    static func isForPeople(_ text: String) -> Bool {
        let hasBlank = text.contains { $0.isWhitespace }
        if text.hasPrefix("HK"), !hasBlank { return false }
        if hasBlank, text.filter(\.isLetter).count >= 2 { return true }
        let words = text.split { !$0.isLetter }
        if words.contains(where: {
            $0.count >= 3 && $0.first?.isUppercase == true && $0.dropFirst().allSatisfy(\.isLowercase)
        }) {
            return true
        }
        return ".?!…:".contains { text.last == $0 } && text.dropLast().last?.isLetter == true
    }

    private func starts(_ text: String, at place: Int? = nil) -> Bool {
        source.dropFirst(place ?? index).starts(with: text)
    }

    private mutating func step(_ count: Int = 1) {
        for _ in 0..<count where index < source.count {
            if source[index].isNewline { line += 1 }
            index += 1
        }
    }

    /// Reads code up to its end, or up to the bracket that closes an interpolation.
    private mutating func scanCode(isInterpolation: Bool) {
        var depth = 1
        while index < source.count {
            switch source[index] {
            case "/" where starts("//"): while index < source.count, !source[index].isNewline { step() }
            case "/" where starts("/*"): skipComment()
            case "\"", "#": if !scanLiteral() { step() }
            case "(":
                depth += 1
                step()
            case ")":
                depth -= 1
                step()
                if isInterpolation, depth == 0 { return }
            default: step()
            }
        }
    }

    private mutating func skipComment() {
        var depth = 0
        repeat {
            if starts("/*") {
                depth += 1
                step(2)
            } else if starts("*/") {
                depth -= 1
                step(2)
            } else {
                step()
            }
        } while depth > 0 && index < source.count
    }

    /// Reads a literal, if one begins here.
    private mutating func scanLiteral() -> Bool {
        let marks = source[index...].prefix { $0 == "#" }.count
        guard source.indices.contains(index + marks), source[index + marks] == "\"" else { return false }
        let quotes = starts("\"\"\"", at: index + marks) ? 3 : 1
        let place = found.count
        let begin = line
        found.append(Literal(line: begin, text: ""))
        step(marks + quotes)
        let hashes = String(repeating: "#", count: marks)
        let end = String(repeating: "\"", count: quotes) + hashes
        let escape = "\\" + hashes
        var text = ""
        while index < source.count, !starts(end) {
            if starts(escape + "(") {
                text.append("¤")
                step(escape.count + 1)
                scanCode(isInterpolation: true)
            } else if starts(escape) {
                step(escape.count)
                if starts("u{") {
                    while index < source.count, source[index] != "}" { step() }
                } else if index < source.count {
                    text.append("ntr".contains(source[index]) ? " " : source[index])
                }
                step()
            } else {
                text.append(source[index])
                step()
            }
        }
        step(end.count)
        found[place] = Literal(line: begin, text: text)
        return true
    }
}
