import Foundation
import HealthStore

/// Finds the sources of matching samples, once.
public class HKSourceQuery: HKQuery, @unchecked Sendable {
    private let type: HKSampleType
    private let handler: (HKSourceQuery, Set<HKSource>?, (any Error)?) -> Void

    /// Makes a query.
    ///
    /// - Parameters:
    ///   - sampleType: The type of the samples.
    ///   - objectPredicate: Which of them; `nil` for all.
    ///   - handler: Called once, on a background queue, with the sources or an error.
    @preconcurrency
    public init(
        sampleType: HKSampleType,
        samplePredicate objectPredicate: NSPredicate?,
        completionHandler handler: @escaping @Sendable (HKSourceQuery, Set<HKSource>?, (any Error)?) -> Void
    ) {
        type = sampleType
        self.handler = handler
        super.init(type: sampleType, predicate: objectPredicate)
    }

    override func start(_ store: HKHealthStore) {
        read(
            store,
            { reader in
                try reader.sources(self.requests(reader, store, [(self.type, self.filter)])[0])
            },
            { result in self.handler(self, try? result.get(), result.failure) }
        )
        run.end()
    }
}

extension ObjectReader {
    /// The sources that have a sample matching a request.
    func sources(_ request: FetchRequest) throws -> Set<HKSource> {
        guard let scan = try scanRequest(request) else { return [] }
        let candidates = Set(
            try store.provenance().filter { $0.type == scan.type && $0.count > 0 }.map(\.source)
                .filter { scan.sources?.contains($0) ?? true }
        )
        var found: Set<HKSource> = []
        for candidate in candidates {
            let source = try source(candidate)
            if request.filter == .everything, request.choice == nil {
                found.insert(source)
                continue
            }
            var one = request
            one.scope = .only(bundleIdentifier: source.bundleIdentifier)
            try forEachRow(one) { _ in
                found.insert(source)
                return false
            }
            if found.contains(source) { continue }
            try forEachRecord(one) { _ in
                found.insert(source)
                return false
            }
        }
        return found
    }
}
