import Foundation

/// The delegate of a workout session.
///
/// Its methods are called on a background queue, one at a time.
public protocol HKWorkoutSessionDelegate: NSObjectProtocol {
    /// Reports that the session is in another state.
    ///
    /// - Parameters:
    ///   - workoutSession: The session.
    ///   - toState: The state.
    ///   - fromState: The state before.
    ///   - date: When it changed.
    func workoutSession(
        _ workoutSession: HKWorkoutSession,
        didChangeTo toState: HKWorkoutSessionState,
        from fromState: HKWorkoutSessionState,
        date: Date
    )

    /// Reports an error; if the state changes with it, this is called first.
    ///
    /// - Parameters:
    ///   - workoutSession: The session.
    ///   - error: The error.
    func workoutSession(_ workoutSession: HKWorkoutSession, didFailWithError error: any Error)

    /// Reports that the session generated an event.
    ///
    /// - Parameters:
    ///   - workoutSession: The session.
    ///   - event: The event, a pause or a resume.
    func workoutSession(_ workoutSession: HKWorkoutSession, didGenerate event: HKWorkoutEvent)

    /// Reports that an activity began.
    ///
    /// - Parameters:
    ///   - workoutSession: The session.
    ///   - workoutConfiguration: The kind of activity.
    ///   - date: When it began.
    func workoutSession(
        _ workoutSession: HKWorkoutSession,
        didBeginActivityWith workoutConfiguration: HKWorkoutConfiguration,
        date: Date
    )

    /// Reports that an activity ended.
    ///
    /// - Parameters:
    ///   - workoutSession: The session.
    ///   - workoutConfiguration: The kind of activity.
    ///   - date: When it ended.
    func workoutSession(
        _ workoutSession: HKWorkoutSession,
        didEndActivityWith workoutConfiguration: HKWorkoutConfiguration,
        date: Date
    )

    /// Reports that the session on the other side sent data.
    ///
    /// - Parameters:
    ///   - workoutSession: The session.
    ///   - data: The data that was sent, in the order in which it was.
    func workoutSession(_ workoutSession: HKWorkoutSession, didReceiveDataFromRemoteWorkoutSession data: [Data])

    /// Reports that the session is no longer mirrored.
    ///
    /// - Parameters:
    ///   - workoutSession: The session; one that mirrored another is of no use any more.
    ///   - error: The error; `nil` when the other side ended it.
    func workoutSession(
        _ workoutSession: HKWorkoutSession,
        didDisconnectFromRemoteDeviceWithError error: (any Error)?
    )
}

extension HKWorkoutSessionDelegate {
    /// Does nothing, because the method is optional.
    ///
    /// - Parameters:
    ///   - workoutSession: The session.
    ///   - event: The event.
    public func workoutSession(_ workoutSession: HKWorkoutSession, didGenerate event: HKWorkoutEvent) {}

    /// Does nothing, because the method is optional.
    ///
    /// - Parameters:
    ///   - workoutSession: The session.
    ///   - workoutConfiguration: The kind of activity.
    ///   - date: When it began.
    public func workoutSession(
        _ workoutSession: HKWorkoutSession,
        didBeginActivityWith workoutConfiguration: HKWorkoutConfiguration,
        date: Date
    ) {}

    /// Does nothing, because the method is optional.
    ///
    /// - Parameters:
    ///   - workoutSession: The session.
    ///   - workoutConfiguration: The kind of activity.
    ///   - date: When it ended.
    public func workoutSession(
        _ workoutSession: HKWorkoutSession,
        didEndActivityWith workoutConfiguration: HKWorkoutConfiguration,
        date: Date
    ) {}

    /// Does nothing, because the method is optional.
    ///
    /// - Parameters:
    ///   - workoutSession: The session.
    ///   - data: The data that was sent.
    public func workoutSession(
        _ workoutSession: HKWorkoutSession,
        didReceiveDataFromRemoteWorkoutSession data: [Data]
    ) {}

    /// Does nothing, because the method is optional.
    ///
    /// - Parameters:
    ///   - workoutSession: The session.
    ///   - error: The error.
    public func workoutSession(
        _ workoutSession: HKWorkoutSession,
        didDisconnectFromRemoteDeviceWithError error: (any Error)?
    ) {}
}
