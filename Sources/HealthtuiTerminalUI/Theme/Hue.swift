/// The meaning of a colour.
///
/// No hue carries meaning alone: a shape, a position or a word says the same.
///
/// The raw values are the names used in a configuration to change a hue's colour.
package enum Hue: String, CaseIterable, Hashable, Sendable {
    /// Units, times, labels of axes, hints.
    case muted
    /// Lines of axes and frames.
    case axis
    /// Dots of grids and rules between parts of a screen.
    case faint
    /// The cursor, keys, the current screen.
    case accent
    /// Taken, closed, in range.
    case good
    /// Due, or before a limit.
    case warning
    /// An error, or out of range.
    case error

    case activity
    case heart
    case restingHeart = "resting-heart"
    case body
    case mind
    case nutrition
    case respiratory
    case cycle
    case medication
    case hearing
    case vision
    case labs
    case sleep
    /// Data of no other category.
    case other

    case awake
    case rem
    case core
    case deep
    /// Naps over the night of a day, a tint of sleep.
    case nap

    case zone1
    case zone2
    case zone3
    case zone4
    case zone5

    /// The grounds of cells that say how much each has, from least to most.
    case heat1
    case heat2
    case heat3
    case heat4
    case heat5

    case move
    case exercise
    case stand

    /// The days of a year by how much a source or a device recorded: up to a quarter, up to half, more, and all.
    case year1
    case year2
    case year3
    case year4

    /// The previous period, such as the same time a year ago or the previous page.
    case before
    case elevation
    /// A mark inside a bar.
    case ink
    /// The background of the row under the cursor.
    case cursorGround = "cursor-ground"
    /// The background of a sheet.
    case panelGround = "panel-ground"

    /// The hue of a name in a configuration.
    package init?(named name: String) { self.init(rawValue: name.lowercased()) }

    /// The names in configurations.
    package static let names = allCases.map(\.rawValue)

    /// The hues of the heart rate zones, from the lowest.
    package static let zones: [Hue] = [.zone1, .zone2, .zone3, .zone4, .zone5]
    /// The hue of a heart rate zone by its index; beyond the fifth, that of the fifth.
    package static func zone(_ index: Int) -> Hue { zones[max(0, min(index, zones.count - 1))] }
    /// The grounds of a heat map, from least to most.
    package static let heats: [Hue] = [.heat1, .heat2, .heat3, .heat4, .heat5]
    /// The hues of the rings, from the outermost.
    package static let rings: [Hue] = [.move, .exercise, .stand]
    /// The hues of a year's days, from the least to the most.
    package static let years: [Hue] = [.year1, .year2, .year3, .year4]
    /// The hues of the sleep stages, from the top of the chart.
    package static let stages: [Hue] = [.awake, .rem, .core, .deep]
}

/// The variants of a hue's colour.
package enum Shade: Hashable, Sendable {
    /// The hue itself.
    case plain
    /// The bars beside the one under the cursor: one step away from the hue.
    case unread
    /// The bar under the cursor.
    case read
    /// The background under a line, or the track of a ring.
    case soft
}

/// The colours of one hue on one kind of terminal.
struct Tone: Hashable, Sendable {
    var plain: Color
    var unread: Color
    var read: Color
    /// The soft colour; nil where there is none, and then nothing is filled.
    var soft: Color?

    init(_ plain: Color, unread: Color? = nil, read: Color? = nil, soft: Color? = nil) {
        self.plain = plain
        self.unread = unread ?? plain
        self.read = read ?? plain
        self.soft = soft
    }

    /// A tone made of the fixed colours.
    init(_ plain: UInt8, unread: UInt8? = nil, read: UInt8? = nil, soft: UInt8? = nil) {
        self.init(
            .indexed(plain),
            unread: unread.map { .indexed($0) },
            read: read.map { .indexed($0) },
            soft: soft.map { .indexed($0) }
        )
    }

    subscript(shade: Shade) -> Color? {
        switch shade {
        case .plain: plain
        case .unread: unread
        case .read: read
        case .soft: soft
        }
    }
}

extension Tone {
    /// A tone of the 240 fixed colours for dark backgrounds: text hues have a contrast of at least 4.5, the others of at least 3.
    static func onDark(_ hue: Hue) -> Tone {
        switch hue {
        case .muted: Tone(248)
        case .axis: Tone(243)
        case .faint: Tone(239)
        case .accent: Tone(75, read: 159)
        case .good: Tone(78, read: 157)
        case .warning: Tone(221, read: 229)
        case .error: Tone(203, read: 217)
        case .activity: Tone(202, unread: 166, read: 215, soft: 235)
        case .heart: Tone(203, unread: 167, read: 217, soft: 235)
        case .restingHeart: Tone(147, unread: 146, read: 189, soft: 235)
        case .body: Tone(141, unread: 140, read: 225, soft: 235)
        case .mind: Tone(43, unread: 37, read: 123, soft: 235)
        case .nutrition: Tone(71, unread: 65, read: 157, soft: 235)
        case .respiratory: Tone(75, unread: 74, read: 153, soft: 235)
        case .cycle: Tone(212, unread: 176, read: 225, soft: 235)
        case .medication: Tone(80, unread: 73, read: 159, soft: 235)
        case .hearing: Tone(39, unread: 38, read: 123, soft: 235)
        case .vision: Tone(111, unread: 110, read: 189, soft: 235)
        case .labs: Tone(179, unread: 137, read: 223, soft: 235)
        case .sleep: Tone(105, unread: 104, read: 189, soft: 235)
        case .other: Tone(110, unread: 67, read: 153, soft: 235)
        case .awake: Tone(223, read: 230)
        case .rem: Tone(159, read: 195)
        case .core: Tone(45, read: 117)
        case .deep: Tone(105, read: 147)
        case .nap: Tone(189, read: 231)
        case .zone1: Tone(39, read: 123)
        case .zone2: Tone(35, read: 121)
        case .zone3: Tone(228, read: 230)
        case .zone4: Tone(208, read: 222)
        case .zone5: Tone(204, read: 218)
        case .heat1: Tone(236)
        case .heat2: Tone(24)
        case .heat3: Tone(67)
        case .heat4: Tone(110, read: 153)
        case .heat5: Tone(189)
        case .move: Tone(204, read: 218, soft: 52)
        case .exercise: Tone(154, read: 228, soft: 22)
        case .stand: Tone(45, read: 123, soft: 23)
        case .year1: Tone(32)
        case .year2: Tone(75)
        case .year3: Tone(117)
        case .year4: Tone(195)
        case .before: Tone(246, read: 251)
        case .elevation: Tone(60, read: 103)
        case .ink: Tone(231, read: 16)
        case .cursorGround: Tone(237)
        case .panelGround: Tone(235)
        }
    }

    /// A tone of the 240 fixed colours for light backgrounds: text hues have a contrast of at least 4.5, the others of at least
    /// 3.
    static func onLight(_ hue: Hue) -> Tone {
        switch hue {
        case .muted: Tone(241)
        case .axis: Tone(244)
        case .faint: Tone(251)
        case .accent: Tone(26, read: 19)
        case .good: Tone(22, read: 16)
        case .warning: Tone(94, read: 52)
        case .error: Tone(160, read: 88)
        case .activity: Tone(94, unread: 130, read: 52, soft: 223)
        case .heart: Tone(125, unread: 168, read: 89, soft: 224)
        case .restingHeart: Tone(61, read: 18, soft: 189)
        case .body: Tone(91, unread: 97, read: 54, soft: 189)
        case .mind: Tone(23, unread: 30, read: 16, soft: 195)
        case .nutrition: Tone(22, unread: 28, read: 16, soft: 194)
        case .respiratory: Tone(25, unread: 32, read: 18, soft: 195)
        case .cycle: Tone(126, unread: 162, read: 53, soft: 225)
        case .medication: Tone(24, unread: 31, read: 17, soft: 195)
        case .hearing: Tone(25, unread: 32, read: 18, soft: 195)
        case .vision: Tone(61, unread: 62, read: 18, soft: 189)
        case .labs: Tone(94, unread: 130, read: 52, soft: 223)
        case .sleep: Tone(61, read: 18, soft: 189)
        case .other: Tone(60, unread: 67, read: 17, soft: 189)
        case .awake: Tone(94, read: 52)
        case .rem: Tone(23, read: 22)
        case .core: Tone(93, read: 55)
        case .deep: Tone(17, read: 16)
        case .nap: Tone(18, read: 16)
        case .zone1: Tone(26, read: 19)
        case .zone2: Tone(23, read: 22)
        case .zone3: Tone(94, read: 58)
        case .zone4: Tone(125, read: 89)
        case .zone5: Tone(52, read: 16)
        case .heat1: Tone(254)
        case .heat2: Tone(153)
        case .heat3: Tone(110)
        case .heat4: Tone(67, read: 24)
        case .heat5: Tone(24)
        case .move: Tone(125, read: 88, soft: 224)
        case .exercise: Tone(22, unread: 64, read: 16, soft: 194)
        case .stand: Tone(26, read: 19, soft: 195)
        case .year1: Tone(32)
        case .year2: Tone(26)
        case .year3: Tone(19)
        case .year4: Tone(17)
        case .before: Tone(242, read: 240)
        case .elevation: Tone(146, read: 103)
        case .ink: Tone(16, read: 231)
        case .cursorGround: Tone(254)
        case .panelGround: Tone(255)
        }
    }

    /// A tone of the terminal's own sixteen colours, as it defines them.
    static func ofSixteen(_ hue: Hue, onLight isLight: Bool) -> Tone {
        switch hue {
        // None of the sixteen is a tint of sleep: a nap has the colour of text.
        case .muted, .axis, .ink, .nap, .cursorGround, .panelGround: Tone(Color.default)
        case .faint, .elevation, .before: Tone(Color.brightBlack)
        case .accent: Tone(Color.blue, read: .brightBlue)
        case .good: Tone(Color.green, read: .brightGreen)
        case .warning: Tone(Color.yellow, read: .brightYellow)
        case .error: Tone(Color.red, read: .brightRed)
        case .activity: Tone(Color.brightRed, unread: .red, read: .brightYellow)
        case .heart: Tone(Color.red, read: .brightRed)
        case .restingHeart, .cycle: Tone(Color.brightMagenta)
        case .body: Tone(Color.magenta, read: .brightMagenta)
        case .mind, .medication: Tone(Color.cyan, read: .brightCyan)
        case .nutrition: Tone(Color.green, read: .brightGreen)
        // Drawn under a night's stages, whose colours it must not share.
        case .respiratory: Tone(Color.green, read: .brightGreen)
        case .hearing, .vision, .sleep, .other: Tone(Color.brightBlue, unread: .blue)
        case .labs: Tone(Color.yellow, read: .brightYellow)
        case .awake: Tone(Color.yellow, read: .brightYellow)
        case .rem: Tone(Color.cyan, read: .brightCyan)
        case .core: Tone(Color.blue, read: .brightBlue)
        case .deep: Tone(Color.magenta, read: .brightMagenta)
        case .zone1: Tone(Color.blue)
        case .zone2: Tone(Color.green)
        case .zone3: Tone(Color.yellow)
        case .zone4: Tone(Color.brightRed)
        case .zone5: Tone(Color.red)
        case .heat1: Tone(Color.default)
        case .heat2: Tone(isLight ? Color.brightCyan : .blue)
        case .heat3: Tone(Color.cyan)
        case .heat4: isLight ? Tone(Color.blue) : Tone(Color.brightCyan)
        case .heat5: Tone(isLight ? Color.black : .brightWhite)
        case .move: Tone(Color.red)
        case .exercise: Tone(Color.green)
        case .stand: Tone(Color.cyan)
        case .year1: Tone(Color.blue)
        case .year2: Tone(Color.brightBlue)
        case .year3: Tone(Color.cyan)
        case .year4: Tone(Color.brightCyan)
        }
    }
}
