import Foundation
import RandomTesting
import Testing

@testable import HealthKit
@testable import HealthtuiExchange

/// Apple's own metadata, `_HKPrivate…`: it comes in, the person sees it, apps don't, and it goes out again.
@Suite struct HiddenMetadataTests {
    private let folder: TemporaryFolder
    private let owner = HKHealthStore.person(location: .memory)

    init() throws { folder = try TemporaryFolder() }

    /// Keys of Apple's, keys that look like the store's own, and keys of others.
    private static let keys =
        [
            "_HKPrivateWeatherCondition", "_HKPrivateMediaPlayback ☂", "_HKPrivate", "_HKPrivateheart",
            "HKWeatherHumidity",
            "com.example.note", "HKPrivate", "_hkprivate",
        ] + OwnMetadataKey.allCases.map(\.rawValue).filter { $0.hasPrefix("_") }

    private static let times =
        "creationDate=\"2026-09-20 08:31:00 +0200\" startDate=\"2026-09-20 08:00:00 +0200\" "
        + "endDate=\"2026-09-20 08:30:00 +0200\""

    private static func entries(_ random: inout SeededGenerator) -> String {
        keys.shuffled(using: &random).prefix(Int.random(in: 1...8, using: &random))
            .map { "<MetadataEntry key=\"\($0)\" value=\"\(Int.random(in: 0...99, using: &random))\"/>" }.joined()
    }

    /// An export in which everything that has metadata has some.
    private func export(_ random: inout SeededGenerator) throws -> String {
        func record(_ type: String, _ value: String, _ more: String = "") -> String {
            "<Record type=\"\(type)\" sourceName=\"Uhr\" \(value) \(Self.times)>\(Self.entries(&random))\(more)</Record>"
        }
        let beats =
            "<HeartRateVariabilityMetadataList><InstantaneousBeatsPerMinute bpm=\"61\" time=\"8:00:01.12\"/>"
            + "</HeartRateVariabilityMetadataList>"
        let members =
            record("HKQuantityTypeIdentifierBloodPressureSystolic", "unit=\"mmHg\" value=\"121\"")
            + record("HKQuantityTypeIdentifierBloodPressureDiastolic", "unit=\"mmHg\" value=\"79\"")
        let text = """
            <HealthData locale="de_DE">\
            \(record("HKQuantityTypeIdentifierStepCount", "unit=\"count\" value=\"12\""))\
            \(record("HKQuantityTypeIdentifierHeartRateVariabilitySDNN", "unit=\"ms\" value=\"41.5\"", beats))\
            \(record("HKCategoryTypeIdentifierSleepAnalysis", "value=\"HKCategoryValueSleepAnalysisInBed\""))\
            \(record("HKDataTypeMadeUp", "value=\"a few words\""))\(members)\
            <Correlation type="HKCorrelationTypeIdentifierBloodPressure" sourceName="Uhr" \(Self.times)>\
            \(Self.entries(&random))\(members)</Correlation>\
            <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="30" durationUnit="min" sourceName="Uhr" \
            \(Self.times)>\(Self.entries(&random))\
            <WorkoutEvent type="HKWorkoutEventTypeSegment" date="2026-09-20 08:00:00 +0200" duration="5" \
            durationUnit="min">\(Self.entries(&random))</WorkoutEvent>\
            <WorkoutActivity uuid="6A3B6E9A-98F5-4C5C-9C4C-0C2B6F4D3D10" startDate="2026-09-20 08:00:00 +0200" \
            endDate="2026-09-20 08:30:00 +0200" duration="30" durationUnit="min">\(Self.entries(&random))</WorkoutActivity>\
            </Workout></HealthData>
            """
        return try folder.write(Array(text.utf8), to: "export-\(UUID().uuidString).xml")
    }

    @Test("What comes in goes out, under whatever key, of records, correlations, workouts, events and activities")
    func outAgain() throws {
        var random = SeededGenerator("hidden metadata")
        for _ in 0..<12 {
            let path = try export(&random)
            let (missing, added, refused) = try ElementComparison.run(
                path,
                folder,
                ["Record", "Correlation", "Workout"]
            )
            #expect(missing.isEmpty && added.isEmpty && refused == 0, "seed \(random.seed): \(missing) \(added)")
        }
    }

    @Test("The same file adds nothing, and what the store notes itself is untouched by keys that look like its own")
    func again() throws {
        var random = SeededGenerator("hidden metadata again")
        let path = try export(&random)
        _ = try ExportImporter(owner.person).run(path: path)
        #expect(try ExportImporter(owner.person).run(path: path).added == 0)
        let query = SampleListQuery(type: HKQuantityType(.heartRateVariabilitySDNN))
        let variability = try #require(try owner.person.samples(query, limit: 9).first)
        #expect(HeartBeatList(variability)?.beats.map(\.rate) == ["61"])
        let steps = try #require(
            try owner.person.samples(SampleListQuery(type: HKQuantityType(.stepCount)), limit: 9).first
        )
        #expect(ImportMetadata.summed(steps.metadataValues) == nil)
        let unknown = HKSampleType.ofStored("HKDataTypeMadeUp")
        try owner.person.unknownSamples(SampleListQuery(type: #require(unknown))) { sample in
            #expect(sample.text == "a few words")
            return true
        }
    }

    @Test("No key that a file or an app can write is one of the store's")
    func foreign() throws {
        for key in OwnMetadataKey.allCases.map(\.rawValue) + ["\u{1}", "\u{1}=", "\u{1}\u{301}x", "\u{1}=\u{1}Later"] {
            let metadata = try #require(try Metadata([key: "theirs"]))
            for own in OwnMetadataKey.allCases { #expect(metadata[own: own] == nil, "\(key.debugDescription)") }
            #expect(metadata.named == [Metadata.Entry(key: key, value: .text("theirs"))])
            #expect(metadata[named: key] == .text("theirs"))
            let shown = metadata.dictionary?[key] as? String
            #expect(shown == (Metadata.isHidden(key) ? nil : "theirs"))
            let both = metadata.merging([Metadata.entry(own: .beats, .text("61@1"))])
            #expect(both[own: .beats] == .text("61@1"))
            #expect(both.named.map(\.key) == [key])
            #expect(Metadata(bytes: both.bytes)?.named.map(\.key) == [key])
        }
        let made = ImportMetadata.make([ImportedMetadataEntry(key: "_HKPrivateLead", value: "theirs")])
        #expect(made?[own: .lead] == nil && made?[named: "_HKPrivateLead"] == .text("theirs"))
    }

    @Test("An app gets none of it, neither with objects nor by asking for it; the person gets all of it")
    func apps() async throws {
        var random = SeededGenerator("hidden metadata of apps")
        _ = try ExportImporter(owner.person).run(path: export(&random))
        let identity = AppIdentity(bundleIdentifier: "test.reader", name: "Reader")
        let app = HKHealthStore(sharing: owner.store, principal: .app(identity))
        let pressure = [HKQuantityType(.bloodPressureSystolic), HKQuantityType(.bloodPressureDiastolic)]
        let types: [HKSampleType] =
            [HKQuantityType(.stepCount), HKCategoryType(.sleepAnalysis), HKObjectType.workoutType()] + pressure
        let grants = types.map { ($0.identifier, Grant(read: true)) }
        try owner.person.setGrants(Dictionary(uniqueKeysWithValues: grants), app: identity.bundleIdentifier)
        for type in types + [HKCorrelationType(.bloodPressure)] {
            let persons = try owner.person.samples(SampleListQuery(type: type), limit: 9)
            let found = try await HKSampleQueryDescriptor(predicates: [.sample(type: type)], sortDescriptors: [])
                .result(for: app)
            #expect(found.count == persons.count && found.count == 1, "\(type.identifier)")
            for sample in found {
                var sets: [Metadata?] = [sample.metadataValues]
                if let workout = sample as? HKWorkout {
                    sets += workout.content.events.map { $0.metadata.flatMap { Metadata(bytes: $0) } }
                    sets += workout.content.activities.map(\.metadata)
                }
                if let correlation = sample as? HKCorrelation { sets += correlation.objects.map(\.metadataValues) }
                let keys = sets.compactMap { $0 }.flatMap { $0.named.map(\.key) }
                #expect(!keys.contains { Metadata.isHidden($0) }, "\(type.identifier), seed \(random.seed)")
            }
            for key in Self.keys where Metadata.isHidden(key) {
                let predicate = HKQuery.predicateForObjects(withMetadataKey: key)
                let asked = try await HKSampleQueryDescriptor(
                    predicates: [.sample(type: type, predicate: predicate)],
                    sortDescriptors: []
                )
                .result(for: app)
                #expect(asked.isEmpty, "\(type.identifier) \(key)")
                var query = SampleListQuery(type: type)
                query.matching = try SampleFilter(predicate)
                let owned = try owner.person.samples(query, limit: 9)
                let has = persons.contains { $0.metadataValues?[named: key] != nil }
                #expect(owned.isEmpty != has, "\(type.identifier) \(key), seed \(random.seed)")
            }
        }
    }

    @Test("Stores of earlier versions keep what they noted under the same keys")
    func earlier() throws {
        let old: [(OwnMetadataKey, String)] = [
            (.beats, "_HKPrivateInstantaneousBeatsPerMinute"), (.value, "_HKPrivateValue"),
            (.minimum, "_HKPrivateMinimum"),
            (.maximum, "_HKPrivateMaximum"), (.recordCount, "_HKPrivateRecordCount"),
            (.classification, "_HKPrivateClassification"), (.symptoms, "_HKPrivateSymptoms"), (.lead, "_HKPrivateLead"),
            (.fhirVersion, "_HKPrivateFHIRVersion"),
        ]
        for (key, text) in old {
            let metadata = Metadata([
                .init(key: text, value: .text("x")), .init(key: "_HKPrivateOther", value: .text("y")),
            ])
            #expect(metadata[own: key] == .text("x"))
            #expect(metadata.named.map(\.key) == ["_HKPrivateOther"])
            #expect(metadata.dictionary == nil)
        }
    }
}
