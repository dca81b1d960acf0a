/// A colour of the terminal's own palette.
///
/// Only the default colours and the sixteen ANSI colours are used, so that light and dark terminals both stay readable.
package enum Color: UInt8, Hashable, Sendable, CaseIterable {
    case `default`
    case black
    case red
    case green
    case yellow
    case blue
    case magenta
    case cyan
    case white
    case brightBlack
    case brightRed
    case brightGreen
    case brightYellow
    case brightBlue
    case brightMagenta
    case brightCyan
    case brightWhite
}

/// How a cell is drawn: two colours and a set of attributes.
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
