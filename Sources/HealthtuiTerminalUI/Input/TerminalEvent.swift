/// An event from the terminal.
package enum TerminalEvent: Hashable, Sendable {
    case key(Key)
    case mouse(MouseEvent)
    /// The window has a new size, or needs a redraw.
    case resize(Size)
    /// Text pasted as a whole, not typed.
    case paste(String)
    /// The terminal reported whether its background is light.
    case background(isLight: Bool)
}

/// A press of a mouse button, or a turn of its wheel.
package struct MouseEvent: Hashable, Sendable {
    /// The kind of mouse event.
    package enum Kind: Hashable, Sendable {
        case press
        case middlePress
        case rightPress
        case release
        case wheelUp
        case wheelDown
    }

    package var kind: Kind
    package var position: Point
    package var modifiers: Key.Modifiers
    /// The target drawn at that position, filled in by the update loop from the screen's ``Layout``.
    package var target: Target?

    package init(_ kind: Kind, at position: Point, modifiers: Key.Modifiers = [], target: Target? = nil) {
        self.kind = kind
        self.position = position
        self.modifiers = modifiers
        self.target = target
    }
}
