/// A box over the screen, for a question or for help.
package enum Sheet {
    /// The name of the click target that covers the whole sheet, below those of its parts.
    package static let targetName = "sheet"

    /// Clears the middle of the screen, draws a frame with a title around it, and returns the area inside.
    ///
    /// - Parameters:
    ///   - rect: The screen.
    ///   - width: The wanted width of the contents.
    ///   - height: The wanted height of the contents.
    ///   - title: The title in the frame.
    ///   - grid: The screen; clicks outside the sheet no longer reach the targets below it.
    ///   - theme: The theme.
    /// - Returns: The room inside the frame. A screen too small for a frame is given whole.
    package static func open(
        over rect: Rect,
        width: Int,
        height: Int,
        title: String,
        on grid: inout CellGrid,
        theme: Theme
    ) -> Rect {
        grid.layout.removeTargets()
        grid.cursor = nil
        let isFramed = rect.width >= 20 && rect.height >= 5
        guard isFramed else {
            grid.clear(rect)
            return rect
        }
        let frame = rect.centered(width: min(width, rect.width) + 4, height: min(height, rect.height) + 2)
        grid.layout.addTarget(.item(targetName, 0), in: frame)
        let inside = grid.frame(frame, style: theme.dim, theme: theme)
        let lines = theme.glyphs
        let name = " " + title.truncated(to: frame.width - 6, ellipsis: lines.ellipsis) + " "
        grid.write(title.isEmpty ? "" : name, in: frame, x: 2, y: 0, style: theme.title)
        return inside
    }
}

extension CellGrid {
    /// Empties a rectangle, draws a frame at its edge.
    ///
    /// - Parameters:
    ///   - rect: The rectangle, of at least two rows and columns.
    ///   - style: The style of the frame; nil for that of a focused frame.
    ///   - theme: The theme.
    /// - Returns: The room inside, with a column free at both sides.
    @discardableResult
    package mutating func frame(_ rect: Rect, style: Style? = nil, theme: Theme) -> Rect {
        clear(rect)
        let lines = theme.glyphs
        let corners = lines.isASCII ? ["+", "+", "+", "+"] : ["┌", "┐", "└", "┘"]
        let across = String(repeating: lines.horizontal, count: max(0, rect.width - 2))
        let ink = style ?? theme.accent
        write(corners[0] + across + corners[1], in: rect, y: 0, style: ink)
        write(corners[2] + across + corners[3], in: rect, y: rect.height - 1, style: ink)
        for y in 1..<max(1, rect.height - 1) {
            write(lines.vertical, in: rect, x: 0, y: y, style: ink)
            write(lines.vertical, in: rect, x: rect.width - 1, y: y, style: ink)
        }
        return rect.inset(horizontally: 2, vertically: 1)
    }
}
