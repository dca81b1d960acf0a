import Foundation
import HealthKitStore

extension ObjectReader {
    /// The sources with a sample that matches a request.
    func sources(_ request: FetchRequest) throws -> Set<HKSource> {
        guard let scan = try scanRequest(request) else { return [] }
        let candidates = Set(
            try store.sources(ofType: scan.type).filter { scan.sources?.contains($0) ?? true }
        )
        var found: Set<HKSource> = []
        for candidate in candidates {
            let source = try source(candidate)
            if request.filter == .everything, request.bounds == .unbounded, request.choice == nil,
                !request.judgesObjects
            {
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
