import Foundation
import HealthStore

/// Finds the medications in a person's list that an app may read, one at a time.
///
/// An app asks for medications with `requestPerObjectReadAuthorization(for:predicate:)`; the person permits each by itself.
public class HKUserAnnotatedMedicationQuery: HKQuery, @unchecked Sendable {
    private let limit: Int
    private let handler: (HKUserAnnotatedMedicationQuery, HKUserAnnotatedMedication?, Bool, (any Error)?) -> Void

    /// Makes a query.
    ///
    /// - Parameters:
    ///   - predicate: Which medications; `nil` for all.
    ///   - limit: The most medications to find; ``HKObjectQueryNoLimit`` for all.
    ///   - resultsHandler: Called on a background queue with each medication and whether it is the last, once with neither
    ///     when there is none, or with an error.
    public init(
        predicate: NSPredicate?,
        limit: Int,
        resultsHandler:
            @escaping (HKUserAnnotatedMedicationQuery, HKUserAnnotatedMedication?, Bool, (any Error)?) -> Void
    ) {
        self.limit = limit
        handler = resultsHandler
        super.init(type: HKObjectType.userAnnotatedMedicationType(), predicate: predicate)
    }

    override func start(_ store: HKHealthStore) {
        read(
            store,
            { reader in
                let found = try reader.medications(self.filter, for: store.principal)
                return self.limit > 0 ? Array(found.prefix(self.limit)) : found
            },
            { result in self.deliver(result) }
        )
        run.end()
    }

    private func deliver(_ result: Result<[HKUserAnnotatedMedication], any Error>) {
        switch result {
        case .failure(let error): handler(self, nil, true, error)
        case .success(let medications):
            if medications.isEmpty { return handler(self, nil, true, nil) }
            for (index, medication) in medications.enumerated() {
                guard run.isActive else { return }
                handler(self, medication, index == medications.count - 1, nil)
            }
        }
    }
}
