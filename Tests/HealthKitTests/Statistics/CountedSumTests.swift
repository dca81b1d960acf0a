import Foundation
import HealthKitStore
import Testing

@testable import HealthKit

@Suite("Sums that count what is reported twice once")
struct CountedSumTests {
    private let test = TestStore()
    private let options = HKStatisticsOptions.cumulativeSum.rawValue

    private func save(_ samples: [HKQuantitySample], _ bundle: String) throws {
        let source = HKSource(name: bundle, bundleIdentifier: bundle)
        try test.store.database()
            .write { writer in
                try writer.save(samples, revision: HKSourceRevision(source: source, version: nil), now: at(0))
            }
    }

    private func collection(_ addsCounted: Bool?, hours: Int = 24) throws -> CollectionCall {
        CollectionCall(
            selection: SampleSelection(steps),
            options: options,
            intervals: try IntervalCalendar(anchor: at(0), components: DateComponents(hour: hours)),
            addsCounted: addsCounted
        )
    }

    private static func sum(_ statistics: HKStatistics) -> Double {
        ((statistics.values.sum ?? .nan) * 1e6).rounded() / 1e6
    }

    @Test("R5.30 The flag of the owner's calls adds what counts, and that of an app's call nothing")
    func flag() async throws {
        try save([stepSample(6, 1_000, 1_000)], "import:Phone")
        try save([stepSample(6, 1_060, 1_060), stepSample(2, 5_000, 5_000)], "file:pump")
        try test.grant("app", steps, read: true, share: false)
        var call = StatisticsCall(selection: SampleSelection(steps), options: options)
        #expect(try test.store.port.send(call).values.counted == nil)
        call.addsCounted = true
        let own = try test.store.port.send(call).values
        #expect(own.sum == 14 && own.counted == 8)
        let apps = try test.app("app").port.send(call).values
        #expect(apps.sum == 14 && apps.counted == nil)
        var query = HKStatisticsCollectionQueryDescriptor(
            predicate: .quantitySample(type: steps),
            options: .cumulativeSum,
            anchorDate: at(0),
            intervalComponents: DateComponents(hour: 1)
        )
        query.addsCounted = true
        let owners = try await query.result(for: test.store).statistics().map(\.values)
        #expect(owners.map(\.sum) == [12, 2] && owners.map(\.counted) == [6, nil])
        let shown = try await query.result(for: test.app("app")).statistics().map(\.values)
        #expect(shown.map(\.sum) == [12, 2] && shown.map(\.counted) == [nil, nil])
    }

    @Test("R5.30 A call without the flag reads as one that asks for nothing more")
    func absent() throws {
        for asked in [nil, true] {
            let call = StatisticsCall(selection: SampleSelection(steps), options: options, addsCounted: asked)
            let value = call.callValue
            #expect(try StatisticsCall.call(from: value, isOwners: true).addsCounted == asked)
            guard case .fields(let fields) = value else { throw HKError.invalid("no fields") }
            #expect((fields["addsCounted"] == nil) == (asked == nil))
            let collection = try collection(asked)
            #expect(try CollectionCall.call(from: collection.callValue, isOwners: true).addsCounted == asked)
        }
    }

    @Test("R5.29 A sample that comes changes what a sum adds in the other hours")
    func live() async throws {
        try save([stepSample(2_400, 0, 86_400)], HKSource.sumPrefix + "ring")
        let query = HKStatisticsCollectionQueryDescriptor(
            predicate: .quantitySample(type: steps),
            options: .cumulativeSum,
            anchorDate: at(0),
            intervalComponents: DateComponents(hour: 1)
        )
        var results = query.results(for: test.store).makeAsyncIterator()
        let first = try #require(try await results.next()).statisticsCollection.statistics()
        #expect(first.map(Self.sum) == Array(repeating: 100, count: 24))
        try await test.store.save(stepSample(1_250, 3_600, 7_200))
        let second = try #require(try await results.next()).statisticsCollection.statistics()
        #expect(second.map(Self.sum) == [50, 1_250] + Array(repeating: 50, count: 22))
    }

    @Test("R5.29 Statistics over everything and of each source tell what sums were recorded")
    func separated() async throws {
        try save([stepSample(2_000, 3_600, 7_200)], "import:Phone")
        try save([stepSample(2_400, 0, 86_400)], HKSource.sumPrefix + "ring")
        let query = HKStatisticsQueryDescriptor(
            predicate: .quantitySample(type: steps),
            options: [.cumulativeSum, .separateBySource, .mostRecent, .duration]
        )
        let whole = try #require(try await query.result(for: test.store))
        #expect(whole.values.sum == 2_400 && whole.values.duration == 86_400 && whole.values.count == 2)
        #expect(whole.startDate == at(0) && whole.endDate == at(86_400))
        let parts = try #require(whole.separated)
        #expect(Set(parts.map { "\($0.source.name) \($0.values.sum ?? 0)" }).count == 2)
        #expect(parts.map { $0.values.sum ?? 0 }.sorted() == [2_000, 2_400])
    }
}
