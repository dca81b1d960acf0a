/// How closely two series of numbers move together.
package enum Correlation {
    /// The fewest pairs that are meaningful: two always lie on a line.
    package static let fewest = 3

    /// Pearson's coefficient: how close the pairs are to a straight line, −1 to 1.
    ///
    /// - Parameters:
    ///   - first: The numbers of one series.
    ///   - second: Those of the other, in the same order.
    /// - Returns: The coefficient, or `nil` for fewer than three pairs, or if all numbers of a series are the same.
    package static func pearson(_ first: [Double], _ second: [Double]) -> Double? {
        let count = min(first.count, second.count)
        guard count >= fewest else { return nil }
        let (xs, ys) = (first.prefix(count), second.prefix(count))
        // Scaled, so that squares of large numbers don't overflow.
        guard let (dx, dy) = centered(xs).flatMap({ dx in centered(ys).map { (dx, $0) } }) else { return nil }
        let (xx, yy) = (sum(dx, dx), sum(dy, dy))
        guard xx > 0, yy > 0 else { return nil }
        let coefficient = sum(dx, dy) / (xx * yy).squareRoot()
        return coefficient.isFinite ? max(-1, min(1, coefficient)) : nil
    }

    /// Spearman's coefficient: the agreement of the two series' rank orders, −1 to 1; equal numbers share their rank.
    ///
    /// - Parameters:
    ///   - first: The numbers of one series.
    ///   - second: Those of the other, in the same order.
    /// - Returns: The coefficient, or `nil` for fewer than three pairs, or if all numbers of a series are the same.
    package static func spearman(_ first: [Double], _ second: [Double]) -> Double? {
        let count = min(first.count, second.count)
        return pearson(ranks(Array(first.prefix(count))), ranks(Array(second.prefix(count))))
    }

    /// The rank of each number by size, from 1; equal ones share the mean of their ranks.
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

    /// The distances from the mean, scaled so that the largest is 1; `nil` if all numbers are the same or one isn't
    /// finite.
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
