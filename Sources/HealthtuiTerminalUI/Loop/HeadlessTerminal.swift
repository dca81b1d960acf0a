import Synchronization

/// A terminal without a screen, for tests and replays: it keeps the last grid it was given and receives events by hand.
package final class HeadlessTerminal: Terminal {
    private struct Contents {
        var size: Size
        var grid: CellGrid
        var deliver: (@Sendable (TerminalEvent) -> Void)?
        var drawCount = 0
        var suspendCount = 0
        var clipboard: String?
        var isClosed = false
    }

    private let contents: Mutex<Contents>
    private let theme: Theme
    private let onDraw: @Sendable () -> Void

    /// A terminal without a screen.
    ///
    /// - Parameters:
    ///   - size: Its size.
    ///   - theme: The theme the screen is folded for.
    ///   - onDraw: Called after each drawing.
    package init(size: Size, theme: Theme, onDraw: @escaping @Sendable () -> Void = {}) {
        self.onDraw = onDraw
        contents = Mutex(Contents(size: size, grid: CellGrid(size: size)))
        self.theme = theme
    }

    package var size: Size { contents.withLock { $0.size } }
    /// The screen as the user would see it, folded to ASCII if the theme is ASCII.
    package var grid: CellGrid { contents.withLock { $0.grid } }
    package var drawCount: Int { contents.withLock { $0.drawCount } }
    package var suspendCount: Int { contents.withLock { $0.suspendCount } }
    package var clipboard: String? { contents.withLock { $0.clipboard } }
    package var isClosed: Bool { contents.withLock { $0.isClosed } }

    package func listen(_ deliver: @escaping @Sendable (TerminalEvent) -> Void) {
        contents.withLock { $0.deliver = deliver }
    }

    package func draw(_ grid: CellGrid) {
        let shown = grid.folded(for: theme.glyphs.repertoire)
        contents.withLock { contents in
            contents.grid = shown
            contents.drawCount += 1
        }
        onDraw()
    }

    package func invalidate() {}

    package func suspend() {
        contents.withLock { $0.suspendCount += 1 }
    }

    package func copy(_ text: String) {
        contents.withLock { $0.clipboard = text }
    }

    package func close() {
        contents.withLock { $0.isClosed = true }
    }

    /// Hands an event to the program, as if it came from the keyboard, the mouse or the window.
    package func deliver(_ event: TerminalEvent) {
        let deliver = contents.withLock { contents in
            if case .resize(let size) = event {
                contents.size = size
            }
            return contents.deliver
        }
        deliver?(event)
    }
}
