import Foundation
import HealthKit
import Resources

/// What Health Auto Export calls workouts: names of Apple's in the language of the phone, such as `Outdoor Run`, `户外 步行`
/// or `Gehen Outdoor`.
struct HealthAutoExportActivity {
    /// What was done, by its name; `nil` for a name that is not known.
    static func named(_ name: String) -> HKWorkoutActivityType? {
        let letters = shared.letters(name)
        if let known = shared.known[letters] { return known }
        // The longest first: `pool` stands at the end of other words for the same.
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

    /// The file as it is embedded.
    private struct Table: Decodable {
        /// Words that say where it was done, not what.
        let places: [String]
        /// What phones call an activity, by the name of its case.
        let names: [String: [String]]
    }

    /// Activities by their names, letters alone.
    private var known: [String: HKWorkoutActivityType] = [:]
    private var places: [String] = []

    /// Words of the app that are not those of HealthKit or of the table.
    private static let words: [String: HKWorkoutActivityType] = [
        "run": .running, "walk": .walking, "cycle": .cycling, "swim": .swimming, "hike": .hiking, "rower": .rowing,
        "strengthtraining": .traditionalStrengthTraining, "hiit": .highIntensityIntervalTraining,
        "stairstepper": .stairClimbing,
    ]

    private init() {
        let start = resource_workout_names_start()
        let bytes = Data(bytes: start, count: Int(resource_workout_names_size))
        // The file is part of the binary, and a test reads it: only a broken build has none.
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
