import Foundation
import HealthEntry
import HealthKit

/// The results of a health record's FHIR resource and the ranges that its laboratory gives.
///
/// Lists, pages, filters, reports and JSON ask it whether a result is out of range, and what a result is.
package struct ClinicalResult: Sendable, Hashable {
    /// A number, and the ranges of what is usual.
    package struct Measurement: Sendable, Hashable {
        /// What a part of a result is called; empty for the result itself.
        package let name: String
        package let number: Double
        package let unit: String
        /// What `<5` begins with; empty for a number that is exact.
        package let comparator: String
        /// The ranges in the number's own unit that are meant for everybody, or for the person's sex.
        package let ranges: [ReferenceRange]
        /// Whether the laboratory gives ranges, also such that can't be compared with the number.
        fileprivate let isRanged: Bool
        /// What the laboratory says of it.
        fileprivate let interpretation: ResultVerdict?

        /// The numbers that the result can be.
        package var bounds: ResultBounds { ResultBounds(number, comparator: comparator) }

        /// The number; `nil` where it is only a bound of the result.
        package var exact: Double? { comparator.isEmpty ? number : nil }

        /// Where the number lies by all of its ranges; `nil` where they don't agree, or say nothing.
        fileprivate var verdictOfRanges: ResultVerdict? {
            let verdicts = Set(ranges.map { $0.verdict(bounds) })
            return verdicts.count == 1 ? verdicts.first ?? nil : nil
        }

        fileprivate var verdict: ResultVerdict? {
            let verdict = verdictOfRanges
            if verdict?.isOutside ?? false { return verdict }
            return interpretation ?? verdict
        }

        /// The measurement in words: `<14 mg/L`, `Systolic 132 mmHg`.
        fileprivate func text(_ style: TextStyle) -> String {
            let gap = comparator.last.map { $0.isLetter } ?? false ? " " : ""
            return [name, comparator + gap + style.number(number), unit].filter { !$0.isEmpty }.joined(separator: " ")
        }
    }

    /// A result that is no single number.
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

    /// How a result is written.
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
        /// - Parameter number: Writes a number.
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

    /// The number of the result itself; `nil` when it has none.
    package private(set) var main: Measurement?
    /// The numbers of its components, such as those of a blood pressure.
    package private(set) var components: [Measurement] = []
    package private(set) var status: String?
    package private(set) var codes: Set<String> = []
    private var answer: Answer?
    /// What the laboratory says of it; `nil` for nothing.
    private var interpretation: ResultVerdict?

    /// Where the result lies.
    ///
    /// A number outside the range that its laboratory gives is out of range. Else what the laboratory says of the result
    /// counts; else it is in range where every number that has a range is. `nil` where nothing can be said.
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

    /// Whether the result is out of range; `nil` where that can't be said.
    package var isOutside: Bool? { verdict?.isOutside }

    /// Whether there is a result at all.
    package var isEmpty: Bool { main == nil && components.isEmpty && answer == nil }

    /// The result in words: a number with its sign and unit, the numbers of its parts, or what it says.
    ///
    /// - Parameter style: How it is written.
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

    /// The result for programs where it isn't one exact number: `<14 mg/L`, `Positive`; `nil` where it is one.
    package var words: String? {
        let text = text(.plain)
        return main?.exact != nil || text.isEmpty ? nil : text
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

    /// The range that decides where the number of the result lies; `nil` where none does.
    package var usual: ReferenceRange? {
        guard let main, let verdict = main.verdictOfRanges else { return nil }
        return main.ranges.first { $0.verdict(main.bounds) == verdict }
    }

    /// The number to be drawn on the scale of what is usual; `nil` where it has no range that decides.
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

    /// A range; `nil` for one in another unit, which can't be compared with the number.
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
