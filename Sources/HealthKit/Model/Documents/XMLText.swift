import Foundation

/// Reads XML as a stream of tags and texts, and checks that it is well formed.
///
/// It supports elements, attributes, texts, CDATA sections, comments, processing instructions and the five built-in entities. A
/// document type is skipped: its entities remain unknown, so that nothing can be expanded endlessly.
struct XMLText {
    /// A component of the document.
    enum Event: Equatable {
        case start(String, attributes: [String: String])
        case text(String)
        case end(String)
    }

    private var rest: Substring.UnicodeScalarView
    private var line = 1
    private var open: [String] = []
    private var hasRoot = false
    /// The end of an element without content.
    private var pendingEnd: String?

    /// - Throws: `errorInvalidArgument` for bytes that aren't text.
    init(_ data: Data) throws {
        rest = Substring(try Self.text(data)).unicodeScalars
    }

    /// The next event; `nil` at the end.
    ///
    /// - Throws: `errorInvalidArgument` if the document isn't well formed.
    mutating func next() throws -> Event? {
        if let name = pendingEnd {
            pendingEnd = nil
            return try close(name)
        }
        while let first = rest.first {
            if first != "<" {
                if let text = try text() { return .text(text) }
            } else if take("<!--") {
                _ = try upTo("-->", "a comment")
            } else if take("<![CDATA[") {
                guard !open.isEmpty else { throw error("text outside of the root element") }
                return .text(String(try upTo("]]>", "a CDATA section")))
            } else if take("<!DOCTYPE") {
                try passDocumentType()
            } else if take("<?") {
                _ = try upTo("?>", "a processing instruction")
            } else if take("</") {
                let name = try name()
                passSpace()
                guard take(">") else { throw error("the end tag of \(name) is not closed") }
                return try close(name)
            } else {
                return try start()
            }
        }
        guard open.isEmpty else { throw error("\(open.last ?? "") is not closed") }
        guard hasRoot else { throw error("there is no element") }
        return nil
    }

    private mutating func close(_ name: String) throws -> Event {
        guard let last = open.popLast() else { throw error("\(name) ends that did not begin") }
        guard last == name else { throw error("\(name) ends where \(last) is open") }
        return .end(name)
    }

    private mutating func start() throws -> Event {
        rest.removeFirst()
        let name = try name()
        guard !open.isEmpty || !hasRoot else { throw error("there is more than one root element") }
        guard open.count < 500 else { throw error("elements are nested too deep") }
        var attributes: [String: String] = [:]
        while true {
            let hadSpace = passSpace()
            if take("/>") {
                pendingEnd = name
                break
            }
            if take(">") { break }
            guard hadSpace else { throw error("the tag \(name) is not closed") }
            let key = try self.name()
            passSpace()
            guard take("=") else { throw error("the attribute \(key) has no value") }
            passSpace()
            guard attributes.updateValue(try attributeValue(key), forKey: key) == nil else {
                throw error("the attribute \(key) occurs twice")
            }
        }
        open.append(name)
        hasRoot = true
        return .start(name, attributes: attributes)
    }

    private mutating func attributeValue(_ key: String) throws -> String {
        guard let quote = rest.first, quote == "\"" || quote == "'" else {
            throw error("the value of the attribute \(key) is not quoted")
        }
        rest.removeFirst()
        let raw = try upTo(String(quote), "the attribute \(key)")
        guard !raw.contains("<") else { throw error("the value of the attribute \(key) contains <") }
        return try expanded(raw)
    }

    /// The text up to the next tag; `nil` for whitespace outside the root element.
    private mutating func text() throws -> String? {
        let end = rest.firstIndex(of: "<") ?? rest.endIndex
        let raw = Substring(rest[..<end])
        advance(to: end)
        let text = try expanded(raw)
        guard open.isEmpty else { return text }
        guard text.allSatisfy(\.isWhitespace) else { throw error("there is text outside of the root element") }
        return nil
    }

    private mutating func name() throws -> String {
        let end = rest.firstIndex { !Self.isNamePart($0) } ?? rest.endIndex
        let name = String(rest[..<end])
        guard let first = name.unicodeScalars.first, first.properties.isAlphabetic || first == "_" else {
            throw error("a name is missing")
        }
        rest = rest[end...]
        return name
    }

    private static func isNamePart(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
            || "-_.:·".unicodeScalars.contains(scalar)
    }

    private mutating func passDocumentType() throws {
        guard !hasRoot else { throw error("a document type comes before the root element") }
        var depth = 0
        while let scalar = rest.first {
            if scalar == "\"" || scalar == "'" {
                rest.removeFirst()
                _ = try upTo(String(scalar), "the document type")
                continue
            }
            advance(to: rest.index(after: rest.startIndex))
            if scalar == "[" { depth += 1 }
            if scalar == "]" { depth -= 1 }
            if scalar == ">", depth <= 0 { return }
        }
        throw error("the document type is not closed")
    }

    @discardableResult
    private mutating func passSpace() -> Bool {
        let end = rest.firstIndex { !" \t\r\n".unicodeScalars.contains($0) } ?? rest.endIndex
        defer { advance(to: end) }
        return end > rest.startIndex
    }

    private mutating func take(_ mark: String) -> Bool {
        guard rest.starts(with: mark.unicodeScalars) else { return false }
        rest.removeFirst(mark.unicodeScalars.count)
        return true
    }

    private mutating func upTo(_ mark: String, _ what: String) throws -> Substring {
        var end = rest.startIndex
        while end < rest.endIndex {
            if rest[end...].starts(with: mark.unicodeScalars) {
                let found = Substring(rest[..<end])
                advance(to: end)
                rest.removeFirst(mark.unicodeScalars.count)
                return found
            }
            rest.formIndex(after: &end)
        }
        throw error("\(what) is not closed")
    }

    private mutating func advance(to index: Substring.UnicodeScalarView.Index) {
        for scalar in rest[..<index] where scalar == "\n" { line += 1 }
        rest = rest[index...]
    }

    private func expanded(_ raw: Substring) throws -> String {
        guard raw.contains("&") else { return String(raw) }
        var result = ""
        var rest = raw
        while let start = rest.firstIndex(of: "&") {
            result += rest[..<start]
            guard let end = rest[start...].firstIndex(of: ";"),
                let value = Self.entity(rest[rest.index(after: start)..<end])
            else { throw error("an entity is not known") }
            result.unicodeScalars.append(value)
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }

    private static func entity(_ name: Substring) -> Unicode.Scalar? {
        switch name {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        default:
            guard name.hasPrefix("#") else { return nil }
            let digits = name.dropFirst()
            let number = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
            return number.flatMap { $0 > 0 ? Unicode.Scalar($0) : nil }
        }
    }

    private func error(_ what: String) -> HKError { HKError.invalid("line \(line): \(what)") }

    /// Decodes bytes in the encoding that their beginning indicates, or in UTF-8.
    private static func text(_ data: Data) throws -> String {
        let known: [(name: String, encoding: String.Encoding)] = [
            ("utf-8", .utf8), ("us-ascii", .ascii), ("iso-8859-1", .isoLatin1), ("windows-1252", .windowsCP1252),
        ]
        let encoding: String.Encoding
        var body = data
        switch Array(data.prefix(3)) {
        case let mark where mark.starts(with: [0xFE, 0xFF]) || mark.starts(with: [0xFF, 0xFE]): encoding = .utf16
        case [0xEF, 0xBB, 0xBF]:
            encoding = .utf8
            body = data.dropFirst(3)
        default:
            let head = String(decoding: data.prefix(200), as: UTF8.self).prefix { $0 != ">" }
            let declared = head.range(of: "encoding=")
                .map { head[$0.upperBound...].dropFirst().prefix { !"\"'".contains($0) } }
            let name = declared.map { $0.lowercased() } ?? "utf-8"
            guard head.hasPrefix("<?xml") || declared == nil, let match = known.first(where: { $0.name == name }) else {
                throw HKError.invalid("unknown encoding \(name)")
            }
            encoding = match.encoding
        }
        guard let text = String(data: body, encoding: encoding) else {
            throw HKError.invalid("the text isn't valid in its encoding")
        }
        return text
    }
}
