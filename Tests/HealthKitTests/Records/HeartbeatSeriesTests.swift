import Foundation
import Testing

@testable import HealthKit

@Suite("Heartbeat series")
struct HeartbeatSeriesTests {
    private let checks = RecordChecks()

    private func sample(_ times: [Double]) throws -> HKHeartbeatSeriesSample {
        try HKHeartbeatSeriesSample(
            start: at(100),
            series: HeartbeatSeries(times.map { HeartbeatSeries.Beat(time: $0, precededByGap: $0 == 2.5) }),
            device: nil,
            metadata: nil
        )
    }

    private func builder(_ store: HKHealthStore? = nil) -> HKHeartbeatSeriesBuilder {
        HKHeartbeatSeriesBuilder(healthStore: store ?? checks.test.store, device: nil, start: at(100))
    }

    private func beats(_ series: HKHeartbeatSeriesSample) async throws -> [HKHeartbeatSeriesQueryDescriptor.Heartbeat] {
        var found: [HKHeartbeatSeriesQueryDescriptor.Heartbeat] = []
        for try await beat in HKHeartbeatSeriesQueryDescriptor(series).results(for: checks.test.store) {
            found.append(beat)
        }
        return found
    }

    @Test("a series comes back from the store and from an archive as it was")
    func roundTrip() async throws {
        let series = try sample([0.8, 1.7, 2.5])
        try await checks.pass(series) { $0.count == 3 && $0.endDate == at(102.5) }
        try checkIncompleteArchives(of: series)
    }

    @Test("an app builds a series, and reads its heartbeats back bit by bit")
    func building() async throws {
        let type = HKSeriesType.heartbeat()
        try checks.test.grant("strap", type, read: true, share: true)
        let app = checks.test.app("strap")
        let builder = HKHeartbeatSeriesBuilder(healthStore: app, device: device("Strap"), start: at(100))
        try await builder.addHeartbeat(at: 0.1 + 0.2, precededByGap: false)
        try await builder.addMetadata(["a": 1, "b": 1])
        try await builder.addHeartbeat(at: 1.25, precededByGap: true)
        try await builder.addMetadata(["b": 2])
        await #expect(throws: HKError.self) { try await builder.addMetadata(["c": [1]]) }
        let series = try await builder.finishSeries()
        let found: [HKHeartbeatSeriesSample] = try await HKSampleQueryDescriptor(
            predicates: [.heartbeatSeries()],
            sortDescriptors: []
        )
        .result(for: app)
        #expect(found.map(\.uuid) == [series.uuid])
        #expect(found.first?.count == 2)
        #expect(found.first?.device == device("Strap"))
        #expect(found.first?.metadata?["a"] as? Int == 1 && found.first?.metadata?["b"] as? Int == 2)
        #expect(found.first?.metadata?["c"] == nil)
        let heartbeats = try await beats(series)
        #expect(heartbeats.map(\.timeIntervalSinceStart) == [0.1 + 0.2, 1.25])
        #expect(heartbeats.map(\.precededByGap) == [false, true])
    }

    @Test("R7.16 times ascend from above 0; after an error there are no more heartbeats, but the series can be saved")
    func ascending() async throws {
        for (first, second) in [(0.0, 1.0), (-1, 1), (.nan, 1), (.infinity, 1)] {
            let builder = builder()
            await #expect(throws: HKError.self) {
                try await builder.addHeartbeat(at: first, precededByGap: false)
            }
            await #expect(throws: HKError.self) { try await builder.addHeartbeat(at: second, precededByGap: false) }
        }
        let builder = builder()
        try await builder.addHeartbeat(at: 2, precededByGap: false)
        await #expect(
            throws: HKError.invalid("A heartbeat at 2.0 seconds comes after the one at 2.0 seconds, not before it")
        ) {
            try await builder.addHeartbeat(at: 2, precededByGap: false)
        }
        #expect(try await builder.finishSeries().count == 1)
    }

    @Test(
        "R7.16 a series without heartbeats cannot be finished, and a series cannot be finished twice or after discarding"
    )
    func finishing() async throws {
        let empty = builder()
        await #expect(throws: HKError.invalid("No data was added to the heartbeat series.")) {
            _ = try await empty.finishSeries()
        }
        let twice = builder()
        try await twice.addHeartbeat(at: 1, precededByGap: false)
        _ = try await twice.finishSeries()
        await #expect(throws: HKError.invalid("Heartbeat series already finished.")) {
            _ = try await twice.finishSeries()
        }
        await #expect(throws: HKError.self) { try await twice.addHeartbeat(at: 2, precededByGap: false) }
        let discarded = builder()
        try await discarded.addHeartbeat(at: 1, precededByGap: false)
        discarded.discard()
        await #expect(throws: HKError.self) { _ = try await discarded.finishSeries() }
        await #expect(throws: HKError.self) { try await discarded.addMetadata(["a": 1]) }
        #expect(try await checks.test.store.all(HKSeriesType.heartbeat()).count == 1)
    }

    @Test("R7.16 a series has a largest number of heartbeats")
    func maximum() async throws {
        let builder = builder()
        for index in 1...HKHeartbeatSeriesBuilder.maximumCount {
            try await builder.addHeartbeat(at: Double(index), precededByGap: false)
        }
        await #expect(throws: HKError.self) { try await builder.addHeartbeat(at: 1e6, precededByGap: false) }
        #expect(try await builder.finishSeries().count == HKHeartbeatSeriesBuilder.maximumCount)
    }

    @Test(
        "a series is not saved while the machine is locked, or by an app that may not share it; then it can be finished"
    )
    func refusals() async throws {
        let denied = builder(checks.test.app("denied"))
        try await denied.addHeartbeat(at: 1, precededByGap: false)
        #expect(await code { _ = try await denied.finishSeries() } == .errorAuthorizationNotDetermined)
        try checks.test.grant("denied", HKSeriesType.heartbeat(), read: nil, share: true)
        let database = try checks.test.store.database()
        database.lock()
        #expect(await code { _ = try await denied.finishSeries() } == .errorDatabaseInaccessible)
        database.unlock()
        #expect(try await denied.finishSeries().count == 1)
    }

    @Test("completion handlers tell the same")
    func completions() async throws {
        let builder = builder()
        #expect(
            await withCheckedContinuation { continuation in
                builder.addHeartbeatWithTimeInterval(sinceSeriesStartDate: 1, precededByGap: false) { success, error in
                    continuation.resume(returning: success && error == nil)
                }
            }
        )
        #expect(
            await withCheckedContinuation { continuation in
                builder.addMetadata(["a": NSNull()]) { success, error in
                    continuation.resume(returning: !success && error != nil)
                }
            }
        )
        #expect(
            await withCheckedContinuation { continuation in
                builder.finishSeries { series, error in
                    continuation.resume(returning: series?.count == 1 && error == nil)
                }
            }
        )
    }

    @Test("the query tells of a series that is not stored")
    func missing() async throws {
        let series = try sample([1])
        #expect(await code { _ = try await beats(series) } == .errorNoData)
    }
}
