import Foundation
import HealthStore

extension ObjectWriter {
    /// Adds a stored route to a workout.
    func add(_ route: HKWorkoutRoute, to workout: HKWorkout) throws {
        try writer.link(parent: workout.uuid, child: route.uuid, role: LinkRole.workoutSample.rawValue)
    }

    /// The stored route with the same sync identifier and a higher version; `nil` when there is none.
    func newer(than route: HKWorkoutRoute, bundleIdentifier: String) throws -> HKWorkoutRoute? {
        guard let entry = try syncEntry(route, bundleIdentifier),
            let version = route.metadataValues?[HKMetadataKeySyncVersion]?.number, version < entry.version
        else { return nil }
        return try sample(uuid: entry.uuid) as? HKWorkoutRoute
    }
}
