import Foundation
import HealthKit

/// A workout beside the last ones of its kind.
package struct WorkoutComparison: Sendable, Hashable {
    /// What is compared.
    package enum Kind: Sendable, Hashable, CaseIterable {
        /// Metres.
        case distance
        /// Metres a second.
        case speed
        /// Beats a minute.
        case heartRate
        /// Kilocalories.
        case energy
    }

    /// One figure of all of them.
    package struct Figure: Sendable, Hashable {
        package let kind: Kind
        /// The workout's own.
        package let own: Double
        /// The average of the others.
        package let usual: Double
        /// Of the others from the oldest, then the workout's own; nil where one has none.
        package let values: [Double?]
    }

    /// How many others there are.
    package let count: Int
    package let figures: [Figure]
}
