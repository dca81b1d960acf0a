import Foundation
import HealthKit

/// A workout compared with the last ones of its kind.
package struct WorkoutComparison: Sendable, Hashable {
    /// The compared quantity.
    package enum Kind: Sendable, Hashable, CaseIterable {
        /// Meters.
        case distance
        /// Meters per second.
        case speed
        /// Beats per minute.
        case heartRate
        /// Kilocalories.
        case energy
    }

    /// One quantity of all the workouts.
    package struct Figure: Sendable, Hashable {
        package let kind: Kind
        /// The workout's own.
        package let own: Double
        /// The average of the others.
        package let usual: Double
        /// The values of the others from the oldest, then the workout's own; nil if one has none.
        package let values: [Double?]
    }

    /// The number of others.
    package let count: Int
    package let figures: [Figure]
}
