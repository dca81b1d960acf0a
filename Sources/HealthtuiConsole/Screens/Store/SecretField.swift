import HealthKit
import HealthtuiTerminalUI

/// A field for a passphrase or a recovery key: the input is in guarded memory, and only its number of characters is
/// drawn.
struct SecretField: Sendable {
    /// Without guarded memory nothing can be typed, and the screen shows that.
    private let entry: StoreSecret.Entry?
    /// The number of characters.
    private(set) var signs = 0
    var kind = StoreSecret.Kind.passphrase

    init() { entry = HealthLog.attempt("guard") { try StoreSecret.Entry() } }

    /// Handles a key.
    ///
    /// - Returns: The error; nil if there is none.
    mutating func type(_ key: Key) -> String? {
        if let character = key.typedCharacter { return add(String(character)) }
        if key == .backspace || key == .control("h"), signs > 0, entry?.removeLast() == true { signs -= 1 }
        return nil
    }

    /// Adds text scalar by scalar, so that it is deleted the same way.
    ///
    /// - Returns: The error; nil if there is none.
    mutating func add(_ text: String) -> String? {
        for scalar in text.unicodeScalars where scalar.properties.generalCategory != .control {
            for byte in String(scalar).utf8 where entry?.add(byte) != true {
                return entry == nil ? LockStrings.cannotBeGuarded : LockStrings.tooLong
            }
            signs += 1
        }
        return nil
    }

    mutating func clear() {
        entry?.clear()
        signs = 0
    }

    /// The secret, which is forgotten here; nil when nothing was typed.
    ///
    /// - Throws: `HKError` if no guarded memory is available.
    mutating func take() throws -> StoreSecret? {
        guard signs > 0, let entry else { return nil }
        defer { signs = 0 }
        return try entry.take(kind)
    }

    /// Draws a label and the signs in the middle of a row.
    ///
    /// - Parameters:
    ///   - label: The label of the input.
    ///   - working: The text shown while the field takes no input; nil while it does.
    ///   - body: The rectangle to draw in.
    ///   - y: The row.
    ///   - grid: The screen.
    ///   - theme: The theme.
    func draw(_ label: String, working: String?, in body: Rect, y: Int, on grid: inout CellGrid, theme: Theme) {
        let width = min(body.width - label.displayWidth - 4, kind == .passphrase ? 32 : 46)
        let x = max(1, (body.width - label.displayWidth - 2 - width) / 2)
        grid.write(Line(label), in: body, x: x, y: y)
        let field = Rect(x: body.x + x + label.displayWidth + 2, y: body.y + y, width: max(1, width), height: 1)
        if let working {
            grid.write(Line(working, theme.dim), in: field)
            return
        }
        let shown = min(signs, field.width - 1)
        grid.write(String(repeating: theme.glyphs.mark, count: shown), in: field)
        grid.cursor = Point(x: field.x + shown, y: field.y)
    }
}
