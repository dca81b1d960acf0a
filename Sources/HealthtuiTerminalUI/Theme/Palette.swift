import Foundation

/// The colours of a theme: the designed ones, or the user's replacements.
package struct Palette: Hashable, Sendable {
    /// The background that the designed colours are meant for.
    package enum Ground: Hashable, Sendable {
        /// The terminal's background, as reported by the terminal.
        case terminal
        case dark
        case light
    }

    package var ground = Ground.terminal
    /// Whether only the terminal's own sixteen colours are used, however many it has.
    package var usesSixteen = false
    /// Whether less important parts are drawn fainter.
    package var dims = true
    /// The user's own colours.
    package var own: [Hue: Color] = [:]
    /// The colours for a chart's series without a hue of their own, or for a timeline's categories; empty for the designed ones.
    package var series: [Color] = []

    /// The designed colours, for the terminal's background.
    package static let standard = Palette()
    package static let dark = Palette(ground: .dark)
    package static let light = Palette(ground: .light)
    /// The terminal's own sixteen colours.
    package static let terminal = Palette(usesSixteen: true)
    /// A palette without faint colours, whose colours are far apart.
    package static let highContrast = Palette(
        usesSixteen: true,
        dims: false,
        own: [.accent: .default, .error: .brightRed, .warning: .brightYellow, .good: .brightGreen, .faint: .default],
        series: [.default, .brightYellow, .brightCyan, .brightMagenta]
    )

    /// The palettes by their names in settings.
    package static let named: [String: Palette] = [
        "default": .standard, "dark": .dark, "light": .light, "terminal": .terminal, "high-contrast": .highContrast,
    ]

    /// The hues of series that have none of their own, far apart from each other.
    static let seriesHues: [Hue] = [.accent, .warning, .cycle, .good, .body, .error]
}

extension Color {
    /// The names of the colours, as settings write them: `default`, `red`, `bright-red`.
    package static let names = named.map(\.description)

    /// The colour for a name in settings, or for `#rrggbb`, which gives the nearest fixed one.
    package init?(named name: String) {
        if let color = Self.named.first(where: { $0.description == name.lowercased() }) {
            self = color
        } else if let color = Self.nearest(toHex: name) {
            self = color
        } else {
            return nil
        }
    }

    private static func nearest(toHex text: String) -> Color? {
        guard text.hasPrefix("#"), text.utf8.count == 7, text.dropFirst().allSatisfy(\.isHexDigit),
            let number = Int(text.dropFirst(), radix: 16)
        else { return nil }
        let wanted = RGB(red: number >> 16, green: number >> 8 & 0xFF, blue: number & 0xFF)
        let codes = 16...255
        let nearest = codes.min { RGB(fixed: $0).distance(to: wanted) < RGB(fixed: $1).distance(to: wanted) }
        return nearest.map { .indexed(UInt8($0)) }
    }

    /// The luminance of a fixed colour, and about that of the terminal's own sixteen, which terminals define differently.
    var luminance: Double {
        code >= 16 ? RGB(fixed: Int(code)).luminance : code >= 0 ? Self.ownLuminances[Int(code)] : 0
    }

    private static let ownLuminances = [
        0, 0.08, 0.25, 0.3, 0.06, 0.11, 0.3, 0.75, 0.17, 0.25, 0.7, 0.9, 0.17, 0.3, 0.75, 1,
    ]

    /// A lighter tint of a fixed colour, or a darker shade on a light background, for a highlighted bar in the user's own colour.
    func tint(onLight isLight: Bool) -> Color {
        guard (16..<232).contains(code) else { return bright }
        let steps = [Int(code - 16) / 36, Int(code - 16) / 6 % 6, Int(code - 16) % 6]
            .map { isLight ? max(0, $0 - 1) : min(5, $0 + 2) }
        return .indexed(UInt8(16 + 36 * steps[0] + 6 * steps[1] + steps[2]))
    }
}

/// A colour by its components, 0 to 255 each.
package struct RGB: Hashable, Sendable {
    package let red: Int
    package let green: Int
    package let blue: Int

    package init(red: Int, green: Int, blue: Int) {
        (self.red, self.green, self.blue) = (red, green, blue)
    }

    /// One of the fixed colours, 16 to 255, which look the same in every terminal.
    package init(fixed code: Int) {
        if code >= 232 {
            let level = 8 + 10 * (code - 232)
            self.init(red: level, green: level, blue: level)
        } else {
            let levels = [0, 95, 135, 175, 215, 255]
            let place = max(0, code - 16)
            self.init(red: levels[place / 36 % 6], green: levels[place / 6 % 6], blue: levels[place % 6])
        }
    }

    /// The perceived brightness, 0 to 1: the relative luminance of WCAG 2.
    package var luminance: Double {
        func linear(_ part: Int) -> Double {
            let share = Double(part) / 255
            return share <= 0.039_28 ? share / 12.92 : Self.power((share + 0.055) / 1.055)
        }
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    /// The luminance from which on black stands out more than white.
    static let middle = 0.179

    private static func power(_ base: Double) -> Double { pow(base, 2.4) }

    func distance(to other: RGB) -> Int {
        let (red, green, blue) = (red - other.red, green - other.green, blue - other.blue)
        // The eye distinguishes greens best and blues worst.
        return 2 * red * red + 4 * green * green + 3 * blue * blue
    }
}
