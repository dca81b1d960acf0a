import CoreLocation
import Foundation

@testable import HealthKit

/// One object of each class that can be archived.
enum ArchivedObjects {
    typealias Object = NSObject & NSSecureCoding

    static func all() throws -> [any Object] { try samples() + records() + values() + types() }

    private static func quantity(_ unit: String, _ value: Double) -> HKQuantity {
        HKQuantity(unit: HKUnit(from: unit), doubleValue: value)
    }

    private static var metadata: [String: Any] {
        [
            HKMetadataKeyWasUserEntered: true, "number": 3, "ratio": 0.1, "note": "🏃",
            "date": Date(timeIntervalSinceReferenceDate: 5), "glucose": HKQuantity(unit: .gram(), doubleValue: 2),
        ]
    }

    private static func attributes() throws -> ObjectAttributes {
        ObjectAttributes(
            device: HKDevice.local(),
            metadata: try Metadata(metadata),
            sourceRevision: HKSourceRevision(source: HKSource(name: "A", bundleIdentifier: "com.a"), version: "1"),
            creationDate: at(9)
        )
    }

    private static func content(_ type: HKQuantityTypeIdentifier, _ unit: String, isSeries: Bool) -> QuantityContent {
        let elements = (0..<3)
            .map {
                QuantitySeries.Element(start: Double($0), end: Double($0) + 0.5, value: Double($0) + 60)
            }
        return QuantityContent(
            type: HKQuantityType(type),
            value: 61,
            unit: HKUnit(from: unit),
            start: at(0),
            end: at(3),
            series: isSeries ? QuantitySeries(elements) : nil
        )
    }

    static func workout() throws -> HKWorkout {
        var content = WorkoutContent(activityType: HKWorkoutActivityType.running.rawValue, duration: 1500)
        content.events = [WorkoutEventContent(type: HKWorkoutEventType.pause.rawValue, start: 60, end: 60)]
        content.setTotal(.energy, QuantityText(value: 123, unit: "kcal"))
        content.statistics = [
            WorkoutStatisticsContent(
                type: HKQuantityTypeIdentifier.stepCount.rawValue,
                start: at(0),
                end: at(9),
                sum: QuantityText(value: 7, unit: "count")
            )
        ]
        content.activities = [
            WorkoutActivityContent(
                uuid: UUID(),
                configuration: WorkoutConfigurationContent(
                    activityType: 37,
                    lapLength: QuantityText(value: 25, unit: "m")
                ),
                start: at(0),
                end: at(9),
                duration: nil,
                metadata: try Metadata(metadata),
                statistics: content.statistics
            )
        ]
        return HKWorkout(try attributes(), content: content, start: at(0), end: at(1800))
    }

    private static func samples() throws -> [any Object] {
        let protein = content(.dietaryProtein, "g", isSeries: false).sample(try attributes())
        let sleep = HKCategorySample(
            try attributes(),
            type: HKCategoryType(.sleepAnalysis),
            value: 4,
            start: at(0),
            end: at(3600)
        )
        let food = HKCorrelation(
            try attributes(),
            type: HKCorrelationType(.food),
            start: at(0),
            end: at(3),
            objects: [protein]
        )
        let workout = try workout()
        return [
            protein, content(.stepCount, "count", isSeries: true).sample(try attributes()),
            content(.heartRate, "count/min", isSeries: true).sample(try attributes()), sleep, food, workout,
            HKWorkoutEffortRelationship(
                workout: workout,
                activity: workout.workoutActivities.first,
                samples: [content(.workoutEffortScore, "appleEffortScore", isSeries: false).sample(try attributes())]
            ),
            HKDeletedObject(uuid: UUID(), metadata: try Metadata([HKMetadataKeySyncIdentifier: "x"])),
        ]
    }

    private static func lens() -> HKGlassesLensSpecification {
        HKGlassesLensSpecification(
            sphere: quantity("D", 1),
            cylinder: quantity("D", 0.5),
            axis: quantity("deg", 87),
            addPower: nil,
            vertexDistance: quantity("mm", 12),
            prism: HKVisionPrism(amount: quantity("pD", 2), angle: quantity("deg", 30), eye: .left),
            farPupillaryDistance: quantity("mm", 31),
            nearPupillaryDistance: nil
        )
    }

    private static func contact() -> HKContactsLensSpecification {
        HKContactsLensSpecification(
            sphere: quantity("D", 2),
            cylinder: nil,
            axis: nil,
            addPower: quantity("D", 1),
            baseCurve: quantity("mm", 8.6),
            diameter: quantity("mm", 14)
        )
    }

    private static func concept() -> MedicationConceptContent {
        MedicationConceptContent(
            identifier: ConceptIdentifierContent(domain: .medication, identifier: "aspirin"),
            displayText: "Aspirin",
            generalForm: .tablet,
            codings: [HKClinicalCoding(system: "s", version: "1", code: "c")]
        )
    }

    private static func records() throws -> [any Object] {
        let resource = HKFHIRResource(
            FHIRResourceContent(
                version: FHIRVersionContent(major: 4, minor: 0, patch: 1),
                type: .allergyIntolerance,
                identifier: "a1",
                data: Data(#"{"a":1}"#.utf8),
                sourceURL: URL(string: "https://example.org/a1")
            )
        )
        let verifiable = VerifiableRecordContent(
            recordTypes: ["VC"],
            issuer: "https://issuer.example",
            subject: VerifiableSubjectContent(fullName: "Ada", birth: DateComponents(year: 1815, month: 12, day: 10)),
            issued: at(0.25),
            expiration: at(1e9),
            items: ["Dose 1"],
            sourceType: .smartHealthCard,
            data: Data("eyJ".utf8)
        )
        let record = try HKVerifiableClinicalRecord(content: verifiable, relevant: at(0))
        let test = try HKAudiogramSensitivityTest(
            sensitivity: quantity("dBHL", 12),
            type: .air,
            masked: false,
            side: .left,
            clampingRange: HKAudiogramSensitivityPointClampingRange(lowerBound: -10, upperBound: 80)
        )
        let point = try HKAudiogramSensitivityPoint(frequency: quantity("Hz", 250), tests: [test])
        let dose = try HKMedicationDoseEvent(
            of: HKHealthConceptIdentifier(concept().identifier),
            status: .taken,
            at: at(11),
            due: (at(10), 1)
        )
        let points = [
            RoutePoint(CLLocation(latitude: 1, longitude: 2)), RoutePoint(CLLocation(latitude: 3, longitude: 4)),
        ]
        return [
            HKStateOfMind(date: at(1), kind: .dailyMood, valence: 0.3, labels: [.calm], associations: [.family]),
            HKGAD7Assessment(date: at(0), answers: [HKGAD7Assessment.Answer](repeating: .notAtAll, count: 7)),
            HKPHQ9Assessment(date: at(0), answers: [HKPHQ9Assessment.Answer](repeating: .notAtAll, count: 9)),
            HKAudiogramSample(sensitivityPoints: [point], start: at(0), end: at(9), metadata: nil), point, test,
            try HKAudiogramSensitivityPointClampingRange(lowerBound: 1, upperBound: 2),
            HKGlassesPrescription(
                rightEyeSpecification: lens(),
                leftEyeSpecification: nil,
                dateIssued: at(10),
                expirationDate: at(1e8),
                device: nil,
                metadata: ["clinic": "A"]
            ),
            HKContactsPrescription(
                rightEyeSpecification: nil,
                leftEyeSpecification: contact(),
                brand: "ACME",
                dateIssued: at(10),
                expirationDate: at(1e8),
                device: nil,
                metadata: nil
            ),
            lens(), contact(), HKVisionPrism(amount: quantity("pD", 2), angle: quantity("deg", 30), eye: .left),
            try HKElectrocardiogram(
                start: at(0),
                trace: ElectrocardiogramTrace(
                    unit: HKUnit(from: "mcV"),
                    leads: [.appleWatchSimilarToLeadI: [1, 2, 3]]
                ),
                samplingFrequency: quantity("Hz", 512),
                classification: .sinusRhythm,
                averageHeartRate: quantity("count/min", 60),
                symptomsStatus: .none,
                metadata: nil
            ),
            try HKHeartbeatSeriesSample(
                start: at(100),
                series: HeartbeatSeries([1, 2.5].map { HeartbeatSeries.Beat(time: $0, precededByGap: false) }),
                device: nil,
                metadata: nil
            ),
            try HKWorkoutRoute(route: RouteData(points), device: nil, metadata: nil),
            resource, HKFHIRVersion.primaryR4(),
            try HKClinicalRecord(
                type: HKClinicalType(.allergyRecord),
                displayName: "Note",
                resource: resource,
                added: at(7)
            ),
            record, record.subject, dose, dose.medicationConceptIdentifier,
            HKClinicalCoding(system: "s", version: "1", code: "c"), HKMedicationConcept(concept()),
            HKUserAnnotatedMedication(
                AnnotatedMedicationContent(concept: concept(), nickname: "n", isArchived: false, hasSchedule: true)
            ),
            HKAttachment(
                AttachmentContent(
                    identifier: UUID(),
                    object: UUID(),
                    name: "scan",
                    contentType: "com.adobe.pdf",
                    size: 70_000,
                    creation: 5,
                    metadata: nil
                )
            ),
            try HKCDADocumentSample(
                data: Data(DocumentTests.xml().utf8),
                start: at(0),
                end: at(60),
                metadata: nil
            ),
        ]
    }

    private static func values() throws -> [any Object] {
        let configuration = HKWorkoutConfiguration()
        configuration.activityType = .swimming
        configuration.locationType = .indoor
        configuration.lapLength = quantity("m", 50)
        let summary = HKActivitySummary(day: CalendarDay(year: 2024, month: 2, day: 29))
        summary.activeEnergyBurned = quantity("kcal", 300)
        var statistics = StatisticsValues()
        (statistics.sum, statistics.minimum, statistics.maximum, statistics.average) = (4, 1, 3, 2)
        statistics.mostRecent = StatisticsValues.MostRecent(value: 3, start: 1, end: 2)
        let descriptor = HKQueryDescriptor(
            sampleType: HKQuantityType(.stepCount),
            predicate: HKQuery.predicateForObject(with: UUID())
        )
        return [
            HKQueryAnchor(fromValue: 42), HKUnit(from: "mL/min·kg"), quantity("mg/dL", 90), HKDevice.local(),
            HKSource(name: "A", bundleIdentifier: "com.a"),
            HKSourceRevision(source: HKSource(name: "A", bundleIdentifier: "com.a"), version: "1"), descriptor,
            HKWorkoutEvent(type: .lap, dateInterval: DateInterval(start: at(1), duration: 3), metadata: metadata),
            HKWorkoutActivity(workoutConfiguration: configuration, start: at(0), end: at(5), metadata: metadata),
            configuration, summary, try HKWorkoutSession(configuration: configuration),
            HKStatistics(
                type: HKQuantityType(.heartRate),
                start: at(0),
                end: at(9),
                values: statistics,
                separated: [(HKSource(name: "A", bundleIdentifier: "com.a"), statistics)]
            ),
            HKBiologicalSexObject(.female), HKBloodTypeObject(.aPositive), HKFitzpatrickSkinTypeObject(.II),
            HKWheelchairUseObject(.yes), HKActivityMoveModeObject(.appleMoveTime),
            FilterPredicate(.all([.everything, .not(.nothing)])),
            FilterPredicate(.keyed(.everything, format: "name == 1", reason: "no")),
        ]
    }

    private static func types() -> [any Object] {
        [
            HKQuantityType(.stepCount), HKCategoryType(.sleepAnalysis), HKCorrelationType(.food),
            HKObjectType.workoutType(), HKCharacteristicType(.bloodType), HKSeriesType.heartbeat(),
            HKObjectType.activitySummaryType(), HKObjectType.visionPrescriptionType(),
        ]
    }
}
