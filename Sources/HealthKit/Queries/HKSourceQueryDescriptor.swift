import Foundation

/// Finds the sources of samples with `await`.
public struct HKSourceQueryDescriptor<Sample>: HKAsyncQuery, Sendable where Sample: HKSample {
    /// The sources.
    public typealias Output = [HKSource]

    /// The type, and the samples of it to include.
    public var predicate: HKSamplePredicate<Sample>

    /// Makes a descriptor.
    ///
    /// - Parameter predicate: The type, and the samples of it to include.
    public init(predicate: HKSamplePredicate<Sample>) { self.predicate = predicate }

    /// Finds the sources.
    ///
    /// - Parameter healthStore: The store to read.
    /// - Returns: The sources, by name.
    /// - Throws: `errorAuthorizationNotDetermined`, `errorInvalidArgument` for an unsupported predicate,
    ///   `errorDatabaseInaccessible`.
    public func result(for healthStore: HKHealthStore) async throws -> [HKSource] {
        let selection = try predicate.selection()
        return try await runOnce(on: healthStore) { completion in
            HKSourceQuery(selection, predicate.nsPredicate) { _, sources, error in
                completion(
                    sources.map { .success($0.sorted { $0.name < $1.name }) }
                        ?? .failure(error ?? HKError(.unknownError))
                )
            }
        }
    }
}
