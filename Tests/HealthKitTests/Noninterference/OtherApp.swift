import Foundation
import HealthKitStore

@testable import HealthKit

/// An app that saves what another may not see: one of this store, or one on another device, whose samples have arrived.
struct OtherApp {
    private let test: TestStore
    private let name: String
    /// The app as it is told here, where it is on another device.
    private let arrived: HKSourceRevision?

    /// An app by its name, with the name of a device behind an `@` or without.
    init(_ test: TestStore, _ name: String) {
        self.test = test
        self.name = name
        let source = HKSource(name: name, bundleIdentifier: "test.\(name)")
        arrived = name.contains("@") ? HKSourceRevision(source: source, version: "1") : nil
    }

    private var app: HKHealthStore { test.app(name) }

    /// Lets it save and read.
    func allow(_ types: [HKObjectType]) throws {
        if arrived != nil { return }
        for type in types { try test.grant(name, type, read: true, share: true) }
    }

    func save(_ object: HKObject) async throws { try await save([object]) }

    func save(_ objects: [HKObject]) async throws {
        guard let arrived else { return try await app.save(objects) }
        try arrive(objects, arrived)
    }

    func delete(_ object: HKObject) async throws {
        if arrived == nil { return try await app.delete(object) }
        try database().write { _ = try $0.deleteForOtherDevices([object.uuid], now: Date()) }
    }

    func addSamples(_ samples: [HKSample], to workout: HKWorkout) async throws {
        guard let arrived else { return try await app.addSamples(samples, to: workout) }
        for sample in samples {
            if try test.person.sample(sample.uuid) == nil { try arrive([sample], arrived) }
            try database()
                .write { writer in
                    let role = LinkRole.workoutSample.rawValue
                    try writer.writer.link(parent: workout.uuid, child: sample.uuid, role: role)
                }
        }
    }

    private func database() throws -> HealthDatabase { try test.person.store.database() }

    private func arrive(_ objects: [HKObject], _ source: HKSourceRevision) throws {
        try database().write { try $0.save(objects, revision: source, now: Date()) }
    }
}
