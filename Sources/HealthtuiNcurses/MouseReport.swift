import HealthtuiTerminalUI

/// The two formats of the terminal's mouse reports.
enum MouseReport {
    /// `ESC [ < button ; column ; row M`, with `m` for a release.
    static func newStyle(_ sequence: ControlSequence) -> MouseEvent? {
        guard sequence.parameters.count == 3, !sequence.hasIntermediates else { return nil }
        let (button, column, row) = (sequence.parameters[0], sequence.parameters[1], sequence.parameters[2])
        return event(button, column, row, isRelease: sequence.final == "m")
    }

    /// `ESC [ M` and three bytes, each offset by 32.
    static func oldStyle(_ bytes: [UInt8]) -> MouseEvent? {
        guard bytes.count == 6 else { return nil }
        let numbers = bytes.suffix(3).map { Int($0) - 32 }
        return event(numbers[0], numbers[1], numbers[2], isRelease: numbers[0] & 3 == 3 && numbers[0] & 64 == 0)
    }

    private static func event(_ button: Int, _ column: Int, _ row: Int, isRelease: Bool) -> MouseEvent? {
        // Pure movement isn't requested.
        guard button >= 0, button & 32 == 0, column > 0, row > 0 else { return nil }
        let kind: MouseEvent.Kind
        switch (button & 64 != 0, button & 3) {
        case (true, 0): kind = .wheelUp
        case (true, 1): kind = .wheelDown
        case (true, _): return nil
        case (false, 0) where isRelease, (false, 3): kind = .release
        case (false, _) where isRelease: return nil
        case (false, 0): kind = .press
        case (false, 1): kind = .middlePress
        default: kind = .rightPress
        }
        var modifiers: Key.Modifiers = []
        if button & 4 != 0 { modifiers.insert(.shift) }
        if button & 8 != 0 { modifiers.insert(.alt) }
        if button & 16 != 0 { modifiers.insert(.control) }
        return MouseEvent(kind, at: Point(x: column - 1, y: row - 1), modifiers: modifiers)
    }
}
