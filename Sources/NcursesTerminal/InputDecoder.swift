import CNcurses
import TerminalUI

/// Turns what ncurses reads, bytes and key codes, into events.
///
/// UTF-8 is put together here, byte by byte, so that a character that arrives in two pieces is not lost.
struct InputDecoder {
    /// Codes given to key sequences that ncurses has no name for.
    enum CustomKey {
        static let pasteBegin: Int32 = 0o2000
        static let pasteEnd: Int32 = 0o2001
        static let modifiedBase: Int32 = 0o2100
    }

    /// The most characters of a paste that are kept.
    static let pasteLimit = 1_000_000

    private var utf8: [UInt8] = []
    private var expected = 0
    private var paste: String?
    private var sawEscape = false

    /// What one code means; nil when more is needed or it means nothing.
    ///
    /// - Parameters:
    ///   - code: What `wgetch` gave.
    ///   - mouse: Reads the mouse event that a `KEY_MOUSE` announces.
    /// - Returns: The events, in order.
    mutating func decode(_ code: Int32, mouse: () -> MouseEvent?) -> [TerminalEvent] {
        if code == CustomKey.pasteBegin {
            paste = ""
            return []
        }
        if code == CustomKey.pasteEnd {
            defer { paste = nil }
            return paste.map { $0.isEmpty ? [] : [.paste($0)] } ?? []
        }
        guard code > 0xFF else {
            return decodeByte(UInt8(truncatingIfNeeded: code))
        }
        if paste != nil { return [] }
        let escape = flush()
        if code == KEY_MOUSE {
            return escape + (mouse().map { [.mouse($0)] } ?? [])
        }
        return escape + (Self.key(forCode: code).map { [.key($0)] } ?? [])
    }

    /// What is left when no more input is there: an Escape that began nothing.
    mutating func flush() -> [TerminalEvent] {
        guard sawEscape else { return [] }
        sawEscape = false
        return [.key(.escape)]
    }

    private mutating func decodeByte(_ byte: UInt8) -> [TerminalEvent] {
        guard let scalar = assemble(byte) else { return [] }
        if paste != nil {
            if paste?.utf8.count ?? 0 < Self.pasteLimit {
                paste?.unicodeScalars.append(scalar == "\r" ? "\n" : scalar)
            }
            return []
        }
        if scalar == "\u{1B}" {
            let before = flush()
            sawEscape = true
            return before
        }
        guard let key = Self.key(for: scalar) else { return flush() }
        if sawEscape {
            sawEscape = false
            return [.key(Key(key.code, key.modifiers.union(.alt)))]
        }
        return [.key(key)]
    }

    /// The scalar a byte completes; bytes that can't be UTF-8 are dropped.
    private mutating func assemble(_ byte: UInt8) -> Unicode.Scalar? {
        if byte & 0xC0 == 0x80 {
            guard expected > 0 else { return nil }
            utf8.append(byte)
            guard utf8.count == expected else { return nil }
            defer { reset() }
            let text = String(decoding: utf8, as: UTF8.self).unicodeScalars
            return text.count == 1 && text.first != "\u{FFFD}" ? text.first : nil
        }
        reset()
        switch byte {
        case 0..<0x80: return Unicode.Scalar(byte)
        case 0xC2..<0xE0: expected = 2
        case 0xE0..<0xF0: expected = 3
        case 0xF0..<0xF5: expected = 4
        default: return nil
        }
        utf8 = [byte]
        return nil
    }

    private mutating func reset() {
        utf8 = []
        expected = 0
    }

    /// The key of a character, control characters included.
    static func key(for scalar: Unicode.Scalar) -> Key? {
        switch scalar.value {
        case 0: .control(" ")
        case 8, 127: .backspace
        case 9: .tab
        case 10, 13: .enter
        case 27: .escape
        case 1...26: Unicode.Scalar(scalar.value + 96).map { .control(Character($0)) }
        case 28...31: Unicode.Scalar(scalar.value + 64).map { .control(Character($0)) }
        case 0x80..<0xA0: nil
        default: Key(.character(Character(scalar)))
        }
    }
}
