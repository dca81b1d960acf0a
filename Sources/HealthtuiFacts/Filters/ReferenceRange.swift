import Foundation
import HealthKit

/// The numbers that a result may be: one number, or all on one side of a bound.
package struct ResultBounds: Sendable, Hashable {
    private let lower: Double
    private let upper: Double
    private let includesLower: Bool
    private let includesUpper: Bool

    /// Creates the bounds of a result.
    ///
    /// - Parameters:
    ///   - number: The number of the result.
    ///   - comparator: `<`, `<=`, `>`, `>=` for a number that is only a bound; empty for the result itself. With any
    ///     other comparator, the result may be any number.
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
    /// Whether the result can only be one number, the given one.
    package func isExactly(_ number: Double) -> Bool { lower == number && upper == number }
}

/// A reference range, which includes its ends; one of them may be open.
package struct ReferenceRange: Sendable, Hashable {
    package let low: Double?
    package let high: Double?

    /// Creates a range; `nil` without an end, or if the lower end is above the upper one.
    package init?(low: Double?, high: Double?) {
        guard low != nil || high != nil else { return nil }
        if let low, let high, low > high { return nil }
        self.low = low
        self.high = high
    }

    /// The verdict on a result.
    ///
    /// - Parameter bounds: The numbers that the result may be.
    /// - Returns: The side, if it is the same for all of these numbers; otherwise `nil`.
    package func verdict(_ bounds: ResultBounds) -> ResultVerdict? {
        if let low, bounds.isBelow(low) { return .below }
        if let high, bounds.isAbove(high) { return .above }
        return bounds.isAtLeast(low ?? -.infinity) && bounds.isAtMost(high ?? .infinity) ? .within : nil
    }

    /// The scope of a laboratory's range: its people and its purpose.
    enum Scope: Hashable, Sendable {
        /// The normal range for everybody, or for the person's sex.
        case everybody
        /// The normal range for some people: of another sex, of an age, or of a group.
        case somePeople
        /// Not a normal range, but for instance the target of a treatment.
        case other

        /// Reads the scope of a `referenceRange` of a FHIR observation.
        ///
        /// - Parameters:
        ///   - range: The range.
        ///   - sex: The sex whose ranges apply to the person; if none is set, ranges for one sex are for others.
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

        /// Whether a type of range is the normal one.
        private static func isNormal(_ meaning: [String: Any]) -> Bool {
            let codes = FHIRText.codes(meaning)
            if !codes.isEmpty { return codes.contains("normal") }
            guard let text = meaning["text"] as? String else { return true }
            let words = ["normal", "normal range", "reference", "reference range", "usual"]
            return words.contains(text.trimmingCharacters(in: .whitespacesAndNewlines).lowercased())
        }
    }
}

/// The laboratory's verdict on a result.
package enum ResultVerdict: Sendable, Hashable {
    case below, within, above
    /// The laboratory says that the result isn't normal, but not in which direction.
    case abnormal

    package var isOutside: Bool { self != .within }

    /// The verdict of an HL7 interpretation code, or `nil` for codes without one.
    init?(interpretation code: String) {
        switch code {
        case "H", "HH", "HU", "HX", "H>": self = .above
        case "L", "LL", "LU", "LX", "L<": self = .below
        case "A", "AA": self = .abnormal
        case "N": self = .within
        default: return nil
        }
    }

    /// The verdict of several codes: an abnormal one takes precedence over `N`.
    init?(interpretations codes: [String]) {
        let all = codes.compactMap { ResultVerdict(interpretation: $0) }
        guard let verdict = all.first(where: \.isOutside) ?? all.first else { return nil }
        self = verdict
    }
}
