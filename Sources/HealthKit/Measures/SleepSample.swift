import Foundation

/// The fields of a sample that days of sleep are computed from.
package struct SleepSample: Sendable, Hashable {
    /// Seconds since the reference date.
    package var start: Double
    package var end: Double
    /// A raw value of `HKCategoryValueSleepAnalysis`.
    package var value: Int
    /// The bundle identifier of the source.
    package var bundle: String
    /// The name of the source.
    package var source: String
    /// The identifier of the time zone in the metadata; `nil` if there is none.
    package var zone: String?

    /// Creates a sample from its fields.
    package init(start: Double, end: Double, value: Int, bundle: String, source: String, zone: String? = nil) {
        self.start = start
        self.end = end
        self.value = value
        self.bundle = bundle
        self.source = source
        self.zone = zone
    }

    /// Takes the fields of a stored sample; `nil` for another type, and for a sample without a length.
    ///
    /// - Parameter sample: The sample.
    package init?(_ sample: HKSample) {
        guard let category = sample as? HKCategorySample,
            category.categoryType.identifier == HKCategoryTypeIdentifier.sleepAnalysis.rawValue,
            !category.hasUndeterminedDuration
        else { return nil }
        let source = category.sourceRevision.source
        var zone: String?
        if case .text(let name)? = category.metadataValues?[HKMetadataKeyTimeZone] { zone = name }
        self.init(
            start: category.startDate.timeIntervalSinceReferenceDate,
            end: category.endDate.timeIntervalSinceReferenceDate,
            value: category.value,
            bundle: source.bundleIdentifier,
            source: source.name,
            zone: zone
        )
        guard end > start else { return nil }
    }

    /// Longer samples are skipped: no one sleeps for that long, and one of them would cover every night within it.
    package static let longest = 86_400.0
}

/// The meaning of a sleep sample.
enum SleepState: Int, Sendable {
    // In the order in which they count within one source. An app that records a night as asleep, or as core sleep, and
    // lays times awake and stages on top means the overlaid ones.
    case awake, deep, rem, core, unspecified, inBed

    /// The state of a value; `nil` if the value isn't one of sleep.
    init?(_ value: Int) {
        switch HKCategoryValueSleepAnalysis(rawValue: value) {
        case .awake: self = .awake
        case .asleepDeep: self = .deep
        case .asleepREM: self = .rem
        case .asleepCore: self = .core
        case .asleepUnspecified: self = .unspecified
        case .inBed: self = .inBed
        default: return nil
        }
    }

    /// The raw value of `HKCategoryValueSleepAnalysis`.
    var value: Int {
        switch self {
        case .awake: HKCategoryValueSleepAnalysis.awake.rawValue
        case .deep: HKCategoryValueSleepAnalysis.asleepDeep.rawValue
        case .rem: HKCategoryValueSleepAnalysis.asleepREM.rawValue
        case .core: HKCategoryValueSleepAnalysis.asleepCore.rawValue
        case .unspecified: HKCategoryValueSleepAnalysis.asleepUnspecified.rawValue
        case .inBed: HKCategoryValueSleepAnalysis.inBed.rawValue
        }
    }

    var isAsleep: Bool { self != .awake && self != .inBed }
    var isStage: Bool { isAsleep && self != .unspecified }
}

/// The sources of sleep in the order in which they count.
package struct SleepSources: Sendable, Hashable {
    /// Bundle identifiers in the person's order, and those that don't count.
    package var chosen: SourcePriority
    /// Bundle identifiers in the default order (R5.17), for sources that the person hasn't ordered.
    package var standard: [String]

    /// Creates an order.
    ///
    /// - Parameters:
    ///   - chosen: The person's order, and the excluded sources.
    ///   - standard: The default order.
    package init(chosen: SourcePriority = SourcePriority(order: []), standard: [String] = []) {
        self.chosen = chosen
        self.standard = standard
    }
}
