import Foundation

/// The code of a Swift text: spaces replace comments, and the texts of strings and patterns.
struct SwiftCode {
    /// A name or keyword, and its position.
    struct Word {
        let text: String
        let range: Range<Int>
    }

    private let bytes: [UInt8]
    private(set) var code: [UInt8]
    private var position = 0

    init(_ text: String) {
        bytes = Array(text.utf8)
        code = bytes
        readCode(isInterpolated: false)
    }

    /// The names and keywords, in order.
    var words: [Word] {
        var words: [Word] = []
        var start: Int?
        for index in 0...code.count {
            let isPart = index < code.count && Self.isPartOfWord(code[index])
            if isPart, start == nil { start = index }
            if !isPart, let first = start {
                words.append(Word(text: String(decoding: code[first..<index], as: UTF8.self), range: first..<index))
                start = nil
            }
        }
        return words
    }

    /// The number of the line that a place is on.
    func line(of place: Int) -> Int { 1 + code[..<place].count { $0 == UInt8(ascii: "\n") } }

    /// Whether a text is right before a position.
    func hasBefore(_ text: String, _ place: Int) -> Bool {
        code[..<place].suffix(text.utf8.count).elementsEqual(text.utf8)
    }

    /// Whether a text is at a position.
    func has(_ text: String, at place: Int) -> Bool { code[place...].starts(with: text.utf8) }

    /// The last byte before a position that isn't a space; a line break at the beginning.
    func visibleBefore(_ place: Int) -> UInt8 { code[..<place].last { !Self.isSpace($0) } ?? UInt8(ascii: "\n") }

    /// The first position from one on that isn't a space; the end if there is none.
    func visible(from place: Int) -> Int { code[place...].firstIndex { !Self.isSpace($0) } ?? code.count }

    /// The place of what closes the bracket at a place; the end if nothing does.
    func end(ofBracketAt place: Int) -> Int {
        var depth = 0
        for index in place..<code.count {
            if Self.opening.contains(code[index]) { depth += 1 }
            if Self.closing.contains(code[index]) {
                depth -= 1
                if depth == 0 { return index }
            }
        }
        return code.count
    }

    /// The first position of a byte from one on, outside of parentheses and brackets; the end if there is none.
    func first(_ byte: UInt8, from place: Int) -> Int {
        var index = place
        while index < code.count, code[index] != byte {
            index = "([".utf8.contains(code[index]) ? end(ofBracketAt: index) + 1 : index + 1
        }
        return min(index, code.count)
    }

    private static let opening = Array("([{".utf8)
    private static let closing = Array(")]}".utf8)

    private static func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") }

    private static func isPartOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 128...:
            true
        default: false
        }
    }

    private func starts(with text: String) -> Bool { bytes[position...].starts(with: text.utf8) }

    private mutating func blank(_ count: Int = 1) {
        for _ in 0..<count where position < bytes.count {
            if code[position] != UInt8(ascii: "\n") { code[position] = UInt8(ascii: " ") }
            position += 1
        }
    }

    /// Reads to the end, or past the parenthesis that ends an interpolation.
    private mutating func readCode(isInterpolated: Bool) {
        var depth = 0
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "/") where starts(with: "//"):
                while position < bytes.count, bytes[position] != UInt8(ascii: "\n") { blank() }
            case UInt8(ascii: "/") where starts(with: "/*"): readComment()
            case UInt8(ascii: "/") where isPattern: readPattern()
            case UInt8(ascii: "\""): readString(marks: 0)
            case UInt8(ascii: "#"):
                let marks = bytes[position...].prefix { $0 == UInt8(ascii: "#") }.count
                if bytes[(position + marks)...].first == UInt8(ascii: "\"") {
                    blank(marks)
                    readString(marks: marks)
                } else {
                    position += marks
                }
            case UInt8(ascii: "("):
                depth += 1
                position += 1
            case UInt8(ascii: ")"):
                position += 1
                if isInterpolated, depth == 0 {
                    code[position - 1] = UInt8(ascii: " ")
                    return
                }
                depth -= 1
            default: position += 1
            }
        }
    }

    private mutating func readComment() {
        var depth = 0
        repeat {
            if starts(with: "/*") {
                depth += 1
                blank(2)
            } else if starts(with: "*/") {
                depth -= 1
                blank(2)
            } else {
                blank()
            }
        } while depth > 0 && position < bytes.count
    }

    /// Whether a slash begins a regular expression: it is where a value would be, and no space follows it.
    private var isPattern: Bool {
        let before = bytes[..<position].last { $0 != UInt8(ascii: " ") } ?? UInt8(ascii: "\n")
        let after = position + 1 < bytes.count ? bytes[position + 1] : UInt8(ascii: " ")
        return "(,=:[\n".utf8.contains(before) && !Self.isSpace(after)
    }

    private mutating func readPattern() {
        blank()
        while position < bytes.count, !"/\n".utf8.contains(bytes[position]) {
            blank(bytes[position] == UInt8(ascii: "\\") ? 2 : 1)
        }
        if starts(with: "/") { blank() }
    }

    private mutating func readString(marks: Int) {
        let isLong = starts(with: "\"\"\"")
        let sharps = String(repeating: "#", count: marks)
        let (quote, escape) = (isLong ? "\"\"\"" : "\"", "\\" + sharps)
        blank(quote.utf8.count)
        while position < bytes.count {
            guard "\"\\\n".utf8.contains(bytes[position]) else {
                blank()
                continue
            }
            if starts(with: quote + sharps) { return blank(quote.utf8.count + marks) }
            if starts(with: escape + "(") {
                blank(escape.utf8.count + 1)
                readCode(isInterpolated: true)
            } else if starts(with: escape) {
                blank(escape.utf8.count + 1)
            } else if !isLong, bytes[position] == UInt8(ascii: "\n") {
                return
            } else {
                blank()
            }
        }
    }
}
