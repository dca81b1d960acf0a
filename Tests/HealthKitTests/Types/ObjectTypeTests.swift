import Foundation
import Testing

@testable import HealthKit

@Suite("Object types")
struct ObjectTypeTests {
    @Test("the same type is the same instance, whichever way it is asked for")
    func sameInstance() throws {
        let steps = HKQuantityType(.stepCount)
        #expect(steps === HKObjectType.quantityType(forIdentifier: .stepCount))
        #expect(steps === HKSampleType.quantityType(forIdentifier: .stepCount))
        #expect(steps === HKObjectType.type(identifier: "HKQuantityTypeIdentifierStepCount"))
        #expect(steps.copy() as? HKQuantityType === steps)
        #expect(HKCategoryType(.sleepAnalysis) === HKObjectType.categoryType(forIdentifier: .sleepAnalysis))
        #expect(HKCorrelationType(.food) === HKObjectType.correlationType(forIdentifier: .food))
        #expect(HKCharacteristicType(.bloodType) === HKObjectType.characteristicType(forIdentifier: .bloodType))
        #expect(HKDocumentType(.CDA) === HKObjectType.documentType(forIdentifier: .CDA))
        #expect(HKClinicalType(.labResultRecord) === HKObjectType.clinicalType(forIdentifier: .labResultRecord))
        #expect(HKScoredAssessmentType(.GAD7) === HKObjectType.scoredAssessmentType(forIdentifier: .GAD7))
        #expect(HKSeriesType.workoutRoute() === HKObjectType.seriesType(forIdentifier: HKWorkoutRouteTypeIdentifier))
        #expect(HKSeriesType.heartbeat().identifier == HKDataTypeIdentifierHeartbeatSeries)
        #expect(HKObjectType.workoutType() === HKSampleType.workoutType())
    }

    @Test("every factory without an argument gives a type of its class")
    func factories() {
        let types: [HKObjectType] = [
            .workoutType(), .activitySummaryType(), .audiogramSampleType(), .electrocardiogramType(),
            .visionPrescriptionType(),
            .stateOfMindType(), .medicationDoseEventType(), .userAnnotatedMedicationType(), HKSeriesType.workoutRoute(),
            HKSeriesType.heartbeat(),
        ]
        #expect(Set(types).count == types.count)
        #expect(!(HKObjectType.activitySummaryType() as HKObjectType is HKSampleType))
    }

    @Test("unknown identifiers and identifiers of another class give nil")
    func unknownIdentifiers() {
        #expect(
            HKObjectType.quantityType(forIdentifier: HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierNone"))
                == nil
        )
        #expect(
            HKObjectType.quantityType(forIdentifier: HKQuantityTypeIdentifier(rawValue: "HKCategoryTypeIdentifierAcne"))
                == nil
        )
        #expect(HKObjectType.seriesType(forIdentifier: "HKQuantityTypeIdentifierStepCount") == nil)
        #expect(HKObjectType.type(identifier: "") == nil)
    }

    @Test("an archive opens as the one instance, and as nothing when it names no type of its class")
    func archives() throws {
        let types: Set<HKObjectType> = [HKQuantityType(.heartRate), HKObjectType.workoutType(), HKCategoryType(.acne)]
        for type in types {
            let data = try NSKeyedArchiver.archivedData(withRootObject: type, requiringSecureCoding: true)
            #expect(try NSKeyedUnarchiver.unarchivedObject(ofClass: HKObjectType.self, from: data) === type)
        }
        let archiver = NSKeyedArchiver(requiringSecureCoding: true)
        archiver.encode("HKCategoryTypeIdentifierAcne" as NSString, forKey: "identifier")
        archiver.finishEncoding()
        let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
        #expect(HKQuantityType(coder: unarchiver) == nil)
    }

    @Test("R9.12 a quantity type takes every unit that measures the same")
    func compatibility() {
        #expect(HKQuantityType(.stepCount).is(compatibleWith: .percent()))
        #expect(HKQuantityType(.stepCount).is(compatibleWith: .count()))
        #expect(!HKQuantityType(.stepCount).is(compatibleWith: .gram()))
        #expect(HKQuantityType(.bodyMass).is(compatibleWith: .stone()))
        #expect(HKQuantityType(.bloodGlucose).is(compatibleWith: HKUnit(from: "mmol<180.15588>/L")))
        #expect(!HKQuantityType(.bloodGlucose).is(compatibleWith: HKUnit(from: "mmol/L")))
        #expect(HKQuantityType(.heartRate).is(compatibleWith: .hertz()))
        #expect(HKQuantityType(.environmentalAudioExposure).is(compatibleWith: .pascal()))
        #expect(HKQuantityType(.heartRate).canonicalUnit == HKUnit(from: "count/min"))
        #expect(HKQuantityType(.respiratoryRate).canonicalUnit == HKUnit(from: "count/min"))
    }

    @Test("R5.2 aggregation styles")
    func aggregationStyles() {
        #expect(HKQuantityType(.stepCount).aggregationStyle == .cumulative)
        #expect(HKQuantityType(.bodyMass).aggregationStyle == .discreteArithmetic)
        #expect(HKQuantityType(.heartRate).aggregationStyle == .discreteTemporallyWeighted)
        #expect(HKQuantityType(.environmentalSoundReduction).aggregationStyle == .discreteEquivalentContinuousLevel)
    }

    @Test("R2.3 samples may last four days at most, unless their type is without restriction")
    func durations() {
        for type in [HKQuantityType(.stepCount), HKCategoryType(.sleepAnalysis), HKDocumentType(.CDA)] as [HKSampleType]
        {
            #expect(type.isMaximumDurationRestricted)
            #expect(type.maximumAllowedDuration == 345_600)
            #expect(!type.allowsUndeterminedDuration)
        }
        #expect(!HKObjectType.workoutType().isMaximumDurationRestricted)
        #expect(!HKObjectType.workoutType().isMinimumDurationRestricted)
    }

    @Test("R2.4 only conditions that go on may have no end")
    func undeterminedDurations() {
        let open = HKObjectType.all.compactMap { $0 as? HKSampleType }.filter(\.allowsUndeterminedDuration)
        let expected: Set<HKCategoryTypeIdentifier> = [
            .pregnancy, .lactation, .contraceptive, .bleedingDuringPregnancy, .bleedingAfterPregnancy,
            .irregularMenstrualCycles,
            .infrequentMenstrualCycles, .prolongedMenstrualPeriods, .persistentIntermenstrualBleeding,
        ]
        #expect(Set(open.map(\.identifier)) == Set(expected.map(\.rawValue)))
        #expect(open.allSatisfy { !$0.isMaximumDurationRestricted })
    }

    @Test("R2.11 a category type takes the values of its enumeration, and 0 alone without one")
    func categoryValues() {
        #expect(!HKCategoryType(.cervicalMucusQuality).allows(value: 0))
        #expect(HKCategoryType(.cervicalMucusQuality).allows(value: 5))
        #expect(!HKCategoryType(.cervicalMucusQuality).allows(value: 6))
        #expect(HKCategoryType(.mindfulSession).allows(value: 0))
        #expect(!HKCategoryType(.mindfulSession).allows(value: 1))
        #expect(!HKCategoryType(.sleepAnalysis).allows(value: -1))
    }

    @Test("R2.14 correlations know their members")
    func correlations() {
        let pressure = HKCorrelationType(.bloodPressure)
        let parts = ["HKQuantityTypeIdentifierBloodPressureSystolic", "HKQuantityTypeIdentifierBloodPressureDiastolic"]
        #expect(pressure.containedTypeIdentifiers == Set(parts))
        #expect(pressure.requiredTypeIdentifiers == parts)
        #expect(HKCorrelationType(.food).requiredTypeIdentifiers.isEmpty)
        #expect(HKCorrelationType(.food).containedTypeIdentifiers.count == 39)
    }

    @Test("R1.9 apps may not save what only the system measures")
    func readOnly() {
        for type in [
            HKQuantityType(.appleExerciseTime), HKQuantityType(.walkingHeartRateAverage),
            HKCategoryType(.appleStandHour),
            HKObjectType.electrocardiogramType(), HKObjectType.activitySummaryType(), HKCharacteristicType(.bloodType),
            HKClinicalType(.allergyRecord), HKObjectType.medicationDoseEventType(),
        ] as [HKObjectType] {
            #expect(type.isReadOnly, "\(type)")
        }
        for type in [HKQuantityType(.stepCount), HKCategoryType(.sleepAnalysis), HKObjectType.workoutType()]
            as [HKObjectType]
        {
            #expect(!type.isReadOnly, "\(type)")
        }
    }

    @Test("R1.14 only prescriptions and medications are permitted one by one")
    func perObjectAuthorization() {
        let types = HKObjectType.all.filter { $0.requiresPerObjectAuthorization() }
        #expect(Set(types) == [HKObjectType.visionPrescriptionType(), HKObjectType.userAnnotatedMedicationType()])
    }
}
