/// The words of a mapping's lines.
struct MappingText {
    /// A line with words.
    struct Line {
        /// The line, counted from 1.
        let number: Int
        let words: [String]
    }

    /// The lines with words.
    ///
    /// Words are divided by blanks; a quoted word may contain them, and a doubled quote. A word that begins with a
    /// number sign starts a comment.
    ///
    /// - Parameter text: The text.
    /// - Returns: The lines, without remarks.
    /// - Throws: ``MappingFault`` for a quote that isn't closed.
    static func lines(of text: String) throws(MappingFault) -> [Line] {
        var lines: [Line] = []
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let words = try words(of: line, index + 1)
            if !words.isEmpty { lines.append(Line(number: index + 1, words: words)) }
        }
        return lines
    }

    private static func words(of line: Substring, _ number: Int) throws(MappingFault) -> [String] {
        var words: [String] = []
        var rest = line
        while true {
            rest = rest.drop { $0.isWhitespace }
            guard let first = rest.first, first != "#" else { return words }
            guard first == "\"" else {
                let word = rest.prefix { !$0.isWhitespace }
                words.append(String(word))
                rest = rest.dropFirst(word.count)
                continue
            }
            var word = ""
            rest = rest.dropFirst()
            while true {
                let part = rest.prefix { $0 != "\"" }
                word += part
                rest = rest.dropFirst(part.count)
                guard !rest.isEmpty else { throw MappingFault(line: number, text: "a quote isn't closed") }
                rest = rest.dropFirst()
                guard rest.first == "\"" else { break }
                word += "\""
                rest = rest.dropFirst()
            }
            guard rest.first?.isWhitespace ?? true else {
                throw MappingFault(line: number, text: "a blank is missing behind a quoted word")
            }
            words.append(word)
        }
    }

    /// A word as a line has it.
    static func quoted(_ word: String) -> String {
        let line = String(word.map { $0.isNewline ? " " : $0 })
        let isPlain = !line.isEmpty && !line.hasPrefix("#") && !line.contains { $0.isWhitespace || $0 == "\"" }
        return isPlain ? line : "\"\(line.replacing("\"", with: "\"\""))\""
    }
}

/// An error in a mapping, and its line.
struct MappingFault: Error {
    /// The line, counted from 1; 0 for the whole file.
    let line: Int
    let text: String
}
