/// The characters used in drawings, in one of three sets: UTF-8, those in the font of Linux's own console, or plain ASCII.
///
/// Every glyph is one column wide in all sets, so a screen has the same shape in each.
package struct Glyphs: Hashable, Sendable {
    /// The displayable characters; others are replaced by similar ones.
    package enum Repertoire: Hashable, Sendable {
        case all
        /// The set of Linux's console, whose font has 256 characters: ASCII, Latin-1, lines, halves of cells and shades.
        case console
        case ascii
    }

    package let repertoire: Repertoire

    package var isASCII: Bool { repertoire == .ascii }

    /// The kind of dots on a canvas.
    package enum Dots: Hashable, Sendable {
        /// Two by four dots in a cell.
        case braille
        /// Two by two dots in a cell.
        case quadrants
        /// Two dots in a cell, one above the other.
        case halves
        /// One dot in a cell.
        case marks
    }

    /// Whether the font has braille; without it, lines are made of quarter cells.
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
    /// The greatest and the least of a part, such as a month, beside ``rising`` and ``falling`` for the whole.
    package let partRising: String
    package let partFalling: String
    package let breadcrumb: String
    package let notOffered: String
    package let shade: String
    /// The comparison line across a bar.
    package let compared: String
    /// The faint dot across a chart at each tick.
    package let gridDot: String
    /// A line across a chart that isn't a data value, such as an average.
    package let dashed: String
    /// The line from the value under the cursor down to the axis.
    package let guide: String
    package let upperHalf: String
    package let lowerHalf: String
    /// The point under the cursor.
    package let diamond: String
    /// Follows something done.
    package let done: String
    /// The mark above the bar of a day on which a goal was met.
    package let goalMet: String
    /// The left edge of a cell, where one thing ends and the next begins.
    package let edge: String
    /// The heavy line of a card or a gauge.
    package let heavy: String
    /// The comparison line inside a bar without colours.
    package let middleShade: String
    /// The average inside a column without colours.
    package let notch: String
    package let closed: String
    package let open: String

    /// The fill levels from an empty to a full cell, rising from the bottom.
    package let columnEighths: [String]
    /// The fill levels from an empty to a full cell, growing from the left.
    package let rowEighths: [String]
    /// The levels of a sparkline, from lowest to highest; even the lowest is visible, and the highest leaves a gap to the row
    /// above.
    package let sparkLevels: [String]
    /// The shades of a cell from nothing to all, five of them: what colours say where there are none.
    package let shades: [String]

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
        partRising: "▴",
        partFalling: "▾",
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
        sparkLevels: ["▁", "▂", "▃", "▄", "▅", "▆", "▇"],
        shades: ["·", "░", "▒", "▓", "█"]
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
        partRising: "'",
        partFalling: ",",
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
        sparkLevels: ["_", "▄", "█"],
        shades: ["·", "░", "▒", "▓", "█"]
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
        partRising: "'",
        partFalling: ",",
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
        sparkLevels: [".", ":", "-", "=", "+", "*", "#", "%", "@"],
        shades: [".", ":", "=", "%", "#"]
    )
}
