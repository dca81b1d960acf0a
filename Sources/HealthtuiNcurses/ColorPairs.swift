import CHealthtuiNcurses
import HealthtuiTerminalUI

/// The colour pairs of ncurses, created on first use.
struct ColorPairs {
    private struct Pair: Hashable {
        let foreground: Color
        let background: Color
    }

    private var numbers: [Pair: Int16] = [:]
    private let limit: Int
    private let colors: Int
    private let isOn: Bool

    /// Starts colours, unless the mode has none.
    init(mode: ColorMode) {
        isOn = mode != .none && has_colors() && start_color() == OK && use_default_colors() == OK
        limit = isOn ? min(Int(cncurses_color_pairs()), Int(Int16.max)) : 0
        colors = isOn ? Int(cncurses_colors()) : 0
    }

    /// The pair and the attributes that show a style.
    mutating func look(of style: Style) -> (attributes: attr_t, pair: Int16) {
        var attributes = style.attributes
        guard isOn else { return (Self.attributes(attributes), 0) }
        // With eight colours, a bright foreground is the colour itself in bold.
        if style.foreground.isBright, colors < 16 {
            attributes.insert(.bold)
        }
        return (Self.attributes(attributes), number(for: style))
    }

    private mutating func number(for style: Style) -> Int16 {
        guard style.foreground != .default || style.background != .default else { return 0 }
        let pair = Pair(foreground: style.foreground, background: style.background)
        if let known = numbers[pair] { return known }
        let next = numbers.count + 1
        guard next < limit else { return 0 }
        let number = Int16(next)
        guard init_pair(number, code(pair.foreground), code(pair.background)) == OK else { return 0 }
        numbers[pair] = number
        return number
    }

    private func code(_ color: Color) -> Int16 {
        guard color != .default else { return -1 }
        if colors < 16 { return color.code % 8 }
        return Int(color.code) < colors ? color.code : color.code % 16
    }

    private static func attributes(_ attributes: Style.Attributes) -> attr_t {
        var flags: Int32 = 0
        if attributes.contains(.bold) { flags |= CNCURSES_BOLD }
        if attributes.contains(.dim) { flags |= CNCURSES_DIM }
        if attributes.contains(.underline) { flags |= CNCURSES_UNDERLINE }
        if attributes.contains(.reverse) { flags |= CNCURSES_REVERSE }
        return cncurses_attributes(flags)
    }
}
