@_exported public import HealthKitTesting
public import XCTest

/// A test case of XCTest whose tests have a health store each, which `HKHealthStore()` is in the whole process.
///
/// ```swift
/// final class DashboardTests: HealthKitTestCase {
///     func testYesterday() async throws {
///         try health.watch().save(walk)
///         let model = DashboardModel()
///         try await model.load()
///         XCTAssertEqual(model.steps, 500)
///     }
/// }
/// ```
open class HealthKitTestCase: XCTestCase {
    private var store: HealthKitTestStore?

    /// The store of the test that runs, from `setUp` to `tearDown`.
    ///
    /// - Throws: `HKError.errorDatabaseInaccessible` where no test runs.
    public var health: HealthKitTestStore {
        get throws {
            guard let store else { throw HealthKitTestStore.noTest }
            return store
        }
    }

    /// Makes the store of a test; override it to set the store up otherwise, as with an export.
    ///
    /// - Returns: An empty store whose person allows what is asked for.
    /// - Throws: `HKError.errorDatabaseInaccessible` when there is no memory for it.
    open func makeHealthStore() throws -> HealthKitTestStore { try HealthKitTestStore() }

    /// Runs the test with its store.
    open override func invokeTest() {
        do {
            let store = try makeHealthStore()
            self.store = store
            defer { self.store = nil }
            store.asDefaultEverywhere { super.invokeTest() }
        } catch {
            XCTFail("The health store of the test can't be made: \(error)")
        }
    }
}
