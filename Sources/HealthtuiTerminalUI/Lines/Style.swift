/// The colour of a cell: the terminal's default, one of its own sixteen, or one of the 240 fixed ones beyond them.
package struct Color: Hashable, Sendable, CustomStringConvertible {
    /// The number in the terminal's palette, 0 to 255; -1 for the default colour.
    package let code: Int16

    private init(code: Int16) { self.code = code }

    /// A colour by its number in the palette of 256; 16 to 255 look the same in every terminal.
    package static func indexed(_ number: UInt8) -> Color { Color(code: Int16(number)) }

    package static let `default` = Color(code: -1)
    package static let black = Color(code: 0)
    package static let red = Color(code: 1)
    package static let green = Color(code: 2)
    package static let yellow = Color(code: 3)
    package static let blue = Color(code: 4)
    package static let magenta = Color(code: 5)
    package static let cyan = Color(code: 6)
    package static let white = Color(code: 7)
    package static let brightBlack = Color(code: 8)
    package static let brightRed = Color(code: 9)
    package static let brightGreen = Color(code: 10)
    package static let brightYellow = Color(code: 11)
    package static let brightBlue = Color(code: 12)
    package static let brightMagenta = Color(code: 13)
    package static let brightCyan = Color(code: 14)
    package static let brightWhite = Color(code: 15)

    private static let hues = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]

    /// The default colour and the terminal's own sixteen.
    package static let named = [Color.default] + (0..<16).map { Color(code: $0) }

    /// The colour's name in settings and golden files: `default`, `red`, `bright-red`, or the number.
    package var description: String {
        switch code {
        case ..<0: "default"
        case 0..<8: Self.hues[Int(code)]
        case 8..<16: "bright-" + Self.hues[Int(code) - 8]
        default: "color \(code)"
        }
    }

    /// Whether it's one of the bright eight of the terminal's own sixteen.
    package var isBright: Bool { (8..<16).contains(code) }

    /// The bright variant of one of the terminal's own colours.
    package var bright: Color { (0..<8).contains(code) ? Color(code: code + 8) : self }
}

/// The appearance of a cell: two colours and a set of attributes.
package struct Style: Hashable, Sendable {
    /// The attributes of a cell that are not colours.
    package struct Attributes: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        package static let bold = Attributes(rawValue: 1)
        package static let dim = Attributes(rawValue: 2)
        package static let underline = Attributes(rawValue: 4)
        package static let reverse = Attributes(rawValue: 8)
    }

    package var foreground: Color
    package var background: Color
    package var attributes: Attributes

    package static let plain = Style()
    package static let bold = Style(attributes: .bold)
    package static let dim = Style(attributes: .dim)
    package static let underline = Style(attributes: .underline)
    package static let reverse = Style(attributes: .reverse)

    package init(foreground: Color = .default, background: Color = .default, attributes: Attributes = []) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }

    package func foreground(_ color: Color) -> Style {
        var copy = self
        copy.foreground = color
        return copy
    }

    package func background(_ color: Color) -> Style {
        var copy = self
        copy.background = color
        return copy
    }

    package func adding(_ attributes: Attributes) -> Style {
        var copy = self
        copy.attributes.formUnion(attributes)
        return copy
    }

    package func removing(_ attributes: Attributes) -> Style {
        var copy = self
        copy.attributes.subtract(attributes)
        return copy
    }

    /// This style laid over another: colours left at their default let the lower style's show, attributes add up.
    package func over(_ base: Style) -> Style {
        Style(
            foreground: foreground == .default ? base.foreground : foreground,
            background: background == .default ? base.background : background,
            attributes: base.attributes.union(attributes)
        )
    }
}
