import Foundation
import HealthKitStore

extension ObjectWriter {
    /// The stored route with the same sync identifier and a higher version; `nil` if there is none.
    func newer(than route: HKWorkoutRoute, bundleIdentifier: String) throws -> HKWorkoutRoute? {
        guard let entry = try syncEntry(route, bundleIdentifier),
            let version = route.metadataValues?[HKMetadataKeySyncVersion]?.number, version < entry.version
        else { return nil }
        return try sample(uuid: entry.uuid) as? HKWorkoutRoute
    }
}
