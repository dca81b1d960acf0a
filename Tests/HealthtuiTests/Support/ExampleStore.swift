import Foundation
@testable import HealthKit

/// A store with one sample or more of every kind, from sources whose names are hard on tables.
struct ExampleStore {
    let folder: ScratchFolder
    let path: String
    /// The store's name for commands: the path, or the service that has the store open.
    var name: String
    /// Numbers and words that are only in samples.
    static let secrets = ["71.25", "118.5", "77.75", "0.4375", "penicillin-secret", "secret-note", "Heart, \"my\""]

    static func at(_ seconds: Double) -> Date { Date(timeIntervalSince1970: 1_700_000_000 + seconds) }

    init() throws {
        folder = try ScratchFolder()
        path = folder.path("example.store")
        name = path
        try Program.allowUnattended(folder.path(".config"))
        let database = try HKHealthStore(configuration: .person(location: .file(path))).database()
        let watch = HKSourceRevision(
            source: HKSource(name: "Heart, \"my\"\nWatch", bundleIdentifier: "com.apple.health.watch"),
            version: "11.1"
        )
        let samples = try Self.measured() + Self.grouped() + Self.recorded()
        try database.write { writer in
            try writer.save(samples, revision: watch, now: Self.at(9_000))
            let request = try writer.ask(
                AppIdentity(bundleIdentifier: "test.walker", name: "Walker", version: "2", readUsage: "Counts steps."),
                share: ["HKQuantityTypeIdentifierStepCount"],
                read: ["HKQuantityTypeIdentifierHeartRate", "HKQuantityTypeIdentifierStepCount"],
                // A request ends after a day.
                now: Date()
            )
            // It was answered before, and asks again.
            if let request { try writer.noteAnswered(request.app) }
        }
        let programs = ["test.walker": "/usr/bin/walker", "test.walker.watch": "/usr/bin/walker-watch"]
        let pair = CompanionPair(
            programs: programs,
            isAllowed: true,
            decided: Self.at(9_200).timeIntervalSinceReferenceDate
        )
        try database.write { try $0.setPair(pair) }
        try database.write { writer in
            let type = "HKQuantityTypeIdentifierStepCount"
            try writer.setDelivery(.hourly, app: "test.walker", type: type, now: Self.at(9_200))
            try writer.setWakeProgram(WakeProgram(path: "/usr/bin/walker", arguments: ["--quiet"]), app: "test.walker")
            let start = WakeStart(number: 1, time: Self.at(9_250).timeIntervalSinceReferenceDate, types: [type])
            try writer.saveWakes([], starts: ["test.walker": [start]], changed: [])
        }
        let key = AuditKey(
            app: "test.walker",
            type: "HKQuantityTypeIdentifierStepCount",
            operation: .read,
            outcome: .hidden
        )
        database.audit.note([(key, 0)], at: Self.at(9_200))
        database.audit.flush()
    }

    /// Runs a command on the store.
    func run(
        _ arguments: [String],
        environment: [String: String] = [:],
        input: String? = nil
    ) throws -> Command.Outcome {
        try Command.run(arguments + ["--store", name], in: folder, environment: environment, input: input)
    }

    // MARK: Samples

    private static let device = HKDevice(
        name: "Watch",
        manufacturer: "Apple Inc.",
        model: "Watch",
        hardwareVersion: "Watch6,1",
        firmwareVersion: nil,
        softwareVersion: "11.1",
        localIdentifier: nil,
        udiDeviceIdentifier: nil
    )

    private static func quantity(
        _ type: HKQuantityTypeIdentifier,
        _ value: Double,
        _ unit: HKUnit,
        _ start: Double,
        _ end: Double? = nil
    ) -> HKQuantitySample {
        HKQuantitySample(
            type: HKQuantityType(type),
            quantity: HKQuantity(unit: unit, doubleValue: value),
            start: at(start),
            end: at(end ?? start),
            device: device,
            metadata: ["note": "secret-note, with \"quotes\"\r\nand lines"]
        )
    }

    private static func measured() -> [HKSample] {
        let perMinute = HKUnit.count().unitDivided(by: .minute())
        return [
            quantity(.heartRate, 71.25, perMinute, 0), quantity(.heartRate, 64, perMinute, 60),
            quantity(.stepCount, 250, .count(), 0, 300), quantity(.stepCount, 100, .count(), 86_400, 86_460),
            HKCategorySample(
                type: HKCategoryType(.sleepAnalysis),
                value: HKCategoryValueSleepAnalysis.asleepREM.rawValue,
                start: at(1_000),
                end: at(2_000)
            ),
        ]
    }

    private static func grouped() throws -> [HKSample] {
        let pressure: Set<HKSample> = [
            quantity(.bloodPressureSystolic, 118.5, .millimeterOfMercury(), 100),
            quantity(.bloodPressureDiastolic, 77.75, .millimeterOfMercury(), 100),
        ]
        let food: Set<HKSample> = [
            quantity(.dietaryProtein, 12, .gram(), 200), quantity(.dietaryEnergyConsumed, 300, .kilocalorie(), 200),
        ]
        return [
            HKCorrelation(
                type: HKCorrelationType(.bloodPressure),
                start: at(100),
                end: at(100),
                objects: pressure
            ),
            HKCorrelation(
                type: HKCorrelationType(.food),
                start: at(200),
                end: at(200),
                objects: food,
                metadata: [HKMetadataKeyFoodType: "Soup; \"hot\", please"]
            ),
            HKWorkout(
                activityType: .running,
                start: at(3_000),
                end: at(4_800),
                workoutEvents: [
                    HKWorkoutEvent(
                        type: .pause,
                        dateInterval: DateInterval(start: at(3_600), duration: 0),
                        metadata: nil
                    ),
                    HKWorkoutEvent(
                        type: .resume,
                        dateInterval: DateInterval(start: at(3_660), duration: 0),
                        metadata: nil
                    ),
                ],
                totalEnergyBurned: HKQuantity(unit: .kilocalorie(), doubleValue: 321),
                totalDistance: HKQuantity(unit: .meter(), doubleValue: 5_250),
                metadata: nil
            ),
        ]
    }

    private static func recorded() throws -> [HKSample] {
        let perMinute = HKUnit.count().unitDivided(by: .minute())
        let resource = HKFHIRResource(
            FHIRResourceContent(
                version: FHIRVersionContent(major: 4, minor: 0, patch: 1),
                type: .allergyIntolerance,
                identifier: "a1",
                data: Data("{}".utf8),
                sourceURL: URL(string: "https://example.org/fhir/AllergyIntolerance/a1")
            )
        )
        return [
            HKStateOfMind(
                date: at(500),
                kind: .dailyMood,
                valence: 0.4375,
                labels: [.calm, .happy],
                associations: [.family]
            ),
            HKGAD7Assessment(date: at(510), answers: Array(repeating: .severalDays, count: 7)),
            HKPHQ9Assessment(date: at(520), answers: Array(repeating: .notAtAll, count: 9)),
            try HKElectrocardiogram(
                start: at(530),
                trace: ElectrocardiogramTrace(
                    unit: .voltUnit(with: .micro),
                    leads: [.appleWatchSimilarToLeadI: [1, 2, 3]]
                ),
                samplingFrequency: HKQuantity(unit: .hertz(), doubleValue: 512),
                classification: .sinusRhythm,
                averageHeartRate: HKQuantity(unit: perMinute, doubleValue: 60),
                symptomsStatus: .none,
                metadata: nil
            ),
            HKAudiogramSample(
                sensitivityPoints: [
                    try HKAudiogramSensitivityPoint(
                        frequency: HKQuantity(unit: .hertz(), doubleValue: 250),
                        leftEarSensitivity: HKQuantity(unit: .decibelHearingLevel(), doubleValue: 10),
                        rightEarSensitivity: nil
                    )
                ],
                start: at(540),
                end: at(541),
                device: nil,
                metadata: nil
            ),
            HKGlassesPrescription(
                rightEyeSpecification: lens,
                leftEyeSpecification: nil,
                dateIssued: at(550),
                expirationDate: at(1e7),
                device: nil,
                metadata: nil
            ),
            try HKClinicalRecord(
                type: HKClinicalType(.allergyRecord),
                displayName: "penicillin-secret",
                resource: resource,
                added: at(560)
            ),
            try HKMedicationDoseEvent(
                of: HKHealthConceptIdentifier(ConceptIdentifierContent(domain: .medication, identifier: "aspirin")),
                status: .taken,
                at: at(570),
                due: (at(565), 2)
            ),
            try HKHeartbeatSeriesSample(
                start: at(580),
                series: HeartbeatSeries([0.5, 1.25].map { HeartbeatSeries.Beat(time: $0, precededByGap: false) }),
                device: nil,
                metadata: nil
            ),
        ]
    }

    private static var lens: HKGlassesLensSpecification {
        HKGlassesLensSpecification(
            sphere: HKQuantity(unit: .diopter(), doubleValue: -1.25),
            cylinder: HKQuantity(unit: .diopter(), doubleValue: 0.5),
            axis: HKQuantity(unit: .degreeAngle(), doubleValue: 87),
            addPower: nil,
            vertexDistance: HKQuantity(unit: .meterUnit(with: .milli), doubleValue: 12.5),
            prism: nil,
            farPupillaryDistance: nil,
            nearPupillaryDistance: nil
        )
    }
}
