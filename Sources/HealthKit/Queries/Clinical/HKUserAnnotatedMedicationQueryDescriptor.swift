import Foundation
import Synchronization

/// Finds the medications in a person's list that an app may read, with `await`.
public struct HKUserAnnotatedMedicationQueryDescriptor: HKAsyncQuery, Sendable {
    /// The medications, in the order in which the person added them.
    public typealias Output = [HKUserAnnotatedMedication]

    /// A predicate that selects the medications; `nil` for all.
    public var predicate: NSPredicate? {
        get { fixed.value }
        set { fixed = FixedPredicate(newValue) }
    }
    /// The maximum number of medications; `nil` for all.
    public var limit: Int?

    private var fixed: FixedPredicate

    /// Makes a descriptor.
    ///
    /// - Parameters:
    ///   - predicate: A predicate that selects the medications; `nil` for all.
    ///   - limit: The maximum number of medications; `nil` for all.
    public init(predicate: NSPredicate? = nil, limit: Int? = nil) {
        fixed = FixedPredicate(predicate)
        self.limit = limit
    }

    /// Finds the medications.
    ///
    /// - Parameter healthStore: The store to read.
    /// - Returns: The medications.
    /// - Throws: `errorAuthorizationNotDetermined` if the app never requested medications, `errorInvalidArgument` for a
    ///   predicate that HealthKit does not know, `errorDatabaseInaccessible`.
    public func result(for healthStore: HKHealthStore) async throws -> [HKUserAnnotatedMedication] {
        _ = try SampleFilter(predicate)
        let collected = MedicationCollector()
        return try await runOnce(on: healthStore) { completion in
            HKUserAnnotatedMedicationQuery(predicate: predicate, limit: limit ?? HKObjectQueryNoLimit) {
                _,
                medication,
                done,
                error in
                if let error { return completion(.failure(error)) }
                if let medication { collected.medications.withLock { $0.append(medication) } }
                if done { completion(.success(collected.medications.withLock { $0 })) }
            }
        }
    }
}

/// The results of a query so far.
private final class MedicationCollector: Sendable {
    let medications = Mutex<[HKUserAnnotatedMedication]>([])
}
