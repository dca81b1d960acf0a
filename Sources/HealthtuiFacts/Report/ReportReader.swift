import Foundation
import HealthKit
import HealthKitLocalization
import HealthtuiEntry

/// Reads the contents of a report.
package struct ReportReader: Sendable {
    let person: PersonAccess
    let request: ReportRequest

    /// Makes a reader.
    ///
    /// - Parameters:
    ///   - person: The store.
    ///   - request: The request.
    package init(_ person: PersonAccess, _ request: ReportRequest) {
        self.person = person
        self.request = request
    }

    var period: ReportPeriod { request.period }
    var calendar: Calendar { request.calendar }
    private var samples: SampleReader { SampleReader(.person(person)) }

    /// Reads only the chosen types.
    ///
    /// - Returns: The contents of the report.
    /// - Throws: `HKError` if the store can't be read.
    package func facts() throws -> ReportFacts {
        var facts = ReportFacts(request)
        facts.storedTypes = try person.types().count
        if request.isAboutYou { try readAboutYou(&facts) }
        for type in request.types {
            let hasData: Bool =
                switch type {
                case let type as HKClinicalType
                where type.identifier == HKClinicalTypeIdentifier.labResultRecord.rawValue:
                    try readLaboratory(type, &facts)
                case let type as HKClinicalType: try readRecords(type, &facts)
                case let type as HKElectrocardiogramType: try readElectrocardiograms(type, &facts)
                case is HKUserAnnotatedMedicationType, is HKMedicationDoseEventType: try readMedications(&facts)
                case let type as HKCorrelationType where type == BloodPressure.type: try readPressure(type, &facts)
                case let type as HKQuantityType: try add(quantityRow(type), to: &facts)
                case let type as HKSampleType where type.identifier == Self.sleep:
                    try add(dailyRow(type, .duration, Measure(.sleep(.sleep))), to: &facts)
                case let type as HKCategoryType where Measure(of: type)?.unit == .duration:
                    try add(dailyRow(type, .duration, Measure(.minutes(type))), to: &facts)
                case let type as HKSampleType: try add(eventRow(type), to: &facts)
                default: false
                }
            if !hasData { facts.missing.append(type) }
        }
        return facts
    }

    private static let sleep = HKCategoryTypeIdentifier.sleepAnalysis.rawValue

    private func add(_ row: ReportFacts.Row?, to facts: inout ReportFacts) -> Bool {
        guard let row else { return false }
        facts.rows.append(row)
        return true
    }

    private func readAboutYou(_ facts: inout ReportFacts) throws {
        let me = try person.characteristics()
        facts.birthday = me.dateOfBirth.flatMap { CalendarDay(text: $0) }
        facts.sex = me.biologicalSex
        facts.bloodType = CharacteristicField.all.first { $0.key == "bloodType" }?.text(me)
    }

    // MARK: Measures

    /// The days of a measure in the period.
    func days(of measure: Measure) throws -> MeasureDays {
        try MeasureReader(.person(person), calendar: calendar, now: request.now).days(of: measure, in: span)
    }

    /// The days of the period.
    private var span: Range<CalendarDay> { period.span(from: period.start, to: period.end) }

    /// The days whose mean is compared with that of the days before.
    var recentSpan: Range<CalendarDay> { period.span(from: period.recentStart, to: period.end) }

    /// The days before ``recentSpan``; `nil` for a period too short to divide.
    var earlierSpan: Range<CalendarDay>? {
        period.recentDays == nil ? nil : period.span(from: period.start, to: period.recentStart)
    }

    private func quantityRow(_ type: HKQuantityType) throws -> ReportFacts.Row? {
        let unit = request.unit(type)
        let measure = Measure(.quantity(type))
        guard measure.kind != .total else {
            return try dailyRow(type, .quantity(unit, isDaily: true), measure)
        }
        let query = SampleListQuery(type: type, from: period.start, to: period.end)
        guard let latest = try samples.samples(query, limit: 1).first as? HKQuantitySample,
            let number = unit.number(latest.quantity)
        else { return nil }
        var row = ReportFacts.Row(
            type: type,
            measure: .quantity(unit, isDaily: false),
            latest: .number(number),
            date: latest.endDate
        )
        let days = try days(of: measure)
        let format = MeasureFormat(measure) { request.unit($0) }
        row.recent = mean(days, recentSpan).map { .number(format.number($0)) }
        if let recent = mean(days, recentSpan), let before = earlierSpan.flatMap({ mean(days, $0) }) {
            row.change = .number(format.shown(recent) - format.shown(before))
        }
        row.trend = trend(days) { format.number($0) }
        return row
    }

    private func mean(_ days: MeasureDays, _ span: Range<CalendarDay>) -> Double? { days.fold(span)?.mean }

    /// The mean of the days of each step of the period.
    func trend(_ days: MeasureDays, _ number: (Double) -> Double) -> [ReportFacts.Point] {
        steps.compactMap { part, step in
            days.fold(step)?.mean.map { .init(x: part, y: number($0)) }
        }
    }

    /// The steps of a trend: the place of each in the period, from 0 to 1, and its days.
    private var steps: [(place: Double, days: Range<CalendarDay>)] {
        let span = span
        return stride(from: 0, to: period.days, by: period.step)
            .map { first in
                let start = span.lowerBound.advanced(by: first)
                let end = min(start.advanced(by: period.step), span.upperBound)
                let middle = Double(first) + Double(start.distance(to: end)) / 2
                return (min(max(0, middle / Double(period.days)), 1), start..<end)
            }
    }

    /// A row of what adds up over a day: the last day that is over, and the mean of the days.
    private func dailyRow(
        _ type: HKSampleType,
        _ shown: ReportFacts.Measure,
        _ measure: Measure
    ) throws -> ReportFacts.Row? {
        let days = try days(of: measure)
        // Today isn't over and would look like a bad day.
        let over = measure.kind == .total ? days.days.filter { $0.key < days.today } : days.days
        guard let last = (over.isEmpty ? days.days : over).max(by: { $0.key < $1.key }) else { return nil }
        let format = MeasureFormat(measure) { request.unit($0) }
        var row = ReportFacts.Row(
            type: type,
            measure: shown,
            latest: .number(format.number(last.value.value)),
            date: last.key.start(on: CivilClock(calendar.timeZone))
        )
        row.recent = mean(days, recentSpan).map { .number(format.number($0)) }
        if let recent = mean(days, recentSpan), let before = earlierSpan.flatMap({ mean(days, $0) }) {
            row.change = .number(format.number(recent) - format.number(before))
        }
        row.trend = trend(days) { format.number($0) }
        return row
    }

    // MARK: Events

    /// A row of counted events: how often they occurred in the last days; for workouts those that count (R7.27).
    private func eventRow(_ type: HKSampleType) throws -> ReportFacts.Row? {
        let measure = type is HKWorkoutType ? Measure(.workouts(nil, .count)) : Measure(.events(type))
        let query = SampleListQuery(type: type, from: period.start, to: period.end)
        let found =
            type is HKWorkoutType
            ? try WorkoutRecordings.latest(person, from: period.start, to: period.end)
            : try samples.samples(query, limit: 1).first
        guard let latest = found else { return nil }
        let text = request.textLocale.during {
            SampleText(locale: request.locale, units: request.units).labelled(latest)
        }
        let days = try days(of: measure)
        var row = ReportFacts.Row(type: type, measure: .events, latest: .words(text), date: latest.startDate)
        row.recent = .number(days.fold(recentSpan)?.total ?? 0)
        row.trend = steps.map { place, step in ReportFacts.Point(x: place, y: days.fold(step)?.total ?? 0) }
        return row
    }
}
