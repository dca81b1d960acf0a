/// The notice shown in place of a screen that is too small.
package enum SizeNotice {
    /// The smallest size every screen works at.
    package static let minimum = Size(width: 40, height: 10)

    /// A one-line notice, when the size is below the minimum.
    ///
    /// - Parameters:
    ///   - size: The size of the screen.
    ///   - minimum: The least size that works.
    /// - Returns: The screen to show instead, or nil when there is room.
    package static func screen(at size: Size, minimum: Size = minimum) -> CellGrid? {
        guard size.width < minimum.width || size.height < minimum.height else { return nil }
        var grid = CellGrid(size: size)
        let text = WidgetStrings.tooSmall(minimum.width, minimum.height, size.width, size.height)
        grid.write(text.truncated(to: size.width), in: grid.bounds, y: size.height / 2)
        return grid
    }
}
