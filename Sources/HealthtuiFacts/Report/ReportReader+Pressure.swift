import Foundation
import HealthKit
import HealthtuiEntry

// Blood pressure: a row in the overview, its picture, and the readings themselves.
extension ReportReader {
    /// The largest number of readings that are drawn individually.
    private static let mostMarks = 92

    func readPressure(_ type: HKCorrelationType, _ facts: inout ReportFacts) throws -> Bool {
        var pressure = ReportFacts.Pressure()
        try SampleWalk(
            caller: .person(person),
            query: SampleListQuery(type: type, from: period.start, to: period.end),
            ascending: true
        )
        .visit { sample in
            guard let correlation = sample as? HKCorrelation, let value = BloodPressure(correlation),
                sample.startDate >= period.start, sample.startDate < period.end
            else { return }
            pressure.readings.append(
                ReportFacts.Reading(
                    date: sample.startDate,
                    systolic: value.systolic,
                    diastolic: value.diastolic,
                    source: sample.sourceRevision.source.name
                )
            )
        }
        guard let latest = pressure.readings.last else { return false }
        var row = ReportFacts.Row(
            type: type,
            measure: .pressure,
            latest: .pair(latest.systolic, latest.diastolic),
            date: latest.date
        )
        let recent = try average(from: period.recentStart, to: period.end)
        row.recent = recent.map { .pair($0.systolic, $0.diastolic) }
        if period.recentDays != nil, let recent,
            let before = try average(from: period.start, to: period.recentStart)
        {
            row.change = .pair(
                recent.systolic.rounded() - before.systolic.rounded(),
                recent.diastolic.rounded() - before.diastolic.rounded()
            )
        }
        let unit = ValueUnit(BloodPressure.systolicType, locale: request.locale, chosen: .millimeterOfMercury())
        row.trend = try trend(BloodPressure.systolicType, unit)
        facts.rows.append(row)
        try addMarks(to: &pressure)
        facts.pressure = pressure
        return true
    }

    /// The averages of both pressures, or nil if one of them has no samples.
    private func average(from start: Date, to end: Date) throws -> (systolic: Double, diastolic: Double)? {
        func number(_ type: HKQuantityType) throws -> Double? {
            try statistics.average(type, from: start, to: end)?.converted(to: .millimeterOfMercury())
        }
        guard let systolic = try number(BloodPressure.systolicType),
            let diastolic = try number(BloodPressure.diastolicType)
        else { return nil }
        return (systolic, diastolic)
    }

    private func addMarks(to pressure: inout ReportFacts.Pressure) throws {
        guard pressure.readings.count > Self.mostMarks else {
            pressure.marks = pressure.readings
            return
        }
        let step = [1, 7, 28, 91, 364].first { period.days / $0 <= Self.mostMarks } ?? (period.days / 90)
        pressure.averagedDays = step
        func parts(_ type: HKQuantityType) throws -> [Date: HKStatistics] {
            let found = try statistics.collect(type, from: period.start, to: period.end, days: step)
            return Dictionary(found.map { ($0.startDate, $0) }, uniquingKeysWith: { first, _ in first })
        }
        let lower = try parts(BloodPressure.diastolicType)
        pressure.marks = try parts(BloodPressure.systolicType).sorted { $0.key < $1.key }
            .compactMap { start, upper in
                guard let systolic = upper.averageQuantity()?.converted(to: .millimeterOfMercury()),
                    let diastolic = lower[start]?.averageQuantity()?.converted(to: .millimeterOfMercury())
                else { return nil }
                let middle = start.addingTimeInterval(upper.endDate.timeIntervalSince(start) / 2)
                return .init(date: middle, systolic: systolic, diastolic: diastolic, source: "")
            }
    }
}
