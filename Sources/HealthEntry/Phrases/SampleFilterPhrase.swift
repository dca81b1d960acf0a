import Foundation
import HealthKit

/// Reads which samples of a type a person looks for: `>100`, `70..80 kg`, `my watch`, `last march`, `since 2024`,
/// `motion context=active`, or several of them, which all have to hold; `not` before one turns it around.
package struct SampleFilterPhrase: Sendable {
    private let type: HKSampleType
    private let context: EntryContext
    private let calendar: Calendar
    private let sources: [HKSource]
    private let devices: [HKDevice]

    /// A reader of phrases.
    ///
    /// - Parameters:
    ///   - type: The type of the samples.
    ///   - context: What numbers, times and units are read against.
    ///   - calendar: The person's calendar and time zone.
    ///   - sources: The sources that can be named.
    ///   - devices: The devices that can be named.
    package init(
        type: HKSampleType,
        context: EntryContext,
        calendar: Calendar,
        sources: [HKSource],
        devices: [HKDevice]
    ) {
        self.type = type
        self.context = context
        self.calendar = calendar
        self.sources = sources
        self.devices = devices
    }

    /// A filter, and what was understood, one condition each.
    package struct Reading: Sendable, Hashable {
        package var filter: SampleFilter
        package var words: [String]

        /// Everything that was understood in one line.
        package var text: String { words.joined(separator: ", ") }
    }

    /// A condition while it is put together.
    private struct Term {
        let predicate: NSPredicate
        let words: String
    }

    /// The most words that one condition has.
    private static let longest = 6

    /// The most that is read.
    private static let limit = 1_000

    /// What a text asks for.
    ///
    /// - Parameter text: What a person typed.
    /// - Returns: The filter and what was understood; `nil` for an empty text.
    /// - Throws: ``EntryError`` that says what was not understood, and what can be written.
    package func reading(_ text: String) throws -> Reading? {
        guard text.count <= Self.limit else { throw EntryError(FilterStrings.tooLong) }
        let words = text.split(whereSeparator: { $0.isWhitespace }).map(String.init)
        guard !words.isEmpty else { return nil }
        var terms: [Term] = []
        var next = 0
        while next < words.count {
            let isNegated = words[next].lowercased() == "not" && next + 1 < words.count
            let start = isNegated ? next + 1 : next
            let (term, count) = try longestTerm(words[start...])
            terms.append(isNegated ? Self.negated(term) : term)
            next = start + count
        }
        let predicate = NSCompoundPredicate(andPredicateWithSubpredicates: terms.map(\.predicate))
        do {
            return Reading(filter: try SampleFilter(predicate, for: type), words: terms.map(\.words))
        } catch {
            throw EntryError(FilterStrings.cannotBeCompared(type.entry.name))
        }
    }

    private static func negated(_ term: Term) -> Term {
        Term(
            predicate: NSCompoundPredicate(notPredicateWithSubpredicate: term.predicate),
            words: FilterStrings.not(term.words)
        )
    }

    /// The longest run of words that is a condition.
    private func longestTerm(_ words: ArraySlice<String>) throws -> (Term, count: Int) {
        var problem: EntryError?
        for count in stride(from: min(Self.longest, words.count), through: 1, by: -1) {
            let text = words.prefix(count).joined(separator: " ")
            do {
                if let term = try term(text) { return (term, count) }
            } catch let error as EntryError {
                // What is wrong with the fewest words is nearest to what was meant.
                problem = error
            }
        }
        throw problem ?? notUnderstood(words.first ?? "")
    }

    private func notUnderstood(_ word: String) -> EntryError {
        EntryError(
            type is HKQuantityType ? FilterStrings.notUnderstoodOfNumbers(word) : FilterStrings.notUnderstood(word)
        )
    }

    /// The condition that a text is; `nil` when it is none.
    private func term(_ text: String) throws -> Term? {
        if let term = try comparison(text) { return term }
        if let term = try range(text) { return term }
        if let term = try time(text) { return term }
        if let term = try metadata(text) { return term }
        return try exactly(text) ?? category(text) ?? source(text) ?? device(text)
    }

    // MARK: Values

    private func quantity(_ text: some StringProtocol) throws -> HKQuantity {
        guard let type = type as? HKQuantityType else {
            throw EntryError(FilterStrings.hasNoNumber(self.type.entry.name))
        }
        return try QuantityPhrase(type: type, defaultUnit: context.unit(for: type), locale: context.locale)
            .quantity(String(text))
    }

    private func shown(_ quantity: HKQuantity) -> String {
        guard let type = type as? HKQuantityType else { return "" }
        let unit = ValueUnit(type, locale: context.unitLocale, chosen: context.preferredUnits[type.identifier])
        guard quantity.unit == unit.unit, let number = unit.number(quantity) else {
            let factor = quantity.unit == HKUnit.percent() ? 100.0 : 1
            return NumberText.exact(quantity.value * factor) + " " + UnitPhrase.label(quantity.unit.unitString)
        }
        return NumberText.exact(number) + " " + unit.label
    }

    /// A comparison by its sign, and how it is told of a quantity.
    private typealias Comparison = (sign: String, relation: HKPredicateOperator, words: @Sendable (String) -> String)

    private static let comparisons: [Comparison] = [
        (">=", .greaterThanOrEqualTo, FilterStrings.atLeast), ("≥", .greaterThanOrEqualTo, FilterStrings.atLeast),
        ("<=", .lessThanOrEqualTo, FilterStrings.atMost), ("≤", .lessThanOrEqualTo, FilterStrings.atMost),
        (">", .greaterThan, FilterStrings.above), ("<", .lessThan, FilterStrings.below),
    ]

    /// `>100`, `<= 60 bpm`.
    private func comparison(_ text: String) throws -> Term? {
        guard let known = Self.comparisons.first(where: { text.hasPrefix($0.sign) }) else { return nil }
        let quantity = try quantity(text.dropFirst(known.sign.count))
        return Term(
            predicate: HKQuery.predicateForQuantitySamples(with: known.relation, quantity: quantity),
            words: known.words(shown(quantity))
        )
    }

    /// `70..80`, `70 .. 80 kg`; both ends belong to it.
    private func range(_ text: String) throws -> Term? {
        guard let dots = text.firstRange(of: ".."), !text.hasPrefix("..") else { return nil }
        let upper = try quantity(text[dots.upperBound...].drop { $0 == "." })
        // A unit behind the second number is meant for both.
        let lower = try quantity(text[..<dots.lowerBound])
        let isBare = text[..<dots.lowerBound].allSatisfy { !$0.isLetter && $0 != "%" }
        let first =
            isBare ? HKQuantity(unit: upper.unit, doubleValue: try bare(text[..<dots.lowerBound], upper)) : lower
        guard first.compare(upper) != .orderedDescending else {
            throw EntryError(FilterStrings.isMore(shown(first), than: shown(upper)))
        }
        let parts = [(HKPredicateOperator.greaterThanOrEqualTo, first), (.lessThanOrEqualTo, upper)]
            .map { HKQuery.predicateForQuantitySamples(with: $0.0, quantity: $0.1) }
        return Term(
            predicate: NSCompoundPredicate(andPredicateWithSubpredicates: parts),
            words: FilterStrings.range(shown(first), shown(upper))
        )
    }

    /// A number without a unit, in that of another quantity.
    private func bare(_ text: some StringProtocol, _ other: HKQuantity) throws -> Double {
        let number = try NumberPhrase.number(String(text), locale: context.locale)
        return other.unit == HKUnit.percent() ? number / 100 : number
    }

    /// `70` or `=70.5 kg`: what is shown as that number, however it was measured.
    private func exactly(_ text: String) throws -> Term? {
        let isMarked = text.hasPrefix("=")
        let number = isMarked ? text.dropFirst() : text[...]
        guard isMarked || text.first.map({ $0.isNumber || $0 == "-" }) ?? false else { return nil }
        let quantity = try quantity(number)
        let digits = NumberPhrase.prefix(of: number.drop { $0 == " " })
        let decimals = digits.lastIndex { $0 == "." || $0 == "," }.map { digits[$0...].count - 1 } ?? 0
        let factor = quantity.unit == HKUnit.percent() ? 0.01 : 1
        let half = 0.5 * pow(10, -Double(min(decimals, 12))) * factor
        let ends: [(HKPredicateOperator, Double)] = [
            (.greaterThanOrEqualTo, quantity.value - half), (.lessThan, quantity.value + half),
        ]
        let parts = ends.map { relation, value in
            HKQuery.predicateForQuantitySamples(
                with: relation,
                quantity: HKQuantity(unit: quantity.unit, doubleValue: value)
            )
        }
        return Term(predicate: NSCompoundPredicate(andPredicateWithSubpredicates: parts), words: shown(quantity))
    }

    /// A value of a category, by its name or the beginning of it.
    private func category(_ text: String) throws -> Term? {
        guard let type = type as? HKCategoryType, let values = type.enumeration?.cases else { return nil }
        let folded = text.lowercased()
        let found =
            values.first { $0.label.lowercased() == folded }
            ?? values.first { $0.label.lowercased().split(separator: " ").contains { $0.hasPrefix(folded) } }
        guard folded.count > 1, let found else { return nil }
        return Term(
            predicate: HKQuery.predicateForCategorySamples(with: .equalTo, value: found.value),
            words: found.label
        )
    }

    // MARK: Times

    private var dates: DateText { DateText(calendar: calendar, now: context.now) }

    /// `last march`, `since monday`, `before 2024-03-01`.
    private func time(_ text: String) throws -> Term? {
        let phrase = CalendarPhrase(now: context.now, calendar: calendar)
        let words = text.lowercased().split(separator: " ", maxSplits: 1).map(String.init)
        if words.count == 2, ["since", "from", "after", "before", "until", "in", "on"].contains(words[0]) {
            guard let time = phrase.time(words[1]) else { return nil }
            switch words[0] {
            case "since", "from": return since(time.interval.start)
            case "after": return since(time.interval.end)
            case "before": return before(time.interval.start)
            case "until": return before(time.interval.end)
            default: return within(time)
            }
        }
        return phrase.time(text).map(within)
    }

    private func since(_ date: Date) -> Term {
        Term(
            predicate: HKQuery.predicateForSamples(withStart: date, end: nil, options: .strictStartDate),
            words: FilterStrings.since(dates.longDay(date))
        )
    }

    private func before(_ date: Date) -> Term {
        Term(
            predicate: HKQuery.predicateForSamples(withStart: nil, end: date, options: .strictEndDate),
            words: FilterStrings.before(dates.longDay(date))
        )
    }

    private func within(_ time: CalendarPhrase.Time) -> Term {
        let start = time.interval.start
        let words =
            switch time.unit {
            case .day: FilterStrings.on(dates.longDay(start))
            case .month: FilterStrings.within(dates.month(start) + " " + dates.year(start))
            case .year: FilterStrings.within(dates.year(start))
            }
        return Term(
            predicate: HKQuery.predicateForSamples(withStart: start, end: time.interval.end, options: []),
            words: words
        )
    }

    // MARK: Where it came from

    private func source(_ text: String) -> Term? {
        let folded = Self.afterLabel("source", text)
        let found = sources.filter { Self.holds(folded, [$0.name, $0.bundleIdentifier]) }
        guard folded.count > 1, !found.isEmpty else { return nil }
        return Term(
            predicate: HKQuery.predicateForObjects(from: Set(found)),
            words: FilterStrings.from(Self.list(found.map(\.name)))
        )
    }

    private func device(_ text: String) -> Term? {
        let folded = Self.afterLabel("device", text)
        let found = devices.filter { Self.holds(folded, [DevicePhrase.full($0)]) }
        guard folded.count > 1, !found.isEmpty else { return nil }
        return Term(
            predicate: HKQuery.predicateForObjects(from: Set(found)),
            words: FilterStrings.by(Self.list(found.map { DevicePhrase.name($0) }))
        )
    }

    /// What stands behind `source:` or `device:`, else the whole text.
    private static func afterLabel(_ label: String, _ text: String) -> String {
        let folded = text.lowercased()
        guard folded.hasPrefix(label + ":") else { return folded }
        return folded.dropFirst(label.count + 1).trimmingCharacters(in: .whitespaces)
    }

    private static func holds(_ folded: String, _ texts: [String]) -> Bool {
        texts.contains { $0.range(of: folded, options: [.caseInsensitive, .diacriticInsensitive]) != nil }
    }

    private static func list(_ names: [String]) -> String {
        let several = Set(names).sorted()
        guard several.count > 3 else { return several.joined(separator: FilterStrings.or) }
        return FilterStrings.others(several.prefix(2).joined(separator: ", "), several.count - 2)
    }

    // MARK: Metadata

    /// `motion context=active`, `note=`, which asks whether the key is there.
    private func metadata(_ text: String) throws -> Term? {
        guard let sign = text.firstIndex(of: "="), sign != text.startIndex, let first = text.first, first.isLetter
        else {
            return nil
        }
        let key = MetadataPhrase.key(String(text[..<sign]))
        let label = TypeCatalogue.shared.metadataKeys[key]?.label ?? key
        let value = text[text.index(after: sign)...].trimmingCharacters(in: .whitespaces)
        guard !value.isEmpty else {
            return Term(
                predicate: HKQuery.predicateForObjects(withMetadataKey: key),
                words: FilterStrings.with(label.lowercased())
            )
        }
        let meant = try MetadataPhrase(context: context).value(value, for: key)
        return Term(
            predicate: HKQuery.predicateForObjects(withMetadataKey: key, operatorType: .equalTo, value: meant),
            words: label.lowercased() + " " + value
        )
    }
}
