import Foundation

/// What a workout session tells.
///
/// Its methods are called on a background queue, one at a time.
public protocol HKWorkoutSessionDelegate: NSObjectProtocol {
    /// Says that the session is in another state.
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

    /// Says that something failed; where the state changes with it, this comes before.
    ///
    /// - Parameters:
    ///   - workoutSession: The session.
    ///   - error: What went wrong.
    func workoutSession(_ workoutSession: HKWorkoutSession, didFailWithError error: any Error)

    /// Says that the session generated an event.
    ///
    /// - Parameters:
    ///   - workoutSession: The session.
    ///   - event: The event, a pause or a resume.
    func workoutSession(_ workoutSession: HKWorkoutSession, didGenerate event: HKWorkoutEvent)

    /// Says that an activity began.
    ///
    /// - Parameters:
    ///   - workoutSession: The session.
    ///   - workoutConfiguration: What kind of activity it is.
    ///   - date: When it began.
    func workoutSession(
        _ workoutSession: HKWorkoutSession,
        didBeginActivityWith workoutConfiguration: HKWorkoutConfiguration,
        date: Date
    )

    /// Says that an activity ended.
    ///
    /// - Parameters:
    ///   - workoutSession: The session.
    ///   - workoutConfiguration: What kind of activity it was.
    ///   - date: When it ended.
    func workoutSession(
        _ workoutSession: HKWorkoutSession,
        didEndActivityWith workoutConfiguration: HKWorkoutConfiguration,
        date: Date
    )

    /// Says that the session on the other side sent data.
    ///
    /// - Parameters:
    ///   - workoutSession: The session.
    ///   - data: What was sent, in the order in which it was.
    func workoutSession(_ workoutSession: HKWorkoutSession, didReceiveDataFromRemoteWorkoutSession data: [Data])

    /// Says that the session is mirrored no longer.
    ///
    /// - Parameters:
    ///   - workoutSession: The session; one that mirrored another is of no use any more.
    ///   - error: What went wrong; `nil` when the other side ended it.
    func workoutSession(
        _ workoutSession: HKWorkoutSession,
        didDisconnectFromRemoteDeviceWithError error: (any Error)?
    )
}

extension HKWorkoutSessionDelegate {
    /// Does nothing: the method is optional.
    ///
    /// - Parameters:
    ///   - workoutSession: The session.
    ///   - event: The event.
    public func workoutSession(_ workoutSession: HKWorkoutSession, didGenerate event: HKWorkoutEvent) {}

    /// Does nothing: the method is optional.
    ///
    /// - Parameters:
    ///   - workoutSession: The session.
    ///   - workoutConfiguration: What kind of activity it is.
    ///   - date: When it began.
    public func workoutSession(
        _ workoutSession: HKWorkoutSession,
        didBeginActivityWith workoutConfiguration: HKWorkoutConfiguration,
        date: Date
    ) {}

    /// Does nothing: the method is optional.
    ///
    /// - Parameters:
    ///   - workoutSession: The session.
    ///   - workoutConfiguration: What kind of activity it was.
    ///   - date: When it ended.
    public func workoutSession(
        _ workoutSession: HKWorkoutSession,
        didEndActivityWith workoutConfiguration: HKWorkoutConfiguration,
        date: Date
    ) {}

    /// Does nothing: the method is optional.
    ///
    /// - Parameters:
    ///   - workoutSession: The session.
    ///   - data: What was sent.
    public func workoutSession(
        _ workoutSession: HKWorkoutSession,
        didReceiveDataFromRemoteWorkoutSession data: [Data]
    ) {}

    /// Does nothing: the method is optional.
    ///
    /// - Parameters:
    ///   - workoutSession: The session.
    ///   - error: What went wrong.
    public func workoutSession(
        _ workoutSession: HKWorkoutSession,
        didDisconnectFromRemoteDeviceWithError error: (any Error)?
    ) {}
}
