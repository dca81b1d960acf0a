import Foundation
import HealthKit
import Synchronization

/// A workout that runs, and what it costs to feed it.
extension Subject {
    /// Adds heart rates to a live builder: they are saved, kept for recovery and counted.
    func addToLiveBuilder(_ count: Int) async throws -> Run {
        let (session, builder) = try await liveWorkout(collects: false)
        let samples = (0..<count)
            .map { index in
                let date = Self.end + Double(index)
                return HKQuantitySample(
                    type: Self.heartRate,
                    quantity: HKQuantity(unit: Self.perMinute, doubleValue: Double(60 + index % 40)),
                    start: date,
                    end: date
                )
            }
        let run = try await Run.measure {
            try await builder.addSamples(samples)
        } found: {
            [Double(samples.count)]
        }
        builder.discardWorkout()
        session.end()
        return run
    }

    /// Adds ten quantities of each of four types to the statistics of a workout that has run for some seconds, and reads them.
    func runningStatistics(after seconds: Double) async throws -> Run {
        let units: [(HKQuantityTypeIdentifier, HKUnit)] = [
            (.heartRate, Self.perMinute), (.activeEnergyBurned, .kilocalorie()), (.stepCount, .count()),
            (.distanceWalkingRunning, .meter()),
        ]
        func samples(_ from: Int, _ count: Int) -> [HKSample] {
            var samples: [HKSample] = []
            for (identifier, unit) in units {
                for second in from..<from + count {
                    let sample = HKQuantitySample(
                        type: HKQuantityType(identifier),
                        quantity: HKQuantity(unit: unit, doubleValue: Double(1 + second % 7)),
                        start: Self.end + Double(second),
                        end: Self.end + Double(second + 1)
                    )
                    samples.append(sample)
                }
            }
            return samples
        }
        let own = HKSource.default()
        var statistics = WorkoutStatistics()
        statistics.add(samples(0, Int(seconds)), own: own)
        let batches = (0..<100).map { samples(Int(seconds) + $0 * 10, 10) }
        let clock = ContinuousClock()
        let began = clock.now
        var sum = 0.0
        for batch in batches {
            statistics.add(batch, own: own)
            for (identifier, _) in units {
                let type = HKQuantityType(identifier)
                let values = statistics.statistics(of: type, from: Self.end, to: Self.end + seconds)?.values
                sum += values?.sum ?? values?.average ?? 0
            }
        }
        return Run(seconds: Run.seconds(clock.now - began) / 100, found: [sum])
    }

    /// How long after another process has saved a heart rate the delegate of a live builder hears of it.
    func delegateDelay() async throws -> Run {
        let listener = try await liveListener()
        let count = listener.heard.withLock { $0.count }
        let saved = try listener.other.saveOne()
        let deadline = ContinuousClock.now + .seconds(10)
        while listener.heard.withLock({ $0.count }) == count, ContinuousClock.now < deadline {
            try await Task.sleep(for: .microseconds(200))
        }
        guard let time = listener.heard.withLock({ $0.count > count ? $0.last : nil }) else {
            throw UnknownWork(name: "a delegate that is called")
        }
        return Run(seconds: max(0, Run.seconds(time - saved)), found: [])
    }

    private func liveListener() async throws -> LiveListener {
        if let liveListener { return liveListener }
        let (session, builder) = try await liveWorkout(collects: true)
        let made = LiveListener(session, builder, try OtherProcess(store: path))
        builder.delegate = made
        liveListener = made
        return made
    }

    private func liveWorkout(collects: Bool) async throws -> (HKWorkoutSession, HKLiveWorkoutBuilder) {
        let grant = Grant(read: true, share: true)
        try person.setGrants([HKWorkoutTypeIdentifier: grant], app: "bench.app")
        let configuration = HKWorkoutConfiguration()
        configuration.activityType = .running
        let session = try HKWorkoutSession(healthStore: app, configuration: configuration)
        let builder = session.associatedWorkoutBuilder()
        if collects {
            builder.dataSource = HKLiveWorkoutDataSource(healthStore: app, workoutConfiguration: configuration)
        }
        session.startActivity(with: Self.end)
        try await builder.beginCollection(at: Self.end)
        return (session, builder)
    }
}

/// Hears of what a live builder collects, and has another process save.
final class LiveListener: NSObject, HKLiveWorkoutBuilderDelegate, Sendable {
    let heard = Mutex<[ContinuousClock.Instant]>([])
    let other: OtherProcess
    private let session: HKWorkoutSession
    private let builder: HKLiveWorkoutBuilder

    init(_ session: HKWorkoutSession, _ builder: HKLiveWorkoutBuilder, _ other: OtherProcess) {
        self.session = session
        self.builder = builder
        self.other = other
    }

    func workoutBuilder(_ workoutBuilder: HKLiveWorkoutBuilder, didCollectDataOf collectedTypes: Set<HKSampleType>) {
        let now = ContinuousClock.now
        heard.withLock { $0.append(now) }
    }

    func workoutBuilderDidCollectEvent(_ workoutBuilder: HKLiveWorkoutBuilder) {}
}

/// Another process of this program on the same store.
final class OtherProcess: @unchecked Sendable {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()

    init(store: String) throws {
        process.executableURL = URL(
            fileURLWithPath: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        )
        process.arguments = [store]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        _ = answer()
    }

    deinit { process.terminate() }

    /// Has it save one heart rate.
    ///
    /// - Returns: When it said that it had.
    func saveOne() throws -> ContinuousClock.Instant {
        try input.fileHandleForWriting.write(contentsOf: Data("1\tinsert 1\n".utf8))
        let text = answer()
        guard !text.hasPrefix("error") else { throw UnknownWork(name: text) }
        return ContinuousClock.now
    }

    private func answer() -> String {
        String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    }
}
