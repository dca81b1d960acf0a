import Foundation
import Testing

@testable import HealthKit

@Suite("The states of a workout session")
struct WorkoutSessionMachineTests {
    private typealias Event = WorkoutSessionMachine.Event

    /// Where each event leads from each state; `nil` where it is an error.
    private static let expected: [HKWorkoutSessionState: [Event: HKWorkoutSessionState]] = [
        .notStarted: [.prepare: .prepared, .start: .running, .supersede: .notStarted],
        .prepared: [.prepare: .prepared, .start: .running, .end: .ended, .supersede: .ended],
        .running: [
            .start: .running, .pause: .paused, .resume: .running, .stop: .stopped, .end: .ended, .supersede: .ended,
        ],
        .paused: [.pause: .paused, .resume: .running, .stop: .stopped, .end: .ended, .supersede: .ended],
        .stopped: [.stop: .stopped, .end: .ended, .supersede: .ended],
        .ended: [.end: .ended, .supersede: .ended],
    ]

    private static let states: [HKWorkoutSessionState] = [
        .notStarted, .prepared, .running, .paused, .stopped, .ended,
    ]

    @Test("R7.8 every event leads from every state where it should, or is refused", arguments: states)
    func everyPair(state: HKWorkoutSessionState) {
        for event in Event.allCases {
            let wanted = Self.expected[state]?[event]
            switch WorkoutSessionMachine.step(event, in: state) {
            case .goes(let to, _): #expect(to == wanted && to != state, "\(event) in \(state)")
            case .stays: #expect(wanted == state, "\(event) in \(state)")
            case .refused: #expect(wanted == nil, "\(event) in \(state)")
            }
        }
    }

    @Test("R7.8 a stopped or ended session never runs again, whatever comes")
    func noWayBack() {
        for start in [HKWorkoutSessionState.stopped, .ended] {
            var reached: Set<HKWorkoutSessionState> = [start]
            var open = [start]
            while let state = open.popLast() {
                for event in Event.allCases {
                    guard case .goes(let to, _) = WorkoutSessionMachine.step(event, in: state) else { continue }
                    if reached.insert(to).inserted { open.append(to) }
                }
            }
            #expect(reached.isSubset(of: [.stopped, .ended]))
        }
    }

    @Test("R7.8 the start is set on running, the end on stopping or ending, and only a primary session takes the place")
    func effects() {
        func effects(_ event: Event, _ state: HKWorkoutSessionState) -> [String] {
            guard case .goes(_, let effects) = WorkoutSessionMachine.step(event, in: state) else { return [] }
            return effects.map { "\($0)" }
        }
        #expect(effects(.prepare, .notStarted) == ["takePlace"])
        #expect(effects(.start, .notStarted) == ["takePlace", "setStart"])
        #expect(effects(.start, .prepared) == ["setStart"])
        #expect(effects(.stop, .running) == ["setEnd"])
        #expect(effects(.end, .paused) == ["setEnd", "leavePlace"])
        #expect(effects(.end, .stopped) == ["leavePlace"])
        #expect(effects(.supersede, .running) == ["setEnd", "failSuperseded"])
        #expect(effects(.pause, .running).count == 1 && effects(.resume, .paused).count == 1)
    }

    @Test("The error of a refused event names the state and what may follow")
    func refusal() {
        let error = WorkoutSessionMachine.refusal(.start, in: .stopped)
        #expect(error.code == .errorInvalidArgument)
        #expect(error.text.contains("from the stopped(6) state"))
        #expect(error.text.hasSuffix("are <end>."))
    }
}
