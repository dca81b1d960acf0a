import Foundation
import RandomTesting
import Testing

@testable import HealthKit

@Suite("JSON text")
struct JSONTextTests {
    @Test("what is written is what JSONDecoder reads: workouts with everything in them")
    func workouts() throws {
        let seed = newSeed()
        var random = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            let content = randomWorkout(&random)
            let read = try JSONDecoder().decode(WorkoutContent.self, from: Data(content.json))
            #expect(read == content, "seed \(seed)")
        }
    }

    @Test("what is written is what JSONDecoder reads: activity summaries, whole and empty")
    func summaries() throws {
        let seed = newSeed()
        var random = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            var content = ActivitySummaryContent(day: "2024-02-29")
            content.activeEnergyBurned = randomQuantity(&random)
            content.activeEnergyBurnedGoal = randomQuantity(&random)
            content.appleMoveTime = randomQuantity(&random)
            content.appleMoveTimeGoal = randomQuantity(&random)
            content.appleExerciseTime = randomQuantity(&random)
            content.appleExerciseTimeGoal = randomQuantity(&random)
            content.appleStandHours = randomQuantity(&random)
            content.appleStandHoursGoal = randomQuantity(&random)
            content.isPaused = [nil, true, false].randomElement(using: &random) ?? nil
            content.moveMode = [nil, 1, 2].randomElement(using: &random) ?? nil
            let read = try JSONDecoder().decode(ActivitySummaryContent.self, from: Data(content.json))
            #expect(read == content, "seed \(seed)")
        }
    }

    @Test("numbers keep their bits and texts their characters")
    func scalars() throws {
        let numbers = [
            0, 5, -5, 0.1, 1.0 / 3, 1e300, -1e-300, .leastNonzeroMagnitude, .greatestFiniteMagnitude,
            9_007_199_254_740_994,
        ]
        let texts = ["", "a\"b\\c/d", "line\nfeed\ttab\u{1}\u{1F}\u{7F}", "Jordan\u{2019}s \u{A0}Watch 🏃🏽‍♀️", "\u{2028}"]
        var json = JSONText()
        json.array(numbers) { $0.number($1) }
        #expect(
            try JSONDecoder().decode([Double].self, from: Data(json.bytes)).map(\.bitPattern)
                == numbers.map(\.bitPattern)
        )
        json = JSONText()
        json.array(texts) { $0.string($1) }
        #expect(try JSONDecoder().decode([String].self, from: Data(json.bytes)) == texts)
    }

    private func randomNumber(_ random: inout SeededGenerator) -> Double {
        Bool.random(using: &random)
            ? Double(Int.random(in: -1_000_000...1_000_000, using: &random))
            : Double.random(in: -1e9...1e9, using: &random)
    }

    private func randomQuantity(_ random: inout SeededGenerator) -> QuantityText? {
        guard Bool.random(using: &random) else { return nil }
        return QuantityText(
            value: randomNumber(&random),
            unit: ["kcal", "m", "kcal/hr·kg", ""].randomElement(using: &random) ?? ""
        )
    }

    private func randomStatistics(_ random: inout SeededGenerator) -> WorkoutStatisticsContent {
        WorkoutStatisticsContent(
            type: HKQuantityTypeIdentifier.heartRate.rawValue,
            start: Date(timeIntervalSinceReferenceDate: randomNumber(&random)),
            end: Date(timeIntervalSinceReferenceDate: randomNumber(&random)),
            sum: randomQuantity(&random),
            average: randomQuantity(&random),
            minimum: randomQuantity(&random),
            maximum: randomQuantity(&random)
        )
    }

    private func randomWorkout(_ random: inout SeededGenerator) -> WorkoutContent {
        var content = WorkoutContent(activityType: UInt.random(in: 0...3_000, using: &random))
        content.duration = Bool.random(using: &random) ? randomNumber(&random) : nil
        for total in WorkoutContent.Total.allCases { content.setTotal(total, randomQuantity(&random)) }
        content.events = (0..<Int.random(in: 0...3, using: &random))
            .map { _ in
                WorkoutEventContent(
                    type: Int.random(in: 1...8, using: &random),
                    start: randomNumber(&random),
                    end: randomNumber(&random),
                    metadata: Bool.random(using: &random) ? [0, 127, 128, 255] : nil
                )
            }
        content.statistics = (0..<Int.random(in: 0...3, using: &random)).map { _ in randomStatistics(&random) }
        content.activities = (0..<Int.random(in: 0...2, using: &random))
            .map { _ in
                WorkoutActivityContent(
                    uuid: UUID(),
                    configuration: WorkoutConfigurationContent(
                        activityType: UInt.random(in: 0...3_000, using: &random),
                        locationType: 2,
                        swimmingLocationType: 1,
                        lapLength: randomQuantity(&random)
                    ),
                    start: Date(timeIntervalSinceReferenceDate: randomNumber(&random)),
                    end: Bool.random(using: &random)
                        ? Date(timeIntervalSinceReferenceDate: randomNumber(&random)) : nil,
                    duration: Bool.random(using: &random) ? randomNumber(&random) : nil,
                    metadata: nil,
                    statistics: [randomStatistics(&random)]
                )
            }
        content.routePaths = Bool.random(using: &random) ? ["/workout-routes/route \"1\".gpx"] : nil
        return content
    }
}
