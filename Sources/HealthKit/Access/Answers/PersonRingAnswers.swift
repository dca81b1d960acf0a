import Foundation

extension OwnerGoalsCall: AnsweredOwnerReadCall {
    func answer(_ reader: ObjectReader) throws -> ActivityGoals {
        try ActivitySummaryCalculator(reader).goals(on: CalendarDay(named: day))
    }
}

extension OwnerChosenGoalsCall: AnsweredOwnerReadCall {
    func answer(_ reader: ObjectReader) throws -> ActivityGoals {
        let day = try CalendarDay(named: day)
        return try reader.chosenGoals().last { $0.day <= day }?.goals ?? ActivityGoals()
    }
}

extension OwnerRingPauseCall: AnsweredOwnerReadCall {
    func answer(_ reader: ObjectReader) throws -> (first: CalendarDay, last: CalendarDay?)? {
        let day = try CalendarDay(named: day)
        return try reader.ringPauses().last { [$0].cover(day) }
            .map { ($0.first, $0.pause.last.flatMap { CalendarDay(text: $0) }) }
    }
}

extension OwnerRingsCall: AnsweredOwnerReadCall {
    func answer(_ reader: ObjectReader) throws -> [ActivitySummaryContent] {
        let filter = SummaryFilter(
            from: try first.map { try CalendarDay(named: $0) },
            through: try last.map { try CalendarDay(named: $0) }
        )
        var known: ActivityDays?
        return try ActivitySummaryCalculator(reader).summaries(filter, known: &known)
    }
}

extension CalendarDay {
    /// The day named in a call.
    ///
    /// - Throws: `errorInvalidArgument` for text that isn't a valid day.
    init(named text: String) throws {
        guard let day = CalendarDay(text: text) else { throw HKError.invalid("“\(text)” isn't a date") }
        self = day
    }
}
