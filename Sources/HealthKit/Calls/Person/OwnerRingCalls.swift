import Foundation

/// The goals of the rings that hold on a day: what the person set, what an import brought, else what is usual.
package struct OwnerGoalsCall: OwnerReadCall {
    package typealias Answer = ActivityGoals
    package static let name = "goals"

    /// `yyyy-MM-dd`.
    package var day: String
}

/// The goals that the person set and that hold on a day; empty where the person set none.
package struct OwnerChosenGoalsCall: OwnerReadCall {
    package typealias Answer = ActivityGoals
    package static let name = "chosenGoals"

    /// `yyyy-MM-dd`.
    package var day: String
}

/// The pause of the rings that covers a day: its first and its last day, `nil` for no last; `nil` when they count.
package struct OwnerRingPauseCall: OwnerReadCall {
    package typealias Answer = (first: CalendarDay, last: CalendarDay?)?
    package static let name = "ringPause"

    /// `yyyy-MM-dd`.
    package var day: String
}

/// The summaries of some days, imported ones and those that samples make, in order; days without any data have none.
package struct OwnerRingsCall: OwnerReadCall {
    package typealias Answer = [ActivitySummaryContent]
    package static let name = "rings"

    /// `yyyy-MM-dd`, the first day; `nil` for no limit.
    package var first: String?
    /// `yyyy-MM-dd`, the last day; `nil` for no limit.
    package var last: String?
}
