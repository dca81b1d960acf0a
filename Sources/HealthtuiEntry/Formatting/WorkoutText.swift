import Foundation
import HealthKit

/// Workouts in words: lengths of time as a clock shows them, distances, paces and speeds.
package struct WorkoutText: Sendable, Hashable {
    /// The kind of speed shown for an activity.
    package enum Speed: Sendable, Hashable {
        /// Time for a range of a kilometre or a mile: on foot.
        case pace
        /// Time for a hundred metres or yards: in water.
        case swimPace
        /// Distance in an hour: on wheels, skis and water.
        case speed
    }

    private let distance: ValueUnit
    private let swimDistance: ValueUnit
    private let speed: ValueUnit
    private let energy: ValueUnit

    /// Texts for a person.
    ///
    /// - Parameter locale: The user's locale, for units.
    package init(locale: Locale) {
        distance = ValueUnit(HKQuantityType(.distanceWalkingRunning), locale: locale)
        swimDistance = ValueUnit(HKQuantityType(.distanceSwimming), locale: locale)
        speed = ValueUnit(HKQuantityType(.runningSpeed), locale: locale)
        energy = ValueUnit(HKQuantityType(.activeEnergyBurned), locale: locale)
    }

    /// The kind of speed used for an activity.
    package static func speed(of activity: HKWorkoutActivityType) -> Speed {
        switch activity {
        case .running, .walking, .hiking, .trackAndField, .wheelchairWalkPace, .wheelchairRunPace, .swimBikeRun,
            .stairs, .crossCountrySkiing:
            .pace
        case .swimming, .waterFitness: .swimPace
        default: .speed
        }
    }

    /// A length of time as a stopwatch shows it: `48:12`, `1:32:40`.
    package static func clock(_ seconds: Double) -> String {
        guard seconds.isFinite, seconds >= 0, seconds < 1e8 else { return "–" }
        let whole = Int(seconds)
        let (hours, minutes, rest) = (whole / 3_600, whole / 60 % 60, whole % 60)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return hours > 0 ? "\(hours):\(two(minutes)):\(two(rest))" : "\(minutes):\(two(rest))"
    }

    /// A distance in metres: `8.41 km`, `5.23 mi`; of a swim `1,500 m`, `1,640 yd`.
    package func distance(_ metres: Double, of activity: HKWorkoutActivityType = .other) -> String {
        let unit = Self.speed(of: activity) == .swimPace ? swimDistance : distance
        return unit.labelled(HKQuantity(unit: .meter(), doubleValue: metres))
    }

    /// Energy in kilocalories: `512 kcal`.
    package func energy(_ kilocalories: Double) -> String {
        energy.labelled(HKQuantity(unit: .kilocalorie(), doubleValue: kilocalories))
    }

    /// The length of a split in metres: a kilometre or a mile, for a swim 100 m or yards.
    package func splitLength(_ activity: HKWorkoutActivityType) -> Double {
        let isSwim = Self.speed(of: activity) == .swimPace
        let unit = isSwim ? swimDistance.unit : distance.unit
        let one = HKQuantity(unit: unit, doubleValue: isSwim ? 100 : 1)
        return one.converted(to: .meter()) ?? 1_000
    }

    /// The name of a split's length: `km`, `mi`, `100 m`.
    package func splitName(_ activity: HKWorkoutActivityType) -> String {
        Self.speed(of: activity) == .swimPace ? "100 " + swimDistance.label : distance.label
    }

    /// The speed over a distance, in the form used for the activity: `5:44 /km`, `1:58 /100 m`, `20.2 km/h`.
    ///
    /// - Parameters:
    ///   - metres: The distance.
    ///   - seconds: The time.
    ///   - activity: The activity.
    /// - Returns: The text; `nil` where there is no distance or no time.
    package func speed(_ metres: Double?, in seconds: Double, _ activity: HKWorkoutActivityType) -> String? {
        guard let metres, metres >= 1, seconds >= 1, metres.isFinite, seconds.isFinite else { return nil }
        switch Self.speed(of: activity) {
        case .pace, .swimPace:
            let pace = seconds / metres * splitLength(activity)
            // Slower than an hour for a kilometre is standing.
            guard pace < 3_600 * 4 else { return nil }
            return Self.clock(pace.rounded()) + " /" + splitName(activity)
        case .speed:
            let perSecond = HKUnit.meter().unitDivided(by: .second())
            return speed.labelled(HKQuantity(unit: perSecond, doubleValue: metres / seconds))
        }
    }

    /// A height in metres or feet: `84 m`.
    package func height(_ metres: Double) -> String {
        let number = NumberText.text(heightNumber(metres))
        return usesFeet ? ValueStrings.feet(number) : ValueStrings.metres(number)
    }

    /// The number of a height in metres or feet.
    package func heightNumber(_ metres: Double) -> Double { usesFeet ? metres / Self.foot : metres }

    private var usesFeet: Bool { distance.unit == HKUnit.mile() }
    private static let foot = 0.304_8

    /// A whole number of kilometres or miles, or of 100 m or yards: `3 km`.
    package func splits(_ count: Int, _ activity: HKWorkoutActivityType) -> String {
        Self.speed(of: activity) == .swimPace
            ? NumberText.text(Double(count) * 100) + " " + swimDistance.label : "\(count) \(distance.label)"
    }

    /// Round lengths with their names, for the scale of a map, the shortest first.
    package var scales: [(label: String, metres: Double)] {
        let (small, large) = usesFeet ? (Self.foot, 1_609.344) : (1, 1_000)
        let lengths = [1.0, 2, 5, 10, 20, 50, 100, 200, 500]
        let short = lengths.map { number in
            let text = NumberText.text(number)
            return (usesFeet ? ValueStrings.feet(text) : ValueStrings.metres(text), number * small)
        }
        let long = (lengths + [1_000, 2_000, 5_000, 10_000])
            .map { number in
                (NumberText.text(number) + " " + distance.label, number * large)
            }
        return short + long
    }

    /// The activity and its location: `Outdoor Running`, `Pool Swimming`, `Yoga`.
    ///
    /// - Parameter workout: The workout.
    /// - Returns: The activity's name, with the place before it where the workout tells.
    package static func title(_ workout: HKWorkout) -> String {
        let name = workout.activityLabel
        switch workout.metadataValues?[HKMetadataKeySwimmingLocationType]?.number {
        case Double(HKWorkoutSwimmingLocationType.pool.rawValue): return ValueStrings.pool(name)
        case Double(HKWorkoutSwimmingLocationType.openWater.rawValue): return ValueStrings.openWater(name)
        default: break
        }
        switch workout.metadataValues?[HKMetadataKeyIndoorWorkout]?.number {
        case 0?: return ValueStrings.outdoor(name)
        case .some: return ValueStrings.indoor(name)
        case nil: return name
        }
    }
}
