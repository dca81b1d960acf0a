import Foundation

/// Asks the person for verifiable clinical records, with `await`.
public struct HKVerifiableClinicalRecordQueryDescriptor: HKAsyncQuery, Sendable {
    /// The records that the person chose.
    public typealias Output = [HKVerifiableClinicalRecord]

    /// The attested facts, all of which a record must have.
    public var recordTypes: [HKVerifiableClinicalRecordCredentialType]
    /// The formats that the records were issued in; a record must have one of them.
    public var sourceTypes: [HKVerifiableClinicalRecordSourceType]
    /// A predicate that selects them; `nil` for all.
    public var predicate: NSPredicate? {
        get { fixed.value }
        set { fixed = FixedPredicate(newValue) }
    }

    private var fixed: FixedPredicate

    /// Makes a descriptor.
    ///
    /// - Parameters:
    ///   - recordTypes: The attested facts, all of which a record must have.
    ///   - sourceTypes: The formats; a record must have one of them.
    ///   - predicate: A predicate that selects them; `nil` for all.
    public init(
        recordTypes: [HKVerifiableClinicalRecordCredentialType],
        sourceTypes: [HKVerifiableClinicalRecordSourceType],
        predicate: NSPredicate? = nil
    ) {
        self.recordTypes = recordTypes
        self.sourceTypes = sourceTypes
        fixed = FixedPredicate(predicate)
    }

    /// Asks the person.
    ///
    /// - Parameter healthStore: The store to read.
    /// - Returns: The records that the person chose.
    /// - Throws: `errorUserCanceled` when the person closed the list, `errorInvalidArgument` for a predicate that HealthKit
    ///   does not know, `errorDatabaseInaccessible`.
    public func result(for healthStore: HKHealthStore) async throws -> [HKVerifiableClinicalRecord] {
        let filter = try SampleFilter(predicate)
        return try await runOnce(on: healthStore) { completion in
            HKVerifiableClinicalRecordQuery(
                recordTypes: recordTypes.map(\.rawValue),
                sourceTypes: sourceTypes,
                predicate: predicate,
                filter: filter
            ) { _, records, error in
                completion(records.map { .success($0) } ?? .failure(error ?? HKError(.unknownError)))
            }
        }
    }
}
