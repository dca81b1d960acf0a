/// The meaning of a click at a position.
package enum Target: Hashable, Sendable {
    /// A numbered part of a named widget, such as a row of a list.
    case item(name: String, index: Int, column: Int)
    /// The same as pressing this key; the update loop turns such a click into the key.
    case key(Key)

    package static func item(_ name: String, _ index: Int, column: Int = 0) -> Target {
        .item(name: name, index: index, column: column)
    }
}

/// The positions of the named parts of a drawn screen.
///
/// Drawing is pure, yet a list must know its height to page, and a click must find its row: the grid carries this information
/// out.
package struct Layout: Hashable, Sendable {
    package private(set) var frames: [String: Rect] = [:]
    package private(set) var targets: [TargetArea] = []

    /// A rectangle that answers clicks.
    package struct TargetArea: Hashable, Sendable {
        package let rect: Rect
        package let target: Target
    }

    package init() {}

    /// Remembers where a named part was drawn.
    package mutating func setFrame(_ rect: Rect, for name: String) {
        frames[name] = rect
    }

    /// Makes a rectangle answer clicks; a later area covers an earlier one.
    package mutating func addTarget(_ target: Target, in rect: Rect) {
        guard !rect.isEmpty else { return }
        targets.append(TargetArea(rect: rect, target: target))
    }

    /// Forgets the targets drawn so far, for a sheet that covers the screen.
    package mutating func removeTargets() {
        targets.removeAll()
    }

    /// The topmost target at a place.
    package func target(at point: Point) -> Target? {
        targets.last { $0.rect.contains(point) }?.target
    }

    mutating func merge(_ other: Layout, at origin: Point) {
        func moved(_ rect: Rect) -> Rect {
            Rect(x: rect.x + origin.x, y: rect.y + origin.y, width: rect.width, height: rect.height)
        }
        for (name, rect) in other.frames {
            frames[name] = moved(rect)
        }
        for area in other.targets {
            addTarget(area.target, in: moved(area.rect))
        }
    }
}
