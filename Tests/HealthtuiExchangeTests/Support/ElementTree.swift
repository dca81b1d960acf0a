import Foundation

/// An element of an XML text: a reader for tests that shares nothing with the importer's.
struct ElementTree {
    var name: String
    var attributes: [String: String] = [:]
    var children: [ElementTree] = []

    /// Reads the elements below the root; texts between elements, comments and the document type are passed over.
    static func read(_ text: String) -> [ElementTree] {
        var stack = [ElementTree(name: "")]
        var rest = Substring(text)
        if let type = rest.range(of: "<!DOCTYPE"),
            let end = rest.range(of: "]>", range: type.upperBound..<rest.endIndex)
        {
            rest = rest[end.upperBound...]
        }
        while let open = rest.firstIndex(of: "<") {
            rest = rest[rest.index(after: open)...]
            if rest.hasPrefix("!--") {
                guard let end = rest.range(of: "-->") else { break }
                rest = rest[end.upperBound...]
                continue
            }
            guard let end = endOfTag(rest) else { break }
            let tag = rest[..<end]
            rest = rest[rest.index(after: end)...]
            if tag.hasPrefix("?") || tag.hasPrefix("!") { continue }
            if tag.hasPrefix("/") {
                guard stack.count > 1 else { continue }
                let done = stack.removeLast()
                stack[stack.count - 1].children.append(done)
                continue
            }
            let isEmpty = tag.hasSuffix("/")
            let element = element(isEmpty ? tag.dropLast() : tag)
            if isEmpty { stack[stack.count - 1].children.append(element) } else { stack.append(element) }
        }
        while stack.count > 1 {
            let done = stack.removeLast()
            stack[stack.count - 1].children.append(done)
        }
        return stack[0].children.flatMap { $0.name == "HealthData" ? $0.children : [$0] }
    }

    private static func endOfTag(_ text: Substring) -> Substring.Index? {
        var quote: Character?
        for index in text.indices {
            let character = text[index]
            if let open = quote {
                if character == open { quote = nil }
            } else if character == "\"" || character == "'" {
                quote = character
            } else if character == ">" {
                return index
            }
        }
        return nil
    }

    private static func element(_ tag: Substring) -> ElementTree {
        let name = tag.prefix { !$0.isWhitespace }
        var element = ElementTree(name: String(name))
        var rest = tag.dropFirst(name.count)
        while let equals = rest.firstIndex(of: "=") {
            let key = rest[..<equals].trimmingCharacters(in: .whitespacesAndNewlines)
            rest = rest[rest.index(after: equals)...].drop { $0.isWhitespace }
            guard let quote = rest.first, let end = rest.dropFirst().firstIndex(of: quote) else { break }
            if element.attributes[key] == nil {
                element.attributes[key] = decoded(rest[rest.index(after: rest.startIndex)..<end])
            }
            rest = rest[rest.index(after: end)...]
        }
        return element
    }

    private static func decoded(_ text: Substring) -> String {
        var result = ""
        var rest = text
        while let amp = rest.firstIndex(of: "&") {
            result += rest[..<amp]
            rest = rest[rest.index(after: amp)...]
            guard let end = rest.firstIndex(of: ";") else { return result + "&" + rest }
            let name = rest[..<end]
            rest = rest[rest.index(after: end)...]
            switch name {
            case "amp": result += "&"
            case "lt": result += "<"
            case "gt": result += ">"
            case "quot": result += "\""
            case "apos": result += "'"
            default:
                let code =
                    name.hasPrefix("#x") ? UInt32(name.dropFirst(2), radix: 16) : UInt32(name.dropFirst(1))
                result.unicodeScalars.append(code.flatMap(Unicode.Scalar.init) ?? "\u{FFFD}")
            }
        }
        return result + rest
    }
}
