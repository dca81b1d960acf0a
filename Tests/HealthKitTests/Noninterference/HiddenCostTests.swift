import Foundation
import HealthKitStore
import Testing

@testable import HealthKit

/// What is hidden costs nothing, so that the time an answer takes tells nothing of it.
///
/// The steps of SQLite's machine are counted, not time: every row of a table or an index that is passed over, every batch
/// that is opened, takes some.
@Suite("An answer costs what the app may see, not what is hidden")
struct HiddenCostTests {
    /// A store in which much or little is hidden from an app that sees its own, or nothing.
    private struct Shop {
        let test = TestStore()
        let app: HKHealthStore
        let workout = HKWorkout(activityType: .running, start: at(0), end: at(600))
        let mine = stepSamples(0..<3) { (1, $0 * 60, $0 * 60 + 30) }

        init(hidden: Int, share: Bool) async throws {
            app = test.app("app")
            let other = test.app("other")
            for name in ["app", "other"] {
                for type in HiddenCostTests.types { try test.grant(name, type, read: true, share: true) }
            }
            try await app.save(mine)
            try await app.delete(mine[0])
            try await app.save(HKWorkout(activityType: .walking, start: at(0), end: at(60)))
            try await other.save(workout)
            let samples = stepSamples(0..<hidden) { ($0 + 1, $0 * 61, $0 * 61 + 30) }
            try await other.save(samples)
            try await other.delete(Array(samples.prefix(hidden / 2)))
            try await other.addSamples(Array(samples.suffix(hidden / 4)), to: workout)
            let walks: [HKWorkout] = (0..<hidden / 4)
                .map { HKWorkout(activityType: .walking, start: at(Double($0)), end: at(Double($0) + 1)) }
            try await other.save(walks)
            try await other.delete(Array(walks.prefix(hidden / 8)))
            let energies: [HKQuantitySample] = (0..<hidden / 8)
                .map {
                    HKQuantitySample(
                        type: HKQuantityType(.dietaryEnergyConsumed),
                        quantity: HKQuantity(unit: .kilocalorie(), doubleValue: Double($0 + 1)),
                        start: at(Double($0)),
                        end: at(Double($0))
                    )
                }
            let meals = energies.map {
                HKCorrelation(type: HKCorrelationType(.food), start: $0.startDate, end: $0.endDate, objects: [$0])
            }
            try await other.save(meals)
            try await other.delete(Array(meals.prefix(hidden / 16)))
            for walk in walks.suffix(2) {
                let score = HKQuantitySample(
                    type: HKQuantityType(.workoutEffortScore),
                    quantity: HKQuantity(unit: .appleEffortScore(), doubleValue: 5),
                    start: walk.startDate,
                    end: walk.endDate
                )
                try await other.relateWorkoutEffortSample(score, with: walk, activity: nil)
            }
            for type in HiddenCostTests.types { try test.grant("app", type, read: false, share: share) }
        }

        /// The steps that an answer takes; its errors are answers too.
        func steps(_ call: some ReadCall) throws -> Int {
            try app.port.local()
                .read(call.condition) { reader in
                    _ = try? call.answer(reader)
                    return reader.base.store.steps
                }
        }
    }

    private static let types: [HKObjectType] = [
        HealthKitTests.steps, .workoutType(), HKQuantityType(.dietaryEnergyConsumed),
        HKQuantityType(.workoutEffortScore),
    ]

    /// A call with its name.
    struct Question: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let call: @Sendable (HKWorkout) throws -> any ReadCall

        init(_ name: String, _ call: @escaping @Sendable (HKWorkout) throws -> any ReadCall) {
            testDescription = name
            self.call = call
        }
    }

    private static let all = SampleSelection(HealthKitTests.steps)
    private static let workouts = SampleSelection(HKObjectType.workoutType())
    private static let sum = HKStatisticsOptions.cumulativeSum.rawValue

    private static func ofWorkout(_ workout: HKWorkout) throws -> SampleSelection {
        SampleSelection(HealthKitTests.steps, try SampleFilter(HKQuery.predicateForObjects(from: workout)))
    }

    static let questions: [Question] = [
        Question("samples") { _ in SamplesCall(selections: [all], order: .byStart(ascending: true)) },
        Question("the latest samples") { _ in
            SamplesCall(selections: [all], order: .byStart(ascending: false), limit: 2)
        },
        Question("workouts") { _ in SamplesCall(selections: [workouts], order: .byStart(ascending: true)) },
        Question("samples of a hidden workout") {
            SamplesCall(selections: [try ofWorkout($0)], order: .byStart(ascending: true))
        },
        Question("correlations") { _ in
            CorrelationsCall(selection: SampleSelection(HKCorrelationType(.food)), members: [])
        },
        Question("changes") { _ in AnchoredCall(selections: [all], anchor: CallAnchor(nil)) },
        Question("changes, page by page") { _ in AnchoredCall(selections: [all], anchor: CallAnchor(nil), limit: 2) },
        Question("changes of workouts") { _ in AnchoredCall(selections: [workouts], anchor: CallAnchor(nil)) },
        Question("changes of meals") { _ in
            AnchoredCall(selections: [SampleSelection(HKCorrelationType(.food))], anchor: CallAnchor(nil))
        },
        Question("sources") { _ in SourcesCall(selection: all) },
        Question("statistics") { _ in StatisticsCall(selection: all, options: sum) },
        Question("a collection") { _ in
            CollectionCall(
                selection: all,
                options: sum,
                intervals: try IntervalCalendar(anchor: at(0), components: DateComponents(hour: 1))
            )
        },
        Question("series") { _ in
            SeriesCall(
                selection: all,
                reading: SeriesReading(includesSample: false, isBySample: false),
                needsSample: false
            )
        },
        Question("effort") { _ in
            EffortCall(filter: .everything, anchor: CallAnchor(nil), isMostRelevantOnly: false)
        },
        Question("an observer") { _ in ObserveCall(selections: [all, workouts]) },
    ]

    @Test("Much that is hidden takes no more steps than little", arguments: [true, false])
    func same(share: Bool) async throws {
        let few = try await Shop(hidden: 16, share: share)
        let many = try await Shop(hidden: 4_000, share: share)
        for question in Self.questions {
            let one = try few.steps(try question.call(few.workout))
            let other = try many.steps(try question.call(many.workout))
            #expect(abs(other - one) <= 20, "\(question.testDescription), share \(share): \(one) and \(other) steps")
            print("hidden cost: \(question.testDescription), share \(share): \(one) and \(other) steps")
        }
    }

    @Test("An observer that goes on steps over nothing that is hidden", arguments: [true, false])
    func goingOn(share: Bool) async throws {
        var steps: [Int] = []
        for hidden in [16, 4_000] {
            let shop = try await Shop(hidden: hidden, share: share)
            let call = ObserveCall(selections: [Self.all])
            steps.append(
                try shop.app.port.local()
                    .read(call.condition) { reader in
                        var memory: Int64? = 0
                        _ = try call.next(reader, &memory)
                        return reader.base.store.steps
                    }
            )
        }
        #expect(abs(steps[1] - steps[0]) <= 20, "\(steps)")
    }

    @Test("What the app may see does cost: the steps tell one store from another")
    func visible() async throws {
        let few = try await Shop(hidden: 16, share: true)
        let many = try await Shop(hidden: 4_000, share: true)
        for shop in [few, many] {
            for type in Self.types { try shop.test.grant("app", type, read: true, share: true) }
        }
        for question in Self.questions where ["samples", "changes", "workouts"].contains(question.testDescription) {
            let one = try few.steps(try question.call(few.workout))
            let other = try many.steps(try question.call(many.workout))
            #expect(other > one + 20, "\(question.testDescription): \(one) and \(other)")
        }
    }
}
