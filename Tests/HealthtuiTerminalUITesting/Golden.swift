import Foundation
import HealthtuiTerminalUI

/// Compares screens with the text kept under `Goldens`, one file a test.
///
/// With `UPDATE_GOLDENS` set in the environment the files are written instead; read the difference before committing.
package enum Golden {
    /// Compares screens with a golden, or writes it.
    ///
    /// - Parameters:
    ///   - name: The name of the file.
    ///   - screens: The screens, each with its title.
    ///   - isCompact: Whether blanks at the ends of rows are left out, and a second picture that is the one before:
    ///     screens of 200 columns are mostly blank.
    ///   - file: The test's file; `Goldens` stands beside its folder.
    /// - Returns: What is drawn otherwise; `nil` when nothing is.
    package static func difference(
        from name: String,
        _ screens: [(title: String, grid: CellGrid)],
        isCompact: Bool = false,
        file: StaticString = #filePath
    ) -> String? {
        var before: [String] = []
        let texts = screens.map { screen in
            let picture = styles(screen.grid, isCompact: isCompact)
            let isSame = isCompact && picture == before && !picture.isEmpty
            before = picture
            let rows = rows(screen.grid, isCompact: isCompact)
            return (["== \(screen.title)"] + rows + (isSame ? ["styles: as above"] : picture)).joined(separator: "\n")
        }
        let drawn = texts.joined(separator: "\n") + "\n"
        let file = URL(fileURLWithPath: "\(file)").deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Goldens/\(name).txt")
        if ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] != nil {
            do {
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(),
                    withIntermediateDirectories: true
                )
                try Data(drawn.utf8).write(to: file)
                return nil
            } catch {
                return "\(error)"
            }
        }
        guard let data = try? Data(contentsOf: file) else {
            return "no golden \(name).txt; set UPDATE_GOLDENS=1 to write it"
        }
        let kept = String(decoding: data, as: UTF8.self)
        guard drawn != kept else { return nil }
        let old = kept.split(separator: "\n", omittingEmptySubsequences: false)
        let new = drawn.split(separator: "\n", omittingEmptySubsequences: false)
        let place = zip(old, new).enumerated().first { $0.element.0 != $0.element.1 }?.offset
        let line = place ?? min(old.count, new.count)
        func text(_ lines: [Substring]) -> Substring { line < lines.count ? lines[line] : "nothing" }
        let title = new.prefix(line + 1).last { $0.hasPrefix("== ") } ?? ""
        return "\(name).txt:\(line + 1) (\(title)) is drawn otherwise; kept:\n\(text(old))\ndrawn:\n\(text(new))"
    }

    /// The screen's rows between bars, and its cursor.
    private static func rows(_ grid: CellGrid, isCompact: Bool) -> [String] {
        var lines = (0..<grid.size.height).map { y in framed(masked(wholeRow(y, of: grid)), blank: " ", isCompact) }
        if let cursor = grid.cursor { lines.append("cursor \(cursor.x),\(cursor.y)") }
        return lines
    }

    /// A second picture of the same size with a letter for each style and what the letters stand for, so that a highlight
    /// that is lost or moves by a cell is seen at once.
    private static func styles(_ grid: CellGrid, isCompact: Bool) -> [String] {
        var letters: [Style: Character] = [.plain: "."]
        var legend: [String] = []
        let picture = (0..<grid.size.height)
            .map { y in
                let row = (0..<grid.size.width)
                    .map { x -> Character in
                        guard let style = grid[x, y]?.style else { return "?" }
                        if let letter = letters[style] { return letter }
                        let letter = alphabet[legend.count % alphabet.count]
                        letters[style] = letter
                        legend.append("\(letter) \(describe(style))")
                        return letter
                    }
                return framed(String(row), blank: ".", isCompact)
            }
        return legend.isEmpty ? [] : ["styles: " + legend.joined(separator: ", ")] + picture
    }

    /// A screen without the digits of UUIDs.
    package static func masked(_ grid: CellGrid) -> CellGrid {
        var shown = grid
        for y in 0..<grid.size.height {
            let row = wholeRow(y, of: grid)
            guard row.count == grid.size.width, row != masked(row) else { continue }
            for (x, pair) in zip(row, masked(row)).enumerated() where pair.0 != pair.1 {
                shown.write(String(pair.1), in: grid.bounds, x: x, y: y, style: grid[x, y]?.style ?? .plain)
            }
        }
        return shown
    }

    /// A row without the digits of a UUID, whole or cut, which is another one each time.
    private static func masked(_ row: String) -> String {
        row.replacing(/[0-9A-F]{8}-[0-9A-F\-]{4,27}/) { match in
            String(match.output.map { $0 == "-" ? "-" : "0" })
        }
    }

    private static func framed(_ row: String, blank: Character, _ isCompact: Bool) -> String {
        guard isCompact else { return "|" + row + "|" }
        var row = row[...]
        while row.last == blank { row.removeLast() }
        return "|" + row
    }

    private static let alphabet = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")

    private static func wholeRow(_ y: Int, of grid: CellGrid) -> String {
        (0..<grid.size.width).map { grid[$0, y]?.text ?? "" }.joined()
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
