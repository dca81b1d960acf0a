import Foundation
import HealthKit
import HealthtuiEntry

/// The results of a health record's FHIR resource and the ranges that its laboratory gives.
///
/// Lists, pages, filters, reports and JSON use it for the result and whether it is out of range.
package struct ClinicalResult: Sendable, Hashable {
    /// A number, and its reference ranges.
    package struct Measurement: Sendable, Hashable {
        /// The name of a part of a result; empty for the result itself.
        package let name: String
        package let number: Double
        package let unit: String
        /// The comparator, such as that of `<5`; empty for an exact number.
        package let comparator: String
        /// The ranges in the number's own unit that apply to everybody, or to the person's sex.
        package let ranges: [ReferenceRange]
        /// Whether the laboratory gives ranges, including ones that can't be compared with the number.
        fileprivate let isRanged: Bool
        /// The laboratory's interpretation.
        fileprivate let interpretation: ResultVerdict?

        /// The range of numbers that the result may be.
        package var bounds: ResultBounds { ResultBounds(number, comparator: comparator) }

        /// The number, or `nil` if it is only a bound of the result.
        package var exact: Double? { comparator.isEmpty ? number : nil }

        /// The verdict of all of the number's ranges, or `nil` if they disagree or don't decide.
        fileprivate var verdictOfRanges: ResultVerdict? {
            let verdicts = Set(ranges.map { $0.verdict(bounds) })
            return verdicts.count == 1 ? verdicts.first ?? nil : nil
        }

        fileprivate var verdict: ResultVerdict? {
            let verdict = verdictOfRanges
            if verdict?.isOutside ?? false { return verdict }
            return interpretation ?? verdict
        }

        /// The measurement as text: `<14 mg/L`, `Systolic 132 mmHg`.
        fileprivate func text(_ style: TextStyle) -> String {
            let gap = comparator.last.map { $0.isLetter } ?? false ? " " : ""
            return [name, comparator + gap + style.number(number), unit].filter { !$0.isEmpty }.joined(separator: " ")
        }
    }

    /// A result that isn't a single number.
    fileprivate enum Answer: Sendable, Hashable {
        case words(String)
        case flag(Bool)
        case range(low: Bound?, high: Bound?)

        /// An end of a range with its unit.
        struct Bound: Sendable, Hashable {
            let number: Double
            let unit: String
        }
    }

    /// The format of a result's text.
    package struct TextStyle: Sendable {
        let number: @Sendable (Double) -> String
        let flag: @Sendable (Bool) -> String
        let range: @Sendable (_ low: String, _ high: String) -> String
        let from: @Sendable (String) -> String
        let upTo: @Sendable (String) -> String

        /// In the person's language and region.
        package static let people = inLanguage { NumberText.exact($0) }

        /// In the person's language, with numbers as a document writes them.
        ///
        /// - Parameter number: Formats a number.
        /// - Returns: The style.
        package static func inLanguage(_ number: @escaping @Sendable (Double) -> String) -> TextStyle {
            TextStyle(
                number: number,
                flag: { $0 ? RecordClinicalStrings.yes : RecordClinicalStrings.no },
                range: { RecordClinicalStrings.range($0, $1) },
                from: { RecordClinicalStrings.from($0) },
                upTo: { RecordClinicalStrings.upTo($0) }
            )
        }

        /// For programs: digits with a point, the same everywhere.
        package static let plain = TextStyle(
            number: { $0 == $0.rounded() && abs($0) < 1e15 ? String(Int($0)) : $0.description },
            flag: { String($0) },
            range: { "\($0) to \($1)" },
            from: { ">=" + $0 },
            upTo: { "<=" + $0 }
        )
    }

    /// The number of the result itself, or `nil` if it has none.
    package private(set) var main: Measurement?
    /// The numbers of its components, such as those of a blood pressure.
    package private(set) var components: [Measurement] = []
    package private(set) var status: String?
    package private(set) var codes: Set<String> = []
    private var answer: Answer?
    /// The laboratory's interpretation, or `nil` if there is none.
    private var interpretation: ResultVerdict?

    /// The verdict on the result.
    ///
    /// A number outside the range that its laboratory gives is out of range. Otherwise the laboratory's interpretation
    /// counts; without one, the result is in range if every number that has a range is. `nil` if there is no basis for
    /// a verdict.
    package var verdict: ResultVerdict? {
        let parts = [main].compactMap { $0 } + components
        let verdicts = parts.map(\.verdict)
        if let outside = verdicts.lazy.compactMap({ $0 }).first(where: \.isOutside) { return outside }
        if let interpretation { return interpretation }
        guard verdicts.contains(.within), !zip(parts, verdicts).contains(where: { $0.isRanged && $1 == nil }) else {
            return nil
        }
        return .within
    }

    /// Whether the result is out of range, or `nil` if that can't be determined.
    package var isOutside: Bool? { verdict?.isOutside }

    /// Whether there is a result at all.
    package var isEmpty: Bool { main == nil && components.isEmpty && answer == nil }

    /// The result as text: a number with its sign and unit, the numbers of its parts, or its words.
    ///
    /// - Parameter style: The format.
    /// - Returns: The text; empty without a result.
    package func text(_ style: TextStyle = .people) -> String {
        if let main { return main.text(style) }
        switch answer {
        case .words(let words): return words
        case .flag(let flag): return style.flag(flag)
        case .range(let low, let high):
            func bound(_ bound: Answer.Bound) -> String {
                style.number(bound.number) + (bound.unit.isEmpty ? "" : " " + bound.unit)
            }
            switch (low, high) {
            case (let low?, let high?): return style.range(style.number(low.number), bound(high))
            case (let low?, nil): return style.from(bound(low))
            case (nil, let high?): return style.upTo(bound(high))
            case (nil, nil): return ""
            }
        case nil: return components.map { $0.text(style) }.joined(separator: ", ")
        }
    }

    /// The result for programs if it isn't one exact number: `<14 mg/L`, `Positive`; otherwise `nil`.
    package var words: String? {
        let text = text(.plain)
        return main?.exact != nil || text.isEmpty ? nil : text
    }

    /// Reads a resource; the result is empty if the data isn't a JSON object.
    ///
    /// - Parameters:
    ///   - data: The resource as JSON.
    ///   - sex: The sex whose ranges apply to the person; if none is set, ranges for one sex are ignored.
    package init(_ data: Data, sex: HKReferenceSex) {
        // A flaw of the resource is reported on its page.
        self.init(object: (try? JSONSerialization.jsonObject(with: data)) as? [String: Any], sex: sex)
    }

    init(object: [String: Any]?, sex: HKReferenceSex) {
        guard let object else { return }
        main = Self.measurement(object, sex)
        answer = main == nil ? Self.answer(object) : nil
        components = (object["component"] as? [[String: Any]] ?? [])
            .compactMap { part in
                Self.measurement(
                    part,
                    sex,
                    name: FHIRText.words(part["code"]) ?? "",
                    interpretation: ResultVerdict(interpretations: FHIRText.codes(part["interpretation"]))
                )
            }
        let concepts = [object["clinicalStatus"], object["status"]].lazy.compactMap { $0 }
        status = concepts.compactMap { $0 as? String ?? FHIRText.codes($0).first }.first
        for key in ["code", "vaccineCode", "medicationCodeableConcept"] {
            codes.formUnion(FHIRText.codes(object[key]))
        }
        interpretation = ResultVerdict(interpretations: FHIRText.codes(object["interpretation"]))
    }

    /// The range that decides the verdict on the result's number, or `nil` if none does.
    package var usual: ReferenceRange? {
        guard let main, let verdict = main.verdictOfRanges else { return nil }
        return main.ranges.first { $0.verdict(main.bounds) == verdict }
    }

    /// The number to draw on the scale of its reference range, or `nil` if no range decides.
    package var scaled: (number: Double, range: ReferenceRange)? {
        guard let number = main?.exact, let usual else { return nil }
        return (number, usual)
    }

    // MARK: Reading

    private static func measurement(
        _ object: [String: Any],
        _ sex: HKReferenceSex,
        name: String = "",
        interpretation: ResultVerdict? = nil
    ) -> Measurement? {
        let quantity =
            FHIRText.Quantity(object["valueQuantity"])
            ?? number(object["valueInteger"]).map { FHIRText.Quantity(number: $0) }
        guard let quantity else { return nil }
        let given = (object["referenceRange"] as? [[String: Any]] ?? [])
            .filter { ReferenceRange.Scope($0, sex) != .other && ($0["low"] != nil || $0["high"] != nil) }
        return Measurement(
            name: name,
            number: quantity.number,
            unit: quantity.unit,
            comparator: quantity.comparator,
            ranges: given.filter { ReferenceRange.Scope($0, sex) == .everybody }.compactMap { range($0, of: quantity) },
            isRanged: !given.isEmpty,
            interpretation: interpretation
        )
    }

    /// A range, or `nil` for one in another unit, which can't be compared with the number.
    private static func range(_ range: [String: Any], of quantity: FHIRText.Quantity) -> ReferenceRange? {
        let ends = [range["low"], range["high"]].map { FHIRText.Quantity($0) }
        guard ends.allSatisfy({ $0.map { $0.unit.isEmpty || $0.hasUnit(of: quantity) } ?? true }) else { return nil }
        return ReferenceRange(low: ends[0]?.number, high: ends[1]?.number)
    }

    private static func number(_ value: Any?) -> Double? {
        (value as? NSNumber).flatMap { $0.doubleValue.isFinite ? $0.doubleValue : nil }
    }

    private static func answer(_ object: [String: Any]) -> Answer? {
        if let text = object["valueString"] as? String { return .words(text) }
        if let text = FHIRText.words(object["valueCodeableConcept"]) { return .words(text) }
        if let flag = object["valueBoolean"] as? Bool { return .flag(flag) }
        if let range = object["valueRange"] as? [String: Any] {
            let ends = [range["low"], range["high"]]
                .map { FHIRText.Quantity($0).map { Answer.Bound(number: $0.number, unit: $0.unit) } }
            if ends.contains(where: { $0 != nil }) { return .range(low: ends[0], high: ends[1]) }
        }
        return (object["valueDateTime"] as? String ?? FHIRText.words(object["dataAbsentReason"])).map { .words($0) }
    }
}
