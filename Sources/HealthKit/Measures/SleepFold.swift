import Foundation

/// Makes days of sleep out of samples that arrive by their start.
///
/// 1. Each moment counts once: by the first source in the person's order; without one by the source with the most time in
///    stages in that time of sleep, then by the default order. Time in bed is never time asleep.
/// 2. A sleep is whole: see ``SleepJoining``.
/// 3. It belongs to the day on which it ends, at midnight to the day before, by the zone of its last sample.
/// 4. The longest sleep of a day is the night.
/// 5. Lengths are true lengths.
/// 6. A sample of more than 24 hours is skipped and counted.
///
/// It keeps the samples of one time of sleep only, besides the days.
package struct SleepFold {
    private let order: SleepOrder
    private var names: SleepNames
    private var pieces: [SleepPiece] = []
    /// The last moment asleep or in bed of `pieces`; `nil` if they say neither.
    private var reached: Double?
    /// The number of pieces from which those that have ended are removed.
    private var pruneCount = 64
    private var byDay: [Double: (sleeps: [Sleep], beds: [BedTime])] = [:]
    private var leftOut: [Double: Int] = [:]

    /// Begins with no samples.
    ///
    /// - Parameters:
    ///   - sources: The order of sources.
    ///   - zone: The viewer's time zone.
    package init(_ sources: SleepSources, zone: TimeZone) {
        order = SleepOrder(sources)
        names = SleepNames(viewer: zone)
    }

    /// Makes days out of samples in any order.
    ///
    /// - Parameters:
    ///   - samples: The samples.
    ///   - sources: The order of sources.
    ///   - zone: The viewer's time zone.
    /// - Returns: The days in order.
    package static func days(_ samples: [SleepSample], _ sources: SleepSources, zone: TimeZone) -> SleepDays {
        var fold = SleepFold(sources, zone: zone)
        for sample in samples.sorted(by: { $0.start < $1.start }) { fold.add(sample) }
        return fold.finish()
    }

    /// Adds a sample that doesn't begin before the last one.
    package mutating func add(_ sample: SleepSample) {
        guard let state = SleepState(sample.value), !order.excluded.contains(sample.bundle),
            sample.start.isFinite, sample.end.isFinite, sample.end > sample.start
        else { return }
        let zone = names.zone(sample.zone)
        guard sample.end - sample.start <= SleepSample.longest else {
            leftOut[Self.day(sample.end, names.zones[zone]), default: 0] += 1
            return
        }
        if let reached, sample.start > reached + SleepJoining.longestGap { flush() }
        if reached == nil, pieces.count >= pruneCount {
            // These are only times awake; those that have ended belong to no sleep.
            pieces.removeAll { $0.end <= sample.start }
            pruneCount = max(64, pieces.count * 2)
        }
        pieces.append(
            SleepPiece(start: sample.start, end: sample.end, state: state, source: names.source(sample), zone: zone)
        )
        if state != .awake { reached = max(reached ?? sample.end, sample.end) }
    }

    /// The days of all samples that were added.
    package consuming func finish() -> SleepDays {
        flush()
        func calendarDay(_ day: Double) -> CalendarDay { CalendarDay(number: Int(exactly: day) ?? 0) }
        var result = SleepDays()
        result.days = byDay.sorted { $0.key < $1.key }
            .map { day, own in
                SleepDay(
                    day: calendarDay(day),
                    sleeps: own.sleeps.sorted { $0.start < $1.start },
                    beds: own.sleeps.isEmpty ? own.beds.sorted { $0.start < $1.start } : []
                )
            }
        for (day, count) in leftOut { result.leftOut[calendarDay(day), default: 0] += count }
        return result
    }

    /// Reads the sleeps of the samples, which no later sample can change.
    private mutating func flush() {
        guard let end = reached else { return }
        let (sleeps, beds) = SleepChunk(pieces, names, order).read()
        for sleep in sleeps {
            let day = Self.day(sleep.end.timeIntervalSinceReferenceDate, sleep.zone)
            byDay[day, default: ([], [])].sleeps.append(sleep)
        }
        for bed in beds {
            let day = Self.day(bed.end.timeIntervalSinceReferenceDate, bed.zone)
            byDay[day, default: ([], [])].beds.append(bed)
        }
        // A time awake may reach into the next sleep.
        pieces.removeAll { $0.end <= end }
        pruneCount = max(64, pieces.count * 2)
        reached = nil
    }

    /// The number of the day on which something ends; at midnight the day before.
    private static func day(_ end: Double, _ zone: TimeZone) -> Double { CivilClock(zone).day(end - 0.001) }
}
