import Foundation

/// Finds the medications in a person's list that an app may read, one at a time.
///
/// An app asks for medications with `requestPerObjectReadAuthorization(for:predicate:)`; the person permits each one
/// separately.
open class HKUserAnnotatedMedicationQuery: HKQuery, @unchecked Sendable {
    private let limit: Int
    private let handler: (HKUserAnnotatedMedicationQuery, HKUserAnnotatedMedication?, Bool, (any Error)?) -> Void

    /// Makes a query.
    ///
    /// - Parameters:
    ///   - predicate: A predicate that selects the medications; `nil` for all.
    ///   - limit: The maximum number of medications; ``HKObjectQueryNoLimit`` for all.
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
        ask(store, MedicationsCall(filter: filter, limit: limit > 0 ? limit : nil)) { self.deliver($0) }
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
