/// A text in which each `*` stands for any characters; letters of ASCII match in either case.
package struct TextPattern: Sendable, Hashable {
    package let text: String
    private let bytes: [UInt8]

    /// The most bytes of a text that are compared.
    private static let longest = 1_024
    private static let star = UInt8(ascii: "*")

    /// Makes a pattern.
    ///
    /// - Parameter text: The text.
    package init(_ text: String) {
        self.text = text
        bytes = Self.folded(text)
    }

    /// Whether a text is one that the pattern describes.
    func matches(_ other: String) -> Bool {
        let other = Self.folded(other)
        var (place, next) = (0, 0)
        var retry: (pattern: Int, text: Int)?
        while next < other.count {
            if place < bytes.count, bytes[place] == Self.star {
                retry = (place + 1, next)
                place += 1
            } else if place < bytes.count, bytes[place] == other[next] {
                place += 1
                next += 1
            } else if let last = retry {
                retry = (last.pattern, last.text + 1)
                (place, next) = (last.pattern, last.text + 1)
            } else {
                return false
            }
        }
        return bytes[place...].allSatisfy { $0 == Self.star }
    }

    /// The part of a matching text that the only `*` of the pattern stands for.
    ///
    /// - Returns: The characters; `nil` if the pattern has none or several, or doesn't describe the text.
    func matched(in other: String) -> String? {
        guard bytes.count(where: { $0 == Self.star }) == 1, let star = bytes.firstIndex(of: Self.star), matches(other)
        else { return nil }
        let all = Self.trimmed(other)
        return String(decoding: all[star..<(all.count - (bytes.count - star - 1))], as: UTF8.self)
    }

    private static func trimmed(_ text: String) -> [UInt8] {
        let bytes = text.utf8.prefix(longest).drop { Byte.isSpace($0) }
        let end = bytes.lastIndex { !Byte.isSpace($0) }
        return end.map { Array(bytes[...$0]) } ?? []
    }

    private static func folded(_ text: String) -> [UInt8] {
        trimmed(text).map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }
    }
}
