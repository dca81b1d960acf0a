import Foundation
import HealthKit

// Conditions on properties and metadata: `classification=afib`, `duration > 30 min`, `motion context=active`.
extension SampleFilterPhrase {
    /// A comparison of a property while it is read.
    private struct Comparison {
        let property: FilterProperty
        let sign: FilterSign
        let value: String
        /// The column of the value, for errors.
        let column: Int

        func error(_ problem: String, _ suggestion: String? = nil) -> FilterError {
            FilterError(column: column, word: value, problem: problem, suggestion: suggestion)
        }
    }

    /// Splits a run at its first operator and reads the property before it and the value after it.
    func property(_ run: FilterRun) throws -> FilterTerm? {
        let text = run.text
        guard let first = text.first, first.isLetter || first == "_", let found = FilterSign.first(in: text) else {
            return nil
        }
        let key = text[..<found.range.lowerBound].trimmingCharacters(in: .whitespaces)
        let rest = text[found.range.upperBound...]
        let value = rest.trimmingCharacters(in: .whitespaces)
        let column = run.column(
            at: text.distance(from: text.startIndex, to: found.range.upperBound) + rest.prefix { $0 == " " }.count
        )
        let folded = key.lowercased()
        if folded == FilterWords.source || folded == FilterWords.device {
            return try origin(folded, found.sign, value, column)
        }
        if let property = FilterProperty.all(of: type).first(where: { $0.names.contains(folded) }) {
            guard !value.isEmpty else {
                throw FilterError(column: column, word: text, problem: FilterStrings.needsValue(key))
            }
            return try term(Comparison(property: property, sign: found.sign, value: value, column: column), run)
        }
        if folded == FilterWords.value, type is HKQuantityType {
            let column = text.distance(from: text.startIndex, to: found.range.lowerBound)
            let word = FilterWord(text: found.sign.text + value, column: run.column(at: column), isQuoted: false)
            return try comparison(FilterRun([word])) ?? exactly(FilterRun([word]))
        }
        return try metadata(key, found.sign, value, run, column)
    }

    private func origin(_ key: String, _ sign: FilterSign, _ value: String, _ column: Int) throws -> FilterTerm {
        let isSource = key == FilterWords.source
        let known = isSource ? names.sources.map(\.name) : names.devices.map { DevicePhrase.name($0) }
        func error(_ problem: String) -> FilterError {
            let near = Nearest.word(
                to: value,
                among: known + known.flatMap { $0.split(separator: " ").map(String.init) }
            )
            return FilterError(column: column, word: value, problem: problem, suggestion: near)
        }
        guard [.equal, .notEqual, .contains].contains(sign.relation) else {
            throw error(FilterStrings.hasNoOrder(key))
        }
        let label = (isSource ? FilterWords.source : FilterWords.device) + ":" + value
        guard let term = try isSource ? source(label) : device(label) else {
            throw error(FilterStrings.isNoName(value, key, Self.list(known)))
        }
        return sign.relation == .notEqual ? Self.negated(term) : term
    }

    private static func negated(_ term: FilterTerm) -> FilterTerm {
        FilterTerm(.not(term.expression), FilterStrings.not(term.words))
    }

    // MARK: Properties

    private func term(_ comparison: Comparison, _ run: FilterRun) throws -> FilterTerm? {
        do {
            switch comparison.property.kind {
            case .choice(let choices, let isOrdered): return try choice(comparison, choices, isOrdered)
            case .medication: return try medication(comparison)
            case .text: return try isOneValue(comparison, run) ? text(comparison) : nil
            case .number: return try number(comparison)
            case .quantity(let type): return try quantity(comparison, type)
            case .seconds: return try seconds(comparison)
            case .recordValue: return try recordValue(comparison)
            }
        } catch let error as EntryError {
            throw comparison.error(error.text)
        }
    }

    /// Whether the value is one word, or in quotation marks: what follows a text is another condition.
    private func isOneValue(_ comparison: Comparison, _ run: FilterRun) -> Bool {
        guard comparison.value.contains(" ") else { return true }
        return run.words.last.map { $0.text.hasSuffix(comparison.value) } ?? false
    }

    private func choice(
        _ comparison: Comparison,
        _ choices: [FilterProperty.Choice],
        _ isOrdered: Bool
    ) throws -> FilterTerm {
        let found = Self.choices(named: comparison.value, among: choices, least: 1)
        let name = comparison.property.name
        guard !found.isEmpty else {
            let labels = choices.prefix(12).map { $0.label.lowercased() }
            let near = Nearest.word(
                to: comparison.value,
                among: choices.flatMap { [$0.label.lowercased()] + $0.otherNames }
            )
            throw comparison.error(
                FilterStrings.isNoName(comparison.value, name, labels.joined(separator: ", ")),
                near
            )
        }
        guard comparison.sign.relation.isOrder else {
            guard comparison.sign.relation != .contains else {
                throw comparison.error(FilterStrings.isNoText(name))
            }
            let term = try choice(found, comparison.property)
            return comparison.sign.relation == .notEqual ? Self.negated(term) : term
        }
        guard isOrdered else { throw comparison.error(FilterStrings.hasNoOrder(name)) }
        guard found.count == 1 else {
            throw comparison.error(FilterStrings.isSeveral(comparison.value, Self.list(found.map(\.label))))
        }
        return try compared(
            comparison.property,
            comparison.sign.relation,
            .integer(found[0].value),
            name + " " + comparison.sign.words(found[0].label)
        )
    }

    /// The values that a text names: the one of that name, else all in whose names a word begins with it.
    private static func choices(
        named text: String,
        among choices: [FilterProperty.Choice],
        least: Int
    ) -> [FilterProperty.Choice] {
        let folded = text.lowercased()
        if let exact = choices.first(where: { $0.label.lowercased() == folded || $0.otherNames.contains(folded) }) {
            return [exact]
        }
        guard folded.count >= least else { return [] }
        return choices.filter { choice in
            let label = choice.label.lowercased()
            return label.hasPrefix(folded) || label.split(separator: " ").contains { $0.hasPrefix(folded) }
        }
    }

    private func choice(_ found: [FilterProperty.Choice], _ property: FilterProperty) throws -> FilterTerm {
        let words = Self.list(found.map(\.label))
        let values = Set(found.map { FilterValue.integer($0.value) })
        if values.count == 1, let value = values.first { return try compared(property, .equal, value, words) }
        return try compared(property, .isIn, .set(values), words)
    }

    private func compared(
        _ property: FilterProperty,
        _ relation: FilterRelation,
        _ value: FilterValue,
        _ words: String,
        folding: TextFolding = []
    ) throws -> FilterTerm {
        guard case .stored(let field) = property.target else { throw EntryError(FilterStrings.isNoText(property.name)) }
        do {
            let comparison = try FilterComparison(checking: field, relation, value, folding: folding)
            return FilterTerm(.stored(.compare(comparison)), words)
        } catch {
            throw EntryError(FilterStrings.cannotBeCompared(type.entry.name))
        }
    }

    private func medication(_ comparison: Comparison) throws -> FilterTerm {
        let found = names.medications.filter { Self.holds(comparison.value, [$0.name]) }
        let known = names.medications.map(\.name)
        guard !found.isEmpty else {
            let near = Nearest.word(
                to: comparison.value,
                among: known.flatMap { [$0] + $0.split(separator: " ").map(String.init) }
            )
            throw comparison.error(
                FilterStrings.isNoName(comparison.value, comparison.property.name, Self.list(known)),
                near
            )
        }
        guard [.equal, .notEqual, .contains].contains(comparison.sign.relation) else {
            throw comparison.error(FilterStrings.hasNoOrder(comparison.property.name))
        }
        let term = try compared(
            comparison.property,
            .isIn,
            .set(Set(found.map { .text($0.concept) })),
            FilterStrings.of(Self.list(found.map(\.name)))
        )
        return comparison.sign.relation == .notEqual ? Self.negated(term) : term
    }

    private func text(_ comparison: Comparison) throws -> FilterTerm {
        let name = comparison.property.name
        let relation = comparison.sign.relation
        guard !relation.isOrder else { throw comparison.error(FilterStrings.hasNoOrder(name)) }
        let asked: FilterRelation = relation == .contains ? .contains : .equal
        let words = FilterStrings.property(name, asked == .contains, comparison.value)
        let term: FilterTerm
        switch comparison.property.target {
        case .stored:
            term = try compared(
                comparison.property,
                asked,
                .text(comparison.value),
                words,
                folding: [.caseInsensitive, .diacriticInsensitive]
            )
        case .checked(let property):
            term = FilterTerm(.checked(.property(property, asked, .text(comparison.value))), words)
        }
        return relation == .notEqual ? Self.negated(term) : term
    }

    private func number(_ comparison: Comparison) throws -> FilterTerm {
        guard comparison.sign.relation != .contains else {
            throw comparison.error(FilterStrings.isNoText(comparison.property.name))
        }
        try refuseAmbiguous(comparison.value)
        let number = try NumberPhrase.number(comparison.value, style: context.numbers)
        let words = comparison.property.name + " " + comparison.sign.words(NumberText.exact(number))
        guard case .checked(let property) = comparison.property.target else {
            return try compared(comparison.property, comparison.sign.relation, .number(number), words)
        }
        return FilterTerm(.checked(.property(property, comparison.sign.relation, .number(number))), words)
    }

    private func quantity(_ comparison: Comparison, _ type: HKQuantityType) throws -> FilterTerm {
        let relation = comparison.sign.relation
        guard relation != .contains else { throw comparison.error(FilterStrings.isNoText(comparison.property.name)) }
        let quantity = try quantity(comparison.value, of: type)
        let words = comparison.property.name + " " + comparison.sign.words(shown(quantity, of: type))
        guard relation.isOrder else {
            let ends = Self.shownAs(quantity, typed: comparison.value)
            let expression = FilterExpression.all([
                try ordered(comparison.property, .greaterOrEqual, ends.lowerBound, quantity.unit),
                try ordered(comparison.property, .less, ends.upperBound, quantity.unit),
            ])
            return FilterTerm(relation == .notEqual ? .not(expression) : expression, words)
        }
        return FilterTerm(try ordered(comparison.property, relation, quantity.value, quantity.unit), words)
    }

    private func ordered(
        _ property: FilterProperty,
        _ relation: FilterRelation,
        _ value: Double,
        _ unit: HKUnit
    ) throws -> FilterExpression {
        guard case .checked(let checked) = property.target else {
            return try compared(property, relation, .quantity(value, unit), "").expression
        }
        let pressure = HKQuantity(unit: unit, doubleValue: value).doubleValue(for: .millimeterOfMercury())
        return .checked(.property(checked, relation, .number(pressure)))
    }

    private func seconds(_ comparison: Comparison) throws -> FilterTerm {
        let relation = comparison.sign.relation
        guard relation != .contains else { throw comparison.error(FilterStrings.isNoText(comparison.property.name)) }
        guard let seconds = DurationPhrase.seconds(comparison.value, style: context.numbers) else {
            throw comparison.error(FilterStrings.needsDuration(comparison.value))
        }
        let words = comparison.property.name + " " + comparison.sign.words(comparison.value)
        guard case .checked(let property) = comparison.property.target else {
            return try compared(comparison.property, relation, .number(seconds), words)
        }
        return FilterTerm(.checked(.property(property, relation, .number(seconds))), words)
    }

    /// `value > 7 %`: the unit has to be the record's own, for its numbers cannot be converted.
    private func recordValue(_ comparison: Comparison) throws -> FilterTerm {
        guard comparison.sign.relation != .contains else {
            throw comparison.error(FilterStrings.isNoText(comparison.property.name))
        }
        try refuseAmbiguous(comparison.value)
        let digits = NumberPhrase.prefix(of: comparison.value[...])
        let number = try NumberPhrase.number(String(digits), style: context.numbers)
        let unit = comparison.value.dropFirst(digits.count).trimmingCharacters(in: .whitespaces)
        let amount =
            unit.isEmpty
            ? FilterStrings.withoutUnit(NumberText.exact(number)) : NumberText.exact(number) + " " + unit
        return FilterTerm(
            .checked(.property(.recordValue(unit: unit), comparison.sign.relation, .number(number))),
            comparison.property.name + " " + comparison.sign.words(amount)
        )
    }

    // MARK: Names alone

    /// A value, a medication by its name or the beginning of a word of it.
    func spoken(_ run: FilterRun) throws -> FilterTerm? {
        guard run.text.count > 1, !Self.isReserved(run.text) || run.isQuoted else { return nil }
        for property in FilterProperty.all(of: type) where property.isSpoken {
            if case .choice(let choices, _) = property.kind {
                let found = Self.choices(named: run.text, among: choices, least: 3)
                if !found.isEmpty { return try choice(found, property) }
            }
            if case .medication = property.kind, names.medications.contains(where: { Self.holds(run.text, [$0.name]) }),
                let sign = FilterSign(at: "=")
            {
                return try medication(
                    Comparison(property: property, sign: sign, value: run.text, column: run.column)
                )
            }
        }
        return nil
    }

    /// One word that stands somewhere in the name of a record or document.
    func name(_ run: FilterRun) throws -> FilterTerm? {
        guard run.words.count == 1, run.text.count > 1, !Self.isReserved(run.text) || run.isQuoted,
            let sign = FilterSign(at: "~")
        else { return nil }
        for property in FilterProperty.all(of: type) where property.isSpoken {
            guard case .text = property.kind else { continue }
            return try text(Comparison(property: property, sign: sign, value: run.text, column: run.column))
        }
        return nil
    }
}
