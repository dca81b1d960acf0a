import Foundation
import HealthKit

// Days of category samples: minutes, events and the severity of symptoms; electrocardiograms, which are counted as well.
extension MeasureReader {
    /// The minutes of each day, each moment once.
    func minuteDays(_ type: HKCategoryType, _ span: Range<CalendarDay>) throws -> [CalendarDay: MeasureDay] {
        let (start, end) = bounds(span)
        var minutes = DayMinutes()
        try visit(type, from: start, to: end) { sample in
            // A current one has no length yet.
            minutes.add(
                from: sample.startDate,
                to: sample.hasUndeterminedDuration ? sample.startDate : sample.endDate
            )
        }
        return minutes.seconds(in: span, on: clock).mapValues { MeasureDay($0) }
    }

    /// How many samples that a condition holds for begin on each day.
    func eventDays(
        _ type: HKSampleType,
        _ span: Range<CalendarDay>,
        _ counts: (HKSample) -> Bool
    ) throws -> [CalendarDay: MeasureDay] {
        var days: [CalendarDay: MeasureDay] = [:]
        try visit(type, span) { sample in
            guard counts(sample) else { return }
            days[CalendarDay(sample.startDate, on: clock), default: MeasureDay(0)].value += 1
        }
        return days
    }

    /// The mean severity of each day.
    func severityDays(_ type: HKCategoryType, _ span: Range<CalendarDay>) throws -> [CalendarDay: MeasureDay] {
        try levelDays(type, span) { Self.severity($0) }
    }

    /// The mean of each day of the numbers that samples have.
    func levelDays(
        _ type: HKSampleType,
        _ span: Range<CalendarDay>,
        _ number: (HKSample) -> Double?
    ) throws -> [CalendarDay: MeasureDay] {
        var values: [CalendarDay: [Double]] = [:]
        try visit(type, span) { sample in
            guard let number = number(sample), number.isFinite else { return }
            values[CalendarDay(sample.startDate, on: clock), default: []].append(number)
        }
        return values.mapValues { values in
            var day = MeasureDay(values.reduce(0) { $0 + $1 / Double(values.count) })
            (day.least, day.greatest, day.latest) = (values.min(), values.max(), values.last)
            return day
        }
    }

    /// Whether a sample says that something happened.
    static func counts(_ sample: HKSample) -> Bool {
        guard let category = sample as? HKCategorySample else { return true }
        return EventValue.counts(category.value, of: category.categoryType.entry.values)
    }

    /// The severity that a sample of a symptom names.
    static func severity(_ sample: HKSample) -> Double? {
        (sample as? HKCategorySample).flatMap { EventValue.severity($0.value) }
    }

    /// Whether an electrocardiogram has a classification.
    static func isOf(_ kind: HKElectrocardiogram.Classification?, _ sample: HKSample) -> Bool {
        guard let electrocardiogram = sample as? HKElectrocardiogram else { return false }
        guard let kind else { return true }
        return electrocardiogram.classification == kind
    }
}
