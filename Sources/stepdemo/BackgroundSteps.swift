import Foundation
import HealthKit

/// The app's background work: it is started when steps arrive, prints today's count, and ends.
struct BackgroundSteps {
    /// The argument that starts the app's background work; it registers to be started with it.
    static let argument = "--background"
    /// The time to wait for the update that started it, in seconds.
    private static let patience = 60.0

    private let healthStore = HKHealthStore()
    private let stepType = HKQuantityType(.stepCount)

    func run() async throws {
        guard ProcessInfo.processInfo.environment["HEALTHKIT_WAKE"] != nil else { return try await register() }
        try await answerWake()
    }

    /// Started by a person: asks for access and registers.
    private func register() async throws {
        try await healthStore.requestAuthorization(toShare: [], read: [stepType])
        try await healthStore.enableBackgroundDelivery(
            for: stepType,
            frequency: .immediate,
            arguments: [Self.argument]
        )
        print("Registered for steps. Allow the start with: healthtui wakes --allow stepdemo")
    }

    /// Started because steps came: hears of it, reads, says so and ends.
    private func answerWake() async throws {
        let updates = AsyncStream<(done: @Sendable () -> Void, error: (any Error)?)>
            .makeStream(bufferingPolicy: .bufferingNewest(1))
        let query = HKObserverQuery(sampleType: stepType, predicate: nil) { _, completion, error in
            // It may be called from anywhere, as HealthKit says and its type doesn't.
            nonisolated(unsafe) let completion = completion
            updates.continuation.yield((done: { completion() }, error: error))
        }
        healthStore.execute(query)
        let patience = Task {
            try await Task.sleep(for: .seconds(Self.patience))
            updates.continuation.finish()
        }
        defer { patience.cancel() }
        for await update in updates.stream {
            // Without the completion handler the app would be started again for the same steps.
            defer { update.done() }
            if let error = update.error { throw error }
            print("\(Date().formatted(.iso8601)) woken: \(try await stepsToday()) steps today")
            return
        }
        print("Woken, but no update came.")
    }

    private func stepsToday() async throws -> Int {
        let start = Calendar.current.startOfDay(for: Date())
        let today = HKQuery.predicateForSamples(withStart: start, end: nil, options: .strictStartDate)
        let query = HKStatisticsQueryDescriptor(
            predicate: .quantitySample(type: stepType, predicate: today),
            options: .cumulativeSum
        )
        do {
            return Int(try await query.result(for: healthStore)?.sumQuantity()?.doubleValue(for: .count()) ?? 0)
        } catch HKError.errorNoData {
            return 0
        }
    }
}
