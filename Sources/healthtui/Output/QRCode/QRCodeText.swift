/// Draws a QR code as lines of a terminal.
struct QRCodeText: Hashable, Sendable {
    /// The colors of dark and light modules.
    enum Colors: Hashable, Sendable {
        /// The terminal's own, assumed to be light on dark: light modules are drawn, dark ones are omitted.
        case none
        /// The first colours of the terminal's palette.
        case palette
        /// Black and white whatever the palette is.
        case fixed

        fileprivate var dark: String { self == .fixed ? "16" : "0" }
        fileprivate var light: String { self == .fixed ? "231" : "15" }
    }

    var usesBlocks: Bool
    var colors: Colors

    /// Light modules around the code, as the standard wants them.
    static let border = 4

    init(usesBlocks: Bool, colors: Colors) {
        (self.usesBlocks, self.colors) = (usesBlocks, colors)
    }

    /// Determines the capabilities of a terminal from its environment.
    ///
    /// - Parameters:
    ///   - variables: The environment.
    ///   - isUTF8: Whether its locale uses UTF-8.
    init(_ variables: [String: String], isUTF8: Bool) {
        usesBlocks = isUTF8
        let (terminal, isColorless) = (variables["TERM"] ?? "", !(variables["NO_COLOR"] ?? "").isEmpty)
        let hasPalette = terminal.contains("256color") || terminal.contains("direct")
        colors =
            isColorless || terminal.isEmpty || terminal == "dumb" || terminal.hasPrefix("vt")
            ? .none : hasPalette || variables["COLORTERM"] != nil ? .fixed : .palette
    }

    /// The columns that a code takes.
    func width(of code: QRCode) -> Int { (code.size + 2 * Self.border) * (usesBlocks ? 1 : 2) }

    /// The lines of a code, each with its border.
    func lines(of code: QRCode) -> [String] {
        let range = -Self.border..<(code.size + Self.border)
        let step = usesBlocks ? 2 : 1
        return stride(from: range.lowerBound, to: range.upperBound, by: step)
            .map { row in
                var line = ""
                var last = ""
                for column in range {
                    let upper = code[column, row]
                    // The last row has no partner, so the border continues below it.
                    let lower = usesBlocks ? code[column, row + 1] : upper
                    let cell = usesBlocks ? block(upper, lower) : square(upper)
                    if cell.style != last { line += cell.style }
                    last = cell.style
                    line += cell.text
                }
                return colors == .none ? line : line + "\u{1B}[0m"
            }
    }

    private func block(_ upper: Bool, _ lower: Bool) -> (style: String, text: String) {
        if colors == .none {
            // Light modules are drawn.
            return ("", upper ? (lower ? " " : "▄") : (lower ? "▀" : "█"))
        }
        let style = "\u{1B}[\(foreground(colors.dark));\(background(colors.light))m"
        return (style, upper ? (lower ? "█" : "▀") : (lower ? "▄" : " "))
    }

    private func square(_ isDark: Bool) -> (style: String, text: String) {
        if colors == .none { return ("", isDark ? "  " : "##") }
        return ("\u{1B}[\(background(isDark ? colors.dark : colors.light))m", "  ")
    }

    private func foreground(_ color: String) -> String {
        colors == .fixed ? "38;5;\(color)" : color == "0" ? "30" : "97"
    }

    private func background(_ color: String) -> String {
        colors == .fixed ? "48;5;\(color)" : color == "0" ? "40" : "107"
    }
}
