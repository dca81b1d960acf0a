import Foundation
import HealthKit

/// The numbers that a result can be: one number, or all on one side of a bound.
package struct ResultBounds: Sendable, Hashable {
    private let lower: Double
    private let upper: Double
    private let includesLower: Bool
    private let includesUpper: Bool

    /// The numbers that a result can be.
    ///
    /// - Parameters:
    ///   - number: The number of the result.
    ///   - comparator: `<`, `<=`, `>`, `>=` for a number that is only a bound; empty for the result itself. With any
    ///     other one the result may be every number.
    package init(_ number: Double, comparator: String = "") {
        let isKnown = ["", "<", "<=", ">", ">="].contains(comparator)
        lower = !isKnown || comparator.hasPrefix("<") ? -.infinity : number
        upper = !isKnown || comparator.hasPrefix(">") ? .infinity : number
        includesLower = comparator != ">"
        includesUpper = comparator != "<"
    }

    /// Whether all of the numbers lie below another one.
    package func isBelow(_ number: Double) -> Bool { upper < number || (upper == number && !includesUpper) }
    /// Whether all of the numbers lie above another one.
    package func isAbove(_ number: Double) -> Bool { lower > number || (lower == number && !includesLower) }
    /// Whether none of the numbers is greater than another one.
    package func isAtMost(_ number: Double) -> Bool { upper <= number }
    /// Whether none of the numbers is less than another one.
    package func isAtLeast(_ number: Double) -> Bool { lower >= number }
    /// Whether the result can be no number but one.
    package func isExactly(_ number: Double) -> Bool { lower == number && upper == number }
}

/// The ends of what is usual, which belong to it; one of them may be open.
package struct ReferenceRange: Sendable, Hashable {
    package let low: Double?
    package let high: Double?

    /// A range; `nil` without an end, and where the lower end lies above the upper one.
    package init?(low: Double?, high: Double?) {
        guard low != nil || high != nil else { return nil }
        if let low, let high, low > high { return nil }
        self.low = low
        self.high = high
    }

    /// Where a result lies.
    ///
    /// - Parameter bounds: The numbers that the result can be.
    /// - Returns: The side, where it is the same for all of these numbers; `nil` where it isn't.
    package func verdict(_ bounds: ResultBounds) -> ResultVerdict? {
        if let low, bounds.isBelow(low) { return .below }
        if let high, bounds.isAbove(high) { return .above }
        return bounds.isAtLeast(low ?? -.infinity) && bounds.isAtMost(high ?? .infinity) ? .within : nil
    }

    /// Whom and what a laboratory gives a range for.
    enum Scope: Hashable, Sendable {
        /// What is normal for everybody, or for the person's sex.
        case everybody
        /// What is normal for some people: of another sex, of an age, or of a group.
        case somePeople
        /// Not what is normal, but for instance what a treatment aims at.
        case other

        /// Reads the scope of a `referenceRange` of a FHIR observation.
        ///
        /// - Parameters:
        ///   - range: The range.
        ///   - sex: The sex whose ranges count for the person; where none is set, ranges for one sex are for others.
        init(_ range: [String: Any], _ sex: HKReferenceSex) {
            // DSTU 2 calls the type a meaning.
            let meanings = FHIRText.concepts(range["type"]) + FHIRText.concepts(range["meaning"])
            guard meanings.allSatisfy(Self.isNormal) else {
                self = .other
                return
            }
            let isForSome = range["age"] != nil || !RangeSubject(appliesTo: range["appliesTo"]).includes(sex)
            self = isForSome ? .somePeople : .everybody
        }

        /// Whether a type of range is that of what is normal.
        private static func isNormal(_ meaning: [String: Any]) -> Bool {
            let codes = FHIRText.codes(meaning)
            if !codes.isEmpty { return codes.contains("normal") }
            guard let text = meaning["text"] as? String else { return true }
            let words = ["normal", "normal range", "reference", "reference range", "usual"]
            return words.contains(text.trimmingCharacters(in: .whitespacesAndNewlines).lowercased())
        }
    }
}

/// Where a result lies, by its laboratory.
package enum ResultVerdict: Sendable, Hashable {
    case below, within, above
    /// The laboratory says that the result isn't normal, and not in which direction.
    case abnormal

    package var isOutside: Bool { self != .within }

    /// What HL7's code of an interpretation says; `nil` for codes that say nothing of it.
    init?(interpretation code: String) {
        switch code {
        case "H", "HH", "HU", "HX", "H>": self = .above
        case "L", "LL", "LU", "LX", "L<": self = .below
        case "A", "AA": self = .abnormal
        case "N": self = .within
        default: return nil
        }
    }

    /// What several codes say: one that is not normal counts before `N`.
    init?(interpretations codes: [String]) {
        let all = codes.compactMap { ResultVerdict(interpretation: $0) }
        guard let verdict = all.first(where: \.isOutside) ?? all.first else { return nil }
        self = verdict
    }
}
