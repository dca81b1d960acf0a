/// A screen and keyboard that a program can run on.
package protocol Terminal: AnyObject, Sendable {
    /// The size of the screen now.
    var size: Size { get }

    /// Starts delivering events, on any thread, until ``close()``.
    func listen(_ deliver: @escaping @Sendable (TerminalEvent) -> Void)

    /// Shows a screen.
    func draw(_ grid: CellGrid)

    /// Makes the next ``draw(_:)`` send every cell again.
    func invalidate()

    /// Gives the terminal to the shell and stops; returns when the person has come back.
    func suspend()

    /// Puts text on the clipboard, where the terminal allows it.
    func copy(_ text: String)

    /// Gives the terminal back as it was found; more calls do nothing.
    func close()
}
