import HealthKitStore
import LockTesting

@testable import HealthKit

extension EncryptedStore {
    /// The store as an app of this process has it.
    func app(_ bundle: String) throws -> HKHealthStore {
        HKHealthStore(
            sharing: try person().store,
            principal: .app(AppIdentity(bundleIdentifier: bundle, name: "App \(bundle)", version: "1"))
        )
    }

    /// Lets apps read and save steps and workouts.
    func grant(_ bundles: String...) throws {
        let types = ["HKQuantityTypeIdentifierStepCount", "HKWorkoutTypeIdentifier"]
        for bundle in bundles {
            let grants = Dictionary(uniqueKeysWithValues: types.map { ($0, Grant(read: true, share: true)) })
            try person().setGrants(grants, app: bundle)
        }
    }

    /// An app that is a process of its own.
    func program(_ bundle: String) throws -> RunningProgram {
        let environment = ["XDG_RUNTIME_DIR": folder, "XDG_STATE_HOME": folder]
        return try RunningProgram("WorkoutRunner", [path, bundle], environment: environment)
    }
}
