import HealthtuiTerminalUI

/// A value fetched from the store, which keeps the previous value while it is fetched again.
package struct Loaded<Value: Sendable>: Sendable {
    package private(set) var value: Value?
    package private(set) var failure: Failure?

    package init(_ value: Value? = nil) { self.value = value }

    /// Stores an answer; a failure keeps the old value.
    package mutating func take(_ answer: Answer<Value>) {
        switch answer {
        case .success(let value):
            self.value = value
            failure = nil
        case .failure(let failure): self.failure = failure
        }
    }

    package mutating func change(_ body: (inout Value) -> Void) {
        guard var value else { return }
        body(&value)
        self.value = value
    }

    /// Reports a failure that the old value would hide.
    package func complaint<Action>() -> [ScreenEffect<Action>] {
        guard let failure, value != nil else { return [] }
        return [.notice(failure.text)]
    }

    /// Draws a placeholder while there is no value.
    ///
    /// - Parameters:
    ///   - what: The data being loaded.
    ///   - rect: The rectangle to draw in.
    ///   - grid: The screen.
    ///   - theme: The theme.
    package func drawPlaceholder(_ what: String, in rect: Rect, on grid: inout CellGrid, theme: Theme) {
        guard let failure else {
            let line = LoadingLine.line(what, theme: theme)
            grid.write(line.truncated(to: rect.width - 1, ellipsis: theme.glyphs.ellipsis), in: rect, x: 1)
            return
        }
        failure.draw(in: rect, on: &grid, theme: theme)
    }
}
