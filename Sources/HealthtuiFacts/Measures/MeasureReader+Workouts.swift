import Foundation
import HealthKit

// Days of workouts: those that begin on a day, each by the part that counts (R7.27).
extension MeasureReader {
    /// The values that a workout adds to its day.
    private struct Figures {
        let time: WorkoutTime
        let activity: HKWorkoutActivityType
        let seconds: Double
        let kilometers: Double?
        let kilocalories: Double?

        init(_ workout: HKWorkout) {
            func positive(_ number: Double?) -> Double? { number.flatMap { $0.isFinite && $0 > 0 ? $0 : nil } }
            let summary = WorkoutSummary(workout)
            time = summary.time
            activity = summary.activity
            seconds = positive(summary.duration) ?? 0
            kilometers = positive(summary.distance).map { $0 / 1_000 }
            kilocalories = positive(summary.energy)
        }
    }

    /// The days of a number of workouts.
    func workoutDays(
        _ activity: HKWorkoutActivityType?,
        _ part: Measure.WorkoutPart,
        _ span: Range<CalendarDay>
    ) throws -> [CalendarDay: MeasureDay] {
        let (start, end) = bounds(span)
        let type = HKObjectType.workoutType()
        var found: [Figures] = []
        try visit(type, from: start, to: end) { if let workout = $0 as? HKWorkout { found.append(Figures(workout)) } }
        let parts = try parts(of: found.map(\.time), endingAt: end)
        var days: [CalendarDay: MeasureDay] = [:]
        for workout in found where workout.time.start >= start && workout.time.start < end {
            guard activity == nil || workout.activity == activity else { continue }
            let counted = parts.counted(workout.time.uuid)
            guard counted > 0 else { continue }
            Self.add(workout, counted, part, to: &days[CalendarDay(workout.time.start, on: clock)])
        }
        return days
    }

    private static func add(
        _ workout: Figures,
        _ counted: Double,
        _ part: Measure.WorkoutPart,
        to day: inout MeasureDay?
    ) {
        switch part {
        case .count: day = MeasureDay((day?.value ?? 0) + 1)
        case .time: day = MeasureDay((day?.value ?? 0) + workout.seconds * counted)
        case .distance:
            if let more = workout.kilometers { day = MeasureDay((day?.value ?? 0) + more * counted) }
        case .energy:
            if let more = workout.kilocalories { day = MeasureDay((day?.value ?? 0) + more * counted) }
        case .pace:
            guard let distance = workout.kilometers, workout.seconds > 0 else { return }
            let seconds = (day?.part ?? 0) + workout.seconds * counted
            day = MeasureDay(part: seconds, of: (day?.whole ?? 0) + distance * counted) ?? day
        }
    }

    /// The parts of workouts that count; reads those that begin later and have time in common with them.
    private func parts(of workouts: [WorkoutTime], endingAt end: Date) throws -> WorkoutParts {
        // An app has no order of sources: everything that it may read counts.
        guard case .person(let person) = caller else { return .whole }
        let counting = try WorkoutCounting(person)
        guard !counting.areWhole, let last = workouts.lazy.map(\.end).max() else { return .whole }
        var others: [WorkoutTime] = []
        if last > end {
            let known = Set(workouts.map(\.uuid))
            try visit(HKObjectType.workoutType(), from: end, to: last) { workout in
                if !known.contains(workout.uuid) { others.append(WorkoutTime(workout)) }
            }
        }
        return counting.parts(of: workouts, besides: others)
    }

    /// Whether a number of workouts of an activity is made of a sample.
    static func isOf(_ activity: HKWorkoutActivityType?, _ part: Measure.WorkoutPart, _ sample: HKSample) -> Bool {
        guard let workout = sample as? HKWorkout else { return false }
        guard let activity else { return true }
        return workout.workoutActivityType == activity
    }
}
