import HealthKit
import HealthtuiTerminalUI

/// The marks that show without colours whether a ring is closed.
enum RingMarks {
    /// A mark a ring: closed or open.
    static func marks(_ rings: ActivityRings, _ theme: Theme) -> Line {
        ActivityRings.Kind.allCases.map { mark(rings[$0], $0, theme) }.reduce(.empty, +)
    }

    /// The mark of one ring; a blank without a goal.
    static func mark(_ ring: ActivityRings.Ring, _ kind: ActivityRings.Kind, _ theme: Theme) -> Line {
        guard ring.goal > 0 else { return " " }
        return Line(ring.isClosed ? theme.glyphs.closed : theme.glyphs.open, theme.style(Hue.rings[kind.rawValue]))
    }
}
