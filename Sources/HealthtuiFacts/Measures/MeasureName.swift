import Foundation
import HealthKit
import HealthtuiEntry

// The names of measures.
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
        case .sleep(let part): Self.sleepName(part)
        case .workouts(let activity, let part): Self.workoutName(activity, part)
        case .rings(let part): Self.ringName(part)
        case .minutes(let type): type.entry.name
        case .events(let type): type.entry.name
        case .severity(let type): MeasureStrings.severity(of: type.entry.name)
        case .laboratory(let name): name
        case .mind(let part): part == .mood ? MeasureStrings.mood : MeasureStrings.emotions
        case .doses(.taken, let name): name.map { MeasureStrings.dosesTaken(of: $0) } ?? MeasureStrings.dosesTaken
        case .doses(.adherence, let name): name.map { MeasureStrings.doses(of: $0) } ?? MeasureStrings.doses
        case .cycle(let part): part == .length ? MeasureStrings.cycleLength : MeasureStrings.periodLength
        case .electrocardiograms(let kind): Self.electrocardiogramName(kind)
        }
    }

    private static func sleepName(_ part: SleepPart) -> String {
        switch part {
        case .sleep: HKCategoryType(.sleepAnalysis).entry.name
        case .night: MeasureStrings.night
        case .naps: MeasureStrings.naps
        case .napTime: MeasureStrings.napTime
        case .deep: MeasureStrings.deepSleep
        case .core: MeasureStrings.coreSleep
        case .rem: MeasureStrings.remSleep
        case .awake: MeasureStrings.timeAwake
        case .awakenings: MeasureStrings.awakenings
        case .inBed: MeasureStrings.timeInBed
        case .efficiency: MeasureStrings.sleepEfficiency
        case .bedtime: MeasureStrings.bedtime
        case .wakeTime: MeasureStrings.wakeTime
        }
    }

    private static func ringName(_ part: RingPart) -> String {
        switch part {
        case .move: MeasureStrings.moveRing
        case .exercise: MeasureStrings.exerciseRing
        case .stand: MeasureStrings.standRing
        case .closed: MeasureStrings.ringsClosed
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
        guard let activity else { return workoutName(part) }
        let label = activity.label
        switch part {
        case .count: return MeasureStrings.workouts(of: activity) ?? MeasureStrings.workouts(of: label)
        case .time: return MeasureStrings.time(of: label)
        case .distance where activity.hasDistanceType: return MeasureStrings.workoutDistance(of: label)
        case .distance: return MeasureStrings.distance(of: label)
        case .energy: return MeasureStrings.energy(of: label)
        case .pace: return MeasureStrings.pace(of: label)
        }
    }

    private static func workoutName(_ part: WorkoutPart) -> String {
        switch part {
        case .count: MeasureStrings.workouts
        case .time: MeasureStrings.workoutTime
        case .distance: MeasureStrings.workoutDistance
        case .energy: MeasureStrings.workoutEnergy
        case .pace: MeasureStrings.workoutPace
        }
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
