import Foundation

/// The states of a workout session, with their transitions and the effects of each (R7.8).
package enum WorkoutSessionMachine {
    /// An event of a session.
    package enum Event: Int, Sendable, CaseIterable {
        case prepare = 1
        case start
        case pause
        case resume
        case stop
        case end
        /// Another session took the place of this one.
        case supersede
    }

    /// An effect of a transition other than the new state.
    package enum Effect: Sendable {
        /// The session becomes the store's primary one.
        case takePlace
        /// The session is no longer the store's primary one.
        case leavePlace
        case setStart
        case setEnd
        /// The session generates an event of the workout.
        case generate(HKWorkoutEventType)
        /// The delegate is notified that another session was started.
        case failSuperseded
    }

    /// The result of an event in a state.
    package enum Step: Sendable {
        case goes(to: HKWorkoutSessionState, [Effect] = [])
        /// The session is already in the event's target state, or past it: nothing happens.
        case stays
        /// The event is an error.
        case refused
    }

    /// All pairs of state and event; unlisted ones are refused.
    private static let table: [HKWorkoutSessionState: [Event: Step]] = [
        .notStarted: [
            .prepare: .goes(to: .prepared, [.takePlace]),
            .start: .goes(to: .running, [.takePlace, .setStart]),
            .supersede: .stays,
        ],
        .prepared: [
            .prepare: .stays,
            .start: .goes(to: .running, [.setStart]),
            .end: .goes(to: .ended, [.leavePlace]),
            .supersede: .goes(to: .ended, [.failSuperseded]),
        ],
        .running: [
            .start: .stays,
            .pause: .goes(to: .paused, [.generate(.pause)]),
            .resume: .stays,
            .stop: .goes(to: .stopped, [.setEnd]),
            .end: .goes(to: .ended, [.setEnd, .leavePlace]),
            .supersede: .goes(to: .ended, [.setEnd, .failSuperseded]),
        ],
        .paused: [
            .pause: .stays,
            .resume: .goes(to: .running, [.generate(.resume)]),
            .stop: .goes(to: .stopped, [.setEnd]),
            .end: .goes(to: .ended, [.setEnd, .leavePlace]),
            .supersede: .goes(to: .ended, [.setEnd, .failSuperseded]),
        ],
        .stopped: [
            .stop: .stays,
            .end: .goes(to: .ended, [.leavePlace]),
            .supersede: .goes(to: .ended, [.failSuperseded]),
        ],
        .ended: [.end: .stays, .supersede: .stays],
    ]

    /// The result of an event in a state.
    package static func step(_ event: Event, in state: HKWorkoutSessionState) -> Step {
        table[state]?[event] ?? .refused
    }

    /// The error for an event that a state refuses.
    package static func refusal(_ event: Event, in state: HKWorkoutSessionState) -> HKError {
        let allowed = Event.allCases.filter { event in
            if event != .supersede, case .goes = step(event, in: state) { return true }
            return false
        }
        let names = allowed.map { "\($0)" }.joined(separator: ", ")
        return .invalid(
            "Unable to transition to the desired state from the \(state)(\(state.rawValue)) state (event \(event)). "
                + "Allowed transitions from the \(state)(\(state.rawValue)) state are <\(names)>."
        )
    }
}
