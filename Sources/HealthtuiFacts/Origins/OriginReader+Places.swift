import Foundation
import HealthKit
import HealthtuiEntry

/// The position of a source among those of a type, and how much of what it recorded counts.
package struct OriginPlace: Sendable, Hashable {
    /// How several sources of a type count.
    package enum Rule: Sendable, Hashable {
        /// Where two recorded the same time, the first one counts.
        case ordered
        /// Every one counts, as in averages.
        case each
        /// For each night the one that has most of it in stages.
        case nights
    }

    /// The part of the year that a source counts for.
    package enum Share: Sendable, Hashable {
        /// From 0 to 1, of a total.
        case total(Double)
        /// The workouts that count whole, and those that count in part.
        case workouts(whole: Int, part: Int, of: Int)
    }

    package let measure: Measure
    package let rule: Rule
    /// 1 for the source that counts first; `nil` for one that the person left out.
    package let place: Int?
    /// How many sources count.
    package let of: Int
    /// How many the person left out.
    package let leftOut: Int
    /// The source that counts first, if it is another one.
    package let first: HKSource?
    /// The part of the year that it counts for, where several sources share it.
    package var share: Share?
}

// Where a source counts.
extension OriginReader {
    /// The positions of the source among those of each of its types.
    ///
    /// - Parameter page: The page, of which all rows were read.
    /// - Returns: The positions, in the order of the rows; none for a device.
    /// - Throws: `HKError` if the store can't be read.
    package func places(_ page: OriginPage) throws -> [OriginPlace] {
        guard case .source(let source) = overview.origin else { return [] }
        return try page.rows.compactMap { row in
            let (order, excluded) = try person.sourceOrder(row.type.identifier)
            guard order.contains(source) else { return nil }
            let counting = order.filter { !excluded.contains($0.bundleIdentifier) }
            let index = counting.firstIndex(of: source)
            let rule = try rule(of: row)
            var place = OriginPlace(
                measure: row.measure,
                rule: rule,
                place: index.map { $0 + 1 },
                of: counting.count,
                leftOut: order.count - counting.count,
                first: index == 0 ? nil : counting.first
            )
            // Of all years the parts would take as long as reading every sample.
            if rule == .ordered, index != nil, counting.count > 1, !year.showsAll {
                place.share = try share(of: row, source)
            }
            return place
        }
    }

    private func rule(of row: OriginRow) throws -> OriginPlace.Rule {
        switch row.measure.subject {
        case .quantity: row.measure.kind == .total ? .ordered : .each
        case .workouts: .ordered
        case .sleep: try person.chosenSources(row.type.identifier).order.isEmpty ? .nights : .ordered
        default: .each
        }
    }

    private func share(of row: OriginRow, _ source: HKSource) throws -> OriginPlace.Share? {
        let (start, end) = (year.days.lowerBound.start(on: clock), year.days.upperBound.start(on: clock))
        switch row.measure.subject {
        case .quantity(let type):
            let found = try person.explainStatistics(
                type,
                predicate: HKQuery.predicateForSamples(withStart: start, end: end, options: []),
                intervals: IntervalCalendar(
                    anchor: start,
                    components: DateComponents(second: max(1, Int(end.timeIntervalSince(start).rounded())))
                )
            )
            let shares = found.first { abs($0.start - start.timeIntervalSinceReferenceDate) < 0.5 }?.shares ?? []
            let all = shares.compactMap(\.counted).reduce(0, +)
            guard all > 0, all.isFinite else { return nil }
            return .total((shares.first { $0.source == source }?.counted ?? 0) / all)
        case .workouts:
            var times: [WorkoutTime] = []
            try WorkoutCounting.visit(from: start, to: end, person) { times.append(WorkoutTime($0)) }
            let parts = try WorkoutCounting(person).parts(of: times, from: start, person)
            let own = times.filter { $0.source == source.bundleIdentifier }.map { parts.counted($0.uuid) }
            guard !own.isEmpty else { return nil }
            return .workouts(whole: own.count { $0 >= 1 }, part: own.count { $0 > 0 && $0 < 1 }, of: own.count)
        default: return nil
        }
    }
}
