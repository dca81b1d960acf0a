/// The characters that pictures are made of, in one of three sets: UTF-8, what the font of Linux's own console has, or plain
/// ASCII.
///
/// Every glyph is one column wide in all sets, so a screen has the same shape in each.
package struct Glyphs: Hashable, Sendable {
    /// Which characters can be shown at all; the others are replaced by a likeness.
    package enum Repertoire: Hashable, Sendable {
        case all
        /// Of Linux's console, whose font has 256 characters: ASCII, Latin-1, lines, halves of cells and shades.
        case console
        case ascii
    }

    package let repertoire: Repertoire

    package var isASCII: Bool { repertoire == .ascii }

    /// What fields of dots are made of.
    package enum Dots: Hashable, Sendable {
        /// Two by four in a cell.
        case braille
        /// Two by two.
        case quadrants
        /// Two on top of each other.
        case halves
        /// One.
        case marks
    }

    /// Whether the font has braille; without it lines are made of quarters of cells.
    package var hasBraille = true

    package var dots: Dots {
        switch repertoire {
        case .all: hasBraille ? .braille : .quadrants
        case .console: .halves
        case .ascii: .marks
        }
    }

    package let horizontal: String
    package let vertical: String
    package let corner: String
    package let axisTick: String
    package let baseTick: String
    package let rangeTop: String
    package let rangeBottom: String
    package let average: String
    package let point: String
    package let cursorColumn: String

    package let cursorRow: String
    package let mark: String
    package let ellipsis: String
    package let error: String
    package let rising: String
    package let falling: String
    package let breadcrumb: String
    package let notOffered: String
    package let shade: String
    /// Across a bar, at the height of what it is compared with.
    package let compared: String
    /// Faint, across a chart at each tick.
    package let gridDot: String
    /// A line across a chart that is no value of its own, such as an average.
    package let dashed: String
    /// Down from what is read to the axis.
    package let guide: String
    package let upperHalf: String
    package let lowerHalf: String
    /// A point that is read.
    package let diamond: String
    /// Behind what is done.
    package let done: String
    /// Above the bar of a day on which a goal was met.
    package let goalMet: String
    /// At the left edge of a cell, where one thing ends and the next begins.
    package let edge: String
    /// Of a card or a gauge: a heavy line.
    package let heavy: String
    /// Inside a bar without colours, at the height of what it is compared with.
    package let middleShade: String
    /// Inside a column without colours, at its average.
    package let notch: String
    package let closed: String
    package let open: String

    /// From empty to a full cell, rising from the bottom.
    package let columnEighths: [String]
    /// From empty to a full cell, growing from the left.
    package let rowEighths: [String]
    /// From lowest to highest, for a sparkline; even the lowest is visible, and the highest leaves a gap to the row above.
    package let sparkLevels: [String]

    package static let utf8 = Glyphs(
        repertoire: .all,
        horizontal: "─",
        vertical: "│",
        corner: "└",
        axisTick: "┤",
        baseTick: "┬",
        rangeTop: "╷",
        rangeBottom: "╵",
        average: "┿",
        point: "•",
        cursorColumn: "▲",
        cursorRow: "▌",
        mark: "*",
        ellipsis: "…",
        error: "✗",
        rising: "▲",
        falling: "▼",
        breadcrumb: "›",
        notOffered: "–",
        shade: "░",
        compared: "━",
        gridDot: "·",
        dashed: "┄",
        guide: "┊",
        upperHalf: "▀",
        lowerHalf: "▄",
        diamond: "◆",
        done: "✓",
        goalMet: "✓",
        edge: "▏",
        heavy: "━",
        middleShade: "▒",
        notch: "┿",
        closed: "●",
        open: "○",
        columnEighths: [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"],
        rowEighths: [" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"],
        sparkLevels: ["▁", "▂", "▃", "▄", "▅", "▆", "▇"]
    )

    package static let console = Glyphs(
        repertoire: .console,
        horizontal: "─",
        vertical: "│",
        corner: "└",
        axisTick: "┤",
        baseTick: "┬",
        rangeTop: "│",
        rangeBottom: "│",
        average: "┼",
        point: "·",
        cursorColumn: "^",
        cursorRow: "▌",
        mark: "*",
        ellipsis: "~",
        error: "!",
        rising: "^",
        falling: "v",
        breadcrumb: "»",
        notOffered: "-",
        shade: "░",
        compared: "═",
        gridDot: "·",
        dashed: "-",
        guide: "│",
        upperHalf: "▀",
        lowerHalf: "▄",
        diamond: "+",
        done: "+",
        goalMet: "*",
        edge: "│",
        heavy: "═",
        middleShade: "▒",
        notch: "┼",
        closed: "*",
        open: "o",
        columnEighths: [" ", "▄", "▄", "▄", "▄", "▄", "█", "█", "█"],
        rowEighths: [" ", "▌", "▌", "▌", "▌", "▌", "█", "█", "█"],
        sparkLevels: ["_", "▄", "█"]
    )

    package static let ascii = Glyphs(
        repertoire: .ascii,
        horizontal: "-",
        vertical: "|",
        corner: "+",
        axisTick: "+",
        baseTick: "+",
        rangeTop: "|",
        rangeBottom: "|",
        average: "+",
        point: "o",
        cursorColumn: "^",
        cursorRow: ">",
        mark: "*",
        ellipsis: "~",
        error: "!",
        rising: "^",
        falling: "v",
        breadcrumb: ">",
        notOffered: "-",
        shade: ":",
        compared: "~",
        gridDot: " ",
        dashed: ".",
        guide: ":",
        upperHalf: "#",
        lowerHalf: "#",
        diamond: "*",
        done: "+",
        goalMet: "*",
        edge: "|",
        heavy: "=",
        middleShade: "%",
        notch: "+",
        closed: "*",
        open: "o",
        columnEighths: [" ", ".", ".", ":", "-", "=", "+", "*", "#"],
        rowEighths: [" ", ".", ".", ":", "-", "=", "+", "*", "#"],
        sparkLevels: [".", ":", "-", "=", "+", "*", "#", "%", "@"]
    )
}
