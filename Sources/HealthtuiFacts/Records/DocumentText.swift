import Foundation

/// The readable text of a clinical document: titles and the contents of sections.
///
/// The Health app's own documents aren't always valid XML, so only the tags are examined, and everything readable is
/// read.
package struct DocumentText: Sendable {
    /// A line of the document.
    package struct Line: Hashable, Sendable {
        package let text: String
        package let isTitle: Bool
    }

    package private(set) var lines: [Line] = []
    /// Whether there was any tag at all.
    package private(set) var isMarkup = false

    /// Elements within a line; all others begin a new one.
    private static let inline: Set<String> = [
        "content", "sub", "sup", "linkhtml", "footnoteref", "rendermultimedia", "given", "family", "prefix", "suffix",
    ]
    private static let cells: Set<String> = ["td", "th"]
    /// The largest number of lines read of a document.
    private static let mostLines = 50_000

    private var current = ""
    private var open: [String] = []

    /// Reads a document.
    ///
    /// - Parameter bytes: All of it, in UTF-8 or an ASCII-compatible encoding.
    package init(_ bytes: [UInt8]) {
        var index = 0
        var textStart = 0
        while index < bytes.count, lines.count < Self.mostLines {
            guard bytes[index] == UInt8(ascii: "<") else {
                index += 1
                continue
            }
            take(bytes[textStart..<index])
            if Self.begins("<!--", bytes, index) {
                index = Self.end("-->", bytes, index)
            } else if Self.begins("<![CDATA[", bytes, index) {
                let end = Self.end("]]>", bytes, index)
                take(bytes[min(end, index + 9)..<max(index + 9, end - 3)], isRaw: true)
                index = end
            } else {
                let end = Self.end(">", bytes, index)
                tag(bytes[min(index + 1, end)..<max(index + 1, end - 1)])
                index = end
            }
            textStart = index
        }
        if textStart < bytes.count { take(bytes[textStart..<bytes.count]) }
        endLine()
    }

    private static func begins(_ mark: StaticString, _ bytes: [UInt8], _ index: Int) -> Bool {
        guard index + mark.utf8CodeUnitCount <= bytes.count else { return false }
        return mark.withUTF8Buffer { zip($0, bytes[index...]).allSatisfy { $0 == $1 } }
    }

    /// The position after a mark, or the end of the document.
    private static func end(_ mark: StaticString, _ bytes: [UInt8], _ index: Int) -> Int {
        var index = index
        while index < bytes.count {
            if begins(mark, bytes, index) { return index + mark.utf8CodeUnitCount }
            index += 1
        }
        return bytes.count
    }

    private mutating func tag(_ bytes: ArraySlice<UInt8>) {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let first = text.first, first != "?", first != "!" else { return }
        isMarkup = true
        let isEnd = first == "/"
        let whole = (isEnd ? text.dropFirst() : text[...]).prefix { !$0.isWhitespace && $0 != "/" }
        let name = (whole.split(separator: ":").last.map(String.init) ?? String(whole)).lowercased()
        if Self.cells.contains(name) {
            if !isEnd, !current.isEmpty { current += " | " }
        } else if !Self.inline.contains(name) {
            endLine()
        }
        if isEnd {
            if let place = open.lastIndex(of: name) { open.removeSubrange(place...) }
        } else if !text.hasSuffix("/"), open.count < 1_000 {
            open.append(name)
        }
    }

    /// Whether the text at this point is meant for people.
    private var isRead: Bool { open.contains("text") || open.last == "title" }

    private mutating func take(_ bytes: ArraySlice<UInt8>, isRaw: Bool = false) {
        guard isRead || !isMarkup, !bytes.isEmpty else { return }
        let text = String(decoding: bytes, as: UTF8.self)
        let words = (isRaw ? text : Self.expanded(text)).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard !words.isEmpty, words != "\u{FEFF}" else { return }
        if let last = current.last, last != " ", text.first?.isWhitespace == true { current += " " }
        current += words
        if text.last?.isWhitespace == true { current += " " }
    }

    private mutating func endLine() {
        let text = current.trimmingCharacters(in: .whitespaces)
        current = ""
        guard !text.isEmpty else { return }
        lines.append(Line(text: text, isTitle: open.last == "title"))
    }

    private static let entities = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " "]

    private static func expanded(_ text: String) -> String {
        guard text.contains("&") else { return text }
        var result = ""
        var rest = text[...]
        while let start = rest.firstIndex(of: "&") {
            result += rest[..<start]
            let behind = rest[rest.index(after: start)...]
            guard let end = behind.prefix(12).firstIndex(of: ";"), let value = entity(behind[..<end]) else {
                result += "&"
                rest = behind
                continue
            }
            result += value
            rest = behind[behind.index(after: end)...]
        }
        return result + rest
    }

    private static func entity(_ name: Substring) -> String? {
        if let known = entities[String(name)] { return known }
        guard name.hasPrefix("#") else { return nil }
        let digits = name.dropFirst()
        let number = digits.first == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return number.flatMap { Unicode.Scalar($0) }.map { String($0) }
    }
}
