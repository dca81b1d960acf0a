import Foundation

/// The delegate of a live workout builder.
///
/// Its methods are called on a background queue, one at a time.
public protocol HKLiveWorkoutBuilderDelegate: NSObjectProtocol {
    /// Reports that samples came in, or were deleted.
    ///
    /// - Parameters:
    ///   - workoutBuilder: The builder.
    ///   - collectedTypes: Their types.
    func workoutBuilder(_ workoutBuilder: HKLiveWorkoutBuilder, didCollectDataOf collectedTypes: Set<HKSampleType>)

    /// Reports that an event came in: the elapsed time may be less than before.
    ///
    /// - Parameter workoutBuilder: The builder.
    func workoutBuilderDidCollectEvent(_ workoutBuilder: HKLiveWorkoutBuilder)

    /// Reports that an activity began.
    ///
    /// - Parameters:
    ///   - workoutBuilder: The builder.
    ///   - workoutActivity: The activity.
    func workoutBuilder(_ workoutBuilder: HKLiveWorkoutBuilder, didBegin workoutActivity: HKWorkoutActivity)

    /// Reports that an activity ended.
    ///
    /// - Parameters:
    ///   - workoutBuilder: The builder.
    ///   - workoutActivity: The activity.
    func workoutBuilder(_ workoutBuilder: HKLiveWorkoutBuilder, didEnd workoutActivity: HKWorkoutActivity)

    /// Reports that another zone of heart rate or power was reached (R7.22).
    ///
    /// - Parameters:
    ///   - workoutBuilder: The builder.
    ///   - zoneUpdate: The zone, the one before, and the time in each so far.
    func workoutBuilder(
        _ workoutBuilder: HKLiveWorkoutBuilder,
        didUpdateWorkoutZone zoneUpdate: HKLiveWorkoutZoneUpdate
    )
}

extension HKLiveWorkoutBuilderDelegate {
    /// Does nothing, because the method is optional.
    ///
    /// - Parameters:
    ///   - workoutBuilder: The builder.
    ///   - workoutActivity: The activity.
    public func workoutBuilder(_ workoutBuilder: HKLiveWorkoutBuilder, didBegin workoutActivity: HKWorkoutActivity) {}

    /// Does nothing, because the method is optional.
    ///
    /// - Parameters:
    ///   - workoutBuilder: The builder.
    ///   - workoutActivity: The activity.
    public func workoutBuilder(_ workoutBuilder: HKLiveWorkoutBuilder, didEnd workoutActivity: HKWorkoutActivity) {}

    /// Does nothing, because the method is optional.
    ///
    /// - Parameters:
    ///   - workoutBuilder: The builder.
    ///   - zoneUpdate: The zone that was reached.
    public func workoutBuilder(
        _ workoutBuilder: HKLiveWorkoutBuilder,
        didUpdateWorkoutZone zoneUpdate: HKLiveWorkoutZoneUpdate
    ) {}
}
