import Foundation
import HealthKit
import HealthtuiEntry

// What measures are called.
extension Measure {
    /// The identifier that programs read and that is always understood: `stepCount`, `night`, `running distance`.
    package var id: String {
        switch subject {
        case .quantity(let type): type.entry.shortName
        case .bloodPressure: "bloodPressure"
        case .sleep(let part): Self.sleepNames[part] ?? part.rawValue
        case .workouts(let activity, let part): Self.workoutID(activity, part)
        case .rings(let part): part == .closed ? "rings closed" : "\(part.rawValue) ring"
        case .severity(let type): type.entry.shortName + " severity"
        case .minutes(let type): type.entry.shortName
        case .events(let type): type.entry.shortName
        case .laboratory(let name): name
        case .mind(let part): part.rawValue
        case .doses(let part, let name):
            (name.map { $0 + " " } ?? "") + (part == .taken ? "doses taken" : "doses")
        case .cycle(let part): part == .length ? "cycle length" : "period length"
        case .electrocardiograms(let kind): kind.map { "ECGs \($0)" } ?? "ECGs"
        }
    }

    private static let sleepNames: [SleepPart: String] = [
        .napTime: "nap time", .deep: "deep sleep", .core: "core sleep", .rem: "REM sleep", .awake: "time awake",
        .inBed: "time in bed", .efficiency: "sleep efficiency", .wakeTime: "wake time",
    ]

    /// The name in the person's language: `Steps`, `Time in bed`, `Running distance`.
    package var name: String {
        switch subject {
        case .quantity(let type): type.entry.name
        case .bloodPressure: BloodPressure.type?.entry.name ?? BloodPressure.systolicType.entry.name
        case .sleep(let part): MeasureStrings.name(part) ?? HKCategoryType(.sleepAnalysis).entry.name
        case .workouts(let activity, let part): Self.workoutName(activity, part)
        case .rings(let part): MeasureStrings.name(part)
        case .minutes(let type): type.entry.name
        case .events(let type): type.entry.name
        case .severity(let type): MeasureStrings.severity(of: type.entry.name)
        case .laboratory(let name): name
        case .mind(let part): MeasureStrings.name(part)
        case .doses(let part, let name):
            name.map { MeasureStrings.name(part, of: $0) } ?? MeasureStrings.name(part)
        case .cycle(let part): MeasureStrings.name(part)
        case .electrocardiograms(let kind): Self.electrocardiogramName(kind)
        }
    }

    private static func electrocardiogramName(_ kind: HKElectrocardiogram.Classification?) -> String {
        guard let kind else { return MeasureStrings.electrocardiograms }
        let known = TypeCatalogue.shared.enumerations["HKElectrocardiogram.Classification"]?.case(value: kind.rawValue)
        return MeasureStrings.electrocardiograms(known?.label ?? "\(kind)")
    }

    // MARK: Workouts

    private static func workoutID(_ activity: HKWorkoutActivityType?, _ part: WorkoutPart) -> String {
        guard let activity else { return part == .count ? "workouts" : "workout \(part.rawValue)" }
        let name = activity.englishName.lowercased()
        if part == .count { return plurals[activity] ?? name + " workouts" }
        return name + (part == .distance && activity.hasDistanceType ? " workout " : " ") + part.rawValue
    }

    private static let plurals: [HKWorkoutActivityType: String] = [
        .running: "runs", .walking: "walks", .cycling: "rides", .swimming: "swims", .hiking: "hikes",
    ]

    private static func workoutName(_ activity: HKWorkoutActivityType?, _ part: WorkoutPart) -> String {
        guard let activity else { return MeasureStrings.name(part) }
        if part == .count, let name = MeasureStrings.workouts(of: activity) { return name }
        if part == .distance, activity.hasDistanceType { return MeasureStrings.workoutDistance(activity.label) }
        return MeasureStrings.name(part, of: activity.label)
    }
}

extension HKWorkoutActivityType {
    private var known: Enumeration.Case? {
        TypeCatalogue.shared.workoutActivities?.case(value: Int(clamping: rawValue))
    }

    /// The activity's name in English: `Running`, `Traditional Strength Training`.
    var englishName: String { known?.englishLabel ?? "Activity \(rawValue)" }

    /// The activity's name in the person's language.
    var label: String { known?.label ?? englishName }

    /// Whether a quantity type is called the distance of the activity, such as Cycling Distance, workout or not.
    var hasDistanceType: Bool { Self.distances.contains(englishName.lowercased() + " distance") }

    private static let distances = Set(
        TypeCatalogue.shared.entries.map { $0.englishName.lowercased() }.filter { $0.hasSuffix(" distance") }
    )
}
