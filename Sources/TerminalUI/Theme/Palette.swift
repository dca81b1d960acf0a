/// The colours of a theme, each by what it means; all are among the terminal's own sixteen, but for the tint of a bar that
/// is read.
package struct Palette: Hashable, Sendable {
    package var accent = Color.cyan
    package var error = Color.red
    package var warning = Color.yellow
    package var good = Color.green
    /// The series of a chart, or categories of a timeline.
    package var series: [Color] = [.cyan, .yellow, .magenta, .green, .blue, .red]
    /// Whether what matters less is drawn dimmed.
    package var dims = true
    /// Whether it is for a light background.
    package var isLight = false

    /// For any background.
    package static let standard = Palette()
    /// For a dark background: bright colours.
    package static let dark = Palette(
        accent: .brightCyan,
        error: .brightRed,
        warning: .brightYellow,
        good: .brightGreen,
        series: [.brightCyan, .brightYellow, .brightMagenta, .brightGreen, .brightBlue, .brightRed]
    )
    /// For a light background: neither yellow nor cyan, which fade there.
    package static let light = Palette(
        accent: .blue,
        error: .red,
        warning: .magenta,
        good: .green,
        series: [.blue, .magenta, .red, .green, .black, .cyan],
        isLight: true
    )
    /// Nothing dimmed, and colours far from each other.
    package static let highContrast = Palette(
        accent: .default,
        error: .brightRed,
        warning: .brightYellow,
        good: .brightGreen,
        series: [.default, .brightYellow, .brightCyan, .brightMagenta],
        dims: false
    )

    /// The palettes by the names that settings call them.
    package static let named: [String: Palette] = [
        "default": .standard, "dark": .dark, "light": .light, "high-contrast": .highContrast,
    ]
}

extension Color {
    /// The names of the colours, as settings write them: `default`, `red`, `bright-red`.
    package static let names = named.map(\.description)

    /// The colour of a name.
    package init?(named name: String) {
        guard let color = Self.named.first(where: { $0.description == name.lowercased() }) else { return nil }
        self = color
    }

    /// A lighter tint of the colour out of the 240 fixed ones, for a bar that is read; a darker one for a light background.
    ///
    /// - Parameter isLight: Whether the background is light.
    /// - Returns: The tint; the colour itself where there is none.
    func tint(onLight isLight: Bool) -> Color {
        let tints: [UInt8] =
            isLight
            ? [240, 88, 22, 58, 18, 53, 23, 240, 240, 88, 22, 58, 18, 53, 23, 240]
            : [248, 217, 157, 229, 111, 219, 159, 231, 250, 224, 194, 230, 153, 225, 195, 231]
        guard tints.indices.contains(Int(code)) else { return self }
        return .indexed(tints[Int(code)])
    }
}
