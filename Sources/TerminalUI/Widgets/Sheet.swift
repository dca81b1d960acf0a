/// A box over the screen, for a question or for help.
package enum Sheet {
    /// The name of the click target that the whole sheet is, under those of its parts.
    package static let targetName = "sheet"

    /// Empties the middle of the screen, draws a frame with a title around it, and returns the room inside.
    ///
    /// - Parameters:
    ///   - rect: The screen.
    ///   - width: The wanted width of the contents.
    ///   - height: The wanted height of the contents.
    ///   - title: What stands in the frame.
    ///   - grid: The screen; clicks outside the sheet no longer reach what lies under it.
    ///   - theme: The look.
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
        grid.clear(frame)
        grid.layout.addTarget(.item(targetName, 0), in: frame)
        let lines = theme.glyphs
        let corners = lines.isASCII ? ["+", "+", "+", "+"] : ["┌", "┐", "└", "┘"]
        let across = String(repeating: lines.horizontal, count: max(0, frame.width - 2))
        grid.write(corners[0] + across + corners[1], in: frame, y: 0, style: theme.dim)
        grid.write(corners[2] + across + corners[3], in: frame, y: frame.height - 1, style: theme.dim)
        for y in 1..<max(1, frame.height - 1) {
            grid.write(lines.vertical, in: frame, x: 0, y: y, style: theme.dim)
            grid.write(lines.vertical, in: frame, x: frame.width - 1, y: y, style: theme.dim)
        }
        let name = " " + title.truncated(to: frame.width - 6, ellipsis: lines.ellipsis) + " "
        grid.write(title.isEmpty ? "" : name, in: frame, x: 2, y: 0, style: theme.title)
        return frame.inset(horizontally: 2, vertically: 1)
    }
}
