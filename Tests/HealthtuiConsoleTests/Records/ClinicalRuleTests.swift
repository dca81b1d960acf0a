import Foundation
import HealthKit
import HealthKitLocalization
import HealthtuiConsole
import HealthtuiEntry
import RandomTesting
import Testing
@testable import HealthtuiFacts

/// One rule says whether a result is out of range, and one says what it is: in lists, on pages, in filters, reports and JSON.
@Suite struct ClinicalRuleTests {
    private static let type = HKClinicalType(.labResultRecord)

    private func found(_ text: String, _ store: TestStore) throws -> Set<String> {
        let phrase = SampleFilterPhrase(
            type: Self.type,
            context: EntryContext(
                now: TestStore.now,
                timeZone: TestStore.calendar.timeZone,
                numbers: NumberStyle(typedIn: Locale(identifier: "en_GB")),
                unitLocale: Locale(identifier: "de_DE")
            ),
            calendar: TestStore.calendar,
            names: try FilterNames(of: Self.type, store.person)
        )
        let reading = try #require(try phrase.reading(text))
        let list = FilteredSamples(
            SampleListQuery(type: Self.type),
            reading.expression,
            timeZone: TestStore.calendar.timeZone
        )
        let samples = try list.page(after: nil, ascending: true, limit: 1_000, .person(store.person))
        return Set(samples.compactMap { ($0 as? HKClinicalRecord)?.displayName })
    }

    private func json(_ sample: HKSample) throws -> [String: Any] {
        let facts = SampleFacts(Self.type, timestamps: Timestamps(timeZone: .gmt))
        let line = JSONValue.object(try facts.fields(of: sample)).line
        return try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }

    private func pageJSON(_ sample: HKSample, _ store: TestStore) throws -> [String: Any] {
        let environment = store.environment()
        let reader = RecordReader(.person(store.person), dates: environment.dates, samples: environment.samples)
        let page = try #require(try reader.page(sample.uuid))
        let line = try RecordFacts(page: page, timestamps: Timestamps(timeZone: .gmt)).json().line
        return try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }

    private func records(_ store: TestStore) throws -> [HKClinicalRecord] {
        try store.person.samples(SampleListQuery(type: Self.type), limit: 1_000).compactMap { $0 as? HKClinicalRecord }
    }

    /// What every place says of the results of a store, by their names.
    private func verdicts(_ store: TestStore) throws -> [String: [String: Bool?]] {
        var all: [String: [String: Bool?]] = [:]
        let list = try ClinicalList(Self.type, .person(store.person), dates: store.environment().dates)
        all["list"] = Dictionary(uniqueKeysWithValues: list.entries.map { ($0.name, $0.result.isOutside) })
        let outside = try found("out of range", store)
        let inside = try found("in range", store)
        let report = try #require(
            try ReportReader(store.person, try ReportStore.request([Self.type])).facts().laboratory
        )
        #expect(report.out == report.results.count)
        let reported = Set(report.results.map(\.name))
        for record in try records(store) {
            let name = record.displayName
            all["filter", default: [:]][name] =
                outside.contains(name) ? true : inside.contains(name) ? false : Bool?.none
            all["JSON", default: [:]][name] = try json(record)["outOfRange"] as? Bool
            all["page", default: [:]][name] = try pageJSON(record, store)["outOfRange"] as? Bool
            #expect(reported.contains(name) == (list.entries.first { $0.name == name }?.result.isOutside == true))
        }
        return all
    }

    private func record(_ store: TestStore, _ name: String, _ content: String) throws {
        try store.clinicalRecord(
            name,
            identifier: name,
            json: """
                {"resourceType":"Observation","id":"\(name)","status":"final","code":{"text":"\(name)"},\
                "effectiveDateTime":"2026-10-12",\(content)}
                """
        )
    }

    // MARK: Out of range

    /// Results, the ranges of their laboratories, and where they lie.
    private static let results: [(name: String, content: String, isOutside: Bool?)] = [
        (
            "glucose in another unit",
            #""valueQuantity":{"value":5.6,"unit":"mmol/L"},"referenceRange":[{"low":{"value":70,"unit":"mg/dL"},"high":{"value":99,"unit":"mg/dL"}}]"#,
            nil
        ),
        (
            "creatinine in another unit",
            #""valueQuantity":{"value":88,"unit":"umol/L"},"referenceRange":[{"low":{"value":0.7,"unit":"mg/dL"},"high":{"value":1.2,"unit":"mg/dL"}}]"#,
            nil
        ),
        (
            "beyond the meter",
            #""valueQuantity":{"value":4,"comparator":">","unit":"mg/L"},"referenceRange":[{"high":{"value":4,"unit":"mg/L"}}]"#,
            true
        ),
        (
            "at least the limit",
            #""valueQuantity":{"value":4,"comparator":">=","unit":"mg/L"},"referenceRange":[{"high":{"value":4,"unit":"mg/L"}}]"#,
            nil
        ),
        (
            "below the meter",
            #""valueQuantity":{"value":14,"comparator":"<","unit":"mg/L"},"referenceRange":[{"high":{"value":20,"unit":"mg/L"}}]"#,
            false
        ),
        (
            "plain high",
            #""valueQuantity":{"value":12,"unit":"mg/L"},"referenceRange":[{"high":{"value":5,"unit":"mg/L"}}]"#, true
        ),
        (
            "one unit spelled in two ways",
            #""valueQuantity":{"value":12,"unit":"mg / L","system":"http://unitsofmeasure.org","code":"mg/L"},"referenceRange":[{"high":{"value":5,"unit":"milligram/litre","system":"http://unitsofmeasure.org","code":"mg/L"}}]"#,
            true
        ),
        (
            "giga isn't gram",
            #""valueQuantity":{"value":12,"unit":"G/L"},"referenceRange":[{"high":{"value":5,"unit":"g/L"}}]"#, nil
        ),
        (
            "range of men",
            #""valueQuantity":{"value":12,"unit":"g/dL"},"referenceRange":[{"low":{"value":13,"unit":"g/dL"},"appliesTo":[{"text":"men"}]}]"#,
            nil
        ),
        (
            "range of children",
            #""valueQuantity":{"value":12,"unit":"g/dL"},"referenceRange":[{"low":{"value":13,"unit":"g/dL"},"age":{"high":{"value":12,"unit":"a"}}}]"#,
            nil
        ),
        (
            "aim of a treatment",
            #""valueQuantity":{"value":3,"unit":"mmol/L"},"referenceRange":[{"high":{"value":1.8,"unit":"mmol/L"},"type":{"coding":[{"code":"treatment"}]}}]"#,
            nil
        ),
        (
            "aim in words",
            #""valueQuantity":{"value":3,"unit":"mmol/L"},"referenceRange":[{"high":{"value":1.8,"unit":"mmol/L"},"type":{"text":"Target"}}]"#,
            nil
        ),
        (
            "aim of DSTU 2",
            #""valueQuantity":{"value":3,"unit":"mmol/L"},"referenceRange":[{"high":{"value":1.8,"unit":"mmol/L"},"meaning":{"coding":[{"code":"therapeutic"}]}}]"#,
            nil
        ),
        (
            "aim beside what is normal",
            #""valueQuantity":{"value":3,"unit":"mmol/L"},"referenceRange":[{"high":{"value":1.8},"type":{"coding":[{"code":"treatment"}]}},{"high":{"value":4},"type":{"coding":[{"code":"normal"}]}}]"#,
            false
        ),
        (
            "turned round",
            #""valueQuantity":{"value":7,"unit":"%"},"referenceRange":[{"low":{"value":9},"high":{"value":6}}]"#,
            nil
        ),
        (
            "said by the laboratory",
            #""valueString":"Positive","interpretation":[{"coding":[{"code":"A"}]}]"#, true
        ),
        (
            "said beside another unit",
            #""valueQuantity":{"value":120,"unit":"mg/dL"},"referenceRange":[{"high":{"value":5.5,"unit":"mmol/L"}}],"interpretation":[{"coding":[{"code":"HH"}]}]"#,
            true
        ),
        (
            "a part",
            #""component":[{"code":{"text":"Systolic"},"valueQuantity":{"value":120,"unit":"mmHg"},"referenceRange":[{"high":{"value":140}}]},{"code":{"text":"Diastolic"},"valueQuantity":{"value":95,"unit":"mmHg"},"referenceRange":[{"high":{"value":90}}]}]"#,
            true
        ),
        (
            "a part that can't be compared",
            #""component":[{"valueQuantity":{"value":120,"unit":"mmHg"},"referenceRange":[{"high":{"value":140}}]},{"valueQuantity":{"value":12,"unit":"kPa"},"referenceRange":[{"high":{"value":90,"unit":"mmHg"}}]}]"#,
            nil
        ),
        ("no range", #""valueQuantity":{"value":12,"unit":"mg/L"}"#, nil),
    ]

    @Test("Lists, pages, filters, reports and JSON say the same of a result and its range")
    func places() throws {
        let store = TestStore()
        for (name, content, _) in Self.results { try record(store, name, content) }
        let verdicts = try verdicts(store)
        #expect(Set(verdicts.keys) == ["list", "filter", "JSON", "page"])
        for (place, said) in verdicts {
            for (name, _, isOutside) in Self.results { #expect(said[name] == .some(isOutside), "\(place): \(name)") }
        }
    }

    /// A result as a generator makes it: halves, so that a grid of quarters has all that may come between.
    private struct Made {
        let number: Double
        let comparator: String
        let unit: String
        let low: Double?
        let high: Double?
        let rangeUnit: String

        init(_ random: inout SeededGenerator) {
            func half() -> Double { Double(Int.random(in: 1...20, using: &random)) / 2 }
            number = half()
            comparator = ["", "", "<", "<=", ">", ">="].randomElement(using: &random) ?? ""
            unit = ["mg/L", "%"].randomElement(using: &random) ?? ""
            rangeUnit = Int.random(in: 0..<4, using: &random) == 0 ? "mg/L" : unit
            low = Bool.random(using: &random) ? half() : nil
            high = Bool.random(using: &random) ? half() : nil
        }

        var json: String {
            let ends = [low.map { ("low", $0) }, high.map { ("high", $0) }].compactMap { $0 }
                .map { #""\#($0.0)":{"value":\#($0.1),"unit":"\#(rangeUnit)"}"# }.joined(separator: ",")
            let sign = comparator.isEmpty ? "" : #","comparator":"\#(comparator)""#
            return #""valueQuantity":{"value":\#(number),"unit":"\#(unit)"\#(sign)},"referenceRange":[{\#(ends)}]"#
        }

        /// The numbers that it can be, on a grid that goes far beyond all ends.
        var numbers: [Double] {
            stride(from: -10, through: 30, by: 0.25)
                .filter { candidate in
                    switch comparator {
                    case "<": candidate < number
                    case "<=": candidate <= number
                    case ">": candidate > number
                    case ">=": candidate >= number
                    default: candidate == number
                    }
                }
        }

        var isOutside: Bool? {
            guard low != nil || high != nil, unit == rangeUnit, low ?? -.infinity <= high ?? .infinity else {
                return nil
            }
            let sides = Set(numbers.map { $0 < low ?? -.infinity ? -1 : $0 > high ?? .infinity ? 1 : 0 })
            return sides.count == 1 ? sides.first != 0 : nil
        }
    }

    @Test("Whatever its number, sign, unit and range, a result is out of range where every number that it can be is")
    func made() throws {
        var random = SeededGenerator("results and ranges")
        let store = TestStore()
        var expected: [String: Made] = [:]
        for index in 0..<150 {
            let made = Made(&random)
            expected["made \(index)"] = made
            try record(store, "made \(index)", made.json)
        }
        for (place, said) in try verdicts(store) {
            for (name, made) in expected {
                #expect(said[name] == .some(made.isOutside), "\(place): \(made) seed \(random.seed)")
            }
        }
        for _ in 0..<20 {
            let right = Double(Int.random(in: 1...20, using: &random)) / 2
            let relations: [(sign: String, holds: (Double, Double) -> Bool)] = [
                ("<", { $0 < $1 }), ("<=", { $0 <= $1 }), (">", { $0 > $1 }), (">=", { $0 >= $1 }), ("=", { $0 == $1 }),
                ("!=", { $0 != $1 }),
            ]
            for (sign, holds) in relations {
                let found = try found("value \(sign) \(right) mg/L", store)
                let matches = Set(
                    expected.filter { $0.value.unit == "mg/L" && $0.value.numbers.allSatisfy { holds($0, right) } }.keys
                )
                #expect(found == matches, "value \(sign) \(right), seed \(random.seed)")
            }
        }
    }

    // MARK: Signs

    @Test("A bound keeps its sign, and isn't a number in JSON", arguments: ["<", "<=", ">", ">="])
    func signs(_ sign: String) throws {
        let store = TestStore()
        try record(store, "bound", #""valueQuantity":{"value":14,"comparator":"\#(sign)","unit":"mg/L"}"#)
        try record(store, "number", #""valueQuantity":{"value":14.5,"unit":"mg/L"}"#)
        let list = try ClinicalList(Self.type, .person(store.person), dates: store.environment().dates)
        let entry = try #require(list.entries.first { $0.name == "bound" })
        #expect(entry.value == "\(sign)14 mg/L")
        #expect(entry.numbers.isEmpty)
        for record in try records(store) {
            let (row, page) = (try json(record), try pageJSON(record, store))
            let isBound = record.displayName == "bound"
            #expect(row["result"] as? String == (isBound ? "\(sign)14 mg/L" : "14.5 mg/L"))
            #expect(row["value"] as? Double == (isBound ? nil : 14.5))
            #expect(row["unit"] as? String == "mg/L")
            #expect(page["number"] as? Double == (isBound ? nil : 14.5))
            #expect(page["words"] as? String == (isBound ? "\(sign)14 mg/L" : nil))
        }
    }

    @Test("A comparison finds a bound only where it is true of every number that the result can be")
    func comparisons() throws {
        let store = TestStore()
        try record(store, "less", #""valueQuantity":{"value":14,"comparator":"<","unit":"mg/L"}"#)
        try record(store, "more", #""valueQuantity":{"value":4,"comparator":">","unit":"mg/L"}"#)
        try record(store, "unclear", #""valueQuantity":{"value":9,"comparator":"ad","unit":"mg/L"}"#)
        let expected: [(String, Set<String>)] = [
            ("value < 14 mg/L", ["less"]), ("value >= 14 mg/L", []), ("value < 10 mg/L", []),
            ("value <= 14 mg/L", ["less"]), ("value < 20 mg/L", ["less"]), ("value = 14 mg/L", []),
            ("value != 14 mg/L", ["less"]), ("value > 4 mg/L", ["more"]), ("value > 3 mg/L", ["more"]),
            ("value >= 5 mg/L", []), ("value != 4 mg/L", ["more"]), ("value = 9 mg/L", []),
        ]
        for (text, names) in expected { #expect(try found(text, store) == names, "\(text)") }
    }

    @Test("A report shows a result with its sign, its own range, and why it is out of range")
    func report() throws {
        let store = TestStore()
        for (name, content, _) in Self.results { try record(store, name, content) }
        let facts = try ReportReader(store.person, try ReportStore.request([Self.type])).facts()
        let html = ReportPage(facts).html
        #expect(html.contains("▲ &gt;4 mg/L"))
        #expect(html.contains("! Positive"))
        #expect(html.contains("▲ 120 mg/dL"))
        #expect(html.contains("Diastolic 95 mmHg"))
        let rows = html.split(separator: "\n").filter { $0.contains("120 mg/dL") }
        // A range in another unit isn't beside the number.
        #expect(rows.count == 1 && rows.allSatisfy { !$0.contains("5.5") && !$0.contains("<svg") })
    }
}
