import Foundation
import HealthKit
import HealthtuiEntry
import Testing

@testable import HealthtuiConsole
@testable import HealthtuiFacts

/// What lists, pages, charts and reports say of workouts that several sources recorded.
@Suite("Workouts of several sources")
struct RepeatedWorkoutTests {
    private static let type = HKObjectType.workoutType()

    private static func list(_ store: TestStore, limit: Int? = nil) throws -> WorkoutList {
        var list = WorkoutList(calendar: TestStore.calendar)
        list.append(try WorkoutSummary.counted(store.person, limit: limit))
        return list
    }

    private static func all(_ store: TestStore) throws -> [HKWorkout] {
        try store.person.samples(SampleListQuery(type: type), limit: 100).compactMap { $0 as? HKWorkout }
    }

    private static func workout(_ store: TestStore, by revision: HKSourceRevision, daysAgo: Int) throws -> HKWorkout {
        let day = TestStore.time(daysAgo, 0)
        return try #require(
            try all(store)
                .first { workout in
                    let since = workout.startDate.timeIntervalSince(day)
                    return workout.sourceRevision.source == revision.source && since > 0 && since < 86_400
                }
        )
    }

    @Test("R7.27 a month's line adds up the parts that count, and a run counts as one if any of it counts")
    func month() throws {
        let month = try #require(try Self.list(try TestStore.repeated()).months.first)
        #expect(month.count == 3 && month.repeated == 2)
        // Of 64 minutes and 11,220 metres 41/64 count.
        #expect(abs(month.duration / 60 - (25 + 43 + 41)) < 1e-6)
        #expect(abs((month.distance ?? 0) - (4_430 + 7_320 + 7_187.8125)) < 1e-6)
        #expect(month.energy == 328)
    }

    @Test("In a list the others are below the first; a list in another order keeps them there")
    func beneath() throws {
        let store = try TestStore.repeated()
        func names(_ list: WorkoutList) -> [String] {
            list.rows.map { row in
                switch row {
                case .month: "month"
                case .workout(let workout): workout.source
                case .beneath(let workout): "- " + workout.source
                }
            }
        }
        let list = try Self.list(store)
        let expected = ["My Watch", "- Polar Flow", "- Runsite", "My Watch", "- Polar Flow"]
        #expect(names(list) == ["month"] + expected)
        #expect(list.count == 3 && list.hasParts)
        let shortest = try WorkoutSummary.counted(store.person).sorted { $0.duration < $1.duration }
        #expect(names(WorkoutList(inOrder: shortest, calendar: TestStore.calendar)) == expected)
    }

    @Test("Recordings outside of a list still count in it")
    func cut() throws {
        let store = try TestStore.repeated()
        let watch = try Self.workout(store, by: TestStore.watch, daysAgo: 3)
        let newest = try WorkoutSummary.counted(store.person, limit: 1)
        #expect(newest.map(\.source) == ["Polar Flow"])
        #expect(newest.map(\.counted) == [0] && newest.map(\.first) == [watch.uuid])
        // The watch ended before the list begins, and begins after another ends.
        let late = try WorkoutSummary.counted(store.person, from: watch.endDate.addingTimeInterval(1))
        #expect(late.map(\.source) == ["Polar Flow"] && late.map(\.counted) == [0])
        let early = try WorkoutSummary.counted(
            store.person,
            from: TestStore.time(3, 0),
            to: watch.startDate.addingTimeInterval(-1)
        )
        #expect(early.map(\.source) == ["Runsite"] && early.map(\.counted) == [0])
    }

    @Test("Another order of sources counts another one, and one that is switched off counts for nothing")
    func order() throws {
        let store = try TestStore.repeated()
        try store.order([TestStore.polar, TestStore.watch, TestStore.site])
        var month = try #require(try Self.list(store).months.first)
        #expect(month.count == 3 && month.energy == 351)
        try store.order([TestStore.watch, TestStore.polar, TestStore.site], excluded: [TestStore.watch])
        month = try #require(try Self.list(store).months.first)
        #expect(month.count == 2 && month.energy == 351)
        #expect(try Self.list(store).rows.count == 6, "it is listed all the same")
    }

    @Test("R7.27 without an order of the person's the newest source counts; in a group the one that the group saw last")
    func group() throws {
        let store = TestStore()
        let (polar, site) = (TestStore.polar, TestStore.site)
        try store.recorded(by: polar, daysAgo: 3, 18, minutes: 25, metres: 4_440)
        try store.recorded(by: site, daysAgo: 3, 18, minutes: 25, metres: 4_470)
        func counted() throws -> [String] {
            try WorkoutSummary.counted(store.person).filter(\.isWhole).map(\.source)
        }
        #expect(try counted() == ["Runsite"])
        try store.store.database()
            .write { writer in
                for (revision, time) in [(polar, 1e9), (site, -1e9)] {
                    let identifier = revision.source.bundleIdentifier
                    let arrival = SourceArrival(time: time, name: identifier)
                    try writer.setValue(arrival, StoreNamespace.sourceArrivals, identifier)
                }
            }
        #expect(try counted() == ["Polar Flow"])
    }

    @Test("Queries give all, each with its own numbers")
    func queries() async throws {
        let store = try TestStore.repeated()
        let found = try await HKSampleQueryDescriptor(
            predicates: [.workout()],
            sortDescriptors: [SortDescriptor(\HKWorkout.startDate)]
        )
        .result(for: store.store)
        #expect(found.map(\.duration) == [2_580, 3_840, 1_494, 1_500, 1_512])
    }

    @Test("A page knows who else recorded the workout, from whichever of them")
    func recordings() throws {
        let store = try TestStore.repeated()
        let first = try Self.workout(store, by: TestStore.watch, daysAgo: 3)
        let last = try Self.workout(store, by: TestStore.site, daysAgo: 3)
        var found = try #require(try WorkoutRecordings(of: first, store.person))
        #expect(found.counted == 1 && found.first == nil)
        #expect(found.beneath.map(\.source) == ["Polar Flow", "Runsite"])
        found = try #require(try WorkoutRecordings(of: last, store.person))
        #expect(found.counted == 0 && found.first?.uuid == first.uuid && found.beneath.isEmpty)
        #expect(found.others.map(\.source) == ["My Watch", "Polar Flow"])
        #expect(try WorkoutRecordings.latest(store.person)?.uuid == first.uuid)
        let alone = TestStore()
        try alone.plainWorkout(.yoga, daysAgo: 2, minutes: 41)
        #expect(try WorkoutRecordings(of: try #require(try Self.all(alone).first), alone.person) == nil)
    }

    @Test("The picture of what each covers shows what counts and what a source before covers")
    func coverage() throws {
        let store = try TestStore.repeated()
        let strap = try Self.workout(store, by: TestStore.polar, daysAgo: 10)
        let found = try #require(try WorkoutRecordings(of: strap, store.person))
        #expect(found.all.map(\.source) == ["My Watch", "Polar Flow"])
        // 84 minutes in pieces of 7: the first has 43, the second begins after 20.
        let none = WorkoutRecordings.Coverage.none
        #expect(found.coverage(of: 0, in: 12).map { $0 == .counted } == (0..<12).map { $0 < 6 })
        let second = found.coverage(of: 1, in: 12)
        #expect(second[..<3].allSatisfy { $0 == none } && second[3..<6].allSatisfy { $0 == .covered })
        #expect(second[6...].allSatisfy { $0 == .counted })
        #expect(found.coverage(of: 2, in: 12).isEmpty && found.coverage(of: 0, in: 0).isEmpty)
    }

    @Test("A workout is compared with those that count whole, and never with a recording of itself")
    func comparison() throws {
        let store = try TestStore.repeated()
        for day in 20..<23 { try store.recorded(by: TestStore.watch, daysAgo: day, 18, minutes: 30, metres: 5_000) }
        let text = WorkoutText(locale: Locale(identifier: "de_DE"))
        for revision in [TestStore.watch, TestStore.polar] {
            let workout = try Self.workout(store, by: revision, daysAgo: 3)
            let page = try WorkoutPage(workout, .person(store.person), text: text)
            let comparison = try #require(try WorkoutComparison(of: page, store.person))
            #expect(comparison.count == 4)
            let distance = try #require(comparison.figures.first { $0.kind == .distance })
            #expect(abs(distance.usual - 5_580) < 1e-6)
        }
    }

    @Test("A chart's total and a goal's day are the parts that count; source by source each counts whole")
    func chart() async throws {
        let store = try TestStore.repeated()
        let environment = store.environment()
        let source = ChartSource(type: Self.type, environment: environment)
        let window = source.window(.month, ending: TestStore.now, data: nil)
        let data = try await source.chart(window, separatesSources: true)
        let minutes: Double = data.bars.compactMap(\.total).reduce(0, +) / 60
        #expect(abs(minutes - 109) < 1e-6)
        let polar = data.sources.first { $0.bundle == TestStore.polar.source.bundleIdentifier }
        #expect(abs((polar?.value ?? 0) / 60 - 89.2) < 1e-6)
        let goal = TypeGoal(.atLeast, QuantityText(value: 30, unit: "min"), per: .day)
        try store.person.setGoal(goal, for: Self.type)
        let facts = try #require(try await GoalFacts.read(Self.type, environment))
        let period = try #require(facts.history.period(at: TestStore.time(3, 18)))
        #expect(abs((period.value ?? 0) - 1_500) < 1e-6 && period.state == .missed)
    }

    @Test("A report counts the workouts of which some counts")
    func report() throws {
        let store = try TestStore.repeated()
        let request = try ReportStore.request([Self.type])
        let row = try #require(try ReportReader(store.person, request).facts().rows.first)
        #expect(row.recent == .number(3))
        #expect(row.date == TestStore.time(3, 18))
    }

    /// A day of the fixture.
    private struct Day: Decodable {
        var sources: [[[Double]]]
        var counted: [[Double]]
        var metres: Double
    }

    @Test("R7.27 a hundred days of several programs, in a store, count as a model over plain lists of times says")
    func model() throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Fixtures/duplicates/days.jsonl")
        let days = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
            .map { try JSONDecoder().decode(Day.self, from: Data($0.utf8)) }
        let store = TestStore()
        let revisions = (0..<4)
            .map { HKSourceRevision(source: HKSource(name: "p\($0)", bundleIdentifier: "p\($0)"), version: nil) }
        var expected: [UUID: Double] = [:]
        for (place, revision) in revisions.enumerated() {
            var workouts: [HKWorkout] = []
            for (number, day) in days.enumerated() where place < day.sources.count {
                for (told, counted) in zip(day.sources[place], day.counted[place]) {
                    let midnight = Date(timeIntervalSinceReferenceDate: Double(number + 8_000) * 86_400)
                    let workout = try HKWorkout(
                        validating: .running,
                        start: midnight.addingTimeInterval(told[0] * 60),
                        end: midnight.addingTimeInterval(told[1] * 60),
                        totalEnergyBurned: nil,
                        totalDistance: HKQuantity(unit: .meter(), doubleValue: told[2]),
                        metadata: nil
                    )
                    workouts.append(workout)
                    expected[workout.uuid] = counted
                }
            }
            try store.save(workouts, from: revision)
        }
        try store.order(revisions)
        let summaries = try WorkoutSummary.counted(store.person)
        #expect(summaries.count == expected.count && expected.count > 500)
        for workout in summaries { #expect(abs(workout.counted - (expected[workout.uuid] ?? -1)) < 1e-6) }
        var list = WorkoutList(calendar: TestStore.calendar)
        list.append(summaries)
        let metres = list.months.reduce(0) { $0 + ($1.distance ?? 0) }
        #expect(abs(metres - days.reduce(0) { $0 + $1.metres }) < 1)
        // Page by page, as the console reads them, the same counts.
        let counting = try WorkoutCounting(store.person)
        let raw = try Self.everything(store).map { WorkoutSummary($0) }
        var paged: [WorkoutSummary] = []
        for start in stride(from: 0, to: raw.count, by: 7) {
            paged.append(Array(raw[start..<min(start + 7, raw.count)]), counting)
        }
        #expect(paged == summaries)
    }

    private static func everything(_ store: TestStore) throws -> [HKWorkout] {
        var found: [HKWorkout] = []
        try WorkoutSummary.pages(.person(store.person)) { page in
            found += page
            return true
        }
        return found
    }
}
