import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts

/// Means of blood pressure over some last days, each beside that of as many days before.
struct PressureAverages: Sendable {
    /// The last days of some number; today is none of them.
    struct Row: Sendable {
        /// How many days there are.
        let length: Int
        let mean: MeasureValue?
        /// The same of as many days before.
        let before: MeasureValue?
        /// The mean of the days of the pulse at the readings, in beats a minute; nil where none was recorded with them.
        let pulse: Double?
    }

    let rows: [Row]
    let unit: MeasureUnit

    /// The numbers of days: a month, a week, twelve weeks and a year of weeks.
    static let lengths = [30, 7, 84, 364]

    /// Reads the means.
    ///
    /// - Parameters:
    ///   - person: The store.
    ///   - calendar: The person's calendar.
    ///   - now: The current time.
    /// - Throws: `HKError` if the store can't be read.
    init(_ person: PersonAccess, calendar: Calendar, now: Date) throws {
        let reader = MeasureReader(.person(person), calendar: calendar, now: now)
        let today = reader.today
        let year = Self.lengths.max() ?? 0
        let days = try reader.days(of: Measure(.bloodPressure), in: today.advanced(by: -2 * year)..<today)
        let pulse = try PressurePulse(reader, person, in: today.advanced(by: -year)..<today)
        unit = days.measure.unit
        rows = Self.lengths.map { length in
            let start = today.advanced(by: -length)
            return Row(
                length: length,
                mean: days.fold(start..<today),
                before: days.fold(today.advanced(by: -2 * length)..<start),
                pulse: pulse.mean(start..<today)
            )
        }
    }
}

/// The pulse that cuffs record beside each reading.
private struct PressurePulse {
    /// The pulses of each day.
    private var days: [CalendarDay: [Double]] = [:]
    /// The first day of which all readings were looked at.
    private var first: CalendarDay

    /// The most readings whose pulse is looked for.
    private static let limit = 400
    /// A pulse that is recorded this many seconds before or after a reading belongs to it.
    private static let margin = 60.0

    init(_ reader: MeasureReader, _ person: PersonAccess, in span: Range<CalendarDay>) throws {
        first = span.lowerBound
        guard let type = BloodPressure.type else { return }
        let query = SampleListQuery(
            type: type,
            from: span.lowerBound.start(on: reader.clock),
            to: span.upperBound.start(on: reader.clock)
        )
        let readings = try person.samples(query, limit: Self.limit)
        if readings.count == Self.limit, let oldest = readings.last {
            first = CalendarDay(oldest.startDate, on: reader.clock).advanced(by: 1)
        }
        for reading in readings {
            guard let pulse = try Self.pulse(at: reading, person) else { continue }
            days[CalendarDay(reading.startDate, on: reader.clock), default: []].append(pulse)
        }
    }

    /// The pulse of the source of a reading that is nearest to it.
    private static func pulse(at reading: HKSample, _ person: PersonAccess) throws -> Double? {
        let query = SampleListQuery(
            type: HKQuantityType(.heartRate),
            from: reading.startDate.addingTimeInterval(-margin),
            to: reading.endDate.addingTimeInterval(margin),
            source: reading.sourceRevision.source
        )
        func distance(_ sample: HKSample) -> Double { abs(sample.startDate.timeIntervalSince(reading.startDate)) }
        // A watch records far fewer than these in two minutes.
        let nearest = try person.samples(query, limit: 200).min { distance($0) < distance($1) }
        return (nearest as? HKQuantitySample)?.quantity.converted(to: .count().unitDivided(by: .minute()))
    }

    /// The mean of the days of a span, each with one vote; nil where there is none, or not all were looked at.
    func mean(_ span: Range<CalendarDay>) -> Double? {
        guard span.lowerBound >= first else { return nil }
        let means = span.compactMap { days[$0] }.map { $0.reduce(0, +) / Double($0.count) }
        return means.isEmpty ? nil : means.reduce(0, +) / Double(means.count)
    }
}
