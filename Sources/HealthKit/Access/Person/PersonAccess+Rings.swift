import Foundation

extension PersonAccess {
    /// The goals of the rings that hold on a day: what the person set, what an import brought, else what is usual.
    ///
    /// - Parameter day: The day.
    /// - Returns: The goals; one for moving is missing where none was ever set.
    /// - Throws: `HKError`.
    package func goals(on day: CalendarDay) throws -> ActivityGoals {
        try ask(OwnerGoalsCall(day: day.text))
    }

    /// The goals that the person set and that hold on a day; empty where the person set none.
    package func chosenGoals(on day: CalendarDay) throws -> ActivityGoals {
        try ask(OwnerChosenGoalsCall(day: day.text))
    }

    /// Sets the goals of the rings from a day on.
    ///
    /// For those that are missing an import's hold, else the usual.
    ///
    /// - Throws: `errorInvalidArgument` for a goal that is none.
    package func setGoals(_ goals: ActivityGoals, from day: CalendarDay) throws {
        try goals.check()
        try perform(.setGoals(goals, from: day.text))
    }

    /// The pause of the rings that covers a day: its first and its last day, `nil` for no last; `nil` when they count.
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

    /// Lets the rings count again from a day on; pauses that begin later are forgotten.
    package func resumeRings(on day: CalendarDay) throws {
        try perform(.resumeRings(from: day.text))
    }

    /// The summaries of some days, imported ones and those that samples make, in order; the person needs no permission.
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
