/// Which colours the terminal may be sent.
package enum ColorMode: Hashable, Sendable {
    /// No colours; weight, reverse and underline still work.
    case none
    /// The terminal's own sixteen.
    case ansi16
    /// The fixed ones of the palette of 256 as well.
    case ansi256
}

/// The look of the console: the characters and the styles that widgets draw with.
///
/// Styles are named for what they mean. Nothing is told by hue alone, so a theme without colours loses nothing.
package struct Theme: Hashable, Sendable {
    package var glyphs: Glyphs
    package var colors: ColorMode
    package var palette = Palette.standard
    /// Whether the terminal said that its background is light.
    package var isLight = false

    package static let plain = Theme(glyphs: .utf8, colors: .none)
    package static let ascii = Theme(glyphs: .ascii, colors: .none)

    package init(glyphs: Glyphs, colors: ColorMode) {
        self.glyphs = glyphs
        self.colors = colors
    }

    private func colored(_ color: Color, _ attributes: Style.Attributes = []) -> Style {
        Style(foreground: colors == .none ? .default : color, attributes: attributes)
    }

    package var title: Style { .bold }
    package var heading: Style { .bold }
    package var dim: Style { palette.dims ? .dim : .plain }
    /// The row or button under the cursor.
    package var selection: Style { .reverse }
    /// The one accent: pictures of data, the tab that is open.
    package var accent: Style { colored(palette.accent) }
    package var error: Style { colored(palette.error, .bold) }
    package var warning: Style { colored(palette.warning, .bold) }
    package var good: Style { colored(palette.good) }
    package var key: Style { .bold }

    /// How a bar, a stroke or a dot looks that is read: never reversed, which would paint a hole where it is and a pillar
    /// where it is not.
    ///
    /// - Parameter style: How it looks while it is not read.
    /// - Returns: A lighter tint of its colour with 256 colours, the bright one with sixteen. Without colours nothing
    ///   changes: the mark under the chart and the value over it tell.
    package func lit(_ style: Style) -> Style {
        switch colors {
        case .none: style
        case .ansi16: style.foreground(style.foreground.bright).adding(.bold)
        case .ansi256:
            style.foreground == .default
                ? style.adding(.bold) : style.foreground(style.foreground.tint(onLight: isLight || palette.isLight))
        }
    }

    /// The style of the n-th series of a chart or category of a timeline.
    package func series(_ index: Int) -> Style {
        let hues = palette.series.isEmpty ? Palette.standard.series : palette.series
        return colored(hues[(index % hues.count + hues.count) % hues.count])
    }
}
