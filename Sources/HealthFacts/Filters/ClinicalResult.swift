import Foundation
import HealthEntry
import HealthKit

/// The results of a health record's FHIR resource and the ranges that its laboratory gives.
package struct ClinicalResult: Sendable, Hashable {
    /// A number between the ends of what is usual.
    package struct Measurement: Sendable, Hashable {
        package let number: Double
        package let unit: String
        /// What `<5` begins with; empty for a number that is exact.
        package let comparator: String
        /// The ranges in the number's own unit that are meant for everybody, or for the person's sex.
        package let ranges: [ReferenceRange]

        /// Whether the number lies outside all of the ranges, or within all; `nil` where that can't be said.
        package var isOutside: Bool? {
            let verdicts = Set(ranges.map { $0.isOutside(number, comparator: comparator) })
            return verdicts.count == 1 ? verdicts.first ?? nil : nil
        }
    }

    /// The number of the result itself; `nil` when it has none.
    package private(set) var main: Measurement?
    /// The numbers of its components, such as those of a blood pressure.
    package private(set) var components: [Measurement] = []
    package private(set) var status: String?
    package private(set) var codes: Set<String> = []
    /// What the laboratory says of it, as a code; `nil` for nothing.
    private var interpretation: Bool?

    /// Whether the result is out of range.
    ///
    /// It is compared with the range that its laboratory gives, as far as it gives one; else what the laboratory says of it
    /// counts. `nil` where it says nothing.
    package var isOutside: Bool? {
        let verdicts = ([main].compactMap { $0 } + components).compactMap(\.isOutside)
        if verdicts.contains(true) { return true }
        return interpretation ?? verdicts.first
    }

    /// Reads a resource; of what is no JSON object nothing is known.
    ///
    /// - Parameters:
    ///   - data: The resource as JSON.
    ///   - sex: The sex whose ranges count for the person; where none is set, ranges for one sex say nothing.
    package init(_ data: Data, sex: HKReferenceSex) {
        // What is wrong with a resource is said on its page.
        self.init(object: (try? JSONSerialization.jsonObject(with: data)) as? [String: Any], sex: sex)
    }

    init(object: [String: Any]?, sex: HKReferenceSex) {
        guard let object else { return }
        main = Self.measurement(object, sex)
        components = (object["component"] as? [[String: Any]] ?? []).compactMap { Self.measurement($0, sex) }
        let concepts = [object["clinicalStatus"], object["status"]].lazy.compactMap { $0 }
        status = concepts.compactMap { $0 as? String ?? Self.codes(of: $0).first }.first
        for key in ["code", "vaccineCode", "medicationCodeableConcept"] { codes.formUnion(Self.codes(of: object[key])) }
        for code in Self.codes(of: object["interpretation"]) {
            if Self.abnormal.contains(code) { interpretation = true }
            if code == "N", interpretation == nil { interpretation = false }
        }
    }

    /// HL7's codes of observations that are not normal.
    private static let abnormal: Set<String> = ["A", "AA", "H", "HH", "HU", "L", "LL", "LU"]

    /// The codes of one concept or of several.
    private static func codes(of value: Any?) -> [String] {
        let concepts = (value as? [[String: Any]]) ?? (value as? [String: Any]).map { [$0] } ?? []
        return concepts.flatMap { $0["coding"] as? [[String: Any]] ?? [] }.compactMap { $0["code"] as? String }
    }

    /// The number to be drawn on the scale of what is usual; `nil` where it has no range.
    package var scaled: (number: Double, range: ReferenceRange)? {
        guard let main, main.comparator.isEmpty, let range = main.ranges.first else { return nil }
        return (main.number, range)
    }

    private static func measurement(_ object: [String: Any], _ sex: HKReferenceSex) -> Measurement? {
        guard let quantity = object["valueQuantity"] as? [String: Any], let (number, unit) = number(quantity) else {
            return nil
        }
        let ranges = (object["referenceRange"] as? [[String: Any]] ?? []).filter { isUsual($0, sex) }
            .compactMap { range -> ReferenceRange? in
                let ends = [Self.number(range["low"]), Self.number(range["high"])]
                // Ends in another unit can't be compared with the number.
                guard ends.allSatisfy({ $0 == nil || $0?.unit == unit || $0?.unit == "" }) else { return nil }
                return ReferenceRange(low: ends[0]?.number, high: ends[1]?.number)
            }
        return Measurement(
            number: number,
            unit: unit,
            comparator: quantity["comparator"] as? String ?? "",
            ranges: ranges
        )
    }

    private static func number(_ value: Any?) -> (number: Double, unit: String)? {
        guard let object = value as? [String: Any], let number = object["value"] as? NSNumber,
            number.doubleValue.isFinite
        else { return nil }
        return (number.doubleValue, object["unit"] as? String ?? object["code"] as? String ?? "")
    }

    /// Whether a range is what is normal for the person, rather than what a treatment aims at or other people have.
    private static func isUsual(_ range: [String: Any], _ sex: HKReferenceSex) -> Bool {
        guard RangeSubject(appliesTo: range["appliesTo"]).includes(sex) else { return false }
        let type = codes(of: range["type"])
        return type.isEmpty || type.contains("normal")
    }
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

    /// Whether a number lies outside.
    ///
    /// - Parameters:
    ///   - number: The number.
    ///   - comparator: `<`, `<=`, `>`, `>=` for a number that is only a bound of the result; empty for the result itself.
    /// - Returns: Whether it does; `nil` where a bound does not say.
    package func isOutside(_ number: Double, comparator: String = "") -> Bool? {
        switch comparator {
        case "<", "<=":
            if let low, number < low || (number == low && comparator == "<") { return true }
            return low == nil && high.map { number <= $0 } ?? false ? false : nil
        case ">", ">=":
            if let high, number > high || (number == high && comparator == ">") { return true }
            return high == nil && low.map { number >= $0 } ?? false ? false : nil
        case "": return number < low ?? -.infinity || number > high ?? .infinity
        default: return nil
        }
    }
}
