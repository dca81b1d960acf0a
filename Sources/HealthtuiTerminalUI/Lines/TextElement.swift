/// The smallest piece of text that gets cells of its own: a base character with its marks, 1 or 2 columns wide.
package struct TextElement: Hashable, Sendable {
    package let text: String
    package let width: Int
}

/// The elements of a string, in order, made safe to show.
///
/// An element is what a terminal moves its cursor by. Emoji sequences are one element; a cluster of several spacing
/// characters, as Devanagari has, is several, since terminals give each of them its own column. Control characters
/// come out as visible pictures and invisible formatting characters (such as those that reverse the direction of
/// text) are left out, so nothing in a file or a name can steer the terminal.
package struct TextElements: Sequence, IteratorProtocol, Sendable {
    private var characters: String.Iterator
    private var pending: [TextElement] = []
    private var pendingIndex = 0

    package init(_ text: String) {
        characters = text.makeIterator()
    }

    package mutating func next() -> TextElement? {
        while true {
            if pendingIndex < pending.count {
                defer { pendingIndex += 1 }
                return pending[pendingIndex]
            }
            guard let character = characters.next() else { return nil }
            if let ascii = character.asciiValue, character != "\r\n" {
                return Self.ascii[Int(ascii)]
            }
            pending.removeAll(keepingCapacity: true)
            pendingIndex = 0
            Self.split(character, into: &pending)
        }
    }

    private static func split(_ character: Character, into elements: inout [TextElement]) {
        if let scalar = character.unicodeScalars.first, ScalarWidth.isGlyph(scalar), character.unicodeScalars.count == 1
        {
            elements.append(TextElement(text: String(scalar), width: 1))
            return
        }
        var scalars = String.UnicodeScalarView(character.unicodeScalars)
        // A dangling joiner would join the element that is later drawn next to it.
        while scalars.count > 1, scalars.last?.value == 0x200D { scalars.removeLast() }
        if let emoji = emojiSequence(scalars) {
            elements.append(emoji)
            return
        }
        var builder = ElementBuilder()
        for scalar in scalars {
            builder.add(scalar)
        }
        elements += builder.finished()
    }

    /// A sequence that terminals draw as one picture: joined by ZWJ, with a skin tone, with the emoji selector, a flag.
    private static func emojiSequence(_ scalars: String.UnicodeScalarView) -> TextElement? {
        guard let first = scalars.first, scalars.count > 1, scalars.count <= 16 else { return nil }
        let isFlag = scalars.count == 2 && scalars.allSatisfy(\.isRegionalIndicator)
        guard isFlag || first.properties.isEmoji else { return nil }
        let joins = scalars.dropFirst()
            .contains { scalar in
                scalar.value == 0xFE0F || scalar.value == 0x200D || scalar.properties.isEmojiModifier
                    || (0xE0020...0xE007F).contains(scalar.value)
            }
        let isSafe = scalars.allSatisfy { scalar in
            scalar.properties.isEmoji || scalar.isRegionalIndicator || [0xFE0F, 0x200D, 0x20E3].contains(scalar.value)
                || (0xE0020...0xE007F).contains(scalar.value)
        }
        guard isSafe, isFlag || joins else { return nil }
        return TextElement(text: String(String.UnicodeScalarView(scalars)), width: 2)
    }

    private static let ascii: [TextElement] = (0..<128)
        .map { (value: UInt8) in
            let scalar = Unicode.Scalar(value)
            if case .replaced(let picture) = ScalarWidth.kind(of: scalar) {
                return TextElement(text: String(picture), width: 1)
            }
            return TextElement(text: String(scalar), width: 1)
        }
}

/// Divides the scalars of one grapheme cluster into elements.
///
/// The result is stable: dividing the joined elements again gives the same elements, so that a fitted text keeps its width.
private struct ElementBuilder {
    /// Marks beyond this many on one base character are dropped: terminals keep no more.
    private static let maximumMarks = 4

    private var elements: [TextElement] = []
    private var text = ""
    private var width = 0
    private var marks = 0
    private var isHangul = false

    mutating func add(_ scalar: Unicode.Scalar) {
        switch ScalarWidth.kind(of: scalar) {
        case .ignored: break
        case .spacing(let columns): begin(scalar, width: columns)
        case .replaced(let picture): begin(picture, width: 1)
        case .mark:
            if text.isEmpty {
                begin(" ", width: 1)
            }
            append(scalar)
        case .jamo:
            if isHangul {
                append(scalar)
            } else {
                begin("\u{FFFD}", width: 1)
            }
        }
    }

    mutating func finished() -> [TextElement] {
        flush()
        return elements
    }

    private mutating func begin(_ scalar: Unicode.Scalar, width columns: Int) {
        flush()
        text = String(scalar)
        width = columns
        marks = 0
        isHangul =
            (0x1100...0x115F).contains(scalar.value) || (0xA960...0xA97C).contains(scalar.value)
            || (0xAC00...0xD7A3).contains(scalar.value)
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
        guard marks < Self.maximumMarks else { return }
        text.unicodeScalars.append(scalar)
        marks += 1
    }

    private mutating func flush() {
        if !text.isEmpty {
            elements.append(TextElement(text: text, width: width))
        }
        text = ""
    }
}

extension Unicode.Scalar {
    fileprivate var isRegionalIndicator: Bool {
        (0x1F1E6...0x1F1FF).contains(value)
    }
}
