import Foundation
public import HealthKit

/// Another app, or a device, that puts data into a test's store.
public struct HealthKitTestSource: Sendable {
    /// The source of its samples.
    public let revision: HKSourceRevision

    let test: HealthKitTestStore

    init(_ revision: HKSourceRevision, _ test: HealthKitTestStore) {
        self.revision = revision
        self.test = test
    }

    /// The source of its samples, without version.
    public var source: HKSource { revision.source }

    /// Saves objects as this source; while the machine is locked they wait.
    ///
    /// - Parameter objects: Samples that were not saved before.
    /// - Throws: `HKError.errorInvalidArgument` for a sample that breaks a rule or is stored already; none is saved then.
    public func save(_ objects: [HKObject]) throws {
        try test.save(objects, revision: revision)
    }

    /// Saves an object as this source; while the machine is locked it waits.
    ///
    /// - Parameter object: A sample that was not saved before.
    /// - Throws: `HKError.errorInvalidArgument` for a sample that breaks a rule or is stored already.
    public func save(_ object: HKObject) throws { try save([object]) }

    /// Deletes objects, regardless of their source.
    ///
    /// - Parameter objects: Objects that are stored.
    /// - Throws: `HKError.errorInvalidArgument` when one is not stored; none is deleted then.
    public func delete(_ objects: [HKObject]) throws {
        let uuids = Array(Set(objects.map(\.uuid)))
        try test.database.write { writer in
            guard try writer.delete(uuids) == uuids.count else {
                throw HKError.invalid("Failed to find some objects for deletion.")
            }
        }
    }
}

extension HealthKitTestStore {
    /// Another app as a source.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - bundleIdentifier: Its identity; `nil` for one made of the name.
    ///   - version: Its version.
    ///   - productType: The device it runs on, such as `iPhone17,3`.
    /// - Returns: A source that saves as the app, whatever the person allowed.
    public func app(
        _ name: String,
        bundleIdentifier: String? = nil,
        version: String? = nil,
        productType: String? = nil
    ) -> HealthKitTestSource {
        let letters = name.lowercased().filter { $0.isLetter || $0.isNumber }
        let source = HKSource(name: name, bundleIdentifier: bundleIdentifier ?? "test.\(letters)")
        return HealthKitTestSource(
            HKSourceRevision(
                source: source,
                version: version,
                productType: productType,
                operatingSystemVersion: HKSourceRevisionAnyOperatingSystem
            ),
            self
        )
    }

    /// A watch as a source: for overlapping samples it takes precedence over phones and apps.
    ///
    /// - Parameter name: Its name.
    /// - Returns: A source that saves as the watch.
    public func watch(_ name: String = "Apple Watch") -> HealthKitTestSource {
        app(name, bundleIdentifier: "com.apple.health.watch", productType: "Watch7,1")
    }

    /// A phone as a source: for overlapping samples it ranks after watches and before apps.
    ///
    /// - Parameter name: Its name.
    /// - Returns: A source that saves as the phone.
    public func phone(_ name: String = "iPhone") -> HealthKitTestSource {
        app(name, bundleIdentifier: "com.apple.health.phone", productType: "iPhone17,3")
    }

    /// The person as a source, for data typed into the Health app.
    public var health: HealthKitTestSource { app("Health", bundleIdentifier: "com.apple.Health") }
}
