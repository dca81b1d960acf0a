import Foundation
import ProgramTesting
import Testing

/// Questions about measures by command: before and after, patterns and comparisons.
@Suite("change, pattern and compare")
struct AskCommandTests {
    private let folder: ScratchFolder
    private let path: String

    /// A resting heart rate at noon of each day, ten lower from 1 March 2024 on; steps, and the sleep of the night after.
    init() throws {
        folder = try ScratchFolder()
        path = folder.path("health.store")
        let first = Date(timeIntervalSince1970: 1_672_531_200)
        var records: [String] = []
        for day in 0..<486 {
            let start = first.addingTimeInterval(Double(day) * 86_400)
            let rate = (day < 425 ? 60 : 50) + day % 3
            records.append(Self.record("QuantityTypeIdentifierRestingHeartRate", "\(rate)", "count/min", start, 12, 13))
            guard day >= 455 else { continue }
            let hours = day * day % 5
            records.append(
                Self.record("QuantityTypeIdentifierStepCount", "\(4_000 + hours * 500)", "count", start, 12, 13)
            )
            let asleep = "HKCategoryValueSleepAnalysisAsleepCore"
            records.append(Self.record("CategoryTypeIdentifierSleepAnalysis", asleep, nil, start, 25, 30 + hours))
        }
        let export = folder.path("export.xml")
        let text = "<?xml version=\"1.0\"?>\n<HealthData locale=\"en\">\n" + records.joined() + "</HealthData>\n"
        try Data(text.utf8).write(to: URL(fileURLWithPath: export))
        #expect(try Program.run("healthtui", ["import", export, "--store", path]).status == 0)
    }

    private static func record(
        _ type: String,
        _ value: String,
        _ unit: String?,
        _ day: Date,
        _ from: Int,
        _ to: Int
    ) -> String {
        func time(_ hour: Int) -> String {
            let text = day.addingTimeInterval(Double(hour) * 3_600).formatted(.iso8601)
            return text.replacing("T", with: " ").replacing("Z", with: " +0000")
        }
        let unit = unit.map { " unit=\"\($0)\"" } ?? ""
        return "<Record type=\"HK\(type)\" sourceName=\"Watch\"\(unit) value=\"\(value)\" startDate=\"\(time(from))\" "
            + "endDate=\"\(time(to))\"/>\n"
    }

    private func run(_ arguments: [String]) throws -> (output: String, status: Int32) {
        let outcome = try Program.run("healthtui", arguments + ["--store", path, "--time-zone", "UTC"])
        return (outcome.output, outcome.status)
    }

    private struct Side: Decodable {
        var start: String
        var mean: Double
        var days: Int
        var of: Int
        var unit: String
    }

    private struct Change: Decodable {
        var after: Side
        var before: Side
        var difference: Double?
        var weeks: Int
        var weeksOutside: Int
        var weeksBefore: Int
        var found: String
    }

    @Test("With --zero a day without anything is 0 of what adds up, between the first record and the last")
    func zeros() throws {
        #expect(try run(["add", "steps", "500", "2023-01-01 12:00"]).status == 0)
        #expect(try run(["stats", "steps", "2023-01-02", "--json"]).output == "[]\n")
        let row = try run(["stats", "steps", "2023-01-02", "--zero", "--json"])
        #expect(row.output.contains("\"value\":0,"), "\(row.output)")
        let before = try run(["stats", "steps", "2022-12-31", "--zero", "--json"])
        #expect(before.output == "[]\n")
        let refused = try run(["stats", "restingHeartRate", "--zero"])
        #expect(refused.status == 64 && refused.output.hasPrefix("healthtui: --zero: "), "\(refused.output)")
        #expect(try run(["compare", "steps", "sleep", "--zero"]).status == 0)
        #expect(try run(["change", "restingHeartRate", "since", "2024-03-01", "--zero"]).status == 64)
        #expect(try run(["pattern", "restingHeartRate", "--zero"]).status == 64)
        for (arguments, days) in [([], 1), (["--zero"], 31)] as [([String], Int)] {
            let pattern = try run(["pattern", "steps", "jan", "2023", "--json"] + arguments)
            let slots = try JSONDecoder().decode([Slot].self, from: Data(pattern.output.utf8))
            let noon = try #require(slots.first { $0.hour == 12 })
            #expect(noon.days == days && slots.filter { $0.weekday != nil }.reduce(0) { $0 + $1.days } == days)
            #expect(days < 3 || noon.mean.map { abs($0 - 500 / 31) < 0.001 } == true)
        }
    }

    @Test("Where no interval meets the condition, that is said, and not that nothing was recorded")
    func noneMeets() throws {
        for measure in ["restingHeartRate", "sleep"] {
            let outcome = try run(["stats", measure, "2024", "--where", measure == "sleep" ? "> 23 h" : "> 500"])
            #expect(outcome.status == 0 && outcome.output.contains("nothing meets the condition"), "\(outcome.output)")
        }
    }

    @Test("change compares a time to as many days before, and says whether it lies outside what it was")
    func change() throws {
        let arguments = ["change", "restingHeartRate", "2024-03-01", "to", "2024-04-29"]
        let change = try JSONDecoder().decode(Change.self, from: Data(try run(arguments + ["--json"]).output.utf8))
        #expect(change.after.start == "2024-03-01T00:00:00+00:00" && change.after.days == 60 && change.after.of == 60)
        #expect(abs(change.after.mean - 51) < 0.1 && abs(change.before.mean - 61) < 0.1 && change.before.of == 60)
        #expect(change.difference.map { abs($0 + 10) < 0.1 } == true)
        #expect(change.found == "outside" && change.weeks >= 7 && change.weeksOutside == change.weeks)
        #expect(change.weeksBefore == 52)
        let words = try run(arguments).output
        #expect(words.contains("Outside what it was.") && words.contains("60 of 60 days"), "\(words)")
        #expect(words.contains("lower than all 52 before"))
        let against = try run(arguments + ["--against", "mar 2023", "--json"])
        let year = try JSONDecoder().decode(Change.self, from: Data(against.output.utf8))
        #expect(year.before.start == "2023-03-01T00:00:00+00:00" && year.before.days == 31)
        #expect(try run(arguments + ["--against", "apr 2024"]).status == 64)
        for when in ["nonsense", "2024-04-01 to 2024-03-01", "2999"] {
            #expect(try run(["change", "restingHeartRate", when]).status == 64, "\(when)")
        }
        #expect(try run(["change", "restingHeartRate", "before", "2024"]).status == 64)
        #expect(try run(["change", "nothing that is", "2024"]).status == 64)
    }

    private struct Slot: Decodable {
        var weekday: String?
        var hour: Int?
        var mean: Double?
        var days: Int
    }

    @Test("pattern has weekdays of every measure, and hours of quantities")
    func pattern() throws {
        func slots(_ arguments: String...) throws -> [Slot] {
            let outcome = try run(["pattern"] + arguments + ["--json"])
            #expect(outcome.status == 0, "\(outcome.output)")
            return try JSONDecoder().decode([Slot].self, from: Data(outcome.output.utf8))
        }
        let rates = try slots("restingHeartRate", "2023")
        #expect(rates.count == 31 && rates.filter { $0.hour == 12 }.allSatisfy { $0.days == 365 })
        #expect(rates.first { $0.hour == 12 }?.mean.map { abs($0 - 61) < 0.1 } == true)
        #expect(rates.first { $0.hour == 3 }?.mean == nil)
        let sleep = try slots("sleep", "apr", "2024")
        #expect(sleep.count == 7 && sleep.allSatisfy { $0.hour == nil && ($0.mean ?? 0) > 4 * 3_600 })
        let heat = try slots("steps", "apr", "2024", "--heat")
        #expect(heat.count == 168 && heat.filter { $0.hour == 12 }.allSatisfy { ($0.mean ?? 0) >= 4_000 })
        #expect(heat.filter { $0.hour == 5 }.allSatisfy { $0.mean == 0 })
        #expect(try run(["pattern", "sleep", "--heat"]).status == 64)
        #expect(try run(["pattern", "steps", "2024", "--from", "2023-01-01"]).status == 64)
    }

    private struct Comparison: Decodable {
        var pairing: String
        var pairs: Int
        var pearson: Double?
    }

    @Test("compare pairs a day with the night after it, a night with the day on which it ends")
    func compare() throws {
        func comparison(_ arguments: String...) throws -> Comparison {
            let outcome = try run(["compare"] + arguments + ["--json"])
            return try JSONDecoder().decode(Comparison.self, from: Data(outcome.output.utf8))
        }
        let after = try comparison("steps", "sleep", "apr", "2024")
        #expect(after.pairing == "nightAfter" && after.pairs == 30 && after.pearson.map { $0 > 0.99 } == true)
        let before = try comparison("sleep", "steps", "apr", "2024")
        #expect(before.pairing == "dayAfterNight" && before.pearson.map { $0 < 0.9 } == true)
        let few = try comparison("steps", "sleep", "1 apr 2024", "to", "9 apr 2024")
        #expect(few.pairs == 9 && few.pearson == nil)
        #expect(try run(["compare", "steps", "sleep", "apr", "2024"]).output.contains("the night after it"))
    }
}
