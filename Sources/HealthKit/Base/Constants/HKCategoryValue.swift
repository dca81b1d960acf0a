import Foundation

/// A value of category samples that predicates can be made of.
public protocol HKCategoryValuePredicateProviding: Hashable, RawRepresentable {}

/// The value of category samples whose presence says everything.
public enum HKCategoryValue: Int, HKCategoryValuePredicateProviding, Sendable {
    /// The type has no values to choose from.
    case notApplicable = 0
}

/// How appetite changed.
public enum HKCategoryValueAppetiteChanges: Int, HKCategoryValuePredicateProviding, Sendable {
    /// Unspecified.
    case unspecified = 0

    /// No change.
    case noChange = 1

    /// Decreased.
    case decreased = 2

    /// Increased.
    case increased = 3
}

/// Whether the person stood during an hour.
public enum HKCategoryValueAppleStandHour: Int, HKCategoryValuePredicateProviding, Sendable {
    /// The person stood and moved for at least a minute.
    case stood = 0

    /// The person did not stand.
    case idle = 1
}

/// The content of a notification about walking steadiness.
public enum HKCategoryValueAppleWalkingSteadinessEvent: Int, HKCategoryValuePredicateProviding, Sendable {
    /// Steadiness became low.
    case initialLow = 1

    /// Steadiness became very low.
    case initialVeryLow = 2

    /// Steadiness is still low.
    case repeatLow = 3

    /// Steadiness is still very low.
    case repeatVeryLow = 4
}

/// The content of a notification about exposure to sound.
@available(*, deprecated, renamed: "HKCategoryValueEnvironmentalAudioExposureEvent")
public enum HKCategoryValueAudioExposureEvent: Int, Sendable {
    /// The environment was loud.
    case loudEnvironment = 1
}

/// The quality of cervical mucus.
public enum HKCategoryValueCervicalMucusQuality: Int, HKCategoryValuePredicateProviding, Sendable {
    /// Dry.
    case dry = 1

    /// Sticky.
    case sticky = 2

    /// Creamy.
    case creamy = 3

    /// Watery.
    case watery = 4

    /// Egg white.
    case eggWhite = 5
}

/// The kind of a contraceptive.
public enum HKCategoryValueContraceptive: Int, HKCategoryValuePredicateProviding, Sendable {
    /// Unspecified.
    case unspecified = 1

    /// Implant.
    case implant = 2

    /// Injection.
    case injection = 3

    /// Intrauterine device.
    case intrauterineDevice = 4

    /// Intravaginal ring.
    case intravaginalRing = 5

    /// Oral.
    case oral = 6

    /// Patch.
    case patch = 7
}

/// The content of a notification about sound in the environment.
public enum HKCategoryValueEnvironmentalAudioExposureEvent: Int, HKCategoryValuePredicateProviding, Sendable {
    /// The sound was loud enough to harm hearing.
    case momentaryLimit = 1
}

/// The content of a notification about sound from headphones.
public enum HKCategoryValueHeadphoneAudioExposureEvent: Int, HKCategoryValuePredicateProviding, Sendable {
    /// The limit for seven days was reached.
    case sevenDayLimit = 1
}

/// The content of a notification about low cardio fitness.
public enum HKCategoryValueLowCardioFitnessEvent: Int, HKCategoryValuePredicateProviding, Sendable {
    /// Cardio fitness was low.
    case lowFitness = 1
}

/// Whether a person is in menopause, at one time.
///
/// Apple's headers aren't available on Linux; the raw values come from comments in the sample code of Apple's article
/// "Recording and querying menopausal state".
public enum HKCategoryValueMenopausalState: Int, HKCategoryValuePredicateProviding, Sendable {
    /// In menopause.
    case menopause = 1

    /// In perimenopause.
    case perimenopause = 2

    /// Neither, as stated by the person; this isn't a missing value.
    case none = 3
}

/// How strong menstrual flow was.
@available(*, deprecated, renamed: "HKCategoryValueVaginalBleeding")
public enum HKCategoryValueMenstrualFlow: Int, HKCategoryValuePredicateProviding, Sendable {
    /// Unspecified.
    case unspecified = 1

    /// Light.
    case light = 2

    /// Medium.
    case medium = 3

    /// Heavy.
    case heavy = 4

    /// None.
    case none = 5
}

/// The result of an ovulation test at home.
public enum HKCategoryValueOvulationTestResult: Int, HKCategoryValuePredicateProviding, Sendable {
    /// Negative.
    case negative = 1

    /// Luteinizing hormone surge.
    case luteinizingHormoneSurge = 2

    /// Indeterminate.
    case indeterminate = 3

    /// Estrogen surge.
    case estrogenSurge = 4

    /// The former name of `luteinizingHormoneSurge`.
    @available(*, deprecated, renamed: "luteinizingHormoneSurge")
    public static var positive: HKCategoryValueOvulationTestResult { .luteinizingHormoneSurge }
}

/// The result of a pregnancy test at home.
public enum HKCategoryValuePregnancyTestResult: Int, HKCategoryValuePredicateProviding, Sendable {
    /// Negative.
    case negative = 1

    /// Positive.
    case positive = 2

    /// Indeterminate.
    case indeterminate = 3
}

/// Whether a symptom was there.
public enum HKCategoryValuePresence: Int, HKCategoryValuePredicateProviding, Sendable {
    /// Present.
    case present = 0

    /// Not present.
    case notPresent = 1
}

/// The result of a progesterone test at home.
public enum HKCategoryValueProgesteroneTestResult: Int, HKCategoryValuePredicateProviding, Sendable {
    /// Negative.
    case negative = 1

    /// Positive.
    case positive = 2

    /// Indeterminate.
    case indeterminate = 3
}

/// How severe a symptom was.
public enum HKCategoryValueSeverity: Int, HKCategoryValuePredicateProviding, Sendable {
    /// Unspecified.
    case unspecified = 0

    /// Not present.
    case notPresent = 1

    /// Mild.
    case mild = 2

    /// Moderate.
    case moderate = 3

    /// Severe.
    case severe = 4
}

/// A person's state during a part of a night.
public enum HKCategoryValueSleepAnalysis: Int, HKCategoryValuePredicateProviding, Sendable {
    /// In bed, asleep or not.
    case inBed = 0

    /// Asleep, in a stage that is not known.
    case asleepUnspecified = 1

    /// Awake.
    case awake = 2

    /// Asleep in light or intermediate sleep.
    case asleepCore = 3

    /// Asleep in deep sleep.
    case asleepDeep = 4

    /// Asleep with rapid eye movements.
    case asleepREM = 5

    /// The former name of `asleepUnspecified`.
    @available(*, deprecated, renamed: "asleepUnspecified")
    public static var asleep: HKCategoryValueSleepAnalysis { .asleepUnspecified }
}

/// How strong vaginal bleeding was.
public enum HKCategoryValueVaginalBleeding: Int, HKCategoryValuePredicateProviding, Sendable {
    /// Unspecified.
    case unspecified = 1

    /// Light.
    case light = 2

    /// Medium.
    case medium = 3

    /// Heavy.
    case heavy = 4

    /// None.
    case none = 5
}

extension HKCategoryValueSleepAnalysis {
    /// Every value that means asleep, in whatever stage.
    public static var allAsleepValues: Set<HKCategoryValueSleepAnalysis> {
        [.asleepUnspecified, .asleepCore, .asleepDeep, .asleepREM]
    }
}
