import Foundation

/// One zone of a configuration: a range of heart rates, or of cycling power.
public struct HKWorkoutZone: Sendable {
    /// The place of the zone in its configuration, from 0 for the lowest.
    public let index: Int

    private let lower: HKQuantity?
    private let upper: HKQuantity?

    /// The lowest value of the zone, which belongs to it; `nil` for the lowest zone.
    public var minimum: HKQuantity? { lower }

    /// The value at which the next zone begins; `nil` for the highest zone.
    public var maximum: HKQuantity? { upper }

    init(index: Int, minimum: HKQuantity?, maximum: HKQuantity?) {
        self.index = index
        lower = minimum
        upper = maximum
    }
}
