import Foundation

/// Concentric rings, each closed as far as its goal is reached, clockwise from the top, over a fainter track.
package struct RingsChart: Sendable {
    /// The reached share of each goal, from the outermost ring; nil for no goal, which draws no ring.
    package let shares: [Double?]

    package init(_ shares: [Double?]) {
        self.shares = shares.map { share in share.map { $0.isNaN ? 0 : max(0, $0) } }
    }

    /// The fewest rows in which the rings can be distinguished.
    package static func leastRows(_ theme: Theme) -> Int { theme.glyphs.dots == .braille ? 6 : 9 }

    /// The rows of the largest rings that fit; they are twice as many columns wide.
    package static func rows(in size: Size) -> Int { max(0, min(size.height, size.width / 2)) }

    /// Draws the rings at the top left of a rectangle, as large as fits.
    ///
    /// - Parameters:
    ///   - rect: The rectangle to draw in.
    ///   - grid: The screen.
    ///   - theme: The theme.
    package func draw(in rect: Rect, on grid: inout CellGrid, theme: Theme) {
        let rows = Self.rows(in: rect.size)
        guard rows > 0, !shares.isEmpty else { return }
        var canvas = DotCanvas(cells: Size(width: rows * 2, height: rows), theme.glyphs.dots)
        let bands = bands(rows: rows, dotsAcross: canvas.dotsAcross)
        for y in 0..<rows {
            for x in 0..<rows * 2 { fill(x, y, rows, bands, &canvas, on: &grid, rect, theme) }
        }
        if !theme.glyphs.isASCII { canvas.draw(in: rect, on: &grid, style: .plain) }
    }

    /// A dot of a ring.
    private struct Dot {
        let x: Int
        let y: Int
        let ring: Int
        let isReached: Bool
    }

    /// The radius range of each ring, in columns from the middle.
    private func bands(rows: Int, dotsAcross: Int) -> [Range<Double>] {
        // Slightly smaller, so that circles don't end in single dots.
        let radius = Double(rows) - 0.15
        // Two hues never share a braille cell when the rings are far enough apart.
        let gap = max(dotsAcross == 2 ? 0.8 : 1, radius * 0.07)
        let count = Double(shares.count)
        let thickness = max(0.4, (radius * 0.74 - gap * (count - 1)) / count)
        return shares.indices.map { index in
            let outer = radius - Double(index) * (thickness + gap)
            return max(0, outer - thickness)..<max(0, outer)
        }
    }

    /// Sets the dots of one cell: those of the ring that has most of it, so that a cell never shows another ring's hue.
    private func fill(
        _ x: Int,
        _ y: Int,
        _ rows: Int,
        _ bands: [Range<Double>],
        _ canvas: inout DotCanvas,
        on grid: inout CellGrid,
        _ rect: Rect,
        _ theme: Theme
    ) {
        var dots: [Dot] = []
        for down in 0..<canvas.dotsDown {
            for across in 0..<canvas.dotsAcross {
                // A cell is twice as high as wide.
                let dx = Double(x) + (Double(across) + 0.5) / Double(canvas.dotsAcross) - Double(rows)
                let dy = (Double(y) + (Double(down) + 0.5) / Double(canvas.dotsDown)) * 2 - Double(rows)
                let distance = (dx * dx + dy * dy).squareRoot()
                guard let ring = bands.firstIndex(where: { $0.contains(distance) }), let share = shares[ring] else {
                    continue
                }
                let turn = atan2(dx, -dy) / (2 * .pi)
                dots.append(
                    Dot(
                        x: x * canvas.dotsAcross + across,
                        y: y * canvas.dotsDown + down,
                        ring: ring,
                        isReached: (turn < 0 ? turn + 1 : turn) < share
                    )
                )
            }
        }
        func weight(_ dot: Dot) -> Int {
            dots.count { $0.ring == dot.ring && $0.isReached == dot.isReached } * 2 + (dot.isReached ? 1 : 0)
        }
        guard let most = dots.max(by: { weight($0) < weight($1) }) else { return }
        let style = Self.style(most.ring, isReached: most.isReached, theme)
        if theme.glyphs.isASCII {
            grid.write(most.isReached ? Self.letters[most.ring % 3] : ".", in: rect, x: x, y: y, style: style)
            return
        }
        for dot in dots where dot.ring == most.ring && dot.isReached == most.isReached {
            // Without shades of a hue, the track is drawn sparsely.
            if !most.isReached, !theme.hasShades, (dot.x + dot.y) % 3 != 0 { continue }
            canvas.set(x: dot.x, y: dot.y, ink: style)
        }
    }

    private static let letters = ["#", "=", "*"]

    private static func style(_ ring: Int, isReached: Bool, _ theme: Theme) -> Style {
        let hue = Hue.rings[ring % Hue.rings.count]
        if isReached { return theme.style(hue) }
        return theme.hasShades ? theme.style(hue, .soft) : theme.faint
    }
}
