import Foundation
import HealthKit
import HealthtuiEntry

/// Reads the page of a source or a device, a measure at a time: the store has columns by source, and a device's samples
/// are found in those of the year.
///
/// Every call waits for the store on the caller's thread.
package struct OriginReader: Sendable {
    package let overview: OriginOverview
    package let year: OriginYear
    package let person: PersonAccess
    package let calendar: Calendar
    package let now: Date
    /// The filter of what came from here.
    let filter: SampleFilter

    /// Reads what the store counts.
    ///
    /// - Parameters:
    ///   - origin: The source or the device.
    ///   - person: The store.
    ///   - calendar: The person's calendar.
    ///   - now: The current time.
    ///   - showsAll: Whether all years are read rather than one.
    /// - Throws: `HKError` if the store can't be read.
    package init(
        _ origin: DataOrigin,
        _ person: PersonAccess,
        calendar: Calendar,
        now: Date,
        showsAll: Bool = false
    ) throws {
        let overview = try Self.overview(origin, person)
        self.overview = overview
        self.person = person
        self.calendar = calendar
        self.now = now
        filter = try origin.filter(overview.devices)
        let clock = CivilClock(calendar.timeZone)
        let today = CalendarDay(now, on: clock)
        let first = showsAll ? try Self.first(overview, person).map { CalendarDay($0, on: clock) } : nil
        year = OriginYear(
            today: today,
            firstWeekday: calendar.firstWeekday,
            // A typing error of a century makes no page of empty years.
            since: first.map { max($0, today.advanced(by: -Self.mostDays)) }
        )
    }

    /// The most days that are shown of all years: a hundred years.
    private static let mostDays = 36_525

    /// When the first sample begins.
    private static func first(_ overview: OriginOverview, _ person: PersonAccess) throws -> Date? {
        let reader = SampleReader(.person(person))
        return try overview.types.filter { !($0.type is UnknownSampleType) }
            .compactMap { type in
                let query = try overview.origin.samples(of: type.type, overview.devices)
                return try reader.samples(query, ascending: true, limit: 1).first?.startDate
            }
            .min()
    }

    package var clock: CivilClock { CivilClock(calendar.timeZone) }

    /// The types whose days can be read, in order.
    package var types: [OriginOverview.TypeCount] { overview.types.filter { !($0.type is UnknownSampleType) } }

    /// The samples of a type that came from here.
    ///
    /// - Parameter type: The type.
    /// - Returns: The list.
    /// - Throws: `HKError`.
    package func samples(of type: HKSampleType) throws -> SampleListQuery {
        try overview.origin.samples(of: type, overview.devices)
    }

    /// The days of a type as this source or device alone has them.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - span: The days.
    /// - Returns: The days of the measure that represents the type; without a daily number, the number of samples that
    ///   begin.
    /// - Throws: `HKError` if the store can't be read.
    package func days(of type: HKSampleType, in span: Range<CalendarDay>) throws -> MeasureDays {
        let days = try days(of: Measure(of: type) ?? Measure(.events(type)), in: span)
        // People who record only momentary emotions have these.
        guard case .mind(.mood) = days.measure.subject, days.days.isEmpty else { return days }
        return try self.days(of: Measure(.mind(.emotions)), in: span)
    }

    private func days(of measure: Measure, in span: Range<CalendarDay>) throws -> MeasureDays {
        var reader = MeasureReader(.person(person), calendar: calendar, now: now)
        reader.condition = .stored(filter)
        var days = try reader.days(of: measure, in: span)
        // By itself it says nothing of a day on which it recorded nothing.
        days.recorded = nil
        return days
    }

    /// Reads a row.
    ///
    /// - Parameter type: One of ``types``.
    /// - Returns: The row.
    /// - Throws: `HKError` if the store can't be read.
    package func row(_ type: OriginOverview.TypeCount) throws -> OriginRow {
        let days = try days(of: type.type, in: year.read)
        let reader = SampleReader(.person(person))
        let query = try samples(of: type.type)
        let first = try reader.samples(query, ascending: true, limit: 1).first
        let last = try reader.samples(query, limit: 1).first
        return OriginRow(
            type: type.type,
            measure: days.measure,
            samples: type.samples,
            days: days,
            first: first?.startDate,
            last: last.map { min($0.endDate, max(now, $0.startDate)) }
        )
    }

    /// Reads all rows.
    ///
    /// - Returns: The page.
    /// - Throws: `HKError` if the store can't be read.
    package func page() throws -> OriginPage {
        var page = OriginPage(overview, year)
        for type in types { page.add(try row(type)) }
        return page
    }
}

extension OriginReader {
    private static func overview(_ origin: DataOrigin, _ person: PersonAccess) throws -> OriginOverview {
        let devices = try person.devices()
        switch origin {
        case .source(let source):
            let own = try person.sources().first { $0.source == source }
            let partners = devices.compactMap { device in
                device.sources[source.bundleIdentifier]
                    .map {
                        OriginOverview.Partner(origin: .device(device.device), samples: $0)
                    }
            }
            return OriginOverview(
                origin: origin,
                types: types(own?.types ?? [:]),
                stored: (own?.types ?? [:]).keys.sorted().compactMap { HKSampleType.ofStored($0) },
                samples: own?.count ?? 0,
                versions: own?.versions ?? [],
                devices: [],
                partners: partners.sorted { $0.samples > $1.samples }
            )
        case .device(let device):
            let own = devices.filter { $0.device.isSameHardware(as: device) }.sorted { $0.count > $1.count }
            let counts: [String: Int] = own.reduce(into: [:]) { $0.merge($1.sources, uniquingKeysWith: +) }
            let types: [String: Int] = own.reduce(into: [:]) { $0.merge($1.types, uniquingKeysWith: +) }
            let partners = try person.sources()
                .compactMap { source in
                    counts[source.source.bundleIdentifier]
                        .map {
                            OriginOverview.Partner(origin: .source(source.source), samples: $0)
                        }
                }
            return OriginOverview(
                origin: origin,
                types: Self.types(types),
                stored: types.keys.sorted().compactMap { HKSampleType.ofStored($0) },
                samples: own.reduce(0) { $0 + $1.count },
                versions: [],
                devices: own.map(\.device),
                partners: partners.sorted { $0.samples > $1.samples }
            )
        }
    }

    /// The types in the order of the catalogue; of a blood pressure the pair alone.
    private static func types(_ counts: [String: Int]) -> [OriginOverview.TypeCount] {
        let places = Dictionary(
            TypeCatalogue.shared.entries.enumerated().map { ($1.identifier, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        var counts = counts
        if let pair = BloodPressure.type, counts[pair.identifier] != nil {
            counts[BloodPressure.systolicType.identifier] = nil
            counts[BloodPressure.diastolicType.identifier] = nil
        }
        return
            counts.sorted {
                (places[$0.key] ?? .max, $0.key) < (places[$1.key] ?? .max, $1.key)
            }
            .compactMap { identifier, count in
                HKSampleType.ofStored(identifier).map { OriginOverview.TypeCount(type: $0, samples: count) }
            }
    }
}
