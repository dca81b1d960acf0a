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

    /// Suspends to the shell; returns when the user comes back.
    func suspend()

    /// Copies text to the clipboard, where the terminal allows it.
    func copy(_ text: String)

    /// Restores the terminal to its original state; further calls do nothing.
    func close()
}
