import Foundation

/// Observes samples saved by others while a workout runs: first all since its start, then each change.
final class WorkoutCollection: HKQuery, @unchecked Sendable {
    private let call: CollectCall
    private let deliver: @Sendable (CollectedSamples) -> Void

    init(_ selections: [SampleSelection], from start: Date, _ deliver: @escaping @Sendable (CollectedSamples) -> Void) {
        call = CollectCall(selections: selections, start: start)
        self.deliver = deliver
        super.init(type: nil, predicate: nil, filter: .everything)
    }

    override func start(_ store: HKHealthStore) {
        follow(store, call, goesOn: true) { result, _ in
            // Samples that can't be read now are found at the next change, or at the end.
            if let collected = result.value { self.deliver(collected) }
        }
    }

    /// Everything up to now, even if it hasn't been reported yet.
    ///
    /// - Throws: Any error from reading the store.
    func everything(_ store: HKHealthStore) throws -> CollectedSamples { try store.port.send(call) }
}
