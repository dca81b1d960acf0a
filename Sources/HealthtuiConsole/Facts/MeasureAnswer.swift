import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts

/// The answer to a question about a measure, as sentences and rows of text.
package struct MeasureAnswer: Sendable {
    package let sentences: [String]
    /// The heads of the columns.
    package let columns: [String]
    package let rows: [[String]]

    /// Reads an answer; the store is read on the caller's thread.
    ///
    /// - Parameters:
    ///   - question: The question.
    ///   - environment: The store, the person's calendar and units.
    /// - Returns: The answer.
    /// - Throws: ``EntryError`` for a condition that doesn't fit the measure, and `HKError`.
    static func read(_ question: MeasureQuestion, _ environment: ConsoleEnvironment) throws -> MeasureAnswer {
        let reading = Reading(environment)
        switch question.form {
        case .rows(let period, let condition, let order):
            return try reading.rows(question, by: period, condition, order)
        case .change: return try reading.change(question)
        case .comparison(let other): return try reading.comparison(question, other)
        }
    }

    /// The comparison that a question asks for: for the question's days, otherwise for the last year.
    static func comparison(
        _ question: MeasureQuestion,
        _ other: Measure,
        _ environment: ConsoleEnvironment
    ) throws -> TypeComparison {
        let reading = Reading(environment)
        let span = reading.span(question.range) ?? reading.last(days: 365)
        let request = TypeComparison.Request(question.measure, other, by: .day, in: span)
        return try TypeComparison.read(request, reading.reader) { reading.format($0).number($1) }
    }

    private struct Reading {
        let environment: ConsoleEnvironment
        let reader: MeasureReader

        init(_ environment: ConsoleEnvironment) {
            self.environment = environment
            reader = MeasureReader(.person(environment.person), calendar: environment.calendar, now: environment.now)
        }

        private static let earliest = CalendarDay(year: 1900, month: 1, day: 1)

        func format(_ measure: Measure, resultUnit: String = "") -> MeasureFormat {
            let environment = environment
            return MeasureFormat(measure, resultUnit: resultUnit) { environment.unit($0) }
        }

        /// The days of a range, up to today; `nil` for no range.
        func span(_ range: TimeRange?) -> Range<CalendarDay>? {
            guard let range else { return nil }
            let tomorrow = reader.today.advanced(by: 1)
            let first = range.start.map { CalendarDay($0, on: reader.clock) } ?? Self.earliest
            let end = range.end.map { CalendarDay($0.addingTimeInterval(-1), on: reader.clock).advanced(by: 1) }
            return first..<max(first, min(end ?? tomorrow, tomorrow))
        }

        /// The last days, today among them.
        func last(days: Int) -> Range<CalendarDay> {
            reader.today.advanced(by: 1 - days)..<reader.today.advanced(by: 1)
        }

        private func text(_ days: Range<CalendarDay>) -> String {
            guard !days.isEmpty else { return SharedStrings.none }
            let clock = reader.clock
            let start = days.lowerBound.start(on: clock)
            let last = days.upperBound.advanced(by: -1)
            return last == days.lowerBound
                ? environment.dates.longDay(start) : environment.dates.days(from: start, through: last.start(on: clock))
        }

        // MARK: Rows

        func rows(
            _ question: MeasureQuestion,
            by period: StatisticsPeriod,
            _ text: String?,
            _ order: MeasureTable.Order?
        ) throws -> MeasureAnswer {
            let isRecent = question.isPlain && question.measure.kind != .result
            let days = try reader.days(
                of: question.measure,
                in: span(question.range) ?? (isRecent ? last(days: 30) : nil)
            )
            let format = format(question.measure, resultUnit: days.resultUnit)
            let condition = try text.map { try MeasureCondition($0, format, style: environment.numberStyle) }
            var table = MeasureTable(days, by: period)
            let all = table.rows.count
            if let condition { table.rows.removeAll { !condition.holds($0.value.value) } }
            table.sort(order, limit: nil)
            if order == nil { table.rows.reverse() }
            var sentences = summary(days, format)
            if let text { sentences.append(AnswerStrings.meet(text, table.rows.count, of: all)) }
            let isDays = period == .day
            return MeasureAnswer(
                sentences: sentences,
                columns: [AnswerStrings.time, format.measure.name] + (isDays ? [] : [AnswerStrings.days]),
                rows: table.rows.map { row in
                    let value = row.value.comparator + format.labelled(row.value.value, row.value.second)
                    let known = MeasureChangeWords.days(row.value.days, of: row.value.of)
                    return [self.text(row.span), value] + (isDays ? [] : [known])
                }
            )
        }

        /// The value of the days together, and their number.
        private func summary(_ days: MeasureDays, _ format: MeasureFormat) -> [String] {
            guard let whole = days.whole else { return [self.text(days.span), SharedStrings.noData] }
            var parts: [String] = []
            if let total = whole.total { parts.append(AnswerStrings.total(format.labelled(total))) }
            if let mean = whole.mean { parts.append(AnswerStrings.mean(format.labelled(mean, whole.second))) }
            if whole.total == nil, whole.mean == nil {
                parts.append(AnswerStrings.latest(whole.comparator + format.labelled(whole.value, whole.second)))
            }
            parts.append(MeasureChangeWords.days(whole.days, of: whole.of))
            return [text(days.span), parts.joined(separator: "   ")]
        }

        // MARK: Before and after, and side by side

        func change(_ question: MeasureQuestion) throws -> MeasureAnswer {
            guard let since = span(question.range), since.lowerBound > Self.earliest else {
                throw EntryError(AnswerStrings.needsBeginning)
            }
            let days = try reader.days(of: question.measure, in: MeasureChange.reads(since))
            let change = MeasureChange(days, since: since)
            let format = format(question.measure, resultUnit: days.resultUnit)
            let words = MeasureChangeWords(change, format)
            let spans = [
                (AnswerStrings.since, change.after), (AnswerStrings.before, change.before),
                (AnswerStrings.earlier, change.earlier),
            ]
            return MeasureAnswer(
                sentences: [words.difference, words.found, words.limits].compactMap { $0 },
                columns: [AnswerStrings.time, format.measure.name, AnswerStrings.varies, AnswerStrings.days],
                rows: spans.map { name, span in
                    [
                        name + "  " + text(span.days), MeasureChangeWords.level(span, format) ?? SharedStrings.noData,
                        MeasureChangeWords.spread(span, format) ?? "", MeasureChangeWords.days(span),
                    ]
                }
            )
        }

        func comparison(_ question: MeasureQuestion, _ other: Measure) throws -> MeasureAnswer {
            let comparison = try MeasureAnswer.comparison(question, other, environment)
            let (first, second) = (question.measure.name, other.name)
            let words = ComparisonWords(comparison, first: first, second: second)
            return MeasureAnswer(
                sentences: [words.pairing, words.found, words.limits],
                columns: ["", ""],
                rows: [
                    [CompareStrings.pairs, ComparisonFigures.pairs(comparison)],
                    [CompareStrings.pearson, ComparisonFigures.coefficient(comparison.pearson)],
                    [CompareStrings.spearman, ComparisonFigures.coefficient(comparison.spearman)],
                    [CompareStrings.changes, ComparisonFigures.coefficient(comparison.changes)],
                    [CompareStrings.lag, ComparisonFigures.lag(comparison, first, second)],
                ]
            )
        }
    }
}
