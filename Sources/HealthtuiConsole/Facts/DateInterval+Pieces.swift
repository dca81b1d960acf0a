import Foundation

extension DateInterval {
    /// The pieces of this time that are in none of some others, in their order.
    ///
    /// - Parameter others: Times in any order, which may overlap.
    /// - Returns: The pieces; none if the others cover all of it.
    func without(_ others: [DateInterval]) -> [DateInterval] {
        var pieces: [DateInterval] = []
        var from = start
        for other in others.sorted(by: { $0.start < $1.start }) where other.end > from && other.start < end {
            if other.start > from { pieces.append(DateInterval(start: from, end: other.start)) }
            from = max(from, other.end)
        }
        if from < end { pieces.append(DateInterval(start: from, end: end)) }
        return pieces
    }
}
