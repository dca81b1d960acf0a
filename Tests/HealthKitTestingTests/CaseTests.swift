import Foundation
import HealthKit
import HealthKitTestCases
import XCTest

/// The base class for XCTest, used as an app's tests use it.
final class CaseTests: HealthKitTestCase {
    /// The tests by name, for .ci/XCTMain.swift.
    static var allTests: [(String, (CaseTests) -> () throws -> Void)] {
        [
            ("testEachTestHasAStore", asyncTest(testEachTestHasAStore)),
            ("testQueuesOfTheAppHaveItToo", testQueuesOfTheAppHaveItToo),
        ]
    }

    private let steps = HKQuantityType(.stepCount)

    override func makeHealthStore() throws -> HealthKitTestStore {
        try HealthKitTestStore(bundleIdentifier: "test.case")
    }

    override func setUp() async throws {
        // It is there already.
        XCTAssertTrue(try health.samples(of: steps).isEmpty)
        try health.setPermission(steps, read: true, share: true)
    }

    private func walk() -> HKQuantitySample {
        HKQuantitySample(type: steps, quantity: HKQuantity(unit: .count(), doubleValue: 5), start: .now, end: .now)
    }

    func testEachTestHasAStore() async throws {
        try await HKHealthStore().save(walk())
        XCTAssertEqual(try health.samples(of: steps).count, 1)
        XCTAssertEqual(HKSource.default().bundleIdentifier, "test.case")
    }

    func testQueuesOfTheAppHaveItToo() throws {
        let saved = expectation(description: "saved")
        let sample = walk()
        DispatchQueue.global()
            .async {
                HKHealthStore()
                    .save(sample) { isSuccess, _ in
                        XCTAssertTrue(isSuccess)
                        saved.fulfill()
                    }
            }
        wait(for: [saved], timeout: 60)
        XCTAssertEqual(try health.samples(of: steps).count, 1)
    }

    override func tearDown() async throws { XCTAssertNoThrow(try health) }
}
