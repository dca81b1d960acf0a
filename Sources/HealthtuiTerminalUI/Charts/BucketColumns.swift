/// The mapping between the columns of a plot and the buckets.
struct BucketColumns {
    /// The shape drawn in a bucket's columns.
    enum Shape {
        /// A bar as wide as its slot minus a gap.
        case bar
        /// A column half a slot wide, in its middle.
        case column
        /// A point of a line.
        case point
    }

    let count: Int
    let width: Int
    var shape = Shape.point

    /// The greatest width of a bar and of a column.
    private static let widestBar = 8
    private static let widestColumn = 5

    /// Whether several buckets share a column.
    var isShared: Bool { count > width }

    /// The most buckets that share a column.
    var perColumn: Int { width > 0 ? (count + width - 1) / width : 0 }

    /// The number of columns per bucket; plots of bars and columns give every bucket the same number.
    var slot: Int { count > 0 ? max(1, width / count) : 1 }

    /// The columns of a bucket; one column when it is shared.
    func columns(of bucket: Int) -> Range<Int> {
        guard count > 0, width > 0 else { return 0..<0 }
        let start = bucket * width / count
        return start..<max(start + 1, (bucket + 1) * width / count)
    }

    /// The columns in which a bucket's bar or column is drawn.
    func drawnColumns(of bucket: Int) -> Range<Int> {
        let columns = columns(of: bucket)
        guard !isShared, !columns.isEmpty else { return columns }
        switch shape {
        case .point: return columns
        case .bar:
            let width = slot < 2 ? 1 : min(slot - (slot < 8 ? 1 : 2), Self.widestBar)
            return columns.lowerBound..<(columns.lowerBound + width)
        case .column:
            let width = min(max(1, slot / 2), Self.widestColumn)
            let start = columns.lowerBound + (slot - width) / 2
            return start..<(start + width)
        }
    }

    /// The middle column of a bucket, or of a position between buckets.
    func center(of position: Double) -> Int {
        guard count > 0, width > 0, position.isFinite else { return 0 }
        if shape != .point, position == position.rounded(), position >= 0, position < Double(count) {
            let columns = drawnColumns(of: Int(position))
            return columns.lowerBound + (columns.count - 1) / 2
        }
        let column = (position + 0.5) * Double(width) / Double(count)
        return Int(min(max(0, column), Double(width - 1)))
    }

    /// The buckets of a column, when columns are shared.
    func buckets(in column: Int) -> Range<Int> {
        guard width > 0 else { return 0..<0 }
        let start = (column * count + width - 1) / width
        return start..<max(start, min(count, ((column + 1) * count + width - 1) / width))
    }

    /// One entry per drawn position: the bucket itself, or the merged buckets that share a column.
    func drawn(_ buckets: [ChartBucket]) -> [(columns: Range<Int>, bucket: ChartBucket)] {
        guard width > 0 else { return [] }
        guard isShared else {
            return buckets.enumerated().map { (drawnColumns(of: $0.offset), $0.element) }
        }
        return (0..<width)
            .map { column in
                let range = self.buckets(in: column).clamped(to: 0..<buckets.count)
                return (column..<(column + 1), ChartBucket.merged(buckets[range]))
            }
    }

    /// The drawn position of a bucket: its own, or that of the column it shares.
    func position(of bucket: Int) -> Int {
        isShared ? columns(of: bucket).lowerBound : bucket
    }
}
