import CoreLocation
import Foundation
import HealthKit

/// The measurements of a simulated watch: a person moves around a park, with a heart rate that rises during warm-up and
/// on climbs.
///
/// The same seed gives the same numbers.
struct SimulatedMovement {
    /// The kind of activity.
    enum Kind: String, CaseIterable {
        case run, walk, ride, hike

        var activity: HKWorkoutActivityType {
            switch self {
            case .run: .running
            case .walk: .walking
            case .ride: .cycling
            case .hike: .hiking
            }
        }

        var distanceType: HKQuantityType { HKQuantityType(self == .ride ? .distanceCycling : .distanceWalkingRunning) }

        /// Metres in a second.
        fileprivate var speed: Double {
            switch self {
            case .run: 2.95
            case .walk: 1.4
            case .ride: 6.4
            case .hike: 1.1
            }
        }

        /// Beats in a minute, once warm.
        fileprivate var heartRate: Double {
            switch self {
            case .run: 152
            case .walk: 104
            case .ride: 138
            case .hike: 121
            }
        }

        /// Kilocalories in a minute.
        fileprivate var energy: Double {
            switch self {
            case .run: 11.2
            case .walk: 4.4
            case .ride: 9.1
            case .hike: 6.8
            }
        }

        /// Steps in a second; none on wheels.
        fileprivate var cadence: Double {
            switch self {
            case .run: 2.75
            case .walk: 1.85
            case .ride: 0
            case .hike: 1.7
            }
        }
    }

    /// The measurements of an interval of time.
    struct Reading {
        /// Seconds since the start, at the end of the interval.
        let time: Double
        let heartRate: Double
        /// Metres.
        let distance: Double
        /// Kilocalories.
        let energy: Double
        let steps: Double
        let coordinate: CLLocationCoordinate2D
        let altitude: Double
        let speed: Double
        let course: Double
    }

    let kind: Kind
    private var random: SplitMix
    private(set) var time = 0.0
    private var distance = 0.0
    private var rate = 74.0
    private var stepRest = 0.0

    /// Around the great lawn of a park in Berlin.
    private static let center = CLLocationCoordinate2D(latitude: 52.5145, longitude: 13.3501)
    /// Metres once around.
    private static let loop = 2_600.0

    init(_ kind: Kind, seed: UInt64) {
        self.kind = kind
        random = SplitMix(state: seed)
    }

    /// Continues for a number of seconds.
    mutating func advance(by seconds: Double) -> Reading {
        time += seconds
        let climb = sin(distance / Self.loop * 4 * .pi)
        let speed = max(0.3, kind.speed * (1 - 0.12 * climb + 0.05 * random.signed()))
        let covered = speed * seconds
        let before = Self.place(distance)
        distance += covered
        let here = Self.place(distance)
        // The heart follows the effort with some delay.
        let wanted = kind.heartRate * (1 + 0.07 * climb)
        rate += (wanted - rate) * (1 - exp(-seconds / 75)) + 0.8 * random.signed()
        stepRest += kind.cadence * seconds
        let steps = stepRest.rounded(.down)
        stepRest -= steps
        return Reading(
            time: time,
            heartRate: rate.rounded(),
            distance: covered,
            energy: kind.energy / 60 * seconds * (1 + 0.1 * climb),
            steps: steps,
            coordinate: CLLocationCoordinate2D(
                latitude: Self.center.latitude + here.north / 111_195,
                longitude: Self.center.longitude
                    + here.east / (111_195 * cos(Self.center.latitude * .pi / 180))
            ),
            altitude: 36 + 9 * (1 - cos(distance / Self.loop * 4 * .pi)),
            speed: speed,
            course: (atan2(here.east - before.east, here.north - before.north) * 180 / .pi + 360)
                .truncatingRemainder(dividingBy: 360)
        )
    }

    /// The place after a distance, in metres from the middle: a loop with bays.
    private static func place(_ distance: Double) -> (east: Double, north: Double) {
        let angle = distance / loop * 2 * .pi
        let radius = loop / (2 * .pi) * (0.88 + 0.14 * sin(3 * angle) + 0.05 * cos(7 * angle))
        return (radius * 1.35 * cos(angle), radius * 0.75 * sin(angle))
    }
}

/// Numbers by chance that are the same for the same beginning.
private struct SplitMix {
    var state: UInt64

    /// From -1 to 1.
    mutating func signed() -> Double {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        mixed ^= mixed >> 31
        return Double(mixed >> 11) / Double(UInt64(1) << 52) - 1
    }
}
