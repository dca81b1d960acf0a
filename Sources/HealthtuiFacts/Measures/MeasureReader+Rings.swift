import Foundation
import HealthKit
import Synchronization

// Days of activity rings, as the rings have them.
extension MeasureReader {
    /// The days of a ring, or of how many were closed; days on which rings were paused have none.
    func ringDays(_ part: Measure.RingPart, _ span: Range<CalendarDay>) throws -> [CalendarDay: MeasureDay] {
        guard condition == nil else {
            throw HKError.invalid("Rings are made of all samples of a day, so they can't be made of some")
        }
        var days: [CalendarDay: MeasureDay] = [:]
        for summary in try summaries(span) {
            guard let day = summary.day, span.contains(day), !summary.isPaused else { continue }
            days[day] = Self.value(part, ActivityRings(summary)).map { MeasureDay($0) }
        }
        return days
    }

    private static func value(_ part: Measure.RingPart, _ rings: ActivityRings) -> Double? {
        switch part {
        // A move ring of minutes has no energy.
        case .move: rings.move.unit == "kcal" ? rings.move.value : nil
        case .exercise: rings.exercise.value * 60
        case .stand: rings.stand.value
        case .closed: Double(ActivityRings.Kind.allCases.count { rings[$0].isClosed })
        }
    }

    /// The summaries of some days, or of all.
    func summaries(_ span: Range<CalendarDay>?) throws -> [HKActivitySummary] {
        if case .person(let person) = caller {
            return try person.summaries(from: span?.lowerBound, through: span.map { $0.upperBound.advanced(by: -1) })
        }
        let answer = Mutex<Result<[ActivitySummaryContent], any Error>>(.success([]))
        let done = DispatchSemaphore(value: 0)
        let query = HKActivitySummaryQuery(predicate: nil) { _, summaries, error in
            let found = (summaries ?? []).map(\.content)
            answer.withLock { $0 = error.map { .failure($0) } ?? .success(found) }
            done.signal()
        }
        caller.store.execute(query)
        done.wait()
        caller.store.stop(query)
        return try answer.withLock { $0 }.get().map { HKActivitySummary($0) }
    }
}
