public import HealthKit

extension HealthKitTestStore {
    /// Has calls of apps fail, or wait.
    ///
    /// Faults are met in the order in which they were put there, before the call reaches the store: a save that fails
    /// has saved nothing. What the test itself does with the store meets none.
    ///
    /// ```swift
    /// test.inject(.error(.errorDatabaseInaccessible), into: [.save], of: [HKQuantityType(.stepCount)], times: 1)
    /// ```
    ///
    /// - Parameters:
    ///   - fault: The fault.
    ///   - operations: The operations it affects.
    ///   - types: Only calls about one of these types; `nil` for all.
    ///   - times: The number of calls that meet it; `nil` for all.
    /// - Returns: A handle that removes the fault and counts the calls that met it.
    @discardableResult
    public func inject(
        _ fault: HealthKitTestFault,
        into operations: Set<HealthKitTestOperation> = Set(HealthKitTestOperation.allCases),
        of types: Set<HKObjectType>? = nil,
        times: Int? = nil
    ) -> HealthKitTestInjection {
        HealthKitTestInjection(
            faults: faults,
            number: faults.add(TestFaults.Entry(fault: fault, operations: operations, types: types, left: times))
        )
    }

    /// Takes all faults away.
    public func removeFaults() { faults.removeAll() }
}
