/// Which colours the terminal may be sent.
package enum ColorMode: Hashable, Sendable {
    /// No colours; weight, reverse and underline still work.
    case none
    /// The terminal's own sixteen.
    case ansi16
}

/// The look of the console: the characters and the styles that widgets draw with.
///
/// Styles are named for what they mean. Nothing is told by hue alone, so a theme without colours loses nothing.
package struct Theme: Hashable, Sendable {
    package var glyphs: Glyphs
    package var colors: ColorMode
    package var palette = Palette.standard

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

    /// The style of the n-th series of a chart or category of a timeline.
    package func series(_ index: Int) -> Style {
        let hues = palette.series.isEmpty ? Palette.standard.series : palette.series
        return colored(hues[(index % hues.count + hues.count) % hues.count])
    }
}
