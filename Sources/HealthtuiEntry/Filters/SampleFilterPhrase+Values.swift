import Foundation
import HealthKit
import HealthKitLocalization

// Conditions on the value of a sample: `>100`, `70..80 kg`, `70`.
extension SampleFilterPhrase {
    func quantity(_ text: some StringProtocol, of type: HKQuantityType) throws -> HKQuantity {
        try refuseAmbiguous(text)
        return try QuantityPhrase(type: type, defaultUnit: context.unit(for: type), style: context.numbers)
            .quantity(String(text))
    }

    private func quantity(_ text: some StringProtocol) throws -> HKQuantity {
        guard let type = type as? HKQuantityType else {
            throw EntryError(FilterStrings.hasNoNumber(self.type.entry.name))
        }
        return try quantity(text, of: type)
    }

    /// Rejects a number whose only separator may be for decimals or thousands: `1,234` where a point is the decimal separator,
    /// `1.234` where a comma is.
    func refuseAmbiguous(_ text: some StringProtocol) throws {
        let number = NumberPhrase.prefix(of: Substring(text.drop { $0.isWhitespace }))
        let separators = number.filter { ".,".contains($0) }
        guard separators.count == 1, separators != String(context.numbers.decimalSeparator) else { return }
        let halves = number.split(whereSeparator: { ".,".contains($0) })
        guard halves.count == 2, halves[1].count == 3, halves[1].allSatisfy(\.isNumber),
            (1...3).contains(halves[0].filter(\.isNumber).count), halves[0].filter(\.isNumber) != "0"
        else { return }
        let decimal = String(context.numbers.decimalSeparator)
        throw EntryError(FilterStrings.isAmbiguous(String(number), halves.joined(), halves.joined(separator: decimal)))
    }

    func shown(_ quantity: HKQuantity, of type: HKQuantityType) -> String {
        let unit = ValueUnit(type, locale: context.unitLocale, chosen: context.preferredUnits[type.identifier])
        guard quantity.unit == unit.unit, let number = unit.number(quantity) else {
            let factor = quantity.unit == HKUnit.percent() ? 100.0 : 1
            return NumberText.exact(quantity.value * factor) + " " + UnitPhrase.label(quantity.unit.unitString)
        }
        return NumberText.exact(number) + " " + unit.label
    }

    private func shown(_ quantity: HKQuantity) -> String {
        (type as? HKQuantityType).map { shown(quantity, of: $0) } ?? ""
    }

    /// `>100`, `<= 60 bpm`.
    func comparison(_ run: FilterRun) throws -> FilterTerm? {
        guard let sign = FilterSign(at: run.text), sign.relation.isOrder else { return nil }
        let quantity = try quantity(run.text.dropFirst(sign.text.count))
        let predicate = HKQuery.predicateForQuantitySamples(with: sign.relation.operatorType, quantity: quantity)
        return try stored(predicate, sign.words(shown(quantity)))
    }

    /// `70..80`, `70 .. 80 kg`; both ends belong to it.
    func range(_ run: FilterRun) throws -> FilterTerm? {
        let text = run.text
        guard let dots = text.firstRange(of: ".."), !text.hasPrefix(".."), FilterSign.first(in: text) == nil else {
            return nil
        }
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
        return try stored(
            NSCompoundPredicate(andPredicateWithSubpredicates: parts),
            FilterStrings.range(shown(first), shown(upper))
        )
    }

    /// A number without a unit, in that of another quantity.
    private func bare(_ text: some StringProtocol, _ other: HKQuantity) throws -> Double {
        let number = try NumberPhrase.number(String(text), style: context.numbers)
        return other.unit == HKUnit.percent() ? number / 100 : number
    }

    /// `70`, `=70.5 kg` or `!=70`: values displayed as that number, however they were measured.
    func exactly(_ run: FilterRun) throws -> FilterTerm? {
        let sign = FilterSign(at: run.text)
        guard sign == nil || sign?.relation == .equal || sign?.relation == .notEqual else { return nil }
        let number = run.text.dropFirst(sign?.text.count ?? 0)
        guard sign != nil || number.first.map({ $0.isNumber || $0 == "-" }) ?? false else { return nil }
        let quantity = try quantity(number)
        let ends = Self.shownAs(quantity, typed: number)
        let parts = [(HKPredicateOperator.greaterThanOrEqualTo, ends.lowerBound), (.lessThan, ends.upperBound)]
            .map { relation, value in
                HKQuery.predicateForQuantitySamples(
                    with: relation,
                    quantity: HKQuantity(unit: quantity.unit, doubleValue: value)
                )
            }
        let term = try stored(NSCompoundPredicate(andPredicateWithSubpredicates: parts), shown(quantity))
        guard sign?.relation == .notEqual else { return term }
        return FilterTerm(.not(term.expression), FilterStrings.not(term.words))
    }

    /// The values that are shown as a quantity with as many decimals as were typed, in its own unit.
    static func shownAs(_ quantity: HKQuantity, typed: some StringProtocol) -> Range<Double> {
        let digits = NumberPhrase.prefix(of: Substring(typed.drop { $0 == " " }))
        let decimals = digits.lastIndex { $0 == "." || $0 == "," }.map { digits[$0...].count - 1 } ?? 0
        let factor = quantity.unit == HKUnit.percent() ? 0.01 : 1
        let half = 0.5 * pow(10, -Double(min(decimals, 12))) * factor
        return (quantity.value - half)..<(quantity.value + half)
    }
}

/// A sign that compares.
struct FilterSign: Sendable, Equatable {
    let text: String
    let relation: FilterRelation

    /// The comparison with an amount, in words.
    func words(_ amount: String) -> String {
        switch relation {
        case .greaterOrEqual: FilterStrings.atLeast(amount)
        case .lessOrEqual: FilterStrings.atMost(amount)
        case .greater: FilterStrings.above(amount)
        case .less: FilterStrings.below(amount)
        case .notEqual: FilterStrings.not(amount)
        case .contains: FilterStrings.containing(amount)
        default: amount
        }
    }

    /// The signs, longer ones before those that they begin with.
    private static let all: [FilterSign] = [
        (">=", FilterRelation.greaterOrEqual), ("≥", .greaterOrEqual), ("<=", .lessOrEqual), ("≤", .lessOrEqual),
        ("!=", .notEqual), ("≠", .notEqual), ("==", .equal), ("=", .equal), (">", .greater), ("<", .less),
        ("~", .contains),
    ]
    .map { FilterSign(text: $0.0, relation: $0.1) }

    private init(text: String, relation: FilterRelation) {
        self.text = text
        self.relation = relation
    }

    /// The sign that a text begins with; `nil` when it begins with none.
    init?(at text: some StringProtocol) {
        guard let sign = Self.all.first(where: { text.hasPrefix($0.text) }) else { return nil }
        self = sign
    }

    /// The first sign in a text, and its range.
    static func first(in text: String) -> (sign: FilterSign, range: Range<String.Index>)? {
        for index in text.indices {
            guard let sign = FilterSign(at: text[index...]) else { continue }
            return (sign, index..<text.index(index, offsetBy: sign.text.count))
        }
        return nil
    }
}

extension FilterRelation {
    /// Whether it is one of more and less.
    var isOrder: Bool { [.less, .lessOrEqual, .greater, .greaterOrEqual].contains(self) }

    /// The operator of HealthKit's predicates.
    var operatorType: HKPredicateOperator {
        switch self {
        case .notEqual: .notEqualTo
        case .less: .lessThan
        case .lessOrEqual: .lessThanOrEqualTo
        case .greater: .greaterThan
        case .greaterOrEqual: .greaterThanOrEqualTo
        case .contains: .contains
        default: .equalTo
        }
    }
}
