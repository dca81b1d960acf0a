import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

// Questions about measures in a text, and samples that it adds.
extension CommandFinder {
    /// The questions in a text, or the sample that it adds, in the order of their names.
    func measures(_ text: String) -> [Candidate] {
        let names = names ?? .catalogue
        if let patterns = patterns(text, names) { return patterns }
        do {
            let questions = try MeasureQuestionPhrase(names: names, times: times).questions(text)
            if let first = questions.first {
                guard questions.count == 1 else { return isChoice(text, questions) ? questions.map(choice) : [] }
                return isOwnScreen(text, first) ? [] : [candidate(first)]
            }
        } catch {
            return [refused(text, "\(error)")]
        }
        return addition(text, names)
    }

    private func refused(_ text: String, _ reason: String) -> Candidate {
        Candidate(offer: Offer(text, detail: reason), target: .refused(reason), score: Self.exact)
    }

    /// The pattern of weekdays and hours that a text requests; `nil` if it doesn't request one, or has no measure with
    /// days.
    private func patterns(_ text: String, _ names: MeasureNames) -> [Candidate]? {
        var words = text.split(separator: " ").map(String.init)
        guard let first = words.first?.lowercased(), words.count > 1 else { return nil }
        words.removeFirst()
        let isHeat = first == PaletteStrings.heatWord
        guard isHeat || first == PaletteStrings.patternWord else { return nil }
        let measures = names.measures(named: words.joined(separator: " "))
        guard !measures.isEmpty else { return nil }
        let types = measures.compactMap { measure in
            if case .quantity(let type) = measure.subject { type } else { nil }
        }
        guard !types.isEmpty else { return [refused(text, PatternStrings.onlyQuantities)] }
        return types.flatMap { type in
            (isHeat ? [true] : [false, true])
                .map { isHeat in
                    let detail = isHeat ? PaletteStrings.heat : PaletteStrings.pattern
                    var found = Candidate(
                        offer: Offer(PatternStrings.title(type.entry.name), detail: detail),
                        target: .pattern(type, isHeat: isHeat),
                        score: Self.exact
                    )
                    found.isChoice = types.count > 1
                    return found
                }
        }
    }

    // MARK: Questions

    /// Whether a name alone means several measures, rather than a type that has it as a synonym.
    private func isChoice(_ text: String, _ questions: [MeasureQuestion]) -> Bool {
        guard questions.allSatisfy({ $0.isPlain && $0.range == nil }) else { return true }
        let isActivity = questions.contains { if case .workouts = $0.measure.subject { true } else { false } }
        return isActivity || TypeCatalogue.resolve(text) == nil
    }

    /// Whether a name alone is that of a type, whose own screen shows it.
    private func isOwnScreen(_ text: String, _ question: MeasureQuestion) -> Bool {
        guard question.isPlain, question.range == nil, !MeasureQuestionPhrase.isCommand(text) else { return false }
        if TypeCatalogue.resolve(text) != nil { return true }
        // A word that isn't the name of a type can't be opened.
        guard Self.isOwn(question.measure), let type = question.measure.type else { return false }
        return types(FuzzyText(text)).contains { $0.target == .type(type) && $0.isTaken }
    }

    /// Whether a measure is the one that the screen of its type shows.
    private static func isOwn(_ measure: Measure) -> Bool {
        measure.type.flatMap { Measure(of: $0) } == measure
    }

    private func choice(_ question: MeasureQuestion) -> Candidate {
        var found = candidate(question)
        found.isChoice = true
        return found
    }

    private func candidate(_ question: MeasureQuestion) -> Candidate {
        let target = target(question)
        let name = question.measure.name
        let time = question.range?.interval.map { offer(CalendarPhrase.Time(unit: question.range?.unit, interval: $0)) }
        let when = time.map { name + ", " + $0.title }
        let shown: Offer =
            switch question.form {
            case .comparison(let other):
                Offer(CompareStrings.title(name, other.name), detail: CompareStrings.offer)
            case .change: Offer(PaletteStrings.since(name, since(question)), detail: PaletteStrings.change)
            case .rows(_, let condition, let order):
                Offer(
                    [when ?? name, condition].compactMap { $0 }.joined(separator: "  "),
                    detail: order.map { PaletteStrings.sorted(least: $0 == .least) } ?? detail(target)
                )
            }
        return Candidate(offer: shown, target: target, score: Self.exact)
    }

    private func detail(_ target: CommandTarget) -> String {
        if case .question = target { PaletteStrings.answers } else { PaletteStrings.opensChart }
    }

    private func since(_ question: MeasureQuestion) -> String {
        question.range?.mark ?? question.range?.start.map(dates.longDay) ?? ""
    }

    /// The screen that shows the answer, otherwise the answer in rows.
    private func target(_ question: MeasureQuestion) -> CommandTarget {
        if case .comparison(let other) = question.form { return .comparison(question.measure, other, question.range) }
        guard question.isPlain, let type = question.measure.type, Self.isOwn(question.measure),
            ChartScreen.charts(type) || type is HKStateOfMindType || CycleReader.isOf(type)
        else { return .question(question) }
        guard let range = question.range else { return .type(type) }
        guard let interval = range.interval else { return .question(question) }
        // The chart of a week of sleep has two weeks of nights, and its means are of both.
        if case .sleep = question.measure.subject, range.unit == .week { return .question(question) }
        return .typeAt(type, CalendarPhrase.Time(unit: range.unit, interval: interval))
    }

    // MARK: Additions

    /// The sample that a line adds; why it can't, where it has a value.
    private func addition(_ text: String, _ names: MeasureNames) -> [Candidate] {
        let words = text.split(maxSplits: 1, whereSeparator: \.isWhitespace)
        // The name of the shell's command may come before it.
        let isCommand = words.count == 2 && words[0].lowercased() == PaletteStrings.add
        let line = EntryLine(isCommand ? String(words[1]) : text, times: times, type: names.typeToAdd)
        guard let line, !line.value.isEmpty, EntryRules.refusal(of: line.type) == nil else { return [] }
        // Words behind a name are a value only if it has it; numbers are meant as one.
        let isNumber = line.value.first.map { $0.isNumber || "+-−.,".contains($0) } ?? false
        do {
            let sample = try line.draft.sample(environment.entryContext)
            if keys.isReadOnly { return [refused(text, SharedStrings.readOnly)] }
            let value = environment.samples.labelled(sample)
            let title = PaletteStrings.entry(line.type.entry.name, value, dates.moment(sample.startDate))
            return [
                Candidate(offer: Offer(title, detail: PaletteStrings.adds), target: .add(line), score: Self.exact)
            ]
        } catch {
            let isSpan = text.split(separator: " ").last.map { ChartSpan(named: String($0)) != nil } ?? false
            return isNumber && !isSpan ? [refused(text, "\(error)")] : []
        }
    }
}
