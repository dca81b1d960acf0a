/// A line of text being typed, with its cursor; a value kept in a screen's state.
package struct TextField: Hashable, Sendable {
    /// The typed text, character by character, so that the cursor is never inside one.
    private var characters: [Character]
    /// The number of characters before the cursor.
    package private(set) var cursor: Int

    /// The most characters a field takes; more is cut off.
    package static let limit = 10_000

    package init(_ text: String = "") {
        characters = Array(text.prefix(Self.limit))
        cursor = characters.count
    }

    package var text: String {
        get { String(characters) }
        set { self = TextField(newValue) }
    }

    package var isEmpty: Bool { characters.isEmpty }
    package var isAtEnd: Bool { cursor == characters.count }

    /// The text before the cursor, which completion works on.
    package var textBeforeCursor: String { String(characters[..<cursor]) }

    /// Types text at the cursor; line breaks become blanks, other control characters are left out.
    package mutating func insert(_ text: String) {
        var typed: [Character] = []
        for character in text.prefix(Self.limit) {
            if character.isNewline || character == "\t" {
                typed.append(" ")
            } else if !character.unicodeScalars.allSatisfy({ $0.properties.generalCategory == .control }) {
                typed.append(character)
            }
        }
        join(textBeforeCursor + String(typed), String(characters[cursor...]))
    }

    /// Recombines the text before and after the cursor: parts of characters that have come together become one, as when a
    /// combining mark is typed by itself or the text between two letters of a flag is deleted.
    private mutating func join(_ before: String, _ after: String) {
        characters = Array((before + after).prefix(Self.limit))
        cursor = 0
        var bytes = before.utf8.count
        while bytes > 0, cursor < characters.count {
            bytes -= characters[cursor].utf8.count
            cursor += 1
        }
    }

    /// The keys held with Alt that edit.
    package static let editingKeys: Set<Key> = [
        .alt("b"), .alt("f"), Key(.left, .alt), Key(.right, .alt), Key(.backspace, .alt),
    ]

    /// Handles an editing key.
    ///
    /// - Parameter key: The key pressed.
    /// - Returns: Whether the field used it; Enter, Tab, Escape, Up and Down are always left to the screen.
    @discardableResult
    package mutating func handle(_ key: Key) -> Bool {
        if let character = key.typedCharacter {
            insert(String(character))
            return true
        }
        switch key {
        case .left, .control("b"): cursor = max(0, cursor - 1)
        case .right, .control("f"): cursor = min(characters.count, cursor + 1)
        case .home, .control("a"): cursor = 0
        case .end, .control("e"): cursor = characters.count
        case Key(.left, .control), Key(.left, .alt), .alt("b"): cursor = wordStart
        case Key(.right, .control), Key(.right, .alt), .alt("f"): cursor = wordEnd
        case .backspace, .control("h"): remove(max(0, cursor - 1)..<cursor)
        case .delete, .control("d"): remove(cursor..<min(characters.count, cursor + 1))
        case .control("w"), Key(.backspace, .alt): remove(wordStart..<cursor)
        case .control("u"): remove(0..<cursor)
        case .control("k"): remove(cursor..<characters.count)
        default: return false
        }
        return true
    }

    private mutating func remove(_ range: Range<Int>) {
        join(String(characters[..<range.lowerBound]), String(characters[range.upperBound...]))
    }

    private var wordStart: Int {
        var index = cursor
        while index > 0, characters[index - 1].isWhitespace { index -= 1 }
        while index > 0, !characters[index - 1].isWhitespace { index -= 1 }
        return index
    }

    private var wordEnd: Int {
        var index = cursor
        while index < characters.count, characters[index].isWhitespace { index += 1 }
        while index < characters.count, !characters[index].isWhitespace { index += 1 }
        return index
    }
}

extension TextField {
    /// Draws the field on the first row of a rectangle, scrolled so that the cursor shows.
    ///
    /// - Parameters:
    ///   - rect: The rectangle to draw in; the text takes its full width.
    ///   - grid: The screen.
    ///   - theme: The theme.
    ///   - isFocused: Whether the terminal's cursor is in it.
    ///   - placeholder: Shown dimmed while the field is empty.
    ///   - isSecret: Whether to show dots instead of the typed text.
    package func draw(
        in rect: Rect,
        on grid: inout CellGrid,
        theme: Theme,
        isFocused: Bool = true,
        placeholder: String = "",
        isSecret: Bool = false
    ) {
        guard !rect.isEmpty else { return }
        if isEmpty {
            grid.write(
                placeholder.truncated(to: rect.width, ellipsis: theme.glyphs.ellipsis),
                in: rect,
                style: theme.dim
            )
        }
        let shown = isSecret ? Array(repeating: Character(theme.glyphs.mark), count: characters.count) : characters
        let widths = shown.map { String($0).displayWidth }
        let before = widths[..<cursor].reduce(0, +)
        // One column stays free for a cursor after the last character.
        let offset = isFocused ? max(0, before - rect.width + 1) : 0
        var x = -offset
        for (character, width) in zip(shown, widths) where x < rect.width {
            if x + width > 0 {
                grid.write(String(character), in: rect, x: x)
            }
            x += width
        }
        if isFocused {
            grid.cursor = Point(x: rect.x + before - offset, y: rect.y)
        }
    }
}
