/// How closely two series of numbers move together.
package enum Correlation {
    /// Fewer pairs than this say nothing: two always lie on one line.
    package static let fewest = 3

    /// Pearson's coefficient: how close the pairs are to a straight line, −1 to 1.
    ///
    /// - Parameters:
    ///   - first: The numbers of one series.
    ///   - second: Those of the other, in the same order.
    /// - Returns: The coefficient; `nil` for fewer than three pairs, and where all numbers of a series are the same.
    package static func pearson(_ first: [Double], _ second: [Double]) -> Double? {
        let count = min(first.count, second.count)
        guard count >= fewest else { return nil }
        let (xs, ys) = (first.prefix(count), second.prefix(count))
        // Scaled, so that squares of great numbers do not overflow.
        guard let (dx, dy) = centered(xs).flatMap({ dx in centered(ys).map { (dx, $0) } }) else { return nil }
        let (xx, yy) = (sum(dx, dx), sum(dy, dy))
        guard xx > 0, yy > 0 else { return nil }
        let coefficient = sum(dx, dy) / (xx * yy).squareRoot()
        return coefficient.isFinite ? max(-1, min(1, coefficient)) : nil
    }

    /// Spearman's coefficient: how alike the orders of the two series are, −1 to 1; equal numbers share their rank.
    ///
    /// - Parameters:
    ///   - first: The numbers of one series.
    ///   - second: Those of the other, in the same order.
    /// - Returns: The coefficient; `nil` for fewer than three pairs, and where all numbers of a series are the same.
    package static func spearman(_ first: [Double], _ second: [Double]) -> Double? {
        let count = min(first.count, second.count)
        return pearson(ranks(Array(first.prefix(count))), ranks(Array(second.prefix(count))))
    }

    /// The place of each number in order of size, from 1; equal ones have the mean of their places.
    static func ranks(_ numbers: [Double]) -> [Double] {
        let order = numbers.indices.sorted { numbers[$0] < numbers[$1] }
        var ranks = numbers
        var start = 0
        while start < order.count {
            var end = start
            while end < order.count, numbers[order[end]] == numbers[order[start]] { end += 1 }
            for place in start..<end { ranks[order[place]] = Double(start + end + 1) / 2 }
            start = end
        }
        return ranks
    }

    /// The distances from the mean, the greatest of them 1; `nil` where all numbers are the same or one is not finite.
    private static func centered(_ numbers: ArraySlice<Double>) -> [Double]? {
        guard numbers.allSatisfy(\.isFinite), let first = numbers.first, numbers.contains(where: { $0 != first }) else {
            return nil
        }
        let mean = numbers.reduce(0) { $0 + $1 / Double(numbers.count) }
        let distances = numbers.map { $0 - mean }
        let scale = distances.map(abs).max() ?? 0
        return scale > 0 && scale.isFinite ? distances.map { $0 / scale } : nil
    }

    private static func sum(_ first: [Double], _ second: [Double]) -> Double {
        zip(first, second).reduce(0) { $0 + $1.0 * $1.1 }
    }
}
