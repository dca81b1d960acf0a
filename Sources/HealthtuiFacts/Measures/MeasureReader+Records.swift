import Foundation
import HealthKit

// Days of workouts, events and records.
extension MeasureReader {
    /// Adds the days of a measure that is made of samples one by one.
    func addRecords(to result: inout MeasureDays) throws {
        let span = result.span
        switch result.measure.subject {
        case .workouts(let activity, let part): result.days = try workoutDays(activity, part, span)
        case .rings(let part): result.days = try ringDays(part, span)
        case .minutes(let type): result.days = try minuteDays(type, span)
        case .events(let type): result.days = try eventDays(type, span) { Self.counts($0) }
        case .electrocardiograms(let kind):
            result.days = try eventDays(HKObjectType.electrocardiogramType(), span) { Self.isOf(kind, $0) }
        case .severity(let type): result.days = try severityDays(type, span)
        case .laboratory(let name): try addLaboratory(name, to: &result)
        case .mind(let part): result.days = try mindDays(part, span)
        case .doses(let part, let name): result.days = try doseDays(part, name, span)
        case .cycle(let part): result.days = try cycleDays(part).filter { span.contains($0.key) }
        case .quantity, .bloodPressure, .sleep: break
        }
    }

    /// The first and the last day of what a measure counts of its type's samples.
    func recordedDays(_ measure: Measure) throws -> ClosedRange<CalendarDay>? {
        switch measure.subject {
        case .workouts(let activity, let part):
            return try recordedDays(HKObjectType.workoutType()) { Self.isOf(activity, part, $0) }
        case .events(let type): return try recordedDays(type) { Self.counts($0) }
        case .electrocardiograms(let kind):
            return try recordedDays(HKObjectType.electrocardiogramType()) { Self.isOf(kind, $0) }
        case .severity(let type): return try recordedDays(type) { Self.severity($0) != nil }
        case .mind(let part): return try recordedDays(HKObjectType.stateOfMindType()) { Self.isOf(part, $0) }
        case .doses(let part, let name):
            let medications = try medications(named: name)
            return try recordedDays(HKObjectType.medicationDoseEventType()) { Self.isOf(part, medications, $0) }
        case .rings: return range(try summaries(nil).filter { !$0.isPaused }.compactMap(\.day))
        case .laboratory(let name):
            return range(try LaboratoryTests(self).test(name)?.results.map(\.day) ?? [])
        case .cycle(let part): return range(Array(try withoutCondition.cycleDays(part).keys))
        case .quantity, .bloodPressure, .sleep, .minutes: return try extent(measure).map(days)
        }
    }

    /// The reader without a condition, for what there is: names, and when something was first recorded.
    var withoutCondition: MeasureReader {
        var reader = self
        reader.condition = nil
        return reader
    }

    /// From the first of some days to the last, which is today at the latest.
    private func range(_ days: [CalendarDay]) -> ClosedRange<CalendarDay>? {
        guard let first = days.min(), let last = days.max() else { return nil }
        return first...max(first, min(last, today))
    }

    /// The days on which the first and the last sample begin that a condition holds for.
    private func recordedDays(
        _ type: HKSampleType,
        _ isWanted: (HKSample) -> Bool
    ) throws -> ClosedRange<CalendarDay>? {
        guard let first = try firstSample(type, ascending: true, isWanted) else { return nil }
        let last = try firstSample(type, ascending: false, isWanted) ?? first
        return range([first, last].map { CalendarDay($0.startDate, on: clock) })
    }

    private func firstSample(
        _ type: HKSampleType,
        ascending: Bool,
        _ isWanted: (HKSample) -> Bool
    ) throws -> HKSample? {
        let reader = SampleReader(caller)
        var position: SampleListPosition?
        // The first one mostly does, so the first page is short.
        var limit = 20
        while true {
            let page = try reader.samples(
                SampleListQuery(type: type),
                after: position,
                ascending: ascending,
                limit: limit
            )
            if let found = page.first(where: isWanted) { return found }
            guard page.count == limit, let next = SampleListPosition(behind: page, after: position) else { return nil }
            (position, limit) = (next, 2_000)
        }
    }
}
