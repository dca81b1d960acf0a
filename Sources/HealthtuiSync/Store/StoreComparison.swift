import Foundation
import HealthKit
import HealthKitStore

/// Holds two stores against each other, day by day.
///
/// It needs memory for each day and none for each sample, so that stores of any size can be compared.
package enum StoreComparison {
    /// A day on which two stores differ.
    package struct Day: Sendable, Hashable {
        /// The day in universal time, as `2026-11-24`.
        package var day: String
        /// The number of samples and records that began on the day, in each store.
        package var here: Int
        package var there: Int

        /// Creates a day.
        package init(day: String, here: Int, there: Int) {
            self.day = day
            self.here = here
            self.there = there
        }
    }

    /// The days on which stores don't have the same samples, records and values.
    ///
    /// - Parameters:
    ///   - here: Access to one store.
    ///   - there: Access to the other.
    /// - Returns: The days, the earliest first; in the counts only, a sample may differ that both have.
    /// - Throws: `HKError` for a store that can't be read.
    package static func differingDays(_ here: PersonAccess, _ there: PersonAccess) throws -> [Day] {
        let (own, other) = (try summaries(here), try summaries(there))
        return Set(own.keys).union(other.keys).sorted()
            .compactMap { day in
                let (left, right) = (own[day] ?? Summary(), other[day] ?? Summary())
                return left == right ? nil : Day(day: text(day), here: left.count, there: right.count)
            }
    }

    /// A summary of a day: the number of objects, and a sum of their hashes that doesn't depend on their order.
    private struct Summary: Equatable {
        var count = 0
        var sum: UInt64 = 0
    }

    /// The number of changes read at a time.
    private static let page = 65_536

    private static func summaries(_ person: PersonAccess) throws -> [Int: Summary] {
        try person.store.database()
            .read { reader in
                let contents = StoreContents(reader.store)
                var summaries: [Int: Summary] = [:]
                var after: Int64 = 0
                while true {
                    let changes = try reader.store.changes(after: after, limit: page)
                    for item in changes.items {
                        let object: StoreContents.Object
                        switch item {
                        case .sample(let sample): object = try contents.object(sample)
                        case .record(let record): object = try contents.object(record)
                        case .tombstone: continue
                        }
                        var hasher = Hasher()
                        hasher.combine(object.id)
                        hasher.combine(object.content)
                        let day = number(object.content.start)
                        summaries[day, default: Summary()].count += 1
                        summaries[day, default: Summary()].sum &+= UInt64(bitPattern: Int64(hasher.finalize()))
                    }
                    if !changes.isLimited { return summaries }
                    after = changes.lastAnchor
                }
            }
    }

    private static let seconds = 86_400.0

    private static func number(_ start: Double) -> Int { Int(max(-1e12, min(1e12, (start / seconds).rounded(.down)))) }

    private static func text(_ day: Int) -> String { text(day: Double(day) * seconds) }

    /// A day in universal time, of seconds since the reference date.
    static func text(day start: Double) -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = calendar.dateComponents([.year, .month, .day], from: Date(timeIntervalSinceReferenceDate: start))
        let text = { (number: Int?, digits: Int) in
            let text = String(number ?? 0)
            return String(repeating: "0", count: max(digits - text.count, 0)) + text
        }
        return "\(text(parts.year, 4))-\(text(parts.month, 2))-\(text(parts.day, 2))"
    }
}
