/// A value on the scale of its usual range: `··├───●──┤··`, with the point on the dots where it's outside.
package struct RangeBar: Hashable, Sendable {
    private let value: Double
    private let low: Double?
    private let high: Double?

    /// The width of a bar in cells.
    package static let width = 13
    /// The number of cells beyond either end.
    private static let beyond = 2

    /// A bar.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - low: The lower end of the usual range; `nil` where it's open.
    ///   - high: The upper end; `nil` where it is open.
    package init(value: Double, low: Double?, high: Double?) {
        self.value = value
        self.low = low
        self.high = high
    }

    /// Whether the value lies beyond an end.
    package var isOutside: Bool { value < low ?? -.infinity || value > high ?? .infinity }

    /// The bar, with the point coloured by whether the value is in range.
    ///
    /// - Parameter theme: The look.
    /// - Returns: A line of ``width`` cells.
    package func line(theme: Theme) -> Line {
        let isASCII = theme.glyphs.isASCII
        var cells = (0..<Self.width).map { cell($0, isASCII) }
        let point = point
        let mark = isASCII ? (isOutside ? "!" : "*") : "●"
        let before = cells[..<point].joined()
        cells.removeFirst(point + 1)
        return Line(before, theme.dim) + Line(mark, isOutside ? theme.error : theme.accent)
            + Line(cells.joined(), theme.dim)
    }

    private func cell(_ index: Int, _ isASCII: Bool) -> String {
        let last = Self.width - 1 - Self.beyond
        let isUsual = (low == nil || index >= Self.beyond) && (high == nil || index <= last)
        if low != nil, index == Self.beyond { return isASCII ? "|" : "├" }
        if high != nil, index == last { return isASCII ? "|" : "┤" }
        return isUsual ? (isASCII ? "-" : "─") : isASCII ? "." : "·"
    }

    /// The cell of the value: on the ends for the ends themselves, beyond them for values outside.
    private var point: Int {
        let (first, last) = (Self.beyond, Self.width - 1 - Self.beyond)
        let share = share
        if let low, value < low { return share < -0.5 ? 0 : 1 }
        if let high, value > high { return share > 1.5 ? Self.width - 1 : last + 1 }
        // A usual value that isn't at an end stays off the ends.
        let inner = Double(last - first) * share
        let cell = first + Int(inner.rounded())
        let lowest = low == value || low == nil ? first : first + 1
        let highest = high == value || high == nil ? last : last - 1
        return min(max(cell, lowest), max(lowest, highest))
    }

    /// The position of the value between the ends, from 0 to 1; an open end counts as zero, or as the same distance again.
    private var share: Double {
        let start: Double
        let length: Double
        switch (low, high) {
        case (let low?, let high?): (start, length) = (low, high - low)
        case (let low?, nil): (start, length) = (low, abs(low))
        case (nil, let high?): (start, length) = (high - max(abs(high), .ulpOfOne), abs(high))
        case (nil, nil): (start, length) = (value, 1)
        }
        guard length > 0, length.isFinite else { return value < start ? -1 : value > start ? 2 : 0.5 }
        let share = (value - start) / length
        return share.isFinite ? min(max(share, -10), 10) : 0.5
    }
}
