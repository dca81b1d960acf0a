/// The words of a command line that a shell completes, without their quotes.
struct ShellWords {
    /// The words before the one that is completed, without options and their values; the first is the command's name.
    let before: [String]
    /// The typed part of the word to complete.
    let current: String

    /// The words, as a shell has them; `nil` where the one that is completed is an option.
    ///
    /// - Parameters:
    ///   - words: The words, with their quotes, the program first.
    ///   - index: The place of the word that is completed.
    init?(_ words: [String], _ index: Int) {
        guard index > 0, index <= words.count else { return nil }
        let current = index < words.count ? words[index] : ""
        guard !current.hasPrefix("-") else { return nil }
        self.current = Self.unquoted(current)
        var before: [String] = []
        var isValue = false
        for word in words[1..<index] {
            let isOption = word.hasPrefix("-") && !isValue
            if !isOption, !isValue { before.append(Self.unquoted(word)) }
            isValue = isOption && !word.contains("=") && !Self.flags.contains(word)
        }
        self.before = before
    }

    /// The options without a value, of the commands whose words depend on those before.
    static let flags: Set<String> = [
        "--accept-program", "--all", "--csv", "--explain", "--heat", "--help", "--json", "--jsonl", "--no-trust-path",
        "--separate-by-source", "--summary", "--trust-path", "--version", "--yes", "--zero", "-h",
    ]

    /// A word without quotes and backslashes; a quote may still be open.
    static func unquoted(_ word: String) -> String {
        var text = ""
        var quote: Character?
        var isEscaped = false
        for character in word {
            if isEscaped {
                text.append(character)
                isEscaped = false
            } else if character == "\\", quote != "'" {
                isEscaped = true
            } else if character == quote {
                quote = nil
            } else if quote == nil, character == "'" || character == "\"" {
                quote = character
            } else {
                text.append(character)
            }
        }
        return text
    }

    /// The rest of names and times behind the words that were typed of them already.
    ///
    /// - Parameters:
    ///   - whole: The names or times, which begin with the words and the typed part of the last.
    ///   - words: How many of the words before belong to them.
    /// - Returns: The replacements for the last word.
    func rests(_ whole: [String], words: Int) -> [String] {
        let typed = before.suffix(words).reduce(0) { $0 + $1.count + 1 }
        return whole.compactMap { text in
            let rest = String(text.dropFirst(typed)).trimmingSuffix { $0.isWhitespace }
            guard rest.count >= current.count, !rest.isEmpty, !rest.contains(where: Self.isSpecial) else { return nil }
            // Shells compare capitals; the name is the same in others.
            return rest.hasPrefix(current) ? rest : current + rest.dropFirst(current.count)
        }
    }

    /// Whether bash would treat it as a quote, an expansion or the end of a word.
    private static func isSpecial(_ character: Character) -> Bool { "'\"\\$`\n:".contains(character) }
}

extension String {
    fileprivate func trimmingSuffix(_ isLeftOut: (Character) -> Bool) -> String {
        var text = self[...]
        while let last = text.last, isLeftOut(last) { text.removeLast() }
        return String(text)
    }
}
