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

    /// From empty to a full cell, rising from the bottom.
    package let columnEighths: [String]
    /// From empty to a full cell, growing from the left.
    package let rowEighths: [String]
    /// From lowest to highest, for a sparkline; even the lowest is visible.
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
        columnEighths: [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"],
        rowEighths: [" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"],
        sparkLevels: ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
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
        columnEighths: [" ", ".", ".", ":", "-", "=", "+", "*", "#"],
        rowEighths: [" ", ".", ".", ":", "-", "=", "+", "*", "#"],
        sparkLevels: [".", ":", "-", "=", "+", "*", "#", "%", "@"]
    )
}
