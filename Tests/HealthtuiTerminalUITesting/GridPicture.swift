import Foundation
import HealthtuiTerminalUI

/// A screen as a picture in SVG: its cells with their colours, for pages and reviews.
///
/// Blocks, lines and braille are drawn as shapes, since fonts draw them differently or not at all.
package struct GridPicture {
    let grid: CellGrid
    let isLight: Bool

    package init(_ grid: CellGrid, isLight: Bool = false) {
        self.grid = grid
        self.isLight = isLight
    }

    /// The size of a cell; every eighth of a height and half of a width is whole.
    private static let cell = (width: 8, height: 16)

    private var ground: RGB { isLight ? RGB(red: 255, green: 255, blue: 255) : RGB(red: 24, green: 25, blue: 28) }
    private var ink: RGB { isLight ? RGB(red: 30, green: 30, blue: 30) : RGB(red: 216, green: 216, blue: 216) }

    /// The terminal's own sixteen, as a terminal might have them.
    private static let own: [Int] = [
        0x00_0000, 0xCD_3131, 0x0D_BC79, 0xE5_E510, 0x24_72C8, 0xBC_3FBC, 0x11_A8CD, 0xE5_E5E5,
        0x66_6666, 0xF1_4C4C, 0x23_D18B, 0xF5_F543, 0x3B_8EEA, 0xD6_70D6, 0x29_B8DB, 0xFF_FFFF,
    ]

    private func rgb(_ color: Color, otherwise: RGB) -> RGB {
        switch color.code {
        case ..<0: return otherwise
        case 0..<16:
            let number = Self.own[Int(color.code)]
            return RGB(red: number >> 16, green: number >> 8 & 0xFF, blue: number & 0xFF)
        default: return RGB(fixed: Int(color.code))
        }
    }

    private static func hex(_ color: RGB) -> String {
        let number = color.red << 16 | color.green << 8 | color.blue
        let digits = String(number, radix: 16)
        return "#" + String(repeating: "0", count: max(0, 6 - digits.utf8.count)) + digits
    }

    private func mixed(_ color: RGB, _ other: RGB) -> RGB {
        RGB(
            red: (color.red * 6 + other.red * 4) / 10,
            green: (color.green * 6 + other.green * 4) / 10,
            blue: (color.blue * 6 + other.blue * 4) / 10
        )
    }

    private func colors(_ style: Style) -> (ink: RGB, ground: RGB) {
        var (front, back) = (rgb(style.foreground, otherwise: ink), rgb(style.background, otherwise: ground))
        if style.attributes.contains(.reverse) { (front, back) = (back, front) }
        if style.attributes.contains(.dim) { front = mixed(front, back) }
        return (front, back)
    }

    /// The picture.
    package var svg: String {
        let (width, height) = (grid.size.width * Self.cell.width, grid.size.height * Self.cell.height)
        var shapes: [RGB: String] = [:]
        var grounds: [RGB: String] = [:]
        var texts = ""
        for y in 0..<grid.size.height {
            drawGrounds(row: y, &grounds)
            drawRow(y, &shapes, &texts)
        }
        func paths(_ shapes: [RGB: String]) -> String {
            shapes.map { (Self.hex($0.key), $0.value) }.sorted { $0.0 < $1.0 }
                .map { "<path fill=\"\($0)\" d=\"\($1)\"/>\n" }.joined()
        }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)" \
            font-family="'JetBrains Mono','DejaVu Sans Mono','Liberation Mono',Menlo,Consolas,monospace" font-size="13.2" \
            shape-rendering="crispEdges">
            <rect width="\(width)" height="\(height)" fill="\(Self.hex(ground))"/>
            \(paths(grounds))\(paths(shapes))<g xml:space="preserve">
            \(texts)</g>
            </svg>

            """
    }

    private func drawGrounds(row y: Int, _ grounds: inout [RGB: String]) {
        var x = 0
        while x < grid.size.width {
            guard let cell = grid[x, y] else { break }
            let color = colors(cell.style).ground
            var end = x + 1
            while let next = grid[end, y], colors(next.style).ground == color { end += 1 }
            if color != ground { grounds[color, default: ""] += rect(x, y, 0, 0, (end - x) * 8, 16) }
            x = end
        }
    }

    private func drawRow(_ y: Int, _ shapes: inout [RGB: String], _ texts: inout String) {
        var x = 0
        while x < grid.size.width {
            guard let cell = grid[x, y] else { break }
            let (front, back) = colors(cell.style)
            if cell.style.attributes.contains(.underline) { shapes[front, default: ""] += rect(x, y, 0, 14, 8, 1) }
            if cell.text == " " || cell.isContinuation {
                x += 1
            } else if let (path, share) = shape(cell.text, x, y) {
                let color =
                    share == 1
                    ? front
                    : RGB(
                        red: back.red + (front.red - back.red) * share / 4,
                        green: back.green + (front.green - back.green) * share / 4,
                        blue: back.blue + (front.blue - back.blue) * share / 4
                    )
                let length = runLength(of: cell, from: x, y)
                let run =
                    length == 1
                    ? path : path.replacing("h8v", with: "h\(8 * length)v").replacing("h-8z", with: "h-\(8 * length)z")
                shapes[color, default: ""] += run
                x += length
            } else {
                x = drawText(from: x, y, front, &texts)
            }
        }
    }

    /// How many equal cells stand side by side, of what fills the width of a cell in one piece.
    private func runLength(of cell: Cell, from x: Int, _ y: Int) -> Int {
        let whole: Set<Character> = ["▀", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█", "░", "▒", "▓", "─", "━"]
        guard cell.text.allSatisfy(whole.contains), !cell.style.attributes.contains(.underline) else { return 1 }
        var end = x + 1
        while grid[end, y] == cell { end += 1 }
        return end - x
    }

    /// Writes a run of text of one style.
    private func drawText(from start: Int, _ y: Int, _ color: RGB, _ texts: inout String) -> Int {
        guard let first = grid[start, y] else { return start + 1 }
        var (x, text) = (start, "")
        while let cell = grid[x, y], cell.style == first.style, !cell.isContinuation, cell.text != " " || x > start,
            shape(cell.text, x, y) == nil
        {
            // Two blanks end a run: what follows stands at a place of its own.
            if cell.text == " ", grid[x + 1, y]?.text ?? " " == " " { break }
            text += cell.text
            x += max(1, cell.width)
        }
        let escaped = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
        let weight = first.style.attributes.contains(.bold) ? " font-weight=\"bold\"" : ""
        let length = (x - start) * 8
        let fit = length > 8 ? " textLength=\"\(length)\"" : ""
        texts +=
            "<text x=\"\(start * 8)\" y=\"\(y * 16 + 12)\" fill=\"\(Self.hex(color))\"\(weight)\(fit)>\(escaped)</text>\n"
        return max(x, start + 1)
    }

    private func rect(_ x: Int, _ y: Int, _ left: Int, _ top: Int, _ width: Int, _ height: Int) -> String {
        "M\(x * 8 + left) \(y * 16 + top)h\(width)v\(height)h-\(width)z"
    }

    /// The shape of a character that is a picture, and how many quarters of its colour it has (1 stands for all).
    private func shape(_ text: String, _ x: Int, _ y: Int) -> (path: String, share: Int)? {
        guard let scalar = text.unicodeScalars.first, text.unicodeScalars.count == 1 else { return nil }
        let code = Int(scalar.value)
        switch code {
        case 0x2580: return (rect(x, y, 0, 0, 8, 8), 1)
        case 0x2581...0x2588:
            let height = (code - 0x2580) * 2
            return (rect(x, y, 0, 16 - height, 8, height), 1)
        case 0x2589...0x258F: return (rect(x, y, 0, 0, 0x2590 - code, 16), 1)
        case 0x2591, 0x2592, 0x2593: return (rect(x, y, 0, 0, 8, 16), [1, 2, 3][code - 0x2591])
        case 0x2800...0x28FF: return (braille(code - 0x2800, x, y), 1)
        case 0x2500: return (rect(x, y, 0, 8, 8, 1), 1)
        case 0x2501: return (rect(x, y, 0, 7, 8, 3), 1)
        case 0x2502: return (rect(x, y, 4, 0, 1, 16), 1)
        case 0x2503: return (rect(x, y, 3, 0, 3, 16), 1)
        case 0x2504: return (rect(x, y, 0, 8, 2, 1) + rect(x, y, 3, 8, 2, 1) + rect(x, y, 6, 8, 1, 1), 1)
        case 0x250A: return ((0..<4).map { rect(x, y, 4, $0 * 4 + 1, 1, 2) }.joined(), 1)
        case 0x252C: return (rect(x, y, 0, 8, 8, 1) + rect(x, y, 4, 9, 1, 7), 1)
        case 0x2578: return (rect(x, y, 0, 7, 4, 3), 1)
        case 0x250C: return (rect(x, y, 4, 8, 4, 1) + rect(x, y, 4, 9, 1, 7), 1)
        case 0x2510: return (rect(x, y, 0, 8, 5, 1) + rect(x, y, 4, 9, 1, 7), 1)
        case 0x2514: return (rect(x, y, 4, 8, 4, 1) + rect(x, y, 4, 0, 1, 8), 1)
        case 0x2518: return (rect(x, y, 0, 8, 5, 1) + rect(x, y, 4, 0, 1, 8), 1)
        default: return nil
        }
    }

    private func braille(_ bits: Int, _ x: Int, _ y: Int) -> String {
        let dots = [(0, 0, 1), (0, 1, 2), (0, 2, 4), (0, 3, 64), (1, 0, 8), (1, 1, 16), (1, 2, 32), (1, 3, 128)]
        return dots.filter { bits & $0.2 != 0 }
            .map { rect(x, y, $0.0 * 4, $0.1 * 4 + 1, 3, 3) }.joined()
    }
}

extension GridPicture {
    /// Compares a screen with its picture in `Documentation/pictures`, or draws it anew with `UPDATE_PICTURES` set.
    ///
    /// - Parameters:
    ///   - name: The name of the picture.
    ///   - grid: The screen, without what is another in each run.
    ///   - file: A file of the tests, two folders below their folder.
    /// - Returns: What is drawn otherwise; `nil` when nothing is.
    package static func difference(from name: String, _ grid: CellGrid, file: StaticString = #filePath) -> String? {
        let svg = GridPicture(Golden.masked(grid)).svg
        var root = URL(fileURLWithPath: "\(file)")
        for _ in 0..<4 { root.deleteLastPathComponent() }
        let picture = root.appendingPathComponent("Documentation/pictures/\(name)-\(grid.size.width).svg")
        if ProcessInfo.processInfo.environment["UPDATE_PICTURES"] != nil {
            do {
                try FileManager.default.createDirectory(
                    at: picture.deletingLastPathComponent(),
                    withIntermediateDirectories: true
                )
                try Data(svg.utf8).write(to: picture)
                return nil
            } catch {
                return "\(error)"
            }
        }
        guard let kept = try? Data(contentsOf: picture) else { return "no picture of \(name); make pictures draws it" }
        return kept == Data(svg.utf8)
            ? nil : "\(picture.lastPathComponent) is drawn otherwise; make pictures draws it anew"
    }
}
