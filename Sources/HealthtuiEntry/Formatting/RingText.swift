import Foundation
import HealthKit

/// Rings in words.
package enum RingText {
    /// The reached share of a goal: `90 %`.
    package static func percent(_ share: Double) -> String {
        // A goal that is not reached is never told as reached.
        let hundredths = share < 1 ? min(99, (share * 100).rounded()) : (share * 100).rounded()
        return NumberText.text(min(hundredths, 9_999)) + " %"
    }

    /// A ring's value and its goal: `512/600 kcal`; without a goal the value alone.
    package static func figure(_ ring: ActivityRings.Ring) -> String {
        let goal = ring.goal > 0 ? "/" + NumberText.text(ring.goal) : ""
        return NumberText.text(ring.value) + goal + " " + unit(ring)
    }

    /// The amount missing from a ring's goal, never less than one: `9 min`.
    package static func missing(_ ring: ActivityRings.Ring) -> String {
        NumberText.text(max(1, (ring.goal - ring.value).rounded(.up))) + " " + unit(ring)
    }

    private static func unit(_ ring: ActivityRings.Ring) -> String {
        ring.unit == "count" ? ValueStrings.hours : ring.unit
    }
}
