import Foundation

/// Asks the person for verifiable clinical records, once.
///
/// Each run asks anew, and the app gets what the person chooses for that run (R1.15).
public class HKVerifiableClinicalRecordQuery: HKQuery, @unchecked Sendable {
    /// What the records attest: raw values of `HKVerifiableClinicalRecordCredentialType`, all of which a record must have.
    public let recordTypes: [String]
    /// The formats that the records were issued in.
    public let sourceTypes: [HKVerifiableClinicalRecordSourceType]

    private let handler: (HKVerifiableClinicalRecordQuery, [HKVerifiableClinicalRecord]?, (any Error)?) -> Void

    /// Makes a query for SMART Health Cards.
    ///
    /// - Parameters:
    ///   - recordTypes: What the records attest; a record must attest all of it.
    ///   - predicate: Which of them; `nil` for all.
    ///   - resultsHandler: Called once, on a background queue, with the records that the person chose, or with an error.
    public convenience init(
        recordTypes: [String],
        predicate: NSPredicate?,
        resultsHandler:
            @escaping (HKVerifiableClinicalRecordQuery, [HKVerifiableClinicalRecord]?, (any Error)?) -> Void
    ) {
        self.init(
            recordTypes: recordTypes,
            sourceTypes: [.smartHealthCard],
            predicate: predicate,
            resultsHandler: resultsHandler
        )
    }

    /// Makes a query for records of some formats.
    ///
    /// - Parameters:
    ///   - recordTypes: What the records attest; a record must attest all of it.
    ///   - sourceTypes: The formats; a record must have one of them.
    ///   - predicate: Which of them; `nil` for all.
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
            let result = await store.verifiableRecords(wanted)
            guard self.run.isActive else { return }
            self.handler(self, try? result.get(), result.failure)
            self.run.end()
        }
    }
}

extension HKHealthStore {
    /// The records that a filter admits and the person chooses, for this once.
    fileprivate func verifiableRecords(_ filter: SampleFilter) async -> Result<[HKVerifiableClinicalRecord], any Error>
    {
        do {
            let database = try readableDatabase()
            let chosen = try await chosenOnce(VerifiableRecordType.shared, filter, in: database)
            let found = try database.read { reader in
                try reader.samples(
                    [FetchRequest(type: VerifiableRecordType.shared, filter: filter)],
                    order: .byStart(ascending: true),
                    limit: nil
                )
            }
            return .success(
                found.compactMap { $0 as? HKVerifiableClinicalRecord }.filter { chosen?.contains($0.uuid) ?? true }
            )
        } catch {
            return .failure(error)
        }
    }

    /// The objects of a type that the person picks of those that a filter admits, for this once; `nil` for all.
    ///
    /// - Throws: `errorUserCanceled` when the person closes the list.
    private func chosenOnce(
        _ type: HKObjectType,
        _ filter: SampleFilter,
        in database: HealthDatabase
    ) async throws -> Set<UUID>? {
        guard case .app(let app) = principal else { return nil }
        if database.state.isGuest { return [] }
        let now = clock()
        let request = try await perform {
            try database.write { try $0.ask(app, objectsOf: type, filter, now: now) }
        }
        try await present(request, in: database)
        return try await perform { try database.write { try $0.takeAnswer(to: request, of: type) } }
    }
}

extension ObjectWriter {
    /// What the person chose in a request that holds for once; it is forgotten.
    fileprivate func takeAnswer(to request: AuthorizationRequest, of type: HKObjectType) throws -> Set<UUID> {
        let app = request.app.bundleIdentifier
        let choice = try objectChoice(app: app, type: type.identifier)
        let asked = Set((request.objects ?? []).map(\.id))
        try forgetChoice(app: app, type: type.identifier, objects: asked)
        return asked.intersection(choice.allowed)
    }
}
