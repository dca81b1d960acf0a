/// Which columns of a plot belong to which bucket.
struct BucketColumns {
    let count: Int
    let width: Int

    /// Whether several buckets share a column.
    var isShared: Bool { count > width }

    /// How many buckets at most share a column.
    var perColumn: Int { width > 0 ? (count + width - 1) / width : 0 }

    /// The columns of a bucket; one column when it is shared.
    func columns(of bucket: Int) -> Range<Int> {
        guard count > 0, width > 0 else { return 0..<0 }
        let start = bucket * width / count
        return start..<max(start + 1, (bucket + 1) * width / count)
    }

    /// The middle column of a bucket, or of a position between buckets.
    func center(of position: Double) -> Int {
        guard count > 0, width > 0, position.isFinite else { return 0 }
        let column = (position + 0.5) * Double(width) / Double(count)
        return Int(min(max(0, column), Double(width - 1)))
    }

    /// The buckets of a column, when columns are shared.
    func buckets(in column: Int) -> Range<Int> {
        guard width > 0 else { return 0..<0 }
        let start = (column * count + width - 1) / width
        return start..<max(start, min(count, ((column + 1) * count + width - 1) / width))
    }

    /// One value a drawn position: the bucket itself, or all that share a column as one.
    func drawn(_ buckets: [ChartBucket]) -> [(column: Int, bucket: ChartBucket)] {
        guard width > 0 else { return [] }
        guard isShared else {
            return buckets.enumerated().map { (center(of: Double($0.offset)), $0.element) }
        }
        return (0..<width).map { ($0, ChartBucket.merged(buckets[self.buckets(in: $0)])) }
    }
}
