import Foundation

extension RouteTrack {
    /// The largest number of ranges in a profile.
    private static let mostRanges = 240
    /// The number of locations before and after one for measuring its speed.
    private static let reach = 4
    /// Speeds that differ by less are treated as equal.
    private static let leastDifference = 0.05

    /// The elevations over a time, an average for each of several ranges of equal length.
    ///
    /// - Parameters:
    ///   - start: The start of the time.
    ///   - length: Its length in seconds.
    /// - Returns: Meters; nil if unknown, which only happens before the first and after the last known one.
    package func heights(from start: Date, length: Double) -> [Double?] {
        let known = places.filter { $0.height != nil && $0.time.isFinite }
        guard known.count > 1, length > 0 else { return [] }
        let count = min(Self.mostRanges, known.count)
        var sums = [Double](repeating: 0, count: count)
        var counts = [Int](repeating: 0, count: count)
        for place in known {
            let share = (place.time - start.timeIntervalSinceReferenceDate) / length
            guard share >= 0, share <= 1, let height = place.height else { continue }
            let slot = min(count - 1, Int(share * Double(count)))
            sums[slot] += height
            counts[slot] += 1
        }
        var values: [Double?] = zip(sums, counts).map { $1 > 0 ? $0 / Double($1) : nil }
        var last: (index: Int, value: Double)?
        for index in values.indices {
            guard let value = values[index] else { continue }
            if let last {
                for between in (last.index + 1)..<max(last.index + 1, index) {
                    let share = Double(between - last.index) / Double(index - last.index)
                    values[between] = last.value + share * (value - last.value)
                }
            }
            last = (index, value)
        }
        return values.contains { $0 != nil } ? values : []
    }

    /// The speed at each point, in steps from the slowest to the fastest, with equally many points in each.
    ///
    /// - Parameter count: The number of steps.
    /// - Returns: A step from 0 for each of ``places``; all nil if the speed is the same everywhere or unknown.
    package func speedSteps(_ count: Int) -> [Int?] {
        let speeds = places.indices.map(speed)
        let sorted = speeds.compactMap { $0 }.sorted()
        guard let slowest = sorted.first, let fastest = sorted.last, count > 0,
            fastest - slowest > fastest * Self.leastDifference
        else { return speeds.map { _ in nil } }
        return speeds.map { speed in
            guard let speed else { return nil }
            var (low, high) = (0, sorted.count)
            while low < high {
                let middle = (low + high) / 2
                if sorted[middle] < speed { low = middle + 1 } else { high = middle }
            }
            return min(count - 1, low * count / sorted.count)
        }
    }

    /// The location at a time.
    package func place(at date: Date) -> Place? {
        let time = date.timeIntervalSinceReferenceDate
        return places.filter { $0.time.isFinite }.min { abs($0.time - time) < abs($1.time - time) }
    }

    /// Meters per second around a point, within its own route.
    private func speed(at index: Int) -> Double? {
        guard !places[index].isGap else { return nil }
        var (first, last) = (index, index)
        while first > 0, index - first < Self.reach, !places[first - 1].isGap { first -= 1 }
        while last + 1 < places.count, last - index < Self.reach, !places[last + 1].isGap { last += 1 }
        let seconds = places[last].time - places[first].time
        guard seconds > 0, seconds.isFinite else { return nil }
        var metres = 0.0
        for step in first..<last {
            let (x, y) = (places[step + 1].x - places[step].x, places[step + 1].y - places[step].y)
            metres += (x * x + y * y).squareRoot()
        }
        return metres / seconds
    }
}
