import Foundation
import Testing

@testable import HealthKit

@Suite("Parts of workouts that can't be read or written")
struct WorkoutLossTests {
    private let test = TestStore()

    @Test("What is damaged of a recovered builder takes nothing else with it")
    func recovery() throws {
        let builder = HKWorkoutBuilder(
            healthStore: test.store,
            configuration: HKWorkoutConfiguration(),
            device: nil
        )
        let pause = WorkoutEventContent(type: HKWorkoutEventType.pause.rawValue, start: 10, end: 10)
        let nonsense = Data("{nonsense".utf8)
        try builder.core.restore([
            WorkoutPart(.events, 0, nonsense), WorkoutPart(.events, 1, try JSONEncoder().encode([pause])),
            WorkoutPart(.route, 2, nonsense), WorkoutPart(.routeMetadata, 3, nonsense),
        ])
        #expect(builder.workoutEvents.map(\.type) == [.pause])
    }

    @Test("An activity is archived with its content, whatever its dates")
    func archive() throws {
        let configuration = HKWorkoutConfiguration()
        configuration.activityType = .running
        let activity = HKWorkoutActivity(
            workoutConfiguration: configuration,
            start: Date(timeIntervalSinceReferenceDate: -.infinity),
            end: Date(timeIntervalSinceReferenceDate: .infinity),
            metadata: ["leg": 1]
        )
        let opened = try archived(activity)
        #expect(opened == activity && opened.endDate == activity.endDate)
        #expect(opened.workoutConfiguration.activityType == .running)
    }
}
