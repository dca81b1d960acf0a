import Foundation
import HealthKit
import HealthtuiEntry

// Days of sleep.
extension MeasureReader {
    /// Adds the days of a part of sleep.
    func addSleep(_ part: Measure.SleepPart, to result: inout MeasureDays) throws {
        result.add(part, of: try sleepDays(result.span))
    }

    /// A part of sleep with the sleeps and the samples that it was made of.
    ///
    /// - Parameters:
    ///   - part: The part.
    ///   - span: The days.
    /// - Returns: The days of the measure; the sleeps; and the samples, which reach beyond the days.
    /// - Throws: `HKError` if the store can't be read.
    package func sleep(
        _ part: Measure.SleepPart,
        in span: Range<CalendarDay>
    ) throws -> (measured: MeasureDays, days: SleepDays, samples: [SleepSample]) {
        let measure = Measure(.sleep(part))
        var measured = MeasureDays(
            measure,
            in: span,
            [:],
            recorded: try recorded(measure),
            today: today,
            firstWeekday: calendar.firstWeekday
        )
        let (days, samples) = try readSleep(span)
        measured.add(part, of: days)
        return (measured, days, samples)
    }

    /// The sleeps of some days.
    ///
    /// - Parameter span: The days.
    /// - Returns: The days that have sleep or time in bed.
    /// - Throws: `HKError` if the store can't be read.
    package func sleepDays(_ span: Range<CalendarDay>) throws -> SleepDays { try readSleep(span).days }

    /// The sleeps of some days, with the samples that were read for them.
    ///
    /// - Parameter span: The days.
    /// - Returns: The days that have sleep or time in bed; and the samples, which reach beyond them.
    /// - Throws: `HKError` if the store can't be read.
    package func readSleep(_ span: Range<CalendarDay>) throws -> (days: SleepDays, samples: [SleepSample]) {
        guard !span.isEmpty else { return (SleepDays(), []) }
        let sources = try sleepSources()
        let (start, end) = bounds(span)
        var reach = SleepReach(
            DateInterval(start: start, end: max(start, end)),
            sources,
            zone: calendar.timeZone
        )
        var samples: [SleepSample] = []
        repeat { samples = try sleepSamples(reach.interval) } while reach.widen(samples)
        return (SleepFold.days(samples, sources, zone: calendar.timeZone).days(in: span), samples)
    }

    /// The recorded days, from the day on which the first sleep ends: it often begins on the evening before.
    func sleptDays(_ recorded: ClosedRange<CalendarDay>) throws -> ClosedRange<CalendarDay> {
        // Its own zone may put a sleep on the viewer's day before.
        let begun = recorded.lowerBound
        let sleep = try withoutCondition.sleepDays(begun.advanced(by: -1)..<begun.advanced(by: 3))
        guard let first = sleep.days.first else { return recorded }
        return first.day...max(first.day, recorded.upperBound)
    }

    /// The order in which sources of sleep count; an app doesn't learn the person's.
    private func sleepSources() throws -> SleepSources {
        guard case .person(let person) = caller else { return SleepSources() }
        let type = HKCategoryTypeIdentifier.sleepAnalysis.rawValue
        return SleepSources(
            chosen: try person.chosenSources(type),
            standard: try person.sourceOrder(type).order.map(\.bundleIdentifier)
        )
    }

    /// The samples that have time in common with an interval, by start.
    private func sleepSamples(_ interval: DateInterval) throws -> [SleepSample] {
        let query = SampleListQuery(type: HKCategoryType(.sleepAnalysis), from: interval.start, to: interval.end)
        let filtered = FilteredSamples(query, condition, timeZone: calendar.timeZone)
        var samples: [SleepSample] = []
        var position: SampleListPosition?
        while true {
            let page = try filtered.page(after: position, ascending: true, limit: 2_000, caller)
            samples += page.filter { sample in until.map { sample.endDate <= $0 } ?? true }.compactMap(SleepSample.init)
            guard page.count == 2_000, let next = SampleListPosition(behind: page, after: position) else {
                return samples
            }
            position = next
        }
    }
}

extension MeasureDays {
    /// Takes a part of the days of sleep.
    fileprivate mutating func add(_ part: Measure.SleepPart, of sleep: SleepDays) {
        leftOut = sleep.leftOut.values.reduce(0, +)
        for day in sleep.days { days[day.day] = day.measure(part) }
    }
}

extension SleepDay {
    /// The value of a part of sleep; `nil` if it isn't known of the day.
    package func measure(_ part: Measure.SleepPart) -> MeasureDay? {
        switch part {
        case .sleep: asleep.map { MeasureDay($0) }
        case .inBed: inBed.map { MeasureDay($0) }
        case .naps: main.map { _ in MeasureDay(Double(naps.count)) }
        case .napTime: napTime.map { MeasureDay($0) }
        default: main.flatMap { $0.measure(part) }
        }
    }
}

extension Sleep {
    /// The value of a part of the main sleep.
    fileprivate func measure(_ part: Measure.SleepPart) -> MeasureDay? {
        func seconds(_ stage: HKCategoryValueSleepAnalysis) -> MeasureDay? {
            hasStages ? MeasureDay(durations[stage.rawValue] ?? 0) : nil
        }
        // A source that records neither stages nor being awake doesn't say that the person slept through.
        let knowsAwake = hasStages || awakenings > 0
        switch part {
        case .night: return MeasureDay(asleep)
        case .deep: return seconds(.asleepDeep)
        case .core: return seconds(.asleepCore)
        case .rem: return seconds(.asleepREM)
        case .awake: return knowsAwake ? MeasureDay(awake) : nil
        case .awakenings: return knowsAwake ? MeasureDay(Double(awakenings)) : nil
        case .efficiency: return inBed.flatMap { MeasureDay(part: asleep, of: $0, factor: 100) }
        case .bedtime: return MeasureDay(bedtime)
        case .wakeTime: return MeasureDay(wakeTime)
        case .sleep, .inBed, .naps, .napTime: return nil
        }
    }
}
