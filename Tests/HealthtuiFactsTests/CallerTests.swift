import Foundation
import HealthKit
import HealthtuiFacts
import Testing

/// The same facts for every caller, each within its rights.
@Suite struct CallerTests {
    private let person: PersonAccess
    private let app: HKHealthStore
    private static let steps = HKQuantityType(.stepCount)
    private static let heart = HKQuantityType(.heartRate)
    private static let identity = AppIdentity(bundleIdentifier: "test.reader", name: "Reader")
    private static let start = Date(timeIntervalSinceReferenceDate: 700_000_000)

    init() throws {
        let (store, person) = HKHealthStore.person(location: .memory)
        self.person = person
        app = HKHealthStore(sharing: store, principal: .app(Self.identity))
        try person.save((0..<7).map { Self.walk(minute: $0 / 3, steps: Double($0 + 1)) })
        try person.save([
            HKQuantitySample(
                type: Self.heart,
                quantity: HKQuantity(unit: .count().unitDivided(by: .minute()), doubleValue: 61),
                start: Self.start,
                end: Self.start
            )
        ])
        try allow(Grant(read: true))
    }

    /// Decides what the app may do with steps; its access to the heart rate is refused.
    private func allow(_ grant: Grant) throws {
        try person.setGrants(
            [Self.steps.identifier: grant, Self.heart.identifier: Grant(read: false)],
            app: Self.identity.bundleIdentifier
        )
    }

    private static func walk(minute: Int, steps: Double) -> HKQuantitySample {
        let start = start.addingTimeInterval(Double(minute) * 60)
        return HKQuantitySample(
            type: Self.steps,
            quantity: HKQuantity(unit: .count(), doubleValue: steps),
            start: start,
            end: start.addingTimeInterval(30)
        )
    }

    private func rows(_ caller: Caller, _ type: HKQuantityType = steps, ascending: Bool = false) throws -> [String] {
        let facts = SampleFacts(type, timestamps: Timestamps(timeZone: .gmt))
        var rows: [String] = []
        try SampleWalk(caller: caller, query: SampleListQuery(type: type), ascending: ascending)
            .visit { rows.append(JSONValue.object(try facts.fields(of: $0)).line) }
        return rows
    }

    @Test("An app that may read reads the same JSON as the person, in the same order")
    func sameRows() throws {
        let all = try rows(.person(person))
        #expect(all.count == 7)
        #expect(try rows(.app(app)) == all)
        #expect(try rows(.app(app), ascending: true) == rows(.person(person), ascending: true))
    }

    @Test("What an app may not read is as if it were not there")
    func hidden() throws {
        #expect(try rows(.person(person), Self.heart).count == 1)
        #expect(try rows(.app(app), Self.heart).isEmpty)
        #expect(try SampleReader(.app(app)).latest(Self.heart) == nil)
    }

    @Test("A limit in time holds for rows and sums")
    func limited() async throws {
        let limit = Self.start.addingTimeInterval(100)
        try allow(Grant(read: true, since: limit.timeIntervalSinceReferenceDate))
        #expect(try rows(.app(app)).count == 1)
        let request = StatisticsRequest(
            type: Self.steps,
            period: .all,
            from: nil,
            to: nil,
            timeZone: .gmt,
            separatesBySource: false
        )
        let sums = try await [Caller.person(person), .app(app)]
            .asyncMap { try await request.statistics($0).first?.sumQuantity()?.doubleValue(for: .count()) }
        // Of samples of one source that overlap, the greatest counts.
        #expect(sums == [16, 7])
    }

    @Test("Pages of any size give each sample once, also where many start at the same time", arguments: [1, 2, 3, 100])
    func pages(size: Int) throws {
        for caller in [Caller.person(person), .app(app)] {
            for ascending in [false, true] {
                let reader = SampleReader(caller)
                let query = SampleListQuery(type: Self.steps)
                var position: SampleListPosition?
                var found: [UUID] = []
                while true {
                    let page = try reader.samples(query, after: position, ascending: ascending, limit: size)
                    #expect(page.count <= size)
                    guard let next = SampleListPosition(behind: page, after: position) else { break }
                    found += page.map(\.uuid)
                    position = next
                    try #require(found.count <= 7)
                }
                #expect(found.count == 7 && Set(found).count == 7)
            }
        }
    }

    @Test("A span and a source choose the same samples for everybody")
    func chosen() throws {
        let source = try #require(try SampleReader(.person(person)).latest(Self.steps)).sourceRevision.source
        let query = SampleListQuery(
            type: Self.steps,
            from: Self.start.addingTimeInterval(40),
            to: Self.start.addingTimeInterval(90),
            source: source
        )
        let found = try [Caller.person(person), .app(app)].map { try SampleReader($0).samples(query, limit: 10) }
        #expect(found[0].count == 3 && found[0] == found[1])
    }
}

extension Sequence {
    fileprivate func asyncMap<Result>(_ transform: (Element) async throws -> Result) async rethrows -> [Result] {
        var results: [Result] = []
        for element in self { results.append(try await transform(element)) }
        return results
    }
}
