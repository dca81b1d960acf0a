import Foundation
import HealthKitStore
import Testing

@testable import HealthKit
@testable import HealthtuiExchange

/// Values of known categories, and events of workouts, that a later HealthKit has and this one doesn't.
@Suite struct UnknownCaseTests {
    private let folder: TemporaryFolder
    private let owner = HKHealthStore.person(location: .memory)

    init() throws { folder = try TemporaryFolder() }

    private static let times =
        "creationDate=\"2026-09-20 08:31:00 +0200\" startDate=\"2026-09-20 08:00:00 +0200\" "
        + "endDate=\"2026-09-20 08:30:00 +0200\""

    private static let categories: [(type: String, value: String)] = [
        ("HKCategoryTypeIdentifierSleepAnalysis", "HKCategoryValueSleepAnalysisNapping"),
        ("HKCategoryTypeIdentifierSleepAnalysis", "99"),
        ("HKCategoryTypeIdentifierHeadache", "HKCategoryValueSeverityUnbearable"),
        ("HKCategoryTypeIdentifierMindfulSession", "HKCategoryValueMindfulSessionGuided"),
        ("HKCategoryTypeIdentifierAppleStandHour", "HKCategoryValueAppleStandHourFloating"),
    ]

    private func export() throws -> String {
        let records = Self.categories
            .map { "<Record type=\"\($0.type)\" sourceName=\"Uhr\" value=\"\($0.value)\" \(Self.times)/>" }.joined()
        let text = """
            <HealthData locale="de_DE">\(records)\
            <Record type="HKCategoryTypeIdentifierSleepAnalysis" sourceName="Uhr" \
            value="HKCategoryValueSleepAnalysisAsleepCore" \(Self.times)/>\
            <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="30" durationUnit="min" sourceName="Uhr" \
            \(Self.times)><WorkoutEvent type="HKWorkoutEventTypeLap" date="2026-09-20 08:01:00 +0200" duration="5" \
            durationUnit="min"/><WorkoutEvent type="HKWorkoutEventTypeTransition" date="2026-09-20 08:05:00 +0200" \
            duration="2" durationUnit="min"><MetadataEntry key="note" value="water"/></WorkoutEvent></Workout></HealthData>
            """
        return try folder.write(Array(text.utf8), to: "export.xml")
    }

    @Test("They come in by name, the same file adds nothing, and they go out as they came")
    func inAndOut() throws {
        let path = try export()
        let summary = try ExportImporter(owner.person).run(path: path)
        #expect(summary.records.added == Self.categories.count + 1)
        #expect(summary.total(\.refused) == 0)
        #expect(summary.warnings.count == Self.categories.count + 1)
        #expect(try ExportImporter(owner.person).run(path: path).added == 0)
        let (missing, added, refused) = try ElementComparison.run(path, folder, ["Record", "Workout"])
        #expect(missing.isEmpty && added.isEmpty && refused == 0, "\(missing) \(added)")
    }

    @Test("The person is shown them by name; apps get what they know, and nothing else in their place")
    func shown() async throws {
        _ = try ExportImporter(owner.person).run(path: export())
        for (type, value) in Self.categories {
            let unknown = try #require(HKSampleType.ofStored("\(type)=\(value)"))
            #expect(unknown.entry.name.contains(value))
            var texts: [String] = []
            try owner.person.unknownSamples(SampleListQuery(type: unknown)) { sample in
                texts.append(sample.text ?? String(Int(sample.value)))
                return true
            }
            #expect(texts == [value])
        }
        let identity = AppIdentity(bundleIdentifier: "test.reader", name: "Reader")
        let app = HKHealthStore(sharing: owner.store, principal: .app(identity))
        let types: [HKSampleType] = [
            HKCategoryType(.sleepAnalysis), HKCategoryType(.headache), HKObjectType.workoutType(),
        ]
        let grants = types.map { ($0.identifier, Grant(read: true)) }
        try owner.person.setGrants(Dictionary(uniqueKeysWithValues: grants), app: identity.bundleIdentifier)
        func all(_ type: HKSampleType) async throws -> [HKSample] {
            try await HKSampleQueryDescriptor(predicates: [.sample(type: type)], sortDescriptors: []).result(for: app)
        }
        let sleep = try await all(HKCategoryType(.sleepAnalysis)).compactMap { ($0 as? HKCategorySample)?.value }
        #expect(sleep == [HKCategoryValueSleepAnalysis.asleepCore.rawValue])
        #expect(try await all(HKCategoryType(.headache)).isEmpty)
        let workout = try #require(try await all(HKObjectType.workoutType()).first as? HKWorkout)
        #expect(workout.workoutEvents?.map(\.type) == [.lap])
        #expect(workout.content.events.count == 1)
        let persons = try owner.person.samples(SampleListQuery(type: HKObjectType.workoutType()), limit: 9)
        let events = (persons.first as? HKWorkout)?.content.events ?? []
        #expect(events.map(\.exportName) == ["HKWorkoutEventTypeLap", "HKWorkoutEventTypeTransition"])
    }

    @Test("What can be no case of any version is refused, as before")
    func refused() throws {
        let values = ["abc", "1.5", "inf", "HKCategoryValue ☂", "", "007"]
        let records = values.map {
            "<Record type=\"HKCategoryTypeIdentifierSleepAnalysis\" sourceName=\"U\" value=\"\($0)\" \(Self.times)/>"
        }
        let text = "<HealthData locale=\"de_DE\">\(records.joined())</HealthData>"
        let summary = try ExportImporter(owner.person).run(path: folder.write(Array(text.utf8), to: "bad.xml"))
        #expect(summary.records.refused == values.count && summary.records.added == 0)
    }

    @Test("A version that knows the case takes the samples for what they are, and the same file adds nothing")
    func known() async throws {
        let path = folder.url.appending(path: "later.store").path
        let type = "HKCategoryTypeIdentifierSleepAnalysis"
        let cases = [("HKCategoryValueSleepAnalysisAsleepREM", 5.0), ("HKCategoryValueSleepAnalysisAwake", 2.0)]
        let records = cases.map { "<Record type=\"\(type)\" sourceName=\"Uhr\" value=\"\($0.0)\" \(Self.times)/>" }
        let text = "<HealthData locale=\"de_DE\">\(records.joined())</HealthData>"
        let file = try folder.write(Array(text.utf8), to: "known.xml")
        // As a version stored them that knew neither.
        var identities: Set<UUID> = []
        do {
            let store = try SampleStore(at: .file(path))
            let database = HealthDatabase(store)
            try database.write { writer in
                let (revision, source) = try writer.intern(ImportDefinitions.revision(name: "Uhr", version: nil))
                for (name, _) in cases {
                    let start = try Date("2026-09-20T06:00:00Z", strategy: .iso8601).timeIntervalSinceReferenceDate
                    try writer.writer.insert([
                        NewSample(
                            type: try writer.intern(type: "\(type)=\(name)"),
                            source: source,
                            revision: revision,
                            metadata: try writer.intern(metadata: Metadata([Metadata.entry(own: .value, .text(name))])),
                            start: start,
                            end: start + 1_800,
                            value: 0,
                            creation: start + 1_860
                        )
                    ])
                }
            }
            store.close()
        }
        for _ in 0..<2 {
            let person = HKHealthStore.person(location: .file(path)).person
            let found = try person.samples(SampleListQuery(type: HKCategoryType(.sleepAnalysis)), limit: 9)
            #expect(Set(found.compactMap { ($0 as? HKCategorySample).map { Double($0.value) } }) == Set(cases.map(\.1)))
            #expect(found.allSatisfy { $0.metadataValues == nil })
            if identities.isEmpty { identities = Set(found.map(\.uuid)) }
            #expect(Set(found.map(\.uuid)) == identities)
            #expect(try ExportImporter(person).run(path: file).added == 0)
            for (name, _) in cases {
                let unknown = try #require(HKSampleType.ofStored("\(type)=\(name)"))
                try person.unknownSamples(SampleListQuery(type: unknown)) { _ in
                    Issue.record("still unknown: \(name)")
                    return true
                }
            }
        }
    }
}
