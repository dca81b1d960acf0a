import Foundation
import TerminalUI
import Testing

/// Compares screens with the text kept under `Goldens`, one file a test.
///
/// With `UPDATE_GOLDENS` set in the environment the files are written instead; read the difference before committing.
enum Golden {
    static func expect(
        _ name: String,
        _ screens: [(title: String, grid: CellGrid)],
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let drawn = screens.map { "== \($0.title)\n" + describe($0.grid) }.joined(separator: "\n") + "\n"
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Goldens/\(name).txt")
        if ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] != nil {
            do {
                try Data(drawn.utf8).write(to: file)
            } catch {
                Issue.record(error, sourceLocation: sourceLocation)
            }
            return
        }
        guard let data = try? Data(contentsOf: file) else {
            Issue.record("no golden \(name).txt; set UPDATE_GOLDENS=1 to write it", sourceLocation: sourceLocation)
            return
        }
        let kept = String(decoding: data, as: UTF8.self)
        #expect(drawn == kept, "\(name) is drawn otherwise; drawn now:\n\(drawn)", sourceLocation: sourceLocation)
    }

    /// The screen's rows between bars, its cursor, and the runs of cells that are not plain.
    private static func describe(_ grid: CellGrid) -> String {
        var lines = (0..<grid.size.height).map { y in "|" + wholeRow(y, of: grid) + "|" }
        if let cursor = grid.cursor {
            lines.append("cursor \(cursor.x),\(cursor.y)")
        }
        for y in 0..<grid.size.height {
            let runs = styledRuns(y, of: grid)
            if !runs.isEmpty {
                lines.append("\(y): " + runs.joined(separator: ", "))
            }
        }
        return lines.joined(separator: "\n")
    }

    private static func wholeRow(_ y: Int, of grid: CellGrid) -> String {
        (0..<grid.size.width).map { grid[$0, y]?.text ?? "" }.joined()
    }

    private static func styledRuns(_ y: Int, of grid: CellGrid) -> [String] {
        var runs: [String] = []
        var start = 0
        for x in 0...grid.size.width {
            let before = grid[start, y]?.style
            if x == grid.size.width || grid[x, y]?.style != before {
                if let before, before != .plain {
                    runs.append("\(start)-\(x - 1) \(describe(before))")
                }
                start = x
            }
        }
        return runs
    }

    private static func describe(_ style: Style) -> String {
        var words: [String] = []
        if style.attributes.contains(.bold) { words.append("bold") }
        if style.attributes.contains(.dim) { words.append("dim") }
        if style.attributes.contains(.underline) { words.append("underline") }
        if style.attributes.contains(.reverse) { words.append("reverse") }
        if style.foreground != .default { words.append("\(style.foreground)") }
        if style.background != .default { words.append("on \(style.background)") }
        return words.joined(separator: " ")
    }
}
