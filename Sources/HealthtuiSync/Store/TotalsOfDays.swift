import Foundation
import HealthKit
import HealthKitStore

/// Works out the totals of days of a store, as digests.
///
/// Days are those of universal time, as machines may be in several zones. Totals are compared to about six digits: two stores may
/// add the same numbers in another order.
struct TotalsOfDays {
    private let reader: ObjectReader
    /// The sums of the hashes of samples, and their counts, by type.
    private var samples: [TypeID: (sum: UInt64, count: Int)] = [:]
    private var types: [(id: TypeID, type: HKQuantityType)] = []

    /// Reads which samples there are.
    ///
    /// - Parameter reader: The store.
    /// - Throws: ``StoreError``.
    init(_ reader: ObjectReader) throws {
        self.reader = reader
        var after: Int64 = 0
        while true {
            let changes = try reader.store.changes(after: after, limit: Self.page)
            for item in changes.items {
                let (type, uuid): (TypeID, UUID)
                switch item {
                case .sample(let sample): (type, uuid) = (sample.type, sample.uuid)
                case .record(let record): (type, uuid) = (record.type, record.uuid)
                case .tombstone: continue
                }
                // Samples of one identity never differ.
                let known = samples[type] ?? (0, 0)
                samples[type] = (known.sum &+ EntryKey.sample(SyncID(uuid)).number, known.count + 1)
            }
            if !changes.isLimited { break }
            after = changes.lastAnchor
        }
        for entry in try reader.store.dictionaryEntries(.type) where samples[entry.id] != nil {
            let identifier = String(decoding: entry.bytes, as: UTF8.self)
            guard let type = HKObjectType.type(identifier: identifier) as? HKQuantityType else { continue }
            types.append((entry.id, type))
        }
    }

    /// The number of changes read at a time.
    private static let page = 65_536

    /// The totals by type.
    ///
    /// - Returns: Digests by identifiers of types.
    /// - Throws: `HKError`.
    func digests() throws -> [String: String] {
        var digests: [String: String] = [:]
        for (_, type) in types { digests[type.identifier] = try digest(type) }
        return digests
    }

    /// The totals with what they depend on, for the group.
    ///
    /// - Parameter device: This machine.
    /// - Returns: The totals.
    /// - Throws: `HKError`, ``StoreError``.
    func shared(_ device: SyncID) throws -> DayTotals {
        let names = try SharedSourceNames(reader.store, device)
        var totals = DayTotals()
        for (id, type) in types {
            totals.types[type.identifier] = DayTotals.Summary(
                basis: try basis(id, type, names),
                totals: try digest(type)
            )
        }
        return totals
    }

    private func basis(_ id: TypeID, _ type: HKQuantityType, _ names: SharedSourceNames) throws -> String {
        var bytes = SyncByteWriter()
        bytes.long(samples[id]?.sum ?? 0)
        bytes.long(UInt64(samples[id]?.count ?? 0))
        if let order = try reader.store.value(StoreNamespace.sourceOrder, type.identifier) {
            bytes.sized(try names.shared(order))
        }
        let sources = try reader.orderedSources(of: type.identifier).map(\.source.bundleIdentifier)
        for (name, time) in names.times(of: sources) {
            bytes.sized(Array(name.utf8))
            bytes.long(time.bitPattern)
        }
        return Digest(of: bytes.bytes).description
    }

    private func digest(_ type: HKQuantityType) throws -> String {
        let isSum = type.aggregationStyle == .cumulative
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let days = try IntervalCalendar(
            anchor: Date(timeIntervalSinceReferenceDate: 0),
            components: DateComponents(calendar: calendar, timeZone: .gmt, day: 1)
        )
        let options: HKStatisticsOptions = isSum ? .cumulativeSum : [.discreteAverage, .discreteMin, .discreteMax]
        var bytes = SyncByteWriter()
        for day in try reader.statistics(FetchRequest(type: type), type, options: options, intervals: days) {
            let values = day.values
            let numbers = isSum ? [values.sum] : [values.average, values.minimum, values.maximum]
            if numbers.allSatisfy({ $0 == nil }) { continue }
            bytes.long(day.startDate.timeIntervalSinceReferenceDate.bitPattern)
            for number in numbers { bytes.long(Self.rounded(number ?? 0)) }
        }
        return Digest(of: bytes.bytes).description
    }

    /// A number to about six digits.
    ///
    /// Measured values have few digits, and aren't near the edge between two rounded numbers.
    private static func rounded(_ number: Double) -> UInt64 { (number.bitPattern &+ 0x5A3C_9117) >> 32 }
}

extension StoreComparison {
    /// The types of which two stores have other totals on some day.
    ///
    /// - Parameters:
    ///   - here: Access to one store.
    ///   - there: Access to the other.
    /// - Returns: The identifiers of the types that both have, sorted.
    /// - Throws: `HKError` for a store that can't be read.
    package static func differingTotals(_ here: PersonAccess, _ there: PersonAccess) throws -> [String] {
        let (own, others) = (try digests(here), try digests(there))
        return own.keys.filter { type in others[type].map { $0 != own[type] } ?? false }.sorted()
    }

    private static func digests(_ person: PersonAccess) throws -> [String: String] {
        try person.store.database().read { try TotalsOfDays($0).digests() }
    }
}
