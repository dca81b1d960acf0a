import Foundation
import HealthKit

/// Reads which samples of a type a person looks for: `>100`, `70..80 kg`, `my watch`, `last march`, `since 2024`,
/// `motion context=active`, `time 22:00-06:00`, `not in workout`, joined by `and`, `or`, `not` and parentheses.
///
/// This is the one reader of the language, for the console's `/` and for `--where`; Documentation/Filters.md describes it.
package struct SampleFilterPhrase: Sendable {
    let type: HKSampleType
    let context: EntryContext
    let calendar: Calendar
    let names: FilterNames

    /// A reader of filters.
    ///
    /// - Parameters:
    ///   - type: The type of the samples.
    ///   - context: The context for numbers, times and units.
    ///   - calendar: The person's calendar and time zone.
    ///   - names: The sources, devices and medications that can be named.
    package init(type: HKSampleType, context: EntryContext, calendar: Calendar, names: FilterNames = FilterNames()) {
        self.type = type
        self.context = context
        self.calendar = calendar
        self.names = names
    }

    /// A filter, and what was understood, one condition each.
    package struct Reading: Sendable, Hashable {
        /// The samples that the filter selects.
        package var expression: FilterExpression
        package var words: [String]

        /// The filter that the store evaluates.
        package var filter: SampleFilter { expression.storeFilter }

        /// Everything that was understood in one line.
        package var text: String { words.joined(separator: ", ") }
    }

    /// The most characters that are read.
    private static let limit = 10_000

    /// Parses a text.
    ///
    /// - Parameter text: The user's text.
    /// - Returns: The filter and what was understood; `nil` for an empty text.
    /// - Throws: ``FilterError`` that says what was not understood and where, and what can be written.
    package func reading(_ text: String) throws -> Reading? {
        guard text.utf8.count <= 4 * Self.limit, text.count <= Self.limit else {
            let start = String(text.prefix(20))
            throw FilterError(column: 1, word: start, problem: FilterStrings.tooLong(Self.limit))
        }
        let tokens = try FilterLexer.tokens(text)
        guard !tokens.isEmpty else { return nil }
        let node = try FilterParser.node(tokens) { try longestTerm($0) }
        return Reading(expression: node.expression, words: node.words)
    }

    // MARK: Conditions

    /// The longest run of words that is a condition.
    func longestTerm(_ words: ArraySlice<FilterWord>) throws -> (FilterTerm, count: Int) {
        var problem: FilterError?
        for count in stride(from: words.count, through: 1, by: -1) {
            let run = FilterRun(words.prefix(count))
            guard run.isWhole else { continue }
            if let term = try check(run) { return (term, count) }
            do {
                if let term = try term(run) { return (term, count) }
            } catch let error as FilterError {
                // The reading that gets furthest is nearest to what was meant, and of those the one with the fewest words.
                if error.column >= problem?.column ?? 0 { problem = error }
            } catch let error as RefusedTime {
                throw FilterError(column: run.column, word: run.text, problem: error.text)
            } catch let error as EntryError {
                let found = FilterError(column: run.column, word: run.text, problem: error.text)
                if found.column >= problem?.column ?? 0 { problem = found }
            }
        }
        throw problem ?? notUnderstood(words.first)
    }

    private func notUnderstood(_ word: FilterWord?) -> FilterError {
        let text = word?.text ?? ""
        let problem =
            type is HKQuantityType ? FilterStrings.notUnderstoodOfNumbers(text) : FilterStrings.notUnderstood(text)
        return FilterError(
            column: word?.column ?? 1,
            word: text,
            problem: problem,
            suggestion: Nearest.word(to: text, among: vocabulary)
        )
    }

    /// The condition that a run of words is; `nil` when it is none.
    private func term(_ run: FilterRun) throws -> FilterTerm? {
        if run.isQuoted { return try spoken(run) ?? source(run.text) ?? device(run.text) ?? marked(run) }
        if let term = try clock(run) ?? weekdays(run) { return term }
        if let term = try comparison(run) ?? range(run) { return term }
        if let term = try time(run.text) { return term }
        if let term = try property(run) { return term }
        if let term = try exactly(run) ?? spoken(run) ?? source(run.text) ?? device(run.text) ?? name(run) {
            return term
        }
        return try misplaced(run)
    }

    /// A condition of the store.
    func stored(_ predicate: NSPredicate, _ words: String) throws -> FilterTerm {
        do {
            return FilterTerm(.stored(try SampleFilter(predicate, for: type)), words)
        } catch {
            throw EntryError(FilterStrings.cannotBeCompared(type.entry.name))
        }
    }

    /// A per-sample check, by its words alone.
    private func check(_ run: FilterRun) throws -> FilterTerm? {
        func error(_ problem: String) -> FilterError {
            FilterError(column: run.column, word: run.text, problem: problem)
        }
        guard !run.words.contains(where: \.isQuoted) else { return nil }
        switch run.text.lowercased() {
        case FilterWords.inWorkout:
            guard !(type is HKWorkoutType) else { throw error(FilterStrings.isWorkoutItself) }
            return FilterTerm(.checked(.inWorkout), FilterStrings.inWorkout)
        case FilterWords.outOfRange, FilterWords.inRange:
            guard type is HKClinicalType else { throw error(FilterStrings.hasNoRanges(type.entry.name)) }
            let isOutside = run.text.lowercased() == FilterWords.outOfRange
            return FilterTerm(
                .checked(.range(isOutside: isOutside)),
                isOutside ? FilterStrings.outOfRange : FilterStrings.inRange
            )
        default: return nil
        }
    }

    /// Every word that can be meant, for suggestions.
    var vocabulary: [String] {
        let properties = FilterProperty.all(of: type)
        let labels = properties.filter(\.isSpoken)
            .flatMap { property -> [String] in
                guard case .choice(let choices, _) = property.kind else { return [] }
                return choices.flatMap { [$0.label.lowercased()] + $0.otherNames.filter { $0.count < 12 } }
            }
        let origins = (names.sources.map(\.name) + names.devices.map { DevicePhrase.name($0) })
            .flatMap { [$0] + $0.split(separator: " ").map(String.init) }
        let units = (type as? HKQuantityType).map { UnitPhrase.suggestions(for: $0).map { UnitPhrase.label($0) } } ?? []
        return [
            FilterWords.and, FilterWords.or, FilterWords.not, FilterWords.time, FilterWords.weekday,
            FilterWords.weekend, FilterWords.source, FilterWords.device,
        ] + FilterWords.prepositions + FilterWords.weekdays + properties.flatMap(\.names) + labels + origins
            + names.medications.map(\.name) + units
    }
}

/// Some words that stand together, as one text.
struct FilterRun {
    let words: ArraySlice<FilterWord>
    let text: String

    init(_ words: ArraySlice<FilterWord>) {
        self.words = words
        text = words.map(\.text).joined(separator: " ")
    }

    var column: Int { words.first?.column ?? 1 }

    /// Whether it is one word in quotation marks.
    var isQuoted: Bool { words.count == 1 && words.first?.isQuoted == true }

    /// Whether what is in quotation marks stands alone, behind a sign that compares it, or behind `since`.
    var isWhole: Bool {
        guard let quoted = words.lastIndex(where: \.isQuoted), words.count > 1 else { return true }
        guard quoted == words.endIndex - 1, words.dropLast().allSatisfy({ !$0.isQuoted }) else { return false }
        let before = words[quoted - 1].text
        return before.last.map { "=<>~≤≥≠:".contains($0) } ?? false
            || FilterWords.prepositions.contains(before.lowercased())
    }

    /// The character of the filter at which a character of the text stands.
    ///
    /// - Parameter offset: The number of characters of the text before it.
    /// - Returns: The column, counted from 1.
    func column(at offset: Int) -> Int {
        var left = offset
        for word in words {
            if left <= word.text.count { return word.column + left + (word.isQuoted ? 1 : 0) }
            left -= word.text.count + 1
        }
        return column
    }
}
