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
        case .sleep(let part): Self.sleepNames[part]?.id ?? part.rawValue
        case .workouts(let activity, let part): Self.workoutName(activity, part, of: \.englishName)
        case .rings(let part): part == .closed ? "rings closed" : "\(part.rawValue) ring"
        case .minutes(let type), .severity(let type): type.entry.shortName + (isSeverity ? " severity" : "")
        case .events(let type): type.entry.shortName
        case .laboratory(let name): name
        case .mind(let part): part.rawValue
        case .doses(let part, let name):
            (name.map { $0 + " " } ?? "") + (part == .taken ? "doses taken" : "doses")
        case .cycle(let part): part == .length ? "cycle length" : "period length"
        case .electrocardiograms(let kind): kind.map { "ECGs \($0)" } ?? "ECGs"
        }
    }

    private var isSeverity: Bool {
        if case .severity = subject { return true }
        return false
    }

    private static let sleepNames: [SleepPart: (id: String, words: [String])] = [
        .sleep: ("sleep", ["sleepAnalysis", "all sleep", "time asleep"]),
        .night: ("night", ["nights", "main sleep"]),
        .naps: ("naps", ["nap"]),
        .napTime: ("nap time", []),
        .deep: ("deep sleep", ["deep"]),
        .core: ("core sleep", ["core"]),
        .rem: ("REM sleep", ["rem"]),
        .awake: ("time awake", ["awake"]),
        .awakenings: ("awakenings", []),
        .inBed: ("time in bed", ["in bed"]),
        .efficiency: ("sleep efficiency", ["efficiency"]),
        .bedtime: ("bedtime", ["bed time"]),
        .wakeTime: ("wake time", ["waking", "wake", "waketime"]),
    ]

    /// `running distance`, `runs`, `workout time`.
    static func workoutName(
        _ activity: HKWorkoutActivityType?,
        _ part: WorkoutPart,
        of name: (HKWorkoutActivityType) -> String
    ) -> String {
        guard let activity else { return part == .count ? "workouts" : "workout \(part.rawValue)" }
        if part == .count { return plurals[activity] ?? name(activity) + " workouts" }
        return name(activity) + " " + part.rawValue
    }

    private static let plurals: [HKWorkoutActivityType: String] = [
        .running: "runs", .walking: "walks", .cycling: "rides", .swimming: "swims", .hiking: "hikes",
    ]
}

extension HKWorkoutActivityType {
    /// The activity's English name in lower case: `running`, `traditional strength training`.
    fileprivate var englishName: String {
        let known = TypeCatalogue.shared.workoutActivities?.case(value: Int(clamping: rawValue))
        return (known?.englishLabel ?? "activity \(rawValue)").lowercased()
    }
}
