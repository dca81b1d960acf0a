/// Parts of a whole side by side in one bar, with their names underneath.
package struct SharesBar: Hashable, Sendable {
    /// One part.
    package struct Part: Hashable, Sendable {
        package let name: String
        package let share: Double
        package let hue: Hue

        /// A part.
        ///
        /// - Parameters:
        ///   - name: The name, drawn underneath where it fits.
        ///   - share: Its share of the whole, 0 to 1.
        ///   - hue: Its hue.
        package init(_ name: String, share: Double, hue: Hue) {
            self.name = name
            self.share = share.isFinite ? min(max(0, share), 1) : 0
            self.hue = hue
        }
    }

    package let parts: [Part]

    package init(_ parts: [Part]) { self.parts = parts }

    /// Draws the bar on the first row of a rectangle and the names on the second.
    ///
    /// Without colours, each part has its own texture.
    ///
    /// - Parameters:
    ///   - rect: The rectangle to draw in.
    ///   - grid: The screen.
    ///   - theme: The theme.
    package func draw(in rect: Rect, on grid: inout CellGrid, theme: Theme) {
        let textures = theme.glyphs.isASCII ? [".", "-", "+", "#", ":"] : ["░", "▒", "▓", "█", "┊"]
        var reached = 0.0
        var free = 0
        for (index, part) in parts.enumerated() {
            let start = Int((reached * Double(rect.width)).rounded())
            reached += part.share
            let end = min(rect.width, Int((reached * Double(rect.width)).rounded()))
            guard end > start else { continue }
            let glyph = theme.colors == .none ? textures[index % textures.count] : theme.glyphs.columnEighths[8]
            let area = Rect(x: rect.x + start, y: rect.y, width: end - start, height: min(1, rect.height))
            grid.fill(area, with: glyph, style: theme.style(part.hue))
            guard part.name.displayWidth < end - start, start >= free else { continue }
            free = grid.write(part.name, in: rect.row(1), x: start + 1, style: theme.style(part.hue)) + 1
        }
    }
}
