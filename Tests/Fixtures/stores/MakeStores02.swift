import Foundation
import HealthKit

/// Writes the stores of version 0.2.0 that tests read; `make_0_2.sh` builds it inside that version.
@main
enum MakeStores {
    static let app = "org.example.walker"
    static let passphrase = "vermilion otter sings"
    static let perMinute = HKUnit.count().unitDivided(by: .minute())
    /// The types whose samples are listed, with the unit of their values.
    static let types: [(type: HKSampleType, unit: HKUnit?)] = [
        (HKQuantityType(.stepCount), .count()), (HKQuantityType(.heartRate), perMinute),
        (HKQuantityType(.bodyMass), .gramUnit(with: .kilo)),
        (HKQuantityType(.bloodPressureSystolic), .millimeterOfMercury()),
        (HKQuantityType(.bloodPressureDiastolic), .millimeterOfMercury()), (HKCategoryType(.sleepAnalysis), nil),
        (HKCorrelationType(.bloodPressure), nil), (HKObjectType.workoutType(), nil),
    ]

    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3 else { exit(64) }
        let folder = arguments[2]
        switch arguments[1] {
        case "plain": try await makePlain(folder)
        case "encrypt": try encrypt(folder + "/locked-0.2.store")
        case "save": try await saveWhileLocked(folder + "/locked-0.2.store")
        default: exit(64)
        }
    }

    static func at(_ seconds: Double) -> Date { Date(timeIntervalSinceReferenceDate: 780_000_000 + seconds) }

    static func sample(
        _ id: HKQuantityTypeIdentifier,
        _ value: Double,
        _ unit: HKUnit,
        _ start: Double,
        _ length: Double = 0
    )
        -> HKQuantitySample
    {
        let quantity = HKQuantity(unit: unit, doubleValue: value)
        return HKQuantitySample(
            type: HKQuantityType(id),
            quantity: quantity,
            start: at(start),
            end: at(start + length),
            metadata: [HKMetadataKeyWasUserEntered: true, "note": "of 0.2 äöü", "number": 0.1]
        )
    }

    static func steps(_ value: Double, _ start: Double) -> HKQuantitySample {
        sample(.stepCount, value, .count(), start, 60)
    }

    static func walker(_ path: String) -> HKHealthStore {
        HKHealthStore(configuration: HKHealthStoreConfiguration(location: .file(path), bundleIdentifier: app))
    }

    // MARK: - The plain store

    static func makePlain(_ folder: String) async throws {
        let path = folder + "/released-0.2.store"
        let (store, person) = HKHealthStore.person(location: .file(path))
        let walker = walker(path)
        try decide(person)
        let mine = [steps(100, 0), steps(200, 100), steps(300, 200), steps(400, 300)]
        try await walker.save(mine)
        try await saveWorkout(walker)
        try savePersons(person)
        let anchored = try await changes(walker, since: nil)
        // What comes after the anchor: two, of which one goes again, and one that was there before goes.
        let later = [steps(500, 400), steps(600, 500)]
        try await walker.save(later)
        try await walker.delete(later[0])
        try await walker.delete(mine[3])
        let since = try await changes(walker, since: anchored.newAnchor)
        let archive = try NSKeyedArchiver.archivedData(withRootObject: anchored.newAnchor, requiringSecureCoding: true)
        try archive.write(to: URL(fileURLWithPath: folder + "/anchor-0.2.plist"))

        var facts = try await samples(store)
        facts["added"] = since.addedSamples.map(\.uuid.uuidString)
        facts["deleted"] = since.deletedObjects.map(\.uuid.uuidString).sorted()
        facts["steps"] = try person.steps().map { "\($0.number) \($0.kind.rawValue) \($0.state.rawValue)" }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try encoder.encode(facts).write(to: URL(fileURLWithPath: folder + "/released-0.2.json"))
    }

    static func decide(_ person: PersonAccess) throws {
        let both = Grant(read: true, share: true)
        let grants = [
            "HKQuantityTypeIdentifierStepCount": both, "HKWorkoutTypeIdentifier": both,
            "HKQuantityTypeIdentifierHeartRate": Grant(read: true, share: false, since: 780_000_050),
            "HKQuantityTypeIdentifierBodyMass": Grant(read: false),
        ]
        try person.setGrants(grants, app: app)
        var values = CharacteristicValues()
        values.dateOfBirth = "1980-05-17"
        values.biologicalSex = HKBiologicalSex.female.rawValue
        try person.setCharacteristics(values)
        try person.setPinnedTypes(["HKQuantityTypeIdentifierBodyMass", "HKQuantityTypeIdentifierStepCount"])
        try person.setPreferredUnit(.pound(), for: HKQuantityType(.bodyMass))
        try person.setGoals(ActivityGoals(energy: 450, exercise: 40), from: CalendarDay(year: 2025, month: 9, day: 1))
        let order = [app, "com.apple.Health"]
        try person.setSourceOrder("HKQuantityTypeIdentifierStepCount", order: order, excluded: ["org.example.other"])
    }

    static func savePersons(_ person: PersonAccess) throws {
        try person.save([
            sample(.heartRate, 61, perMinute, 10), sample(.heartRate, 62, perMinute, 70),
            HKCategorySample(type: HKCategoryType(.sleepAnalysis), value: 4, start: at(-30_000), end: at(-3_000)),
        ])
        let members: Set<HKSample> = [
            sample(.bloodPressureSystolic, 121, .millimeterOfMercury(), 20),
            sample(.bloodPressureDiastolic, 81, .millimeterOfMercury(), 20),
        ]
        try person.save([
            HKCorrelation(type: HKCorrelationType(.bloodPressure), start: at(20), end: at(20), objects: members)
        ])
        let (weight, corrected) = (
            sample(.bodyMass, 70.5, .gramUnit(with: .kilo), 30), sample(.bodyMass, 71.5, .gramUnit(with: .kilo), 30)
        )
        try person.save([weight])
        try person.edit(weight.uuid, to: corrected)
        let (gone, back) = (
            sample(.bodyMass, 1, .gramUnit(with: .kilo), 40), sample(.bodyMass, 72, .gramUnit(with: .kilo), 50)
        )
        try person.save([gone, back])
        try person.delete([back.uuid])
        _ = try person.undo()
        try person.delete([gone.uuid])
    }

    static func saveWorkout(_ store: HKHealthStore) async throws {
        let configuration = HKWorkoutConfiguration()
        configuration.activityType = .running
        let builder = HKWorkoutBuilder(healthStore: store, configuration: configuration, device: nil)
        try await builder.beginCollection(at: at(1_000))
        try await builder.addSamples([steps(700, 1_000)])
        let lap = HKWorkoutEvent(type: .lap, dateInterval: DateInterval(start: at(1_000), duration: 300), metadata: nil)
        try await builder.addWorkoutEvents([lap])
        try await builder.endCollection(at: at(1_600))
        _ = try await builder.finishWorkout()
    }

    static func changes(
        _ store: HKHealthStore,
        since anchor: HKQueryAnchor?
    ) async throws -> HKAnchoredObjectQueryDescriptor<HKQuantitySample>.Result {
        let query = HKAnchoredObjectQueryDescriptor(
            predicates: [.quantitySample(type: HKQuantityType(.stepCount))],
            anchor: anchor
        )
        return try await query.result(for: store)
    }

    static func samples(_ store: HKHealthStore) async throws -> [String: [String]] {
        var facts: [String: [String]] = [:]
        for (type, unit) in types {
            let query = HKSampleQueryDescriptor(predicates: [.sample(type: type)], sortDescriptors: [])
            facts[type.identifier] = try await query.result(for: store).map { line($0, unit) }.sorted()
        }
        return facts
    }

    static func line(_ sample: HKSample, _ unit: HKUnit?) -> String {
        let value: String =
            switch sample {
            case let sample as HKQuantitySample: unit.map { "\(sample.quantity.doubleValue(for: $0))" } ?? ""
            case let sample as HKCategorySample: "\(sample.value)"
            case let sample as HKCorrelation: sample.objects.map(\.uuid.uuidString).sorted().joined(separator: ",")
            case let sample as HKWorkout:
                "\(sample.workoutActivityType.rawValue) \(sample.duration) \(sample.workoutEvents?.count ?? 0)"
            default: ""
            }
        let times = [sample.startDate, sample.endDate].map { "\($0.timeIntervalSinceReferenceDate)" }
        let note = sample.metadata?["note"] as? String ?? ""
        let source = sample.sourceRevision.source.bundleIdentifier
        return ([sample.uuid.uuidString] + times + [source, value, note]).joined(separator: "|")
    }

    // MARK: - The encrypted store

    static func encrypt(_ path: String) throws {
        let entry = try StoreSecret.Entry()
        for byte in passphrase.utf8 { guard entry.add(byte) else { exit(1) } }
        _ = try StorePassphrase(path: path).set(entry.take(.passphrase))
    }

    /// Saves steps and a workout without any key, so that they wait.
    static func saveWhileLocked(_ path: String) async throws {
        let walker = walker(path)
        try await walker.save([steps(1_100, 10_000), steps(1_200, 10_100)])
        try await walker.save(steps(1_300, 10_200))
        let stranger = HKHealthStore(
            configuration: HKHealthStoreConfiguration(location: .file(path), bundleIdentifier: "org.example.stranger")
        )
        try await stranger.save(steps(1_400, 10_300))
    }
}
