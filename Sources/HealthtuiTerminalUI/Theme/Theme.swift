/// The colours that may be sent to the terminal.
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
/// Styles are named for their meaning. Hue alone carries no information, so a theme without colours loses nothing.
package struct Theme: Hashable, Sendable {
    package var glyphs: Glyphs
    package var colors: ColorMode
    package var palette = Palette.standard
    /// Whether the terminal reported a light background.
    package var isLight = false

    package static let plain = Theme(glyphs: .utf8, colors: .none)
    package static let ascii = Theme(glyphs: .ascii, colors: .none)

    package init(glyphs: Glyphs, colors: ColorMode) {
        self.glyphs = glyphs
        self.colors = colors
    }

    package var title: Style { .bold }
    package var heading: Style { .bold }
    package var dim: Style { fainter(.muted) }
    /// Lines of axes, frames and connectors.
    package var axis: Style { fainter(.axis) }
    /// Dots of grids, rules: nothing is lost if they aren't visible.
    package var faint: Style { fainter(.faint) }
    /// A button or choice under the cursor; for text only, since a reversed picture would look like a hole.
    package var selection: Style { .reverse }
    /// The cursor, the keys, the current screen.
    package var accent: Style { style(.accent) }
    package var error: Style { style(.error).adding(.bold) }
    package var warning: Style { style(.warning).adding(.bold) }
    package var good: Style { style(.good) }
    package var key: Style { style(.accent).adding(.bold) }

    /// Whether hues have shades in this theme, so that a background can be filled.
    package var hasShades: Bool { colors == .ansi256 && !palette.usesSixteen }

    /// The style of a hue.
    ///
    /// - Parameters:
    ///   - hue: The hue.
    ///   - shade: The variant of the hue; one that isn't available leaves the default.
    /// - Returns: The style; plain without colours.
    package func style(_ hue: Hue, _ shade: Shade = .plain) -> Style {
        Style(foreground: color(hue, shade) ?? .default)
    }

    /// The colour of a hue; nil where this theme has none.
    package func color(_ hue: Hue, _ shade: Shade = .plain) -> Color? {
        guard colors != .none else { return nil }
        if let own = palette.own[hue] {
            switch shade {
            case .plain, .unread: return own
            case .read: return own.tint(onLight: isOnLight)
            case .soft: return tone(hue).soft
            }
        }
        return tone(hue)[shade]
    }

    private func tone(_ hue: Hue) -> Tone {
        guard hasShades else { return Tone.ofSixteen(hue, onLight: isOnLight) }
        return isOnLight ? Tone.onLight(hue) : Tone.onDark(hue)
    }

    private var isOnLight: Bool {
        switch palette.ground {
        case .terminal: isLight
        case .dark: false
        case .light: true
        }
    }

    private func fainter(_ hue: Hue) -> Style {
        guard palette.dims else { return .plain }
        return hasShades ? style(hue) : .dim
    }

    /// A style on the background of a hue, where backgrounds are available.
    package func onGround(_ style: Style, _ hue: Hue, _ shade: Shade = .plain) -> Style {
        guard hasShades, let color = color(hue, shade) else { return style }
        return style.background(color)
    }

    /// The style of words on the ground of a hue: black or white, whichever stands out more.
    ///
    /// - Parameter hue: The hue of the ground.
    /// - Returns: The style with its ground; plain where there is none.
    package func inked(_ hue: Hue) -> Style {
        guard let ground = color(hue), ground != .default else { return .plain }
        let isDark = ground.luminance < RGB.middle
        let ink: Color = hasShades ? .indexed(isDark ? 231 : 16) : isDark ? .brightWhite : .black
        return Style(foreground: ink, background: ground)
    }

    /// The style of a bar, stroke or dot under the cursor.
    ///
    /// It's never reversed, which would turn bars into holes and blanks into pillars.
    ///
    /// - Parameter style: The style away from the cursor.
    /// - Returns: A lighter tint of its colour with 256 colours, a darker one on a light background; the bright one with sixteen.
    ///   Without colours the style is unchanged: the mark under the chart and the value over it show the position.
    package func lit(_ style: Style) -> Style {
        guard colors != .none else { return style }
        guard hasShades else { return style.foreground(style.foreground.bright).adding(.bold) }
        guard style.foreground != .default else { return style.adding(.bold) }
        return style.foreground(readColors[style.foreground] ?? style.foreground.tint(onLight: isOnLight))
    }

    /// The highlighted colours, by the colours away from the cursor.
    private var readColors: [Color: Color] { isOnLight ? Self.readOnLight : Self.readOnDark }

    private static let readOnDark = reading(Tone.onDark)
    private static let readOnLight = reading(Tone.onLight)

    private static func reading(_ tone: (Hue) -> Tone) -> [Color: Color] {
        let tones = Hue.allCases.map(tone).filter { $0.read != $0.plain }
        return Dictionary(
            tones.flatMap { [($0.plain, $0.read), ($0.unread, $0.read)] },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// The style of text in the row under the cursor: bold, and no fainter than the rest of it.
    package func bright(_ style: Style) -> Style {
        let isFaint = style.attributes.contains(.dim) || hasShades && style.foreground == dim.foreground
        return (isFaint ? style.foreground(hasShades ? dim.foreground : .default) : style.adding(.bold)).removing(.dim)
    }

    /// The style of the n-th series of a chart or category of a timeline.
    ///
    /// - Parameters:
    ///   - index: The index of the series.
    ///   - taken: The colours that already have a meaning in the chart; they're used only when no others are left.
    /// - Returns: The style; plain without colours.
    package func series(_ index: Int, without taken: Set<Color> = []) -> Style {
        guard colors != .none else { return .plain }
        let designed = palette.series.isEmpty ? Palette.seriesHues.compactMap { color($0) } : palette.series
        let free = designed.filter { !taken.contains($0) }
        let colors = free.isEmpty ? designed : free
        return Style(foreground: colors[(index % colors.count + colors.count) % colors.count])
    }

    /// The colours of a hue in charts: without a cursor, beside it, and under it.
    package func colors(of hue: Hue) -> Set<Color> {
        Set([Shade.plain, .unread, .read].compactMap { color(hue, $0) })
    }
}
