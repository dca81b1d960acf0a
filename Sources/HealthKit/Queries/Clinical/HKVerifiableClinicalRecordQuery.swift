import Foundation

/// Asks the person for verifiable clinical records, once.
///
/// Each run asks the person again, and the app gets the records chosen for that run (R1.15).
open class HKVerifiableClinicalRecordQuery: HKQuery, @unchecked Sendable {
    /// The attested facts: raw values of `HKVerifiableClinicalRecordCredentialType`, all of which a record must have.
    public let recordTypes: [String]
    /// The formats that the records were issued in.
    public let sourceTypes: [HKVerifiableClinicalRecordSourceType]

    private let handler: (HKVerifiableClinicalRecordQuery, [HKVerifiableClinicalRecord]?, (any Error)?) -> Void

    /// Makes a query for SMART Health Cards.
    ///
    /// - Parameters:
    ///   - recordTypes: The attested facts, all of which a record must have.
    ///   - predicate: A predicate that selects them; `nil` for all.
    ///   - resultsHandler: Called once, on a background queue, with the records that the person chose, or with an error.
    public init(
        recordTypes: [String],
        predicate: NSPredicate?,
        resultsHandler:
            @escaping (HKVerifiableClinicalRecordQuery, [HKVerifiableClinicalRecord]?, (any Error)?) -> Void
    ) {
        self.recordTypes = recordTypes
        sourceTypes = [.smartHealthCard]
        handler = resultsHandler
        super.init(type: VerifiableRecordType.shared, predicate: predicate)
    }

    /// Makes a query for records of some formats.
    ///
    /// - Parameters:
    ///   - recordTypes: The attested facts, all of which a record must have.
    ///   - sourceTypes: The formats; a record must have one of them.
    ///   - predicate: A predicate that selects them; `nil` for all.
    ///   - resultsHandler: Called once, on a background queue, with the records that the person chose, or with an error.
    public init(
        recordTypes: [String],
        sourceTypes: [HKVerifiableClinicalRecordSourceType],
        predicate: NSPredicate?,
        resultsHandler:
            @escaping (HKVerifiableClinicalRecordQuery, [HKVerifiableClinicalRecord]?, (any Error)?) -> Void
    ) {
        self.recordTypes = recordTypes
        self.sourceTypes = sourceTypes
        handler = resultsHandler
        super.init(type: VerifiableRecordType.shared, predicate: predicate)
    }

    /// Makes a query with a predicate that was checked.
    init(
        recordTypes: [String],
        sourceTypes: [HKVerifiableClinicalRecordSourceType],
        predicate: NSPredicate?,
        filter: SampleFilter,
        resultsHandler:
            @escaping (HKVerifiableClinicalRecordQuery, [HKVerifiableClinicalRecord]?, (any Error)?) -> Void
    ) {
        self.recordTypes = recordTypes
        self.sourceTypes = sourceTypes
        handler = resultsHandler
        super.init(type: VerifiableRecordType.shared, predicate: predicate, filter: filter)
    }

    /// The predicate, the types and the formats as one filter.
    private var wanted: SampleFilter {
        let types = recordTypes.map { type in
            SampleFilter.compare(FilterComparison(.record(.verifiableRecordType), .equal, .text(type)))
        }
        let formats = FilterComparison(
            .record(.verifiableSourceType),
            .isIn,
            .set(Set(sourceTypes.map { .text($0.rawValue) }))
        )
        return .all([filter, .compare(formats)] + types)
    }

    override func start(_ store: HKHealthStore) {
        let wanted = wanted
        Task {
            let result: Result<[HKVerifiableClinicalRecord], any Error>
            do {
                result = .success(try await store.port.sendAndWait(PickRecordsCall(filter: wanted)))
            } catch {
                result = .failure(error)
            }
            guard self.run.isActive else { return }
            self.handler(self, result.value, result.failure)
            self.run.end()
        }
    }
}
