import Foundation
import RandomTesting
import Testing

@testable import HealthKit
@testable import HealthtuiExchange

/// Numbers of tables: which mark is of groups and which is before decimals.
@Suite struct TableNumberTests {
    private static let columns = ["Sodium", "Potassium", "Calcium", "Iron"]
    private static let types: [HKQuantityTypeIdentifier] = [
        .dietarySodium, .dietaryPotassium, .dietaryCalcium, .dietaryIron,
    ]

    // MARK: One number

    @Test(
        "A number whose marks leave one reading is read so",
        arguments: [
            ("5,4", 5.4), ("5.4", 5.4), ("0,123", 0.123), ("0.123", 0.123), ("1234,567", 1_234.567), (",5", 0.5),
            (".500", 0.5), ("1.234,5", 1_234.5), ("1,234.5", 1_234.5), ("1.234.567", 1_234_567),
            ("1,234,567", 1_234_567), ("1,23,456", 123_456), ("12,34,567.5", 1_234_567.5), ("1 234", 1_234),
            ("1 234,567", 1_234.567), ("1\u{202F}234.5", 1_234.5), ("12'345", 12_345), ("12’345.25", 12_345.25),
            ("-5,4", -5.4), ("−5.4", -5.4), ("+7", 7), ("1.5e3", 1_500), ("1.234e3", 1_234), ("5.", 5), (" 8 ", 8),
            ("1,2345", 1.2345), ("12,34", 12.34), ("100", 100),
        ]
    )
    func certain(text: String, value: Double) {
        #expect(TableNumbers().number(text) == value)
        switch NumberReading(text) {
        case .whole(let found), .certain(let found, _): #expect(found == value)
        default: Issue.record("\(text) has another reading")
        }
    }

    @Test(
        "What no rule of groups and decimals allows is no number",
        arguments: [
            "1'2", "6 0", "1,1,1", "1.2.3", "0,123,456", "1,234.567.890", "1.234,567,8", "12,345,6", "1234,567,890",
            "1 234 5", "1.234 567", "1,234 567", "1'234 567", "1 234,567.8", "1,,2", "1..2", ".", ",", "", "-", "+-1",
            "1-2", "e5", "1e", "1,234e5,5", "12,345'678", "5,4 6", "nan", "inf", "0x10", "1_000", "٣", "1,234,56",
        ]
    )
    func none(text: String) {
        #expect(NumberReading(text) == .none)
        for mark in TableNumbers.Decimal.allCases {
            #expect(TableNumbers(stated: mark).number(text) == nil)
            #expect(TableNumbers(usual: mark).number(text) == nil)
        }
    }

    @Test("A number with two readings is read as is said, and a number that says otherwise is none")
    func stated() {
        for (text, point, comma) in [
            ("1,234", 1_234, 1.234), ("1.234", 1.234, 1_234), ("-999,999", -999_999, -999.999),
        ] {
            #expect(NumberReading(text) == .either(point: point, comma: comma))
            #expect(TableNumbers().number(text) == nil)
            #expect(TableNumbers(stated: .point).number(text) == point)
            #expect(TableNumbers(stated: .comma).number(text) == comma)
            #expect(TableNumbers(stated: .comma, usual: .point).number(text) == comma)
        }
        #expect(TableNumbers(stated: .point).number("5,4") == nil)
        #expect(TableNumbers(stated: .comma).number("5.4") == nil)
        #expect(TableNumbers(stated: .comma).number("1,234,567") == nil)
        #expect(TableNumbers(usual: .point).number("5,4") == 5.4)
        #expect(TableNumbers(stated: .point).refusal("5,4").contains("--decimal"))
    }

    // MARK: Tables

    private func guess(_ text: String, _ decimal: TableNumbers.Decimal? = nil) throws -> TableFile {
        try #require(TableFile.guess(Array(text.utf8), ReaderAnswers(decimal: decimal)))
    }

    /// The values of each type that a table leads to, by their minute.
    private func stored(_ text: String, _ file: TableFile) throws -> [[Int: Double]] {
        let person = HKHealthStore.person(location: .memory).person
        _ = try ReaderImport(person, isForced: true)
            .run(Array(text.utf8), from: "table.csv", with: TableReader(file, zone: .gmt, source: "CSV"))
        let unit = HKUnit.gramUnit(with: .milli)
        return try Self.types.map { type in
            let samples = try person.samples(
                SampleListQuery(type: HKQuantityType(type)),
                ascending: true,
                limit: 100_000
            )
            let pairs = samples.compactMap { $0 as? HKQuantitySample }
                .map {
                    (Int($0.startDate.timeIntervalSince(Self.start)) / 60, $0.quantity.doubleValue(for: unit))
                }
            return Dictionary(pairs) { first, _ in first }
        }
    }

    private static let start = Date(timeIntervalSince1970: 1_767_225_600)

    private static func table(_ rows: [[String]], _ separator: String) -> String {
        var text = (["Date"] + columns.prefix(rows.first?.count ?? 0).map { "\($0) (mg)" }).joined(separator: separator)
        for (index, row) in rows.enumerated() {
            let date = start.addingTimeInterval(Double(index) * 60).ISO8601Format()
            text += "\n" + ([date] + row.map { "\"\($0)\"" }).joined(separator: separator)
        }
        return text + "\n"
    }

    @Test("A table with points and commas has each number as its marks say, whatever stands beside it")
    func mixed() throws {
        let text = """
            Date,Metric,Value,Unit
            2026-07-01 08:00,Blood Glucose,"5,4",mmol/L
            2026-07-01 09:00,Blood Glucose,"6,1",mmol/L
            2026-07-01 10:00,Walking Speed,4.9,km/h
            2026-07-01 11:00,Insulin Delivery,"2,5",IU
            """
        let file = try guess(text)
        #expect(file.questions == [])
        let person = HKHealthStore.person(location: .memory).person
        _ = try ReaderImport(person)
            .run(Array(text.utf8), from: "t.csv", with: TableReader(file, zone: .gmt, source: "CSV"))
        func values(_ type: HKQuantityTypeIdentifier, _ unit: String) throws -> [Double] {
            let unit = try #require(HKUnit.named(unit))
            return try person.samples(SampleListQuery(type: HKQuantityType(type)), ascending: true, limit: 9)
                .compactMap { ($0 as? HKQuantitySample)?.quantity.doubleValue(for: unit) }
                .map { ($0 * 1e6).rounded() / 1e6 }
        }
        #expect(try values(.bloodGlucose, "mmol<180.1558800000541>/L") == [5.4, 6.1])
        #expect(try values(.walkingSpeed, "km/hr") == [4.9])
        #expect(try values(.insulinDelivery, "IU") == [2.5])
    }

    @Test("A number with two readings is read as its column, else as the table, else it is asked about")
    func resolution() throws {
        func questions(_ rows: [[String]]) throws -> [ReaderQuestion] { try guess(Self.table(rows, ";")).questions }
        #expect(try questions([["1.234", "7"], ["5.4", "8"]]) == [])
        #expect(
            try stored(
                Self.table([["1.234", "7"], ["5,4", "8"]], ";"),
                guess(Self.table([["1.234", "7"], ["5,4", "8"]], ";"))
            )[0][0] == 1_234
        )
        // The other column says it.
        #expect(try questions([["1.234", "7,5"]]) == [])
        // Its own column goes before the other ones.
        let own = Self.table([["1,234", "7,5"], ["2.5", "8"]], ";")
        #expect(try stored(own, guess(own))[0][0] == 1_234)
        for open in [
            [["1.234", "7"]], [["1,234", "7"]], [["1.234", "7.5"], ["9", "8,5"]], [["1.234"], ["2.5"], ["2,5"]],
        ] {
            for separator in [";", ",", "\t"] {
                let found = try guess(Self.table(open, separator)).questions
                #expect(found.count == 1)
                let text = found.first?.description ?? ""
                #expect(text.contains("line 2: Sodium (mg): ") && text.contains("1234 or 1.234"))
                #expect(text.contains("--decimal point or --decimal comma"))
                for mark in TableNumbers.Decimal.allCases {
                    #expect(try guess(Self.table(open, separator), mark).questions == [])
                }
            }
        }
    }

    @Test("Row 20,001 counts as row 1 does")
    func farRows() throws {
        let rows = Array(repeating: ["1,234"], count: 20_010)
        #expect(try guess(Self.table(rows, ";")).questions.count == 1)
        let said = Self.table(rows + [["5.4"]], ";")
        let file = try guess(said)
        #expect(file.questions == [])
        let found = try stored(said, file)[0]
        #expect(found.count == 20_011 && found[0] == 1_234 && found[20_009] == 1_234 && found[20_010] == 5.4)
        #expect(try guess(Self.table([["5,4"]] + rows + [["5.4"]], ";")).questions.count == 1)
        let late = Self.table(Array(repeating: ["7"], count: 20_010) + [["1,234"]], ";")
        #expect(try guess(late).questions.first?.description.contains("line 20012") == true)
    }

    // MARK: Generated tables

    /// The readings of a number, by patterns: a second way to say the rules.
    private static func readings(_ text: String) -> [TableNumbers.Decimal: Double] {
        var found: [TableNumbers.Decimal: Double] = [:]
        for (mark, point, other) in [(TableNumbers.Decimal.point, "\\.", ","), (.comma, ",", "\\.")] {
            var wholes = ["[0-9]+"]
            for group in [other, " ", "'"] {
                wholes.append("(?!0(?![0-9]))[0-9]{1,3}(?:\(group)[0-9]{3})+")
                wholes.append("(?!0(?![0-9]))[0-9]{1,2}(?:\(group)[0-9]{2})+\(group)[0-9]{3}")
            }
            let pattern = "^(?=.*[0-9])(\(wholes.joined(separator: "|")))?(?:\(point)([0-9]*))?$"
            guard let expression = try? NSRegularExpression(pattern: pattern) else { continue }
            let text = text.trimmingCharacters(in: .whitespaces)
            let range = NSRange(text.startIndex..., in: text)
            guard let match = expression.firstMatch(in: text, range: range) else { continue }
            func part(_ index: Int) -> String? { Range(match.range(at: index), in: text).map { String(text[$0]) } }
            let whole = (part(1) ?? "").filter(\.isNumber)
            found[mark] = Double("0" + whole + "." + (part(2) ?? "") + "0")
        }
        return found
    }

    /// A number as some program writes it, or nearly so.
    private static func number(_ random: inout SeededGenerator, _ style: Int) -> String {
        let size = [1, 10, 100, 1_000, 100_000, 2_000_000].randomElement(using: &random) ?? 1
        let whole = Int.random(in: 0..<size, using: &random)
        let decimals = Int.random(in: 0...4, using: &random)
        let fraction = String((0..<decimals).map { _ in "0123456789".randomElement(using: &random) ?? "0" })
        let (group, mark) = [(",", "."), (".", ","), ("", "."), ("", ","), (" ", ","), ("'", ".")][style % 6]
        var digits = String(whole)
        if digits.count > 3, Bool.random(using: &random) {
            var parts: [Substring] = []
            var rest = digits[...]
            var length = 3
            let isIndian = Int.random(in: 0..<8, using: &random) == 0
            while !rest.isEmpty {
                parts.insert(rest.suffix(length), at: 0)
                rest = rest.dropLast(length)
                if isIndian { length = 2 }
            }
            digits = parts.joined(separator: group)
        }
        var text = fraction.isEmpty ? digits : digits + mark + fraction
        // Now and then a mark is somewhere else.
        if Int.random(in: 0..<12, using: &random) == 0 {
            let place = text.indices.randomElement(using: &random) ?? text.startIndex
            text.insert([",", ".", " ", "'"].randomElement(using: &random) ?? ",", at: place)
        }
        return text
    }

    @Test("A stored number is the only reading of its text, or the one that was asked for or that its table says")
    func generated() throws {
        var random = SeededGenerator("numbers of tables")
        var counts = (stored: 0, refused: 0, asked: 0)
        for _ in 0..<Soak.count(120, soak: 2_500) {
            let width = Int.random(in: 1...4, using: &random)
            let styles = (0..<width).map { _ in Int.random(in: 0..<6, using: &random) }
            let isMixed = Int.random(in: 0..<4, using: &random) == 0
            let rows = (0..<Int.random(in: 1...12, using: &random))
                .map { _ in
                    styles.map { style in
                        Self.number(&random, isMixed ? Int.random(in: 0..<6, using: &random) : style)
                    }
                }
            let stated = Bool.random(using: &random) ? TableNumbers.Decimal.allCases.randomElement(using: &random) : nil
            let separator = [",", ";", "\t", "|"].randomElement(using: &random) ?? ","
            let text = Self.table(rows, separator)
            let file = try guess(text, stated)
            /// What the certain cells of some columns have before decimals, where they agree.
            func marks(_ places: [Int]) -> Set<TableNumbers.Decimal> {
                var found: Set<TableNumbers.Decimal> = []
                for row in rows {
                    for place in places {
                        let readings = Self.readings(row[place])
                        if readings.count == 1, let mark = readings.keys.first { found.insert(mark) }
                    }
                }
                return found
            }
            var expected = Array(repeating: [Int: Double](), count: Self.types.count)
            var isOpen = false
            for (line, row) in rows.enumerated() {
                for (place, cell) in row.enumerated() {
                    let readings = Self.readings(cell)
                    let values = Set(readings.values)
                    if values.count < 2 {
                        // The one reading, where it doesn't go against what was said.
                        if let value = values.first, stated.map({ readings[$0] != nil }) ?? true {
                            expected[place][line] = value
                        }
                        continue
                    }
                    let own = marks([place])
                    let all = marks(Array(0..<width))
                    let mark = stated ?? (own.count == 1 ? own.first : own.isEmpty && all.count == 1 ? all.first : nil)
                    if let mark { expected[place][line] = readings[mark] } else { isOpen = true }
                }
            }
            #expect(isOpen == !file.questions.isEmpty, "seed \(random.seed)\n\(text)")
            if isOpen {
                counts.asked += 1
                continue
            }
            let found = try stored(text, file)
            for (place, column) in expected.enumerated() {
                #expect(found[place].keys.sorted() == column.keys.sorted(), "seed \(random.seed)\n\(text)")
                for (line, value) in column {
                    let difference = abs((found[place][line] ?? .infinity) - value)
                    #expect(difference <= 1e-9 * max(1, value), "seed \(random.seed), row \(line)\n\(text)")
                    counts.stored += 1
                }
                if place < width { counts.refused += rows.count - column.count }
            }
        }
        #expect(counts.stored > 200 && counts.refused > 20 && counts.asked > 0, "\(counts), seed \(random.seed)")
    }
}
