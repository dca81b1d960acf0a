import Foundation

extension PersonAccess {
    /// The ring goals for a day: the person's, or an import's, or the usual ones.
    ///
    /// - Parameter day: The day.
    /// - Returns: The goals, without a move goal if none was ever set.
    /// - Throws: `HKError`.
    package func goals(on day: CalendarDay) throws -> ActivityGoals {
        try ask(OwnerGoalsCall(day: day.text))
    }

    /// The goals that the person set for a day; empty if the person set none.
    package func chosenGoals(on day: CalendarDay) throws -> ActivityGoals {
        try ask(OwnerChosenGoalsCall(day: day.text))
    }

    /// Sets the ring goals from a day on.
    ///
    /// Missing goals fall back to an import's, or to the usual ones.
    ///
    /// - Throws: `errorInvalidArgument` for an invalid goal.
    package func setGoals(_ goals: ActivityGoals, from day: CalendarDay) throws {
        try goals.check()
        try perform(.setGoals(goals, from: day.text))
    }

    /// The ring pause that covers a day, with its first and last day (`nil` for open-ended), or `nil` when the rings count.
    package func ringPause(on day: CalendarDay) throws -> (first: CalendarDay, last: CalendarDay?)? {
        try ask(OwnerRingPauseCall(day: day.text))
    }

    /// Pauses the rings from a day on.
    ///
    /// - Parameters:
    ///   - first: The first day.
    ///   - last: The last day; `nil` until they are resumed.
    /// - Throws: `errorInvalidArgument` for a last day before the first.
    package func pauseRings(from first: CalendarDay, through last: CalendarDay?) throws {
        if let last, last < first {
            throw HKError.invalid("The rings cannot be paused from \(first.text) to \(last.text)")
        }
        try perform(.setRingPause(RingPause(last: last?.text), from: first.text))
    }

    /// Resumes the rings from a day on; pauses that begin later are forgotten.
    package func resumeRings(on day: CalendarDay) throws {
        try perform(.resumeRings(from: day.text))
    }

    /// The summaries of some days, both imported and calculated from samples, in order; the owner needs no permission.
    ///
    /// - Parameters:
    ///   - first: The first day; `nil` for no limit.
    ///   - last: The last day; `nil` for no limit.
    /// - Returns: The summaries; days without any data have none.
    /// - Throws: `HKError`.
    package func summaries(from first: CalendarDay?, through last: CalendarDay?) throws -> [HKActivitySummary] {
        try ask(OwnerRingsCall(first: first?.text, last: last?.text)).map { HKActivitySummary($0) }
    }
}
