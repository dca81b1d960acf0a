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
    var statistics: ReportStatistics { ReportStatistics(caller: .person(person), calendar: calendar) }
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
                case let type as HKSampleType where type.identifier == Self.sleep: try add(sleepRow(type), to: &facts)
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

    // MARK: Quantities

    private func quantityRow(_ type: HKQuantityType) throws -> ReportFacts.Row? {
        let unit = request.unit(type)
        guard type.aggregationStyle != .cumulative else {
            let days = try statistics.collect(type, from: period.start, to: period.end, days: 1)
                .compactMap { day in unit.number(day.countedQuantity()).map { (day: day.startDate, value: $0) } }
            return dailyRow(type, .quantity(unit, isDaily: true), wholeDays(days))
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
        let recent = unit.number(try statistics.average(type, from: period.recentStart, to: period.end))
        row.recent = recent.map { .number($0) }
        if period.recentDays != nil, let recent,
            let before = unit.number(try statistics.average(type, from: period.start, to: period.recentStart))
        {
            row.change = .number(unit.shown(recent) - unit.shown(before))
        }
        row.trend = try trend(type, unit)
        return row
    }

    func trend(_ type: HKQuantityType, _ unit: ValueUnit) throws -> [ReportFacts.Point] {
        try statistics.collect(type, from: period.start, to: period.end, days: period.step)
            .compactMap { part in
                unit.number(part.averageQuantity()).map { .init(x: middle(part.startDate, part.endDate), y: $0) }
            }
    }

    private func middle(_ start: Date, _ end: Date) -> Double {
        period.share(start.addingTimeInterval(min(end, period.end).timeIntervalSince(start) / 2))
    }

    // MARK: Sums of days

    /// The days without today, which isn't over and would look like a bad day; only today if there is no other.
    private func wholeDays(_ days: [(day: Date, value: Double)]) -> [(day: Date, value: Double)] {
        let today = calendar.civilStartOfDay(for: request.now)
        let over = days.filter { $0.day < today }
        return over.isEmpty ? days : over
    }

    /// A row of daily sums; days without data don't count.
    private func dailyRow(
        _ type: HKSampleType,
        _ measure: ReportFacts.Measure,
        _ days: [(day: Date, value: Double)]
    ) -> ReportFacts.Row? {
        guard let last = days.last else { return nil }
        var row = ReportFacts.Row(type: type, measure: measure, latest: .number(last.value), date: last.day)
        func mean(_ days: [(day: Date, value: Double)]) -> Double? {
            days.isEmpty ? nil : days.reduce(0) { $0 + $1.value } / Double(days.count)
        }
        let recent = mean(days.filter { $0.day >= period.recentStart })
        row.recent = recent.map { .number($0) }
        if period.recentDays != nil, let recent, let before = mean(days.filter { $0.day < period.recentStart }) {
            row.change = .number(recent - before)
        }
        let parts = Dictionary(grouping: days) { calendar.civilDays(from: period.start, to: $0.day) / period.step }
        row.trend = parts.sorted { $0.key < $1.key }
            .compactMap { part, days in
                let place = (Double(part) + 0.5) * Double(period.step) / Double(period.days)
                return mean(days).map { .init(x: min(max(0, place), 1), y: $0) }
            }
        return row
    }

    private func sleepRow(_ type: HKSampleType) throws -> ReportFacts.Row? {
        let clock = CivilClock(calendar.timeZone)
        let first = CalendarDay(period.start, on: clock)
        let last = CalendarDay(period.end.addingTimeInterval(-1), on: clock)
        let sleep = try MeasureReader(.person(person), calendar: calendar, now: request.now)
            .sleepDays(first..<max(first, last.advanced(by: 1)))
        let days = sleep.days.compactMap { day in day.asleep.map { (day: day.day.start(on: clock), value: $0) } }
        return dailyRow(type, .duration, days)
    }

    // MARK: Events

    private func eventRow(_ type: HKSampleType) throws -> ReportFacts.Row? {
        var counts: [Int: Int] = [:]
        var recent = 0
        var latest: HKSample?
        let query = SampleListQuery(type: type, from: period.start, to: period.end)
        let parts = try workoutParts(query)
        try SampleWalk(caller: .person(person), query: query, ascending: true)
            .visit { sample in
                guard parts.counted(sample.uuid) > 0 else { return }
                guard sample.startDate >= period.start, sample.startDate < period.end else { return }
                latest = sample
                counts[calendar.civilDays(from: period.start, to: sample.startDate) / period.step, default: 0] += 1
                if sample.startDate >= period.recentStart { recent += 1 }
            }
        guard let latest else { return nil }
        let text = request.textLocale.during {
            SampleText(locale: request.locale, units: request.units).labelled(latest)
        }
        var row = ReportFacts.Row(type: type, measure: .events, latest: .words(text), date: latest.startDate)
        row.recent = .number(Double(recent))
        row.trend = (0...((period.days - 1) / period.step))
            .map { part in
                let place = (Double(part) + 0.5) * Double(period.step) / Double(period.days)
                return .init(x: min(place, 1), y: Double(counts[part] ?? 0))
            }
        return row
    }

    /// What counts of workouts that several sources recorded (R7.27).
    private func workoutParts(_ query: SampleListQuery) throws -> WorkoutParts {
        guard query.type is HKWorkoutType else { return .whole }
        let counting = try WorkoutCounting(person)
        guard !counting.areWhole else { return .whole }
        var times: [WorkoutTime] = []
        try SampleWalk(caller: .person(person), query: query).visit { times.append(WorkoutTime($0)) }
        return try counting.parts(of: times, from: query.from, person)
    }
}
