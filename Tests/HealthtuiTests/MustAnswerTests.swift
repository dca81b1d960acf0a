import Foundation
import HealthtuiFacts
import Testing

@testable import HealthKit
@testable import healthtui

/// Questions about one's data that one command answers.
@Suite("Questions of one command")
struct MustAnswerTests {
    /// A line that is typed, and the measures that its answer names.
    private struct Line {
        let words: [String]
        let measures: [String]

        init(_ words: String, _ measures: String...) {
            // Words in quotes are joined.
            self.words = words.split(separator: "'", omittingEmptySubsequences: false).enumerated()
                .flatMap { place, part in
                    place % 2 == 1 ? [String(part)] : part.split(separator: " ").map(String.init)
                }
            self.measures = measures
        }
    }

    private static let lines = [
        Line("mark 'stopped drinking' 1 sep"), Line("mark 'new medication' 3 oct"),
        Line("stats sleep last week", "sleep"), Line("stats night this month --where '< 6 h' --summary", "night"),
        Line("stats bedtime last 30 days --summary", "bedtime"), Line("stats naps this year --by month", "naps"),
        Line("stats bp last month --of morning --summary", "bp"),
        Line("stats bp 24 nov to 26 nov --summary", "bp"), Line("stats weight --rolling 7", "weight"),
        Line("stats steps --sort least --limit 1", "steps"),
        Line("stats steps this year --where '>= 8000' --summary", "steps"),
        Line("stats 'running distance' this year --by week --against 'last year'", "running distance"),
        Line("stats 'running pace' --by month", "running pace"),
        Line("stats headache this year --by month", "headache"), Line("stats doses --by week", "doses"),
        Line("stats LDL last 5 years"), Line("stats alcohol --by week --sort most", "alcohol"),
        Line("change rhr since 'stopped drinking'", "rhr"), Line("change weight last 7 days", "weight"),
        Line("change bp this month", "bp"), Line("change headache since 'new medication'", "headache"),
        Line("compare caffeine sleep", "caffeine", "sleep"), Line("compare sleep hrv", "sleep", "hrv"),
        Line("pattern sleep", "sleep"), Line("pattern glucose --heat", "glucose"),
        Line("samples heartRate --where '> 150 and not in workout and this month'"),
        Line("add bp 131/80 yesterday 7:30"),
    ]

    @Test("are answered with the measure's name, and with no number that is none")
    func answers() throws {
        let folder = try ScratchFolder()
        let store = folder.path("health.store")
        try Self.save(in: store)
        for line in Self.lines {
            let outcome = try Command.run(line.words + ["--store", store], in: folder)
            #expect(outcome.status == 0, "\(line.words): \(outcome.errors)")
            #expect(outcome.errors == "" && !outcome.output.isEmpty, "\(line.words): \(outcome.errors)")
            let words = outcome.output.lowercased().split { !$0.isLetter }
            #expect(!words.contains("nan") && !words.contains("inf"), "\(line.words): \(outcome.output)")
            for (place, name) in line.measures.enumerated() {
                guard case .one(let measure) = MeasureNames.catalogue.resolve(name) else {
                    Issue.record("\(name) means no measure")
                    continue
                }
                let isThere =
                    place == 0 ? outcome.output.hasPrefix(measure.name) : outcome.output.contains(measure.name)
                #expect(isThere, "\(line.words): \(outcome.output.prefix(200))")
            }
        }
        let night = [
            "stats", "night", "last", "30", "days", "--where", "< 6 h", "--summary", "--json", "--store", store,
        ]
        let summary = try #require(try Command.run(night, in: folder).json() as? [String: Any])
        let keys = ["measure", "value", "second", "total", "days", "of", "spread", "least", "most", "met", "current"]
        for key in keys { #expect(summary[key] != nil, "\(key)") }
        let longest = try #require(summary["longest"] as? [String: Any])
        #expect(Set(longest.keys) == ["count", "start", "end"])
    }

    // MARK: The store

    /// The last 430 days of a person: nights, a nap on Sundays, runs on Saturdays, and daily measurements.
    private static func save(in path: String) throws {
        let today = (Date().timeIntervalSince1970 / 86_400).rounded(.down) * 86_400
        var samples: [HKSample] = []
        for day in 1...430 {
            samples += try self.samples(day, Date(timeIntervalSince1970: today - Double(day) * 86_400))
        }
        samples.append(try result(on: Date(timeIntervalSince1970: today - 40 * 86_400)))
        let revision = HKSourceRevision(source: HKSource(name: "Watch", bundleIdentifier: "test.watch"), version: nil)
        let database = try HKHealthStore(configuration: .person(location: .file(path))).database()
        try database.write { [samples] in try $0.save(samples, revision: revision, now: Date()) }
    }

    private static func samples(_ day: Int, _ start: Date) throws -> [HKSample] {
        func at(_ hour: Double) -> Date { start.addingTimeInterval(hour * 3_600) }
        func quantity(_ type: HKQuantityTypeIdentifier, _ unit: String, _ value: Double, _ hour: Double) -> HKSample {
            let quantity = HKQuantity(unit: HKUnit(from: unit), doubleValue: value)
            return HKQuantitySample(type: HKQuantityType(type), quantity: quantity, start: at(hour), end: at(hour))
        }
        func category(_ type: HKCategoryTypeIdentifier, _ value: Int, _ from: Double, _ to: Double) -> HKSample {
            HKCategorySample(type: HKCategoryType(type), value: value, start: at(from), end: at(to))
        }
        let vary = Double(day % 7)
        let core = HKCategoryValueSleepAnalysis.asleepCore.rawValue
        var samples: [HKSample] = [
            category(.sleepAnalysis, core, -1 + vary / 10, 5 + vary / 4),
            quantity(.stepCount, "count", 6_000 + vary * 700, 12), quantity(.bodyMass, "kg", 75 - vary / 10, 7),
            quantity(.restingHeartRate, "count/min", 58 + vary, 12),
            quantity(.heartRateVariabilitySDNN, "ms", 50 + vary * 2, 6),
            quantity(.heartRate, "count/min", 120 + vary * 7, 15),
            quantity(.dietaryCaffeine, "mg", 100 + vary * 20, 9),
            quantity(.numberOfAlcoholicBeverages, "count", Double(day % 3), 20),
            quantity(.bloodGlucose, "mg/dL", 90 + vary, 8),
            HKCorrelation(
                type: HKCorrelationType(.bloodPressure),
                start: at(7.5),
                end: at(7.5),
                objects: [
                    quantity(.bloodPressureSystolic, "mmHg", 125 + vary, 7.5),
                    quantity(.bloodPressureDiastolic, "mmHg", 80 + vary, 7.5),
                ]
            ),
        ]
        if day % 7 == 3 {
            samples.append(category(.sleepAnalysis, core, 14, 14.5))
            samples.append(category(.headache, HKCategoryValueSeverity.mild.rawValue, 16, 17))
        }
        if day % 7 == 5 {
            let distance = HKQuantity(unit: .meterUnit(with: .kilo), doubleValue: 8 + vary)
            samples.append(
                try HKWorkout(
                    validating: .running,
                    start: at(10),
                    end: at(10.8),
                    totalEnergyBurned: nil,
                    totalDistance: distance,
                    metadata: nil
                )
            )
        }
        return samples
    }

    /// A result of a lab test.
    private static func result(on day: Date) throws -> HKSample {
        let json = """
            {"resourceType":"Observation","status":"final","code":{"text":"LDL"},\
            "effectiveDateTime":"\(day.formatted(.iso8601))","valueQuantity":{"value":2.9,"unit":"mmol/L"}}
            """
        return try HKClinicalRecord(
            type: HKClinicalType(.labResultRecord),
            displayName: "LDL",
            resource: HKFHIRResource(
                FHIRResourceContent(
                    version: FHIRVersionContent(major: 4, minor: 0, patch: 1),
                    type: .observation,
                    identifier: "ldl",
                    data: Data(json.utf8),
                    sourceURL: nil
                )
            ),
            added: day
        )
    }
}
