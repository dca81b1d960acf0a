import Foundation
import Testing

/// One word for one thing: the page of words and the names of the code hold each other.
@Suite struct WordsTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The rows of the page: a word, and those that aren't used for it.
    private static func rows() throws -> [(word: String, not: [String])] {
        let page = try String(contentsOf: root.appendingPathComponent("Documentation/Words.md"), encoding: .utf8)
        return page.split(separator: "\n")
            .compactMap { line in
                let cells = line.split(separator: "|", omittingEmptySubsequences: false)
                    .map { $0.trimmingCharacters(in: .whitespaces) }
                guard cells.count == 5, cells[1] != "word", !cells[1].hasPrefix("-") else { return nil }
                let not = cells[3].split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
                return (cells[1], not)
            }
    }

    /// The names of all sources.
    private static func names() throws -> NameWords {
        let sources = root.appendingPathComponent("Sources")
        var names = NameWords()
        let files = FileManager.default.enumerator(atPath: sources.path)?.compactMap { $0 as? String } ?? []
        for path in files where path.hasSuffix(".swift") {
            names.add([UInt8](try Data(contentsOf: sources.appendingPathComponent(path))))
        }
        return names
    }

    @Test("Each word of the page is in a name of the code, and none of the words that it replaced")
    func held() throws {
        let rows = try Self.rows()
        let names = try Self.names()
        #expect((20...40).contains(rows.count))
        #expect(names.phrases.count > 10_000)
        for (word, not) in rows {
            #expect(names.words.contains(word), "no name has “\(word)”: take it from the page, or use it")
            for old in not {
                for name in names.phrases where name.contains(" \(old) ") {
                    Issue.record("“\(name.dropFirst().dropLast())” says “\(old)”; the word is “\(word)”")
                }
            }
        }
    }

    @Test("No word is on the page twice, or both used and not used")
    func onceEach() throws {
        let rows = try Self.rows()
        let words = rows.map(\.word) + rows.flatMap(\.not)
        #expect(Set(words).count == words.count)
    }

    @Test("Names are read from code alone and cut into words: a check of the check")
    func reading() {
        var names = NameWords()
        names.add(
            Array(
                ##"""
                /// A vault.
                struct KeptHTTPGroup2 { var letGo = "a shelf \(told) \" twin" } // keeper
                /* courtesy */ let long = """
                    claim "quoted" stretch
                    """
                let raw = #"a \ sight"#, last_look = 1
                """##
                .utf8
            )
        )
        #expect(
            names.phrases == [
                " struct ", " kept http group 2 ", " var ", " let go ", " let ", " long ", " raw ", " last look ",
            ]
        )
        #expect(names.words.contains("kept") && names.words.contains("look"))
        #expect(names.words.isDisjoint(with: ["vault", "shelf", "twin", "keeper", "courtesy", "stretch", "sight"]))
    }
}

/// The names in Swift's text, cut into words: `keptGroup` has the words kept and group.
private struct NameWords {
    /// Each name's words in small letters, between blanks.
    private(set) var phrases: Set<String> = []
    private(set) var words: Set<String> = []
    private var seen: Set<[UInt8]> = []

    /// Adds the names of a file: what comments and strings say are none.
    mutating func add(_ text: [UInt8]) {
        var position = 0
        while position < text.count {
            let byte = text[position]
            if byte == UInt8(ascii: "/"), starts("//", text, position) {
                while position < text.count, text[position] != UInt8(ascii: "\n") { position += 1 }
            } else if byte == UInt8(ascii: "/"), starts("/*", text, position) {
                position += 2
                while position < text.count, !starts("*/", text, position) { position += 1 }
                position += 2
            } else if byte == UInt8(ascii: "\"") {
                skipString(text, &position)
            } else if Self.isLetter(byte) {
                let start = position
                while position < text.count, Self.isLetter(text[position]) || Self.isDigit(text[position]) {
                    position += 1
                }
                note(Array(text[start..<position]))
            } else {
                position += 1
            }
        }
    }

    /// Moves behind a string, whose first quotation mark is here.
    private func skipString(_ text: [UInt8], _ position: inout Int) {
        // In a raw string a backslash is itself.
        let isRaw = position > 0 && text[position - 1] == UInt8(ascii: "#")
        let isLong = starts("\"\"\"", text, position)
        let end = (isLong ? "\"\"\"" : "\"") + (isRaw ? "#" : "")
        position += isLong ? 3 : 1
        while position < text.count {
            let byte = text[position]
            if byte == UInt8(ascii: "\""), starts(end, text, position) { break }
            if !isLong, byte == UInt8(ascii: "\n") { return }
            position += byte == UInt8(ascii: "\\") && !isRaw ? 2 : 1
        }
        position += end.utf8.count
    }

    private func starts(_ sign: String, _ text: [UInt8], _ position: Int) -> Bool {
        text[position...].starts(with: sign.utf8)
    }

    private mutating func note(_ name: [UInt8]) {
        guard seen.insert(name).inserted else { return }
        var found: [[UInt8]] = []
        for (place, byte) in name.enumerated() {
            let before = place > 0 ? name[place - 1] : UInt8(ascii: "_")
            let after = place + 1 < name.count ? name[place + 1] : UInt8(ascii: "_")
            if byte == UInt8(ascii: "_") { continue }
            let isFirst =
                before == UInt8(ascii: "_") || Self.isDigit(before) != Self.isDigit(byte)
                || Self.isCapital(byte) && (!Self.isCapital(before) || Self.isSmall(after))
            if isFirst { found.append([]) }
            found[found.count - 1].append(Self.isCapital(byte) ? byte + 32 : byte)
        }
        let texts = found.map { String(decoding: $0, as: UTF8.self) }
        if texts.isEmpty { return }
        words.formUnion(texts)
        phrases.insert(" " + texts.joined(separator: " ") + " ")
    }

    private static func isSmall(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z") }
    private static func isCapital(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") }
    private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
    private static func isLetter(_ byte: UInt8) -> Bool {
        isSmall(byte) || isCapital(byte) || byte == UInt8(ascii: "_")
    }
}
