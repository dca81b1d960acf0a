import Foundation

/// The identifier of a type of samples that hold one value of a short list.
public struct HKCategoryTypeIdentifier: RawRepresentable, Hashable, Sendable {
    /// The identifier as a string, as in stores and exports.
    public let rawValue: String

    /// Makes an identifier of its string.
    ///
    /// - Parameter rawValue: The string, which need not be one of the constants below.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension HKCategoryTypeIdentifier {
    /// Apple stand hour; its values are those of `HKCategoryValueAppleStandHour`.
    public static let appleStandHour = HKCategoryTypeIdentifier(rawValue: "HKCategoryTypeIdentifierAppleStandHour")

    /// Audio exposure event; its values are those of `HKCategoryValueAudioExposureEvent`.
    @available(*, deprecated, renamed: "environmentalAudioExposureEvent")
    public static let audioExposureEvent = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierAudioExposureEvent"
    )

    /// Environmental audio exposure event; its values are those of `HKCategoryValueEnvironmentalAudioExposureEvent`.
    public static let environmentalAudioExposureEvent = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierAudioExposureEvent"
    )

    /// Headphone audio exposure event; its values are those of `HKCategoryValueHeadphoneAudioExposureEvent`.
    public static let headphoneAudioExposureEvent = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierHeadphoneAudioExposureEvent"
    )

    /// High heart rate event; its values are those of `HKCategoryValue`.
    public static let highHeartRateEvent = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierHighHeartRateEvent"
    )

    /// Hypertension event; its values are those of `HKCategoryValue`.
    public static let hypertensionEvent = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierHypertensionEvent"
    )

    /// Irregular heart rhythm event; its values are those of `HKCategoryValue`.
    public static let irregularHeartRhythmEvent = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierIrregularHeartRhythmEvent"
    )

    /// Low cardio fitness event; its values are those of `HKCategoryValueLowCardioFitnessEvent`.
    public static let lowCardioFitnessEvent = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierLowCardioFitnessEvent"
    )

    /// Low heart rate event; its values are those of `HKCategoryValue`.
    public static let lowHeartRateEvent = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierLowHeartRateEvent"
    )

    /// Mindful session; its values are those of `HKCategoryValue`.
    public static let mindfulSession = HKCategoryTypeIdentifier(rawValue: "HKCategoryTypeIdentifierMindfulSession")

    /// Apple walking steadiness event; its values are those of `HKCategoryValueAppleWalkingSteadinessEvent`.
    public static let appleWalkingSteadinessEvent = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierAppleWalkingSteadinessEvent"
    )

    /// Handwashing event; its values are those of `HKCategoryValue`.
    public static let handwashingEvent = HKCategoryTypeIdentifier(rawValue: "HKCategoryTypeIdentifierHandwashingEvent")

    /// Toothbrushing event; its values are those of `HKCategoryValue`.
    public static let toothbrushingEvent = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierToothbrushingEvent"
    )

    /// Bleeding after menopause; its values are those of `HKCategoryValueVaginalBleeding`.
    public static let bleedingAfterMenopause = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierBleedingAfterMenopause"
    )

    /// Bleeding after pregnancy; its values are those of `HKCategoryValueVaginalBleeding`.
    public static let bleedingAfterPregnancy = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierBleedingAfterPregnancy"
    )

    /// Bleeding during pregnancy; its values are those of `HKCategoryValueVaginalBleeding`.
    public static let bleedingDuringPregnancy = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierBleedingDuringPregnancy"
    )

    /// Cervical mucus quality; its values are those of `HKCategoryValueCervicalMucusQuality`.
    public static let cervicalMucusQuality = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierCervicalMucusQuality"
    )

    /// Contraceptive; its values are those of `HKCategoryValueContraceptive`.
    public static let contraceptive = HKCategoryTypeIdentifier(rawValue: "HKCategoryTypeIdentifierContraceptive")

    /// Infrequent menstrual cycles; its values are those of `HKCategoryValue`.
    public static let infrequentMenstrualCycles = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierInfrequentMenstrualCycles"
    )

    /// Intermenstrual bleeding; its values are those of `HKCategoryValue`.
    public static let intermenstrualBleeding = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierIntermenstrualBleeding"
    )

    /// Irregular menstrual cycles; its values are those of `HKCategoryValue`.
    public static let irregularMenstrualCycles = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierIrregularMenstrualCycles"
    )

    /// Lactation; its values are those of `HKCategoryValue`.
    public static let lactation = HKCategoryTypeIdentifier(rawValue: "HKCategoryTypeIdentifierLactation")

    /// Menopausal state; its values are those of `HKCategoryValueMenopausalState`.
    public static let menopausalState = HKCategoryTypeIdentifier(rawValue: "HKCategoryTypeIdentifierMenopausalState")

    /// Menstrual flow; its values are those of `HKCategoryValueVaginalBleeding`.
    public static let menstrualFlow = HKCategoryTypeIdentifier(rawValue: "HKCategoryTypeIdentifierMenstrualFlow")

    /// Ovulation test result; its values are those of `HKCategoryValueOvulationTestResult`.
    public static let ovulationTestResult = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierOvulationTestResult"
    )

    /// Persistent intermenstrual bleeding; its values are those of `HKCategoryValue`.
    public static let persistentIntermenstrualBleeding = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierPersistentIntermenstrualBleeding"
    )

    /// Pregnancy; its values are those of `HKCategoryValue`.
    public static let pregnancy = HKCategoryTypeIdentifier(rawValue: "HKCategoryTypeIdentifierPregnancy")

    /// Pregnancy test result; its values are those of `HKCategoryValuePregnancyTestResult`.
    public static let pregnancyTestResult = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierPregnancyTestResult"
    )

    /// Progesterone test result; its values are those of `HKCategoryValueProgesteroneTestResult`.
    public static let progesteroneTestResult = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierProgesteroneTestResult"
    )

    /// Prolonged menstrual periods; its values are those of `HKCategoryValue`.
    public static let prolongedMenstrualPeriods = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierProlongedMenstrualPeriods"
    )

    /// Sexual activity; its values are those of `HKCategoryValue`.
    public static let sexualActivity = HKCategoryTypeIdentifier(rawValue: "HKCategoryTypeIdentifierSexualActivity")

    /// Sleep apnea event; its values are those of `HKCategoryValue`.
    public static let sleepApneaEvent = HKCategoryTypeIdentifier(rawValue: "HKCategoryTypeIdentifierSleepApneaEvent")

    /// Sleep analysis; its values are those of `HKCategoryValueSleepAnalysis`.
    public static let sleepAnalysis = HKCategoryTypeIdentifier(rawValue: "HKCategoryTypeIdentifierSleepAnalysis")

    /// Abdominal cramps; its values are those of `HKCategoryValueSeverity`.
    public static let abdominalCramps = HKCategoryTypeIdentifier(rawValue: "HKCategoryTypeIdentifierAbdominalCramps")

    /// Acne; its values are those of `HKCategoryValueSeverity`.
    public static let acne = HKCategoryTypeIdentifier(rawValue: "HKCategoryTypeIdentifierAcne")

    /// Appetite changes; its values are those of `HKCategoryValueAppetiteChanges`.
    public static let appetiteChanges = HKCategoryTypeIdentifier(rawValue: "HKCategoryTypeIdentifierAppetiteChanges")

    /// Bladder incontinence; its values are those of `HKCategoryValueSeverity`.
    public static let bladderIncontinence = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierBladderIncontinence"
    )

    /// Bloating; its values are those of `HKCategoryValueSeverity`.
    public static let bloating = HKCategoryTypeIdentifier(rawValue: "HKCategoryTypeIdentifierBloating")

    /// Breast pain; its values are those of `HKCategoryValueSeverity`.
    public static let breastPain = HKCategoryTypeIdentifier(rawValue: "HKCategoryTypeIdentifierBreastPain")

    /// Chest tightness or pain; its values are those of `HKCategoryValueSeverity`.
    public static let chestTightnessOrPain = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierChestTightnessOrPain"
    )

    /// Chills; its values are those of `HKCategoryValueSeverity`.
    public static let chills = HKCategoryTypeIdentifier(rawValue: "HKCategoryTypeIdentifierChills")

    /// Constipation; its values are those of `HKCategoryValueSeverity`.
    public static let constipation = HKCategoryTypeIdentifier(rawValue: "HKCategoryTypeIdentifierConstipation")

    /// Coughing; its values are those of `HKCategoryValueSeverity`.
    public static let coughing = HKCategoryTypeIdentifier(rawValue: "HKCategoryTypeIdentifierCoughing")

    /// Diarrhea; its values are those of `HKCategoryValueSeverity`.
    public static let diarrhea = HKCategoryTypeIdentifier(rawValue: "HKCategoryTypeIdentifierDiarrhea")

    /// Dizziness; its values are those of `HKCategoryValueSeverity`.
    public static let dizziness = HKCategoryTypeIdentifier(rawValue: "HKCategoryTypeIdentifierDizziness")

    /// Dry skin; its values are those of `HKCategoryValueSeverity`.
    public static let drySkin = HKCategoryTypeIdentifier(rawValue: "HKCategoryTypeIdentifierDrySkin")

    /// Fainting; its values are those of `HKCategoryValueSeverity`.
    public static let fainting = HKCategoryTypeIdentifier(rawValue: "HKCategoryTypeIdentifierFainting")

    /// Fatigue; its values are those of `HKCategoryValueSeverity`.
    public static let fatigue = HKCategoryTypeIdentifier(rawValue: "HKCategoryTypeIdentifierFatigue")

    /// Fever; its values are those of `HKCategoryValueSeverity`.
    public static let fever = HKCategoryTypeIdentifier(rawValue: "HKCategoryTypeIdentifierFever")

    /// Generalized body ache; its values are those of `HKCategoryValueSeverity`.
    public static let generalizedBodyAche = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierGeneralizedBodyAche"
    )

    /// Hair loss; its values are those of `HKCategoryValueSeverity`.
    public static let hairLoss = HKCategoryTypeIdentifier(rawValue: "HKCategoryTypeIdentifierHairLoss")

    /// Headache; its values are those of `HKCategoryValueSeverity`.
    public static let headache = HKCategoryTypeIdentifier(rawValue: "HKCategoryTypeIdentifierHeadache")

    /// Heartburn; its values are those of `HKCategoryValueSeverity`.
    public static let heartburn = HKCategoryTypeIdentifier(rawValue: "HKCategoryTypeIdentifierHeartburn")

    /// Hot flashes; its values are those of `HKCategoryValueSeverity`.
    public static let hotFlashes = HKCategoryTypeIdentifier(rawValue: "HKCategoryTypeIdentifierHotFlashes")

    /// Loss of smell; its values are those of `HKCategoryValueSeverity`.
    public static let lossOfSmell = HKCategoryTypeIdentifier(rawValue: "HKCategoryTypeIdentifierLossOfSmell")

    /// Loss of taste; its values are those of `HKCategoryValueSeverity`.
    public static let lossOfTaste = HKCategoryTypeIdentifier(rawValue: "HKCategoryTypeIdentifierLossOfTaste")

    /// Lower back pain; its values are those of `HKCategoryValueSeverity`.
    public static let lowerBackPain = HKCategoryTypeIdentifier(rawValue: "HKCategoryTypeIdentifierLowerBackPain")

    /// Memory lapse; its values are those of `HKCategoryValueSeverity`.
    public static let memoryLapse = HKCategoryTypeIdentifier(rawValue: "HKCategoryTypeIdentifierMemoryLapse")

    /// Mood changes; its values are those of `HKCategoryValuePresence`.
    public static let moodChanges = HKCategoryTypeIdentifier(rawValue: "HKCategoryTypeIdentifierMoodChanges")

    /// Nausea; its values are those of `HKCategoryValueSeverity`.
    public static let nausea = HKCategoryTypeIdentifier(rawValue: "HKCategoryTypeIdentifierNausea")

    /// Night sweats; its values are those of `HKCategoryValueSeverity`.
    public static let nightSweats = HKCategoryTypeIdentifier(rawValue: "HKCategoryTypeIdentifierNightSweats")

    /// Pelvic pain; its values are those of `HKCategoryValueSeverity`.
    public static let pelvicPain = HKCategoryTypeIdentifier(rawValue: "HKCategoryTypeIdentifierPelvicPain")

    /// Rapid pounding or fluttering heartbeat; its values are those of `HKCategoryValueSeverity`.
    public static let rapidPoundingOrFlutteringHeartbeat = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierRapidPoundingOrFlutteringHeartbeat"
    )

    /// Runny nose; its values are those of `HKCategoryValueSeverity`.
    public static let runnyNose = HKCategoryTypeIdentifier(rawValue: "HKCategoryTypeIdentifierRunnyNose")

    /// Shortness of breath; its values are those of `HKCategoryValueSeverity`.
    public static let shortnessOfBreath = HKCategoryTypeIdentifier(
        rawValue: "HKCategoryTypeIdentifierShortnessOfBreath"
    )

    /// Sinus congestion; its values are those of `HKCategoryValueSeverity`.
    public static let sinusCongestion = HKCategoryTypeIdentifier(rawValue: "HKCategoryTypeIdentifierSinusCongestion")

    /// Skipped heartbeat; its values are those of `HKCategoryValueSeverity`.
    public static let skippedHeartbeat = HKCategoryTypeIdentifier(rawValue: "HKCategoryTypeIdentifierSkippedHeartbeat")

    /// Sleep changes; its values are those of `HKCategoryValuePresence`.
    public static let sleepChanges = HKCategoryTypeIdentifier(rawValue: "HKCategoryTypeIdentifierSleepChanges")

    /// Sore throat; its values are those of `HKCategoryValueSeverity`.
    public static let soreThroat = HKCategoryTypeIdentifier(rawValue: "HKCategoryTypeIdentifierSoreThroat")

    /// Vaginal dryness; its values are those of `HKCategoryValueSeverity`.
    public static let vaginalDryness = HKCategoryTypeIdentifier(rawValue: "HKCategoryTypeIdentifierVaginalDryness")

    /// Vomiting; its values are those of `HKCategoryValueSeverity`.
    public static let vomiting = HKCategoryTypeIdentifier(rawValue: "HKCategoryTypeIdentifierVomiting")

    /// Wheezing; its values are those of `HKCategoryValueSeverity`.
    public static let wheezing = HKCategoryTypeIdentifier(rawValue: "HKCategoryTypeIdentifierWheezing")
}
