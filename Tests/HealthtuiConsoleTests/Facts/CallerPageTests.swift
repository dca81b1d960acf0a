import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiEntry
import HealthtuiFacts
import Testing

/// The pages of workouts and records say the same to everybody who may read them, and nothing to who may not.
@Suite struct CallerPageTests {
    private let test = TestStore()
    private let app: HKHealthStore
    private let identity = AppIdentity(bundleIdentifier: "test.reader", name: "Reader")

    init() { app = HKHealthStore(sharing: test.store, principal: .app(identity)) }

    private func allow(_ types: [HKObjectType], _ isAllowed: Bool = true) throws {
        let grants = types.map { ($0.identifier, Grant(read: isAllowed)) }
        try test.person.setGrants(Dictionary(uniqueKeysWithValues: grants), app: identity.bundleIdentifier)
    }

    private func workoutPage(_ workout: HKWorkout, _ caller: Caller) throws -> WorkoutPage {
        try WorkoutPage(workout, caller, text: WorkoutText(locale: Locale(identifier: "de_DE")))
    }

    private func json(_ page: WorkoutPage) -> String {
        WorkoutFacts(page: page, timestamps: Timestamps(timeZone: .gmt)).json.line
    }

    private func recordPage(_ uuid: UUID, _ caller: Caller) throws -> RecordPage? {
        let environment = test.environment()
        return try RecordReader(caller, dates: environment.dates, samples: environment.samples).page(uuid)
    }

    private func json(_ page: RecordPage?) throws -> String {
        try RecordFacts(page: #require(page), timestamps: Timestamps(timeZone: .gmt)).json().line
    }

    @Test("A workout's page is the same for an app that may read all of it")
    func workout() async throws {
        let workout = try await test.run()
        let zones = HKQuantityType(.heartRate)
        try allow([
            workout.sampleType, HKSeriesType.workoutRoute(), zones, HKQuantityType(.distanceWalkingRunning),
            HKQuantityType(.workoutEffortScore), HKQuantityType(.estimatedWorkoutEffortScore),
        ])
        let page = try workoutPage(workout, .app(app))
        #expect(page.track != nil && page.heartRate != nil && !page.splits.isEmpty)
        let persons = try workoutPage(workout, .person(test.person))
        #expect(page.splits.map(\.heartRate) == persons.splits.map(\.heartRate))
        #expect(page.heartRate?.average == persons.heartRate?.average)
        // Only the person's list of types is the whole catalogue's; the route is no sample that an app counts.
        let counted = persons.members.filter { $0.type is HKQuantityType }
        #expect(page.members.map(\.type) == counted.map(\.type) && page.members.map(\.count) == counted.map(\.count))
        #expect(!page.members.isEmpty)
        #expect(page.distance == persons.distance && page.ascent == persons.ascent)
    }

    @Test("What an app may not read of a workout is missing from its page, whether refused or never asked for")
    func hiddenWorkout() async throws {
        let workout = try await test.run()
        try allow([workout.sampleType])
        try allow([HKQuantityType(.heartRate)], false)
        let page = try workoutPage(workout, .app(app))
        #expect(page.track == nil && page.heartRate == nil && page.effort == nil && page.members.isEmpty)
        #expect(page.splits.isEmpty)
        #expect(json(page).contains(#""routePlaces":0"#))
    }

    @Test("An app's reading of a workout's page is noted as its own, and types that it never asked for aren't")
    func noted() async throws {
        let workout = try await test.run()
        try allow([workout.sampleType, HKQuantityType(.heartRate)])
        _ = try workoutPage(workout, .app(app))
        let rows = try test.person.audit(app: identity.bundleIdentifier)
        let types = Set(rows.filter { $0.key.outcome == .allowed }.map(\.key.type))
        #expect(types.contains(HKQuantityTypeIdentifier.heartRate.rawValue))
        #expect(!rows.contains { $0.key.type == HKQuantityTypeIdentifier.stepCount.rawValue })
    }

    @Test("A record's page is the same for an app that may read it")
    func records() throws {
        let trace = try test.electrocardiogram()
        let beats = try test.heartbeats()
        let results = try test.labResults()
        try allow([trace.sampleType, beats.sampleType, results[0].sampleType])
        for sample in [trace, beats, results[0], results[2]] {
            let page = try recordPage(sample.uuid, .app(app))
            let persons = try recordPage(sample.uuid, .person(test.person))
            #expect(try json(page) == json(persons))
            #expect(page?.rows.map(\.text) == persons?.rows.map(\.text))
        }
        let list = try ClinicalList(
            #require(results[0].sampleType as? HKClinicalType),
            .app(app),
            dates: test.environment().dates
        )
        #expect(list.count == results.count)
    }

    @Test("A record that an app may not read has no page, and neither have the person's medications")
    func hiddenRecords() throws {
        let trace = try test.electrocardiogram()
        let letter = try test.document()
        try allow([letter.sampleType], false)
        #expect(try recordPage(trace.uuid, .app(app)) == nil)
        #expect(try recordPage(letter.uuid, .app(app)) == nil)
        try test.medications()
        let plan = try MedicationPlan(.app(app), now: TestStore.now, calendar: TestStore.calendar)
        #expect(plan.entries.isEmpty && plan.today.isEmpty)
    }
}
