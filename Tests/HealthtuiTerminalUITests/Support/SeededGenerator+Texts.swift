import HealthtuiTerminalUI
import RandomTesting

extension SeededGenerator {
    /// Text of the kinds that go wrong: raw bytes, controls, marks, wide characters, emoji sequences, direction marks.
    mutating func nastyText(maximumLength: Int = 24) -> String {
        var text = ""
        for _ in 0..<Int.random(in: 0...maximumLength, using: &self) {
            switch Int.random(in: 0..<9, using: &self) {
            case 0:
                let bytes = (0..<3).map { _ in UInt8.random(in: 0...255, using: &self) }
                text += String(decoding: bytes, as: UTF8.self)
            case 1: text.unicodeScalars.append(Unicode.Scalar(UInt8.random(in: 0..<32, using: &self)))
            case 2: text.unicodeScalars.append(Unicode.Scalar(UInt32.random(in: 0x300...0x36F, using: &self)) ?? "a")
            case 3: text.unicodeScalars.append(Unicode.Scalar(UInt32.random(in: 0x4E00...0x9FFF, using: &self)) ?? "a")
            case 4: text += ["👨‍👩‍👧", "❤️", "🇩🇪", "👍🏽", "🏴󠁧󠁢󠁷󠁬󠁳󠁿", "1️⃣", "\u{200D}"].randomElement(using: &self) ?? ""
            case 5:
                text +=
                    ["\u{202E}", "\u{200B}", "\u{FEFF}", "\u{85}", "\u{2028}", "\r\n"].randomElement(using: &self) ?? ""
            case 6: text.unicodeScalars.append(Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &self)) ?? "b")
            case 7: text += ["क्षि", "한글", "ᄒ", "ᅡ", "ﷺ", "가"].randomElement(using: &self) ?? ""
            default: text.unicodeScalars.append(Unicode.Scalar(UInt8.random(in: 32..<127, using: &self)))
            }
        }
        return text
    }

    /// A double of any kind: huge, denormal, infinite, not a number, or ordinary.
    mutating func anyDouble() -> Double {
        Bool.random(using: &self)
            ? Double(bitPattern: UInt64.random(in: 0...UInt64.max, using: &self))
            : Double.random(in: -1000...1000, using: &self)
    }

    mutating func anyKey() -> Key {
        let codes: [Key.Code] = [
            .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .tab, .enter, .escape, .backspace, .delete,
            .insert, .function(Int.random(in: -3...99, using: &self)),
            .character(Character(Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &self)) ?? "x")),
            .character(Character(Unicode.Scalar(UInt8.random(in: 32..<127, using: &self)))),
            .character("\u{301}"),
        ]
        let modifiers = Key.Modifiers(rawValue: Bool.random(using: &self) ? 0 : UInt8.random(in: 0...7, using: &self))
        return Key(codes.randomElement(using: &self) ?? .tab, modifiers)
    }
}
