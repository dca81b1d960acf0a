import Foundation
import HealthKit

/// The voltages of an electrocardiogram, prepared for drawing any window: the cost of a picture depends on its width,
/// not on the recording's length.
package struct VoltageTrace: Sendable {
    /// The minimum and maximum of some voltages.
    package struct Extent: Hashable, Sendable {
        package var low: Float
        package var high: Float
    }

    /// The voltages in millivolts, in order of time.
    package let millivolts: [Float]
    /// The number of voltages per second.
    package let hertz: Double
    /// The extents of 32 voltages each, of 32 of those each, and so on.
    private let levels: [[Extent]]
    /// The minimum range of voltages in a picture.
    package private(set) var range: ClosedRange<Double>

    private static let block = 32

    /// A trace.
    ///
    /// - Parameters:
    ///   - millivolts: The voltages in millivolts; the result is nil if there are none.
    ///   - hertz: The number of voltages per second; above 0.
    package init?(millivolts: [Float], hertz: Double) {
        guard !millivolts.isEmpty, hertz > 0, hertz.isFinite else { return nil }
        self.millivolts = millivolts
        self.hertz = hertz
        var levels: [[Extent]] = []
        var level = Self.joined(millivolts.map { Extent(low: $0, high: $0) })
        while level.count > 1 {
            levels.append(level)
            level = Self.joined(level)
        }
        levels.append(level)
        self.levels = levels
        range = 0...0.5
        range = usualRange
    }

    /// The voltages of the first lead of a stored trace, or nil if there are none.
    package init?(_ trace: ElectrocardiogramTrace, hertz: Double) {
        guard let lead = trace.leads.min(by: { $0.key.rawValue < $1.key.rawValue })?.value,
            let factor = HKQuantity(unit: trace.unit, doubleValue: 1).converted(to: .voltUnit(with: .milli))
        else { return nil }
        self.init(millivolts: lead.map { Float($0 * factor) }, hertz: hertz)
    }

    /// The length of the recording, in seconds.
    package var length: Double { Double(millivolts.count) / hertz }

    private static func joined(_ extents: [Extent]) -> [Extent] {
        stride(from: 0, to: extents.count, by: block)
            .map { start in
                extents[start..<min(start + block, extents.count)].dropFirst()
                    .reduce(into: extents[start]) {
                        $0.low = min($0.low, $1.low)
                        $0.high = max($0.high, $1.high)
                    }
            }
    }

    /// The minimum and maximum of some voltages, or nil if there are none.
    package func extent(_ range: Range<Int>) -> Extent? {
        var index = max(0, range.lowerBound)
        let end = min(millivolts.count, range.upperBound)
        var result: Extent?
        func take(_ extent: Extent) {
            result = Extent(
                low: min(result?.low ?? extent.low, extent.low),
                high: max(result?.high ?? extent.high, extent.high)
            )
        }
        while index < end {
            var size = 1
            var level = -1
            while level + 1 < levels.count, index % (size * Self.block) == 0, index + size * Self.block <= end {
                size *= Self.block
                level += 1
            }
            take(level < 0 ? Extent(low: millivolts[index], high: millivolts[index]) : levels[level][index / size])
            index += size
        }
        return result
    }

    /// The range of nearly all seconds, in whole half millivolts, so that one jolt of the arm doesn't flatten the
    /// heartbeat.
    private var usualRange: ClosedRange<Double> {
        let step = max(1, Int(min(hertz, 1e6)))
        let count = (millivolts.count + step - 1) / step
        let jump = max(1, count / 600)
        let seconds = stride(from: 0, to: count, by: jump).compactMap { extent($0 * step..<($0 + 1) * step) }
        let lows = seconds.map(\.low).sorted()
        let highs = seconds.map(\.high).sorted()
        guard let low = lows.dropFirst(lows.count / 20).first, let high = highs.dropLast(highs.count / 20).last else {
            return -0.5...0.5
        }
        let bottom = min(-0.5, (Double(low) * 2).rounded(.down) / 2)
        let top = max(0.5, (Double(high) * 2).rounded(.up) / 2)
        return bottom...top
    }

    /// The points of a window, as many as a picture can show.
    ///
    /// - Parameters:
    ///   - from: The first second.
    ///   - to: The last second.
    /// - Returns: The voltages themselves if they are few, otherwise the minimum and maximum of each piece.
    package func points(from: Double, to: Double) -> [PlotPlace?] {
        let last = Double(millivolts.count)
        let first = Int(min(max(0, (from * hertz).rounded(.down)), last))
        let end = Int(min(max(0, (to * hertz).rounded(.up) + 1), last))
        guard first < end else { return [] }
        func point(_ index: Double, _ value: Float) -> PlotPlace {
            PlotPlace(index / hertz, min(max(range.lowerBound, Double(value)), range.upperBound))
        }
        guard end - first > Self.pieces * 2 else {
            return (first..<end).map { point(Double($0), millivolts[$0]) }
        }
        return (0..<Self.pieces)
            .flatMap { piece -> [PlotPlace?] in
                let start = first + (end - first) * piece / Self.pieces
                let stop = first + (end - first) * (piece + 1) / Self.pieces
                guard let extent = extent(start..<stop) else { return [] }
                let middle = Double(start + stop) / 2
                return [point(middle, extent.low), point(middle, extent.high)]
            }
    }

    private static let pieces = 800
}
