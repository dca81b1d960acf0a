/// The columns a Unicode scalar takes on a terminal, as `wcwidth` reports it, and the replacements of unprintable ones.
enum ScalarWidth {
    enum Kind: Equatable {
        /// Takes this many columns of its own, 1 or 2.
        case spacing(Int)
        /// Is drawn over the character before it.
        case mark
        /// A Hangul vowel or final consonant, which joins the consonant before it into one syllable.
        case jamo
        /// Is never sent to a terminal: formatting and direction controls, joiners on their own.
        case ignored
        /// Is shown as another character.
        case replaced(Unicode.Scalar)
    }

    /// Whether a character is one used to draw lines and charts: boxes, blocks, Braille.
    ///
    /// Each takes one column in every terminal and locale, and a screen is full of them.
    static func isGlyph(_ scalar: Unicode.Scalar) -> Bool {
        (0x2500...0x259F).contains(scalar.value) || (0x2800...0x28FF).contains(scalar.value)
    }

    static func kind(of scalar: Unicode.Scalar) -> Kind {
        let value = scalar.value
        if value < 0x20 {
            return .replaced(controlPicture(value))
        }
        if value < 0x7F {
            return .spacing(1)
        }
        if value < 0xA0 {
            return .replaced(value == 0x7F ? "\u{2421}" : "\u{FFFD}")
        }
        if value == 0xAD {
            return .ignored
        }
        if value < 0x300 {
            return .spacing(1)
        }
        if (0x1160...0x11FF).contains(value) || (0xD7B0...0xD7FB).contains(value) {
            return .jamo
        }
        // Without the emoji they belong to, selectors mean nothing and a skin tone has no shape of its own.
        if (0xFE00...0xFE0F).contains(value) || (0xE0100...0xE01EF).contains(value) {
            return .ignored
        }
        if (0x1F3FB...0x1F3FF).contains(value) {
            return .replaced("\u{FFFD}")
        }
        let properties = scalar.properties
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark:
            return .mark
        case .format:
            return .ignored
        case .lineSeparator, .paragraphSeparator:
            return .replaced(" ")
        case .control, .surrogate, .unassigned:
            return .replaced("\u{FFFD}")
        default:
            return .spacing(isWide(value) || properties.isEmojiPresentation && !isRegional(value) ? 2 : 1)
        }
    }

    /// White space becomes a blank, any other control its picture, such as ␛ for escape.
    private static func controlPicture(_ value: UInt32) -> Unicode.Scalar {
        if (0x09...0x0D).contains(value) {
            return " "
        }
        return Unicode.Scalar(0x2400 + value) ?? " "
    }

    private static func isRegional(_ value: UInt32) -> Bool {
        (0x1F1E6...0x1F1FF).contains(value)
    }

    private static func isWide(_ value: UInt32) -> Bool {
        guard value >= 0x1100 else { return false }
        var low = 0
        var high = wide.count
        while low < high {
            let middle = (low + high) / 2
            if wide[middle].upperBound < value {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low < wide.count && wide[low].contains(value)
    }

    /// Ranges with East Asian Width W or F (Unicode 14), except emoji, which have a property of their own.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x3029, 0x302E...0x303E, 0x3041...0x3096, 0x309B...0x3247,
        0x3250...0x4DBF, 0x4E00...0xA4C6, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19,
        0xFE30...0xFE6B, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x16FE3, 0x16FF0...0x1B2FB, 0x1F200...0x1F202,
        0x1F210...0x1F23B, 0x1F240...0x1F248, 0x1F250...0x1F251, 0x1F260...0x1F265, 0x20000...0x2FFFD,
        0x30000...0x3FFFD,
    ]
}
