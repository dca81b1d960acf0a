import Foundation
import HealthtuiTerminalUI

/// A row of a screen as it is printed: its words without decoration.
struct ScreenLine: Hashable, Sendable {
    /// A choice in a row.
    struct Choice: Hashable, Sendable {
        /// The position of a press that selects it.
        let point: Point
        /// The positions of presses that toggle its boxes, from left to right.
        let boxes: [Point]
    }

    let text: String
    /// Whether the cursor is in the row.
    let isHere: Bool
    let choice: Choice?

    /// The rows of a screen that say something.
    ///
    /// - Parameter grid: The screen.
    /// - Returns: The rows, from top to bottom.
    static func lines(_ grid: CellGrid) -> [ScreenLine] {
        grid.rows.indices.compactMap { y in
            let row = grid.rows[y]
            let choice = choice(in: y, grid.layout)
            let text = said(row, columns: choice?.boxes.count ?? 0)
            guard text.contains(where: { $0.isLetter || $0.isNumber }) else { return nil }
            let isHere = row.hasPrefix("▌") || grid.cursor?.y == y
            return ScreenLine(text: text, isHere: isHere, choice: choice)
        }
    }

    private static func choice(in y: Int, _ layout: Layout) -> Choice? {
        var row: Point?
        // Checkboxes belong to a column; the rest of their row doesn't.
        var hasBoxes = false
        var boxes: [Int: Point] = [:]
        for area in layout.targets where area.rect.y == y && area.rect.height == 1 {
            // A sort heading isn't a row of the list; it has a word that sorts.
            guard case .item(let name, _, let column) = area.target, !Table.isHeadings(name) else { continue }
            let point = Point(x: area.rect.x, y: y)
            if column < 0 {
                row = point
                hasBoxes = true
            } else if hasBoxes {
                boxes[column] = point
            } else if row == nil {
                row = point
            }
        }
        return row.map { Choice(point: $0, boxes: boxes.sorted { $0.key < $1.key }.map(\.value)) }
    }

    /// The words of a row, without decoration and with commas between columns.
    private static func said(_ row: String, columns: Int) -> String {
        var boxes = 0
        var words = ""
        var rest = row[...]
        while let first = rest.first {
            let box = ["[x]": LineStrings.on, "[ ]": LineStrings.off][String(rest.prefix(3))]
            if let box {
                let name = columns == 2 ? LineStrings.column(boxes) + " " : ""
                words += "  " + name + box + "  "
                boxes += 1
                rest = rest.dropFirst(3)
            } else {
                words += spoken(first)
                rest = rest.dropFirst()
            }
        }
        var parts: [String] = []
        for part in words.split(separator: "  ", omittingEmptySubsequences: true) {
            let text = part.trimmingCharacters(in: .whitespaces)
            if !text.isEmpty { parts.append(text) }
        }
        return parts.joined(separator: ", ")
    }

    /// A character as it is printed; lines, bars and dots of pictures are spaces.
    private static func spoken(_ character: Character) -> String {
        switch character {
        case "▲": return " \(LineStrings.rising) "
        case "▼": return " \(LineStrings.falling) "
        case "✗": return ""
        case "✓": return " \(LineStrings.done) "
        case "›": return ","
        case "●", "○", "◆", "•": return " "
        default: break
        }
        guard let scalar = character.unicodeScalars.first?.value else { return "" }
        return (0x2500...0x259F).contains(scalar) || (0x2800...0x28FF).contains(scalar) ? " " : String(character)
    }
}
