import Foundation
import HealthKit

/// A HealthKit app as Apple's documentation would write it: it asks for access, saves a short walk, and shows the week.
@main
struct StepDemo {
    static func main() async {
        guard HKHealthStore.isHealthDataAvailable() else {
            print("Health data is not available on this device.")
            return
        }
        do {
            if CommandLine.arguments.dropFirst().contains(BackgroundSteps.argument) {
                try await BackgroundSteps().run()
            } else {
                try await StepDemo().run()
            }
        } catch {
            FileHandle.standardError.write(Data("stepdemo: \(error.localizedDescription)\n".utf8))
            exit(1)
        }
    }

    let healthStore = HKHealthStore()
    let stepType = HKQuantityType(.stepCount)
    let heartRateType = HKQuantityType(.heartRate)

    func run() async throws {
        do {
            try await healthStore.requestAuthorization(toShare: [stepType], read: [stepType, heartRateType])
        } catch HKError.errorDatabaseInaccessible {
            return try await goOnWhileLocked()
        }
        if healthStore.authorizationStatus(for: stepType) == .sharingAuthorized {
            try await saveWalk()
            print("Saved a walk of 250 steps.")
        } else {
            print("Saving steps is not allowed.")
        }
        try await showWeek()
        try await showHeartRate()
    }

    /// While the store is locked, nobody can be asked and nothing can be read, but a finished walk is kept.
    private func goOnWhileLocked() async throws {
        try await saveWalk()
        print("The store is locked. A walk of 250 steps is kept for when it is unlocked.")
        do {
            try await showWeek()
        } catch HKError.errorDatabaseInaccessible {
            print("Nothing can be read until then.")
        }
    }

    /// Saves 250 steps of the last five minutes.
    private func saveWalk() async throws {
        let end = Date()
        let sample = HKQuantitySample(
            type: stepType,
            quantity: HKQuantity(unit: .count(), doubleValue: 250),
            start: end.addingTimeInterval(-300),
            end: end
        )
        try await healthStore.save(sample)
    }

    /// Prints the steps of each of the last seven days.
    private func showWeek() async throws {
        let calendar = Calendar.current
        let today = calendar.startOfDay(for: Date())
        guard let start = calendar.date(byAdding: .day, value: -6, to: today),
            let end = calendar.date(byAdding: .day, value: 1, to: today)
        else { return }
        let week = HKQuery.predicateForSamples(withStart: start, end: end, options: .strictStartDate)
        let query = HKStatisticsCollectionQueryDescriptor(
            predicate: .quantitySample(type: stepType, predicate: week),
            options: .cumulativeSum,
            anchorDate: today,
            intervalComponents: DateComponents(day: 1)
        )
        let collection = try await query.result(for: healthStore)
        collection.enumerateStatistics(from: start, to: today) { statistics, _ in
            let steps = statistics.sumQuantity()?.doubleValue(for: .count()) ?? 0
            print("\(Self.day(statistics.startDate))  \(Int(steps)) steps")
        }
        let all = HKSampleQueryDescriptor(predicates: [.quantitySample(type: stepType)], sortDescriptors: [])
        let samples = try await all.result(for: healthStore)
        let sources = Set(samples.map(\.sourceRevision.source.name)).sorted()
        let from = sources.isEmpty ? "" : ", from \(sources.joined(separator: ", "))"
        print("Step samples I can see: \(samples.count)\(from)")
    }

    /// Prints the latest heart rate, if there is one to see.
    private func showHeartRate() async throws {
        let latest = HKSampleQueryDescriptor(
            predicates: [.quantitySample(type: heartRateType)],
            sortDescriptors: [SortDescriptor(\.startDate, order: .reverse)],
            limit: 1
        )
        guard let sample = try await latest.result(for: healthStore).first else {
            print("No heart rate to see.")
            return
        }
        let rate = sample.quantity.doubleValue(for: .count().unitDivided(by: .minute()))
        print("Latest heart rate: \(Int(rate)) BPM on \(Self.day(sample.startDate))")
    }

    private static func day(_ date: Date) -> String {
        let parts = Calendar.current.dateComponents([.year, .month, .day], from: date)
        return String(format: "%04d-%02d-%02d", parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
    }
}
