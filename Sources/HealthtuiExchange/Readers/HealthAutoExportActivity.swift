import Foundation
import HealthKit
import HealthKitResources

/// Health Auto Export's names for workouts: Apple's names in the phone's language, such as `Outdoor Run`, `户外 步行` or
/// `Gehen Outdoor`.
struct HealthAutoExportActivity {
    /// The activity type of a name, or `nil` for an unknown name.
    static func named(_ name: String) -> HKWorkoutActivityType? {
        let letters = shared.letters(name)
        if let known = shared.known[letters] { return known }
        // The longest comes first: `pool` is the end of other words for the same place.
        for place in shared.places {
            if letters.hasPrefix(place), let known = shared.known[String(letters.dropFirst(place.count))] {
                return known
            }
            if letters.hasSuffix(place), let known = shared.known[String(letters.dropLast(place.count))] {
                return known
            }
        }
        return nil
    }

    private static let shared = HealthAutoExportActivity()

    /// The embedded file.
    private struct Table: Decodable {
        /// Words for the place of an activity rather than its kind.
        let places: [String]
        /// Phones' names for an activity, by the name of its case.
        let names: [String: [String]]
    }

    /// Activities by the letters of their names.
    private var known: [String: HKWorkoutActivityType] = [:]
    private var places: [String] = []

    /// The app's words that are neither HealthKit's nor in the table.
    private static let words: [String: HKWorkoutActivityType] = [
        "run": .running, "walk": .walking, "cycle": .cycling, "swim": .swimming, "hike": .hiking, "rower": .rowing,
        "strengthtraining": .traditionalStrengthTraining, "hiit": .highIntensityIntervalTraining,
        "stairstepper": .stairClimbing,
    ]

    private init() {
        let start = resource_workout_names_start()
        let bytes = Data(bytes: start, count: Int(resource_workout_names_size))
        // The file is part of the binary, and a test reads it: only a broken build lacks it.
        let table = try? JSONDecoder().decode(Table.self, from: bytes)
        for activity in TypeCatalogue.shared.workoutActivities?.cases ?? [] {
            guard let type = HKWorkoutActivityType(rawValue: UInt(clamping: activity.value)) else { continue }
            for name in [activity.name, activity.englishLabel] + (table?.names[activity.name] ?? []) {
                known[letters(name)] = type
            }
        }
        known.merge(Self.words) { _, word in word }
        places = (table?.places ?? []).map(letters).sorted { ($1.count, $0) < ($0.count, $1) }
    }

    /// The letters of a name, without case and accents.
    private func letters(_ name: String) -> String {
        name.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil).filter(\.isLetter)
    }
}
