import Foundation

/// The goals of types, by the type's identifier.
package struct OwnerTypeGoalsCall: OwnerReadCall, AnsweredCall {
    package typealias Answer = [String: TypeGoal]
    package static let name = "typeGoals"
}

/// The ring goals for a day: the person's, or an import's, or the usual ones.
package struct OwnerGoalsCall: OwnerReadCall, AnsweredCall {
    package typealias Answer = ActivityGoals
    package static let name = "goals"

    /// `yyyy-MM-dd`.
    package var day: String
}

/// The goals that the person set for a day; empty if the person set none.
package struct OwnerChosenGoalsCall: OwnerReadCall, AnsweredCall {
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

extension OwnerRingPauseCall: AnsweredCall {
    private struct Day: Codable {
        var era: Int
        var year: Int
        var month: Int
        var day: Int

        init(_ day: CalendarDay) { (era, year, month, self.day) = (day.era, day.year, day.month, day.day) }

        var calendarDay: CalendarDay { CalendarDay(era: era, year: year, month: month, day: day) }
    }

    private struct Form: Codable {
        var first: Day
        var last: Day?
    }

    package static func value(of answer: Answer) throws -> CallValue {
        guard let answer else { return .null }
        return try CallEncoder.value(of: Form(first: Day(answer.first), last: answer.last.map { Day($0) }))
    }

    package static func answer(from value: CallValue) throws -> Answer {
        if value == .null { return nil }
        let form = try CallDecoder.value(Form.self, from: value)
        return (form.first.calendarDay, form.last?.calendarDay)
    }
}

/// The summaries of some days, both imported and calculated from samples, in order; days without any data have none.
package struct OwnerRingsCall: OwnerReadCall, AnsweredCall {
    package typealias Answer = [ActivitySummaryContent]
    package static let name = "rings"

    /// `yyyy-MM-dd`, the first day; `nil` for no limit.
    package var first: String?
    /// `yyyy-MM-dd`, the last day; `nil` for no limit.
    package var last: String?
}
