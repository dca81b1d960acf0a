import HealthKit

extension HealthKitTestStore {
    @TaskLocal private static var current: HealthKitTestStore?

    /// The store of the running test, in its task and child tasks: for tests with the trait of HealthKitTestTraits.
    ///
    /// - Throws: `HKError.errorDatabaseInaccessible` outside of such a test.
    public static var ofTest: HealthKitTestStore {
        get throws {
            guard let current else { throw noTest }
            return current
        }
    }

    package static var noTest: HKError {
        .error(
            .errorDatabaseInaccessible,
            "No test with a health store runs here: name the trait .healthKit at the test or its suite"
        )
    }

    /// Runs a test whose store this is.
    package func asCurrent(isEverywhere: Bool, _ body: @Sendable () async throws -> Void) async throws {
        try await Self.$current.withValue(self) {
            if isEverywhere {
                try await asDefaultEverywhere { try await body() }
            } else {
                try await asDefault { try await body() }
            }
        }
    }
}
