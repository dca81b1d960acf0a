import HealthtuiTerminalUI
import Testing

@Suite struct ThemeTests {
    /// The grounds that terminals have.
    private static let dark = [
        RGB(red: 0, green: 0, blue: 0), RGB(red: 0x1E, green: 0x1E, blue: 0x1E),
        RGB(red: 0x28, green: 0x2C, blue: 0x34),
        RGB(red: 0, green: 0x2B, blue: 0x36),
    ]
    private static let light = [
        RGB(red: 255, green: 255, blue: 255), RGB(red: 0xFD, green: 0xF6, blue: 0xE3),
        RGB(red: 0xEE, green: 0xEE, blue: 0xEE),
    ]

    private static func contrast(_ color: Color, on ground: RGB) -> Double {
        let (one, other) = (RGB(fixed: Int(color.code)).luminance, ground.luminance)
        return (max(one, other) + 0.05) / (min(one, other) + 0.05)
    }

    private func theme(isLight: Bool) -> Theme {
        var theme = Theme(glyphs: .utf8, colors: .ansi256)
        theme.isLight = isLight
        return theme
    }

    /// What is decoration alone, or a ground: nothing is lost where it is not seen.
    private static let decoration: Set<Hue> = [
        .faint, .cursorGround, .panelGround, .elevation, .ink, .heat1, .heat2, .heat3, .heat5,
    ]
    /// Hues that no words have: the lines of axes, the days of a year, the marks under a heat map.
    private static let pictures = Set([Hue.axis, .heat4] + Hue.years)

    @Test(
        "Each hue stands out from the grounds that terminals have: words have a contrast of 4.5, pictures of 3",
        arguments: [false, true]
    )
    func contrasts(isLight: Bool) throws {
        let theme = theme(isLight: isLight)
        for hue in Hue.allCases where !Self.decoration.contains(hue) {
            for shade in [Shade.plain, .unread, .read] {
                let color = try #require(theme.color(hue, shade))
                // What stands beside the bar that is read is never a word.
                let least = Self.pictures.contains(hue) || shade == .unread ? 2.99 : 4.5
                for ground in isLight ? Self.light : Self.dark {
                    let contrast = Self.contrast(color, on: ground)
                    #expect(contrast >= least, "\(hue) \(shade) \(color) on \(ground): \(contrast)")
                }
            }
        }
    }

    /// The terminal's own colours as VGA, xterm and Windows define those that grounds and ink have.
    private static let own: [[Color: RGB]] = [
        [
            .black: RGB(red: 0, green: 0, blue: 0), .blue: RGB(red: 0, green: 0, blue: 0xAA),
            .cyan: RGB(red: 0, green: 0xAA, blue: 0xAA), .brightCyan: RGB(red: 0x55, green: 255, blue: 255),
            .brightWhite: RGB(red: 255, green: 255, blue: 255),
        ],
        [
            .black: RGB(red: 0, green: 0, blue: 0), .blue: RGB(red: 0, green: 0, blue: 0xEE),
            .cyan: RGB(red: 0, green: 0xCD, blue: 0xCD), .brightCyan: RGB(red: 0, green: 255, blue: 255),
            .brightWhite: RGB(red: 255, green: 255, blue: 255),
        ],
        [
            .black: RGB(red: 0x0C, green: 0x0C, blue: 0x0C), .blue: RGB(red: 0, green: 0x37, blue: 0xDA),
            .cyan: RGB(red: 0x3A, green: 0x96, blue: 0xDD), .brightCyan: RGB(red: 0x61, green: 0xD6, blue: 0xD6),
            .brightWhite: RGB(red: 0xF2, green: 0xF2, blue: 0xF2),
        ],
    ]

    @Test(
        "Words on the grounds of a heat map have a contrast of 4.5, and more is always further from the background",
        arguments: [false, true]
    )
    func heats(isLight: Bool) throws {
        let theme = theme(isLight: isLight)
        var luminances: [Double] = []
        for hue in Hue.heats {
            let style = theme.inked(hue)
            let ground = RGB(fixed: Int(style.background.code))
            #expect(Self.contrast(style.foreground, on: ground) >= 4.5, "\(hue)")
            luminances.append(ground.luminance)
        }
        #expect(luminances == (isLight ? luminances.sorted(by: >) : luminances.sorted()))
        #expect(Set(luminances).count == Hue.heats.count)
        var sixteen = Theme(glyphs: .utf8, colors: .ansi16)
        sixteen.isLight = isLight
        for own in Self.own {
            var seen: [Double] = []
            for hue in Hue.heats {
                let style = sixteen.inked(hue)
                // The least has the terminal's own ground and words.
                guard style != .plain else { continue }
                let ground = try #require(own[style.background]).luminance
                let ink = try #require(own[style.foreground]).luminance
                let contrast = (max(ink, ground) + 0.05) / (min(ink, ground) + 0.05)
                #expect(contrast >= 4.5, "\(hue): \(contrast)")
                seen.append(ground)
            }
            #expect(seen.count == Hue.heats.count - 1)
            #expect(seen == (isLight ? seen.sorted(by: >) : seen.sorted()))
        }
        #expect(Theme.plain.inked(.heat5) == .plain)
    }

    @Test("What is read is another colour than the rest of its hue", arguments: [false, true])
    func readDiffers(isLight: Bool) {
        let theme = theme(isLight: isLight)
        for hue in [Hue.activity, .heart, .restingHeart, .body, .mind, .nutrition, .respiratory, .cycle, .sleep, .labs]
        {
            #expect(theme.color(hue, .read) != theme.color(hue, .unread), "\(hue)")
        }
    }

    @Test("Stages, zones, rings and the days of a year have colours of their own, in sixteen colours too")
    func neighbours() {
        for theme in [theme(isLight: false), theme(isLight: true), Theme(glyphs: .utf8, colors: .ansi16)] {
            for group in [Hue.stages, Hue.zones, Hue.rings, Hue.years] {
                #expect(Set(group.map { theme.color($0) }).count == group.count)
            }
        }
    }

    @Test("A nap is no stage's colour and none of the night under it, read or not")
    func naps() {
        for theme in [theme(isLight: false), theme(isLight: true), Theme(glyphs: .utf8, colors: .ansi16)] {
            let nap = theme.color(.nap)
            #expect(!Hue.stages.map { theme.color($0) }.contains(nap))
            #expect(nap != theme.color(.sleep) && nap != theme.color(.sleep, .unread))
            #expect(theme.color(.nap, .read) != theme.color(.sleep, .read))
        }
    }

    @Test("A stage of sleep that is read has the colour of no other, in sixteen colours too")
    func readNeighbours() {
        for theme in [theme(isLight: false), theme(isLight: true), Theme(glyphs: .utf8, colors: .ansi16)] {
            for hue in Hue.stages {
                let others = Hue.stages.filter { $0 != hue }.flatMap { [theme.color($0), theme.color($0, .read)] }
                #expect(!others.contains(theme.color(hue, .read)), "\(hue)")
                #expect(theme.color(hue, .read) != theme.color(hue), "\(hue)")
            }
        }
    }

    @Test("A colour written as #rrggbb is the nearest of the fixed ones; what is no colour is none")
    func hexColours() {
        #expect(Color(named: "#5fafff") == .indexed(75))
        #expect(Color(named: "#60B0FE") == .indexed(75))
        #expect(Color(named: "#262626") == .indexed(235))
        #expect(Color(named: "bright-red") == .brightRed)
        for text in ["", "#", "#12345", "#1234567", "#gggggg", "#-12345", "５fafff", "color 75"] {
            #expect(Color(named: text) == nil, "\(text)")
        }
    }

    @Test("A person's own colour has a lighter tint for what is read, and none is sent without colours")
    func ownColours() {
        var theme = theme(isLight: false)
        theme.palette.own = [.heart: .indexed(75)]
        #expect(theme.color(.heart) == .indexed(75) && theme.color(.heart, .read) == .indexed(159))
        theme.colors = .none
        #expect(theme.style(.heart, .read) == .plain && theme.lit(theme.style(.heart)) == .plain)
        theme.colors = .ansi256
        theme.palette = .terminal
        #expect(theme.color(.heart) == .red && !theme.hasShades)
    }
}
