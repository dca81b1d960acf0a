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
        let days = try days(of: Measure(.bloodPressure))
        if let recent = days.fold(recentSpan), let lower = recent.second {
            row.recent = .pair(recent.value, lower)
            if let before = earlierSpan.flatMap({ days.fold($0) }), let lowerBefore = before.second {
                row.change = .pair(
                    recent.value.rounded() - before.value.rounded(),
                    lower.rounded() - lowerBefore.rounded()
                )
            }
        }
        row.trend = trend(days) { $0 }
        facts.rows.append(row)
        addMarks(to: &pressure, days)
        facts.pressure = pressure
        return true
    }

    /// The marks to draw: the readings, or where there are too many the means of some days each.
    private func addMarks(to pressure: inout ReportFacts.Pressure, _ days: MeasureDays) {
        guard pressure.readings.count > Self.mostMarks else {
            pressure.marks = pressure.readings
            return
        }
        let step = [1, 7, 28, 91, 364].first { period.days / $0 <= Self.mostMarks } ?? (period.days / 90)
        pressure.averagedDays = step
        let clock = CivilClock(calendar.timeZone)
        pressure.marks = stride(from: 0, to: period.days, by: step)
            .compactMap { first in
                let start = days.span.lowerBound.advanced(by: first)
                let end = min(start.advanced(by: step), days.span.upperBound)
                guard let mean = days.fold(start..<end), let lower = mean.second else { return nil }
                let (from, to) = (start.start(on: clock), end.start(on: clock))
                let middle = from.addingTimeInterval(to.timeIntervalSince(from) / 2)
                return .init(date: middle, systolic: mean.value, diastolic: lower, source: "")
            }
    }
}
