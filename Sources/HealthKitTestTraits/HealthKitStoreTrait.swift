@_exported public import HealthKitTesting
public import Testing

/// Gives each test of Swift Testing a health store of its own, which `HKHealthStore()` is within it.
///
/// ```swift
/// @Test(.healthKit(permissions: .denyAll))
/// func showsHowToAllow() async throws {
///     try HealthKitTestStore.ofTest.watch().save(walk)
///     await model.load()
///     #expect(model.state == .denied)
/// }
/// ```
///
/// On a suite it holds for each of its tests, and each case of a test with arguments has a store.
public struct HealthKitStoreTrait: TestTrait, SuiteTrait, TestScoping {
    private let make: @Sendable () throws -> HealthKitTestStore
    private let isEverywhere: Bool

    /// Whether the trait of a suite holds for the suites within it: it does.
    public var isRecursive: Bool { true }

    fileprivate init(isEverywhere: Bool, _ make: @escaping @Sendable () throws -> HealthKitTestStore) {
        self.make = make
        self.isEverywhere = isEverywhere
    }

    /// Runs a test with its store.
    ///
    /// - Parameters:
    ///   - test: The test.
    ///   - testCase: The case of the test.
    ///   - function: Runs it.
    /// - Throws: Any error that making the store and what the test throws.
    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        try await make().asCurrent(isEverywhere: isEverywhere, function)
    }
}

extension Trait where Self == HealthKitStoreTrait {
    /// A health store for each test: an empty one whose person allows every request.
    public static var healthKit: Self { healthKit() }

    /// A health store for each test.
    ///
    /// - Parameters:
    ///   - bundleIdentifier: The identity of the app under test.
    ///   - permissions: The person's answer when the app asks for access.
    ///   - isEverywhere: Whether `HKHealthStore()` is the test's in the whole process, in detached tasks and on queues
    ///     too. Such tests run one after another: their suite has the trait `.serialized`.
    ///   - prepare: Puts data into the store, such as an export.
    /// - Returns: The trait.
    public static func healthKit(
        bundleIdentifier: String = "test.app",
        permissions: PermissionAnswer = .allowAll,
        everywhere isEverywhere: Bool = false,
        _ prepare: @escaping @Sendable (HealthKitTestStore) throws -> Void = { _ in }
    ) -> Self {
        HealthKitStoreTrait(isEverywhere: isEverywhere) {
            let store = try HealthKitTestStore(bundleIdentifier: bundleIdentifier, permissions: permissions)
            try prepare(store)
            return store
        }
    }
}
