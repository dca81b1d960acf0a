import Foundation

/// Reads the common parts of a FHIR resource: concepts, quantities and times, as JSON has them.
enum FHIRText {
    /// A quantity with its unit as the resource spells it.
    struct Quantity: Hashable, Sendable {
        let number: Double
        let unit: String
        /// The unit as a UCUM code; empty if the resource has none.
        let code: String
        /// `<`, `<=`, `>` or `>=` for a number that is only a bound; empty for an exact one.
        let comparator: String

        /// Reads a quantity; `nil` without a finite number.
        init?(_ value: Any?) {
            guard let object = value as? [String: Any], let number = object["value"] as? NSNumber,
                number.doubleValue.isFinite
            else { return nil }
            self.number = number.doubleValue
            let code = object["code"] as? String ?? ""
            unit = object["unit"] as? String ?? code
            let isUCUM = (object["system"] as? String).map { $0.hasSuffix("unitsofmeasure.org") } ?? false
            self.code = isUCUM ? code : ""
            comparator = Self.spelling(object["comparator"] as? String ?? "")
        }

        init(number: Double, unit: String = "") {
            self.number = number
            self.unit = unit
            code = ""
            comparator = ""
        }

        private static func spelling(_ comparator: String) -> String {
            switch comparator {
            case "≤": "<="
            case "≥": ">="
            default: comparator.filter { !$0.isWhitespace }
            }
        }

        /// Whether two quantities have the same unit, so that their numbers can be compared.
        func hasUnit(of other: Quantity) -> Bool {
            if !code.isEmpty, !other.code.isEmpty { return code == other.code }
            return Self.folded(unit) == Self.folded(other.unit)
        }

        /// A unit without spaces; its case is kept, since `G/L` isn't `g/L`.
        private static func folded(_ unit: String) -> String { unit.filter { !$0.isWhitespace } }
    }

    /// The concepts of an element that may have one or several.
    static func concepts(_ value: Any?) -> [[String: Any]] {
        (value as? [[String: Any]]) ?? (value as? [String: Any]).map { [$0] } ?? []
    }

    /// The codes of one concept or of several.
    static func codes(_ value: Any?) -> [String] {
        concepts(value).flatMap { $0["coding"] as? [[String: Any]] ?? [] }.compactMap { $0["code"] as? String }
    }

    /// The texts of concepts, one for each; `nil` if there are none.
    static func words(_ value: Any?) -> String? {
        let texts = concepts(value)
            .compactMap { concept -> String? in
                if let text = concept["text"] as? String, !text.isEmpty { return text }
                let codings = concept["coding"] as? [[String: Any]] ?? []
                return codings.lazy.compactMap { $0["display"] as? String ?? $0["code"] as? String }.first
            }
        return texts.isEmpty ? nil : texts.joined(separator: ", ")
    }
}
