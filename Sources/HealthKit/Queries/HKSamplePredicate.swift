import Foundation

/// A type of samples and a predicate on them, with the samples' Swift class.
public struct HKSamplePredicate<Sample>: Equatable, Hashable, Sendable where Sample: HKSample {
    /// The type.
    public let sampleType: HKSampleType
    /// A predicate that selects the samples; `nil` for all.
    public var nsPredicate: NSPredicate? { fixed.value }

    private let fixed: FixedPredicate

    init(_ type: HKSampleType, _ predicate: NSPredicate?) {
        sampleType = type
        fixed = FixedPredicate(predicate)
    }

    /// The type and the filter.
    ///
    /// - Throws: `errorInvalidArgument` for an unsupported predicate.
    func selection() throws -> SampleSelection {
        SampleSelection(sampleType, try SampleFilter(nsPredicate, for: sampleType))
    }
}

extension HKSamplePredicate {
    /// Samples of any one type.
    ///
    /// - Parameters:
    ///   - sampleType: The type.
    ///   - predicate: A predicate that selects the samples; `nil` for all.
    /// - Returns: The predicate.
    public static func sample(type sampleType: HKSampleType, predicate: NSPredicate? = nil) -> HKSamplePredicate<
        HKSample
    >
    where Sample == HKSample {
        HKSamplePredicate<HKSample>(sampleType, predicate)
    }

    /// Samples of a quantity type.
    ///
    /// - Parameters:
    ///   - quantityType: The type.
    ///   - predicate: A predicate that selects the samples; `nil` for all.
    /// - Returns: The predicate.
    public static func quantitySample(
        type quantityType: HKQuantityType,
        predicate: NSPredicate? = nil
    ) -> HKSamplePredicate<HKQuantitySample> where Sample == HKQuantitySample {
        HKSamplePredicate<HKQuantitySample>(quantityType, predicate)
    }

    /// Samples of a category type.
    ///
    /// - Parameters:
    ///   - categoryType: The type.
    ///   - predicate: A predicate that selects the samples; `nil` for all.
    /// - Returns: The predicate.
    public static func categorySample(
        type categoryType: HKCategoryType,
        predicate: NSPredicate? = nil
    ) -> HKSamplePredicate<HKCategorySample> where Sample == HKCategorySample {
        HKSamplePredicate<HKCategorySample>(categoryType, predicate)
    }

    /// Correlations.
    ///
    /// - Parameters:
    ///   - correlationType: The type.
    ///   - predicate: A predicate that selects the correlations; `nil` for all.
    /// - Returns: The predicate.
    public static func correlation(
        type correlationType: HKCorrelationType,
        predicate: NSPredicate? = nil
    ) -> HKSamplePredicate<HKCorrelation> where Sample == HKCorrelation {
        HKSamplePredicate<HKCorrelation>(correlationType, predicate)
    }

    /// Workouts.
    ///
    /// - Parameter predicate: A predicate that selects the workouts; `nil` for all.
    /// - Returns: The predicate.
    public static func workout(_ predicate: NSPredicate? = nil) -> HKSamplePredicate<HKWorkout>
    where Sample == HKWorkout {
        HKSamplePredicate<HKWorkout>(HKObjectType.workoutType(), predicate)
    }

    /// States of mind.
    ///
    /// - Parameter predicate: Which states of mind; `nil` for all.
    /// - Returns: The predicate.
    public static func stateOfMind(_ predicate: NSPredicate? = nil) -> HKSamplePredicate<HKStateOfMind>
    where Sample == HKStateOfMind {
        HKSamplePredicate<HKStateOfMind>(HKObjectType.stateOfMindType(), predicate)
    }

    /// Answers to the GAD-7 questionnaire.
    ///
    /// - Parameter predicate: A predicate that selects the assessments; `nil` for all.
    /// - Returns: The predicate.
    public static func gad7Assessment(_ predicate: NSPredicate? = nil) -> HKSamplePredicate<HKGAD7Assessment>
    where Sample == HKGAD7Assessment {
        HKSamplePredicate<HKGAD7Assessment>(HKScoredAssessmentType(.GAD7), predicate)
    }

    /// Answers to the PHQ-9 questionnaire.
    ///
    /// - Parameter predicate: A predicate that selects the assessments; `nil` for all.
    /// - Returns: The predicate.
    public static func phq9Assessment(_ predicate: NSPredicate? = nil) -> HKSamplePredicate<HKPHQ9Assessment>
    where Sample == HKPHQ9Assessment {
        HKSamplePredicate<HKPHQ9Assessment>(HKScoredAssessmentType(.PHQ9), predicate)
    }

    /// Electrocardiograms.
    ///
    /// - Parameter predicate: A predicate that selects the electrocardiograms; `nil` for all.
    /// - Returns: The predicate.
    public static func electrocardiogram(_ predicate: NSPredicate? = nil) -> HKSamplePredicate<HKElectrocardiogram>
    where Sample == HKElectrocardiogram {
        HKSamplePredicate<HKElectrocardiogram>(HKObjectType.electrocardiogramType(), predicate)
    }

    /// Heartbeat series.
    ///
    /// - Parameter predicate: A predicate that selects the series; `nil` for all.
    /// - Returns: The predicate.
    public static func heartbeatSeries(_ predicate: NSPredicate? = nil) -> HKSamplePredicate<HKHeartbeatSeriesSample>
    where Sample == HKHeartbeatSeriesSample {
        HKSamplePredicate<HKHeartbeatSeriesSample>(HKSeriesType.heartbeat(), predicate)
    }

    /// Hearing tests.
    ///
    /// - Parameter predicate: A predicate that selects the tests; `nil` for all.
    /// - Returns: The predicate.
    public static func audiogram(_ predicate: NSPredicate? = nil) -> HKSamplePredicate<HKAudiogramSample>
    where Sample == HKAudiogramSample {
        HKSamplePredicate<HKAudiogramSample>(HKObjectType.audiogramSampleType(), predicate)
    }

    /// Vision prescriptions.
    ///
    /// - Parameter predicate: A predicate that selects the prescriptions; `nil` for all.
    /// - Returns: The predicate.
    public static func visionPrescription(_ predicate: NSPredicate? = nil) -> HKSamplePredicate<HKVisionPrescription>
    where Sample == HKVisionPrescription {
        HKSamplePredicate<HKVisionPrescription>(HKObjectType.visionPrescriptionType(), predicate)
    }

    /// Clinical records.
    ///
    /// - Parameters:
    ///   - clinicalType: The type.
    ///   - predicate: A predicate that selects the records; `nil` for all.
    /// - Returns: The predicate.
    public static func clinicalRecord(
        type clinicalType: HKClinicalType,
        predicate: NSPredicate? = nil
    ) -> HKSamplePredicate<HKClinicalRecord> where Sample == HKClinicalRecord {
        HKSamplePredicate<HKClinicalRecord>(clinicalType, predicate)
    }

    /// Routes of workouts.
    ///
    /// - Parameter predicate: A predicate that selects the routes; `nil` for all.
    /// - Returns: The predicate.
    public static func workoutRoute(_ predicate: NSPredicate? = nil) -> HKSamplePredicate<HKWorkoutRoute>
    where Sample == HKWorkoutRoute {
        HKSamplePredicate<HKWorkoutRoute>(HKSeriesType.workoutRoute(), predicate)
    }
}
