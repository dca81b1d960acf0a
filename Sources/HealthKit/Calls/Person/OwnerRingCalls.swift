import Foundation

/// The ring goals for a day: the person's, or an import's, or the usual ones.
package struct OwnerGoalsCall: OwnerReadCall {
    package typealias Answer = ActivityGoals
    package static let name = "goals"

    /// `yyyy-MM-dd`.
    package var day: String
}

/// The goals that the person set for a day; empty if the person set none.
package struct OwnerChosenGoalsCall: OwnerReadCall {
    package typealias Answer = ActivityGoals
    package static let name = "chosenGoals"

    /// `yyyy-MM-dd`.
    package var day: String
}

/// The ring pause that covers a day, with its first and last day (`nil` for open-ended), or `nil` when the rings count.
package struct OwnerRingPauseCall: OwnerReadCall {
    package typealias Answer = (first: CalendarDay, last: CalendarDay?)?
    package static let name = "ringPause"

    /// `yyyy-MM-dd`.
    package var day: String
}

/// The summaries of some days, both imported and calculated from samples, in order; days without any data have none.
package struct OwnerRingsCall: OwnerReadCall {
    package typealias Answer = [ActivitySummaryContent]
    package static let name = "rings"

    /// `yyyy-MM-dd`, the first day; `nil` for no limit.
    package var first: String?
    /// `yyyy-MM-dd`, the last day; `nil` for no limit.
    package var last: String?
}
