import Foundation
import HealthKit
import HealthtuiFacts
import HealthtuiTerminalUI

// Loading the chart's content.
extension ChartScreen {
    var question: ChartQuestion {
        ChartQuestion(
            span: span,
            ending: ending,
            separatesSources: separatesSources,
            countsZeros: countsZeros,
            comparison: comparison
        )
    }

    /// Shows the request: with the next drawing if it's cached, else once it was read.
    mutating func load(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        let (answer, work) = reading.ask(question, environment)
        if let answer { show(answer, environment) }
        return wrapped(work) + (reading.isAsked ? [] : readAhead(environment))
    }

    func read(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        wrapped(reading.read(question, environment))
    }

    func wrapped(_ work: ChartReading.Effects) -> [ScreenEffect<Action>] {
        work.map { $0.map { .reading($0) } }
    }

    mutating func take(
        _ action: ChartReading.Action,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>] {
        switch action {
        case .loaded(let answer):
            let wasAsked = reading.end()
            switch answer {
            case .success(let load): take(load.answer, environment)
            case .failure(let failure): fail(failure)
            }
            let ahead = wasAsked ? readAhead(environment) : []
            return [.loop(.cancel("slow"))] + data.complaint() + ahead + wrapped([ChartReading.rested])
        case .readAhead(let page): reading.keep(page)
        case .slow: reading.beSlow()
        case .rested: return readAhead(again: true, environment)
        }
        return []
    }

    /// Shows an answer and caches it.
    mutating func take(_ answer: ChartAnswer, _ environment: ConsoleEnvironment) {
        // The same time again: the cursor stays where it is, wherever it has been moved meanwhile.
        if let date = readDate(environment), data.value?.window == answer.data.window { entersAt = .date(date) }
        reading.keep(answer, to: question)
        show(answer, environment)
    }

    mutating func show(_ answer: ChartAnswer, _ environment: ConsoleEnvironment) {
        lastAnswer = answer
        let answer = ofPart(answer, environment)
        before = answer.before
        compared = answer.compared
        ending = ending ?? answer.data.window.lastMoment
        cursor = entrance(answer.data)
        enterStage(answer.data)
        data.take(.success(answer.data))
        enterDay(environment)
    }

    /// The answer for the displayed measure of sleep.
    private func ofPart(_ answer: ChartAnswer, _ environment: ConsoleEnvironment) -> ChartAnswer {
        guard type.isSleep, part != .sleep else { return answer }
        let clock = CivilClock(environment.calendar.timeZone)
        var own = answer
        own.data = answer.data.of(part, on: clock)
        guard let before = answer.before, let comparison else { return own }
        let earlier = before.of(part, own.data.unit, on: clock)
        own.before = earlier
        own.compared = ChartSource(type: type, environment: environment).compared(own.data, earlier, comparison)
        return own
    }

    /// Goes back to the previous chart, which the next keys start from.
    mutating func fail(_ failure: Failure) {
        data.take(.failure(failure))
        if reading.awaited != nil, let window = data.value?.window {
            span = window.span
            ending = window.lastMoment
        }
        reading.endWaiting()
    }

    /// The work that prefetches data for the next keys.
    func readAhead(again: Bool = false, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        let zoomed = cursorBar(environment).map { min($0.interval.end.addingTimeInterval(-1), newest(environment)) }
        return wrapped(reading.ahead(of: question, zoomed: zoomed, again: again, environment))
    }

    /// Begins to compare with another time, or ends it.
    mutating func compare(_ with: ChartComparison, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        if let kind = data.value?.kind, kind != .totals, kind != .ranges {
            return [.notice(ChartStrings.notCompared(title))]
        }
        if span == .all, comparison == nil { return [.notice(ChartStrings.noTimeBefore)] }
        comparison = comparison == with ? nil : with
        return reload(environment)
    }

    mutating func reload(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        if let date = readDate(environment) { entersAt = .date(date) }
        return load(environment)
    }
}
