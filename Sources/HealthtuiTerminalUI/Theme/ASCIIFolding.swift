import Foundation

extension CellGrid {
    /// The screen with every character that a terminal can't show replaced by a similar one of the same width.
    ///
    /// For terminals whose locale or font can't show more: names and notes stay readable and nothing shifts.
    package func folded(for repertoire: Glyphs.Repertoire) -> CellGrid {
        guard repertoire != .all else { return self }
        var folded = self
        folded.foldCells(repertoire)
        return folded
    }

    private mutating func foldCells(_ repertoire: Glyphs.Repertoire) {
        for y in 0..<size.height {
            for x in 0..<size.width {
                guard let cell = self[x, y], !cell.isContinuation, cell.text.utf8.count > 1 else { continue }
                if repertoire == .console, ASCIIFolding.isOnConsoles(cell.text) { continue }
                let likeness = ASCIIFolding.fold(cell.text)
                for column in 0..<cell.width {
                    let element = TextElement(text: column == 0 ? likeness : "?", width: 1)
                    place(element, x: x + column, y: y, style: cell.style, clip: bounds)
                }
            }
        }
    }
}

/// One ASCII character for one element of text.
enum ASCIIFolding {
    static func fold(_ text: String) -> String {
        if let likeness = likenesses[text] {
            return likeness
        }
        // An accented letter, decomposed, begins with the base letter.
        let base = text.decomposedStringWithCompatibilityMapping.unicodeScalars.first
        if let base, base.isASCII, base.value >= 0x20, base.value < 0x7F {
            return String(base)
        }
        if let scalar = text.unicodeScalars.first, (0x2801...0x28FF).contains(scalar.value) {
            return ":"
        }
        return "?"
    }

    /// Whether the font of Linux's console has a character: Latin-1, single and double lines, halves, shades.
    static func isOnConsoles(_ text: String) -> Bool {
        guard let scalar = text.unicodeScalars.first, text.unicodeScalars.count == 1 else { return false }
        return (0xA1...0xFF).contains(scalar.value) && scalar.value != 0xAD || consoleBlocks.contains(scalar)
    }

    private static let consoleBlocks = Set("─│┌┐└┘├┤┬┴┼═║╒╓╔╕╖╗╘╙╚╛╜╝╞╟╠╡╢╣╤╥╦╧╨╩╪╫╬▀▄█▌▐░▒▓".unicodeScalars)

    private static let likenesses: [String: String] = [
        "‘": "'", "’": "'", "‚": ",", "“": "\"", "”": "\"", "„": "\"", "«": "<", "»": ">", "‹": "<", "›": ">",
        "–": "-", "—": "-", "‐": "-", "‑": "-", "−": "-", "•": "*", "·": ".", "…": ".", "×": "x", "÷": "/",
        "°": "o", "µ": "u", "μ": "u", "±": "+", "≤": "<", "≥": ">", "≈": "~", "≠": "!", "→": ">", "←": "<",
        "↑": "^", "↓": "v", "▲": "^", "▼": "v", "✓": "+", "✗": "!", "ß": "s", "æ": "a", "Æ": "A", "ø": "o", "Ø": "O",
        "œ": "o", "Œ": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ð": "d", "þ": "p", "ı": "i", "€": "E", "£": "L",
        "─": "-", "│": "|", "└": "+", "┘": "+", "┌": "+", "┐": "+", "┤": "+", "├": "+", "┬": "+", "┴": "+", "┼": "+",
        "┿": "+", "╷": "|", "╵": "|", "█": "#", "▉": "#", "▊": "#", "▋": "+", "▌": "|", "▍": "|", "▎": "|", "▏": "|",
        "▁": "_", "▂": "_", "▃": "-", "▄": "=", "▅": "=", "▆": "+", "▇": "#", "░": ":", "▒": "%", "▓": "#",
        "\u{FFFD}": "?", "⠀": " ", "\u{A0}": " ",
    ]
}
