/// The colours of a theme, each by what it means; all are among the terminal's own sixteen.
package struct Palette: Hashable, Sendable {
    package var accent = Color.cyan
    package var error = Color.red
    package var warning = Color.yellow
    package var good = Color.green
    /// The series of a chart, or categories of a timeline.
    package var series: [Color] = [.cyan, .yellow, .magenta, .green, .blue, .red]
    /// Whether what matters less is drawn dimmed.
    package var dims = true

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
        series: [.blue, .magenta, .red, .green, .black, .cyan]
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
    package static let names = allCases.map(\.name)

    /// The colour of a name.
    package init?(named name: String) {
        guard let color = Self.allCases.first(where: { $0.name == name.lowercased() }) else { return nil }
        self = color
    }

    private var name: String {
        let text = "\(self)"
        return text.hasPrefix("bright") ? "bright-" + text.dropFirst(6).lowercased() : text
    }
}
