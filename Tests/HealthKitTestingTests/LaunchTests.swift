import Foundation
import HealthKit
import HealthKitTesting
import Synchronization
import Testing

@Suite("A launch in the background, and a store filled from an export")
struct LaunchTests {
    private let test: HealthKitTestStore
    private let steps = HKQuantityType(.stepCount)
    private let start = Date(timeIntervalSinceReferenceDate: 700_000_000)

    init() throws {
        test = try HealthKitTestStore(now: start)
        try test.setPermission(steps, read: true, share: true)
    }

    private func walk(_ minute: Double = 0) -> HKQuantitySample {
        HKQuantitySample(
            type: steps,
            quantity: HKQuantity(unit: .count(), doubleValue: 5),
            start: start.addingTimeInterval(minute * 60),
            end: start.addingTimeInterval(minute * 60 + 30)
        )
    }

    /// The part of an app that is woken: it reads what came and says that it is done.
    private final class Uploader: Sendable {
        let received = Mutex<[[UUID]]>([])

        func start(_ store: HKHealthStore = HKHealthStore(), finishes: Bool = true) {
            let query = HKObserverQuery(sampleType: HKQuantityType(.stepCount), predicate: nil) { _, completion, _ in
                nonisolated(unsafe) let completion = completion
                let samples = HKSampleQuery(
                    sampleType: HKQuantityType(.stepCount),
                    predicate: nil,
                    limit: HKObjectQueryNoLimit,
                    sortDescriptors: [NSSortDescriptor(key: HKSampleSortIdentifierStartDate, ascending: true)]
                ) { _, found, _ in
                    self.received.withLock { $0.append((found ?? []).map(\.uuid)) }
                    if finishes { completion() }
                }
                store.execute(samples)
            }
            store.execute(query)
        }
    }

    @Test("The app is launched, its observers are called, and the step is over when they are done")
    func launch() async throws {
        try await test.healthStore.enableBackgroundDelivery(for: steps, frequency: .immediate)
        let uploader = Uploader()
        let first = walk()
        try test.watch().save(first)
        let launch = try await test.launchInBackground { uploader.start() }
        #expect(launch.isFinished && launch.types == [steps])
        #expect(uploader.received.withLock { $0 } == [[first.uuid]])

        // Another launch is another process: what the first one executed is gone.
        let second = walk(1)
        let later = Uploader()
        try test.watch().save(second)
        #expect(try await test.launchInBackground { later.start() }.isFinished)
        #expect(later.received.withLock { $0 } == [[first.uuid, second.uuid]])
    }

    @Test("An observer that is missing, and one that doesn't say it is done, are told apart")
    func unfinished() async throws {
        let pulse = HKQuantityType(.heartRate)
        try test.setPermission(pulse, read: true, share: true)
        for type in [steps, pulse] {
            try await test.healthStore.enableBackgroundDelivery(for: type, frequency: .hourly)
        }
        let lazy = Uploader()
        let launch = try await test.launchInBackground(waitingFor: .milliseconds(50)) { lazy.start(finishes: false) }
        #expect(launch.types == [steps, pulse] && !launch.isFinished)
        #expect(launch.unobserved == [pulse])
        #expect(launch.unfinished == [steps])
    }

    @Test("An app that is registered for nothing is never launched")
    func unregistered() async throws {
        let error = await #expect(throws: HKError.self) { _ = try await test.launchInBackground {} }
        #expect(error?.localizedDescription.contains("enableBackgroundDelivery") == true)
    }

    private static let imports = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Fixtures/imports")

    @Test(
        "A store is filled from an export, once",
        arguments: ["export-ios15.xml", "export-ios18.xml"]
    )
    func export(name: String) throws {
        let url = Self.imports.appendingPathComponent(name)
        let count = try test.importExport(at: url)
        #expect(count > 0)
        #expect(try test.importExport(at: url) == 0)
        #expect(try !test.samples(of: steps).isEmpty)
        #expect(try test.samples(of: steps).allSatisfy { $0.sourceRevision.source.bundleIdentifier != "test.app" })
    }

    @Test("What is no export, or only a part of one, is refused in words")
    func noExport() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let whole = try Data(contentsOf: Self.imports.appendingPathComponent("export-ios15.xml"))
        for (name, data) in [("none.xml", Data("no export".utf8)), ("cut.xml", whole.prefix(whole.count / 2))] {
            let url = folder.appendingPathComponent(name)
            try data.write(to: url)
            let error = #expect(throws: HKError.self) { try test.importExport(at: url) }
            #expect(error?.localizedDescription.contains(name) == true, "\(String(describing: error))")
        }
        #expect(throws: HKError.self) { try test.importExport(at: folder.appendingPathComponent("missing.zip")) }
    }
}
