import Foundation

/// What an observer's handler calls when it is done with an update.
public typealias HKObserverQueryCompletionHandler = () -> Void

/// Tells an app that matching samples were added or deleted; what they are, other queries find.
///
/// The handler is called once when the query starts, and then once for each change of the store, or for several that came
/// at the same time (R4.11). It runs until it is stopped.
public class HKObserverQuery: HKQuery, @unchecked Sendable {
    private typealias Handler = (
        HKObserverQuery, Set<HKSampleType>?, @escaping HKObserverQueryCompletionHandler, (any Error)?
    ) -> Void

    private let types: Set<HKSampleType>
    private let handler: Handler

    /// Makes a query for one type.
    ///
    /// - Parameters:
    ///   - sampleType: The type.
    ///   - predicate: Which samples of it; `nil` for all.
    ///   - updateHandler: Called on a background queue; it must call the completion handler when it is done.
    @preconcurrency
    public init(
        sampleType: HKSampleType,
        predicate: NSPredicate?,
        updateHandler:
            @escaping @Sendable (HKObserverQuery, @escaping HKObserverQueryCompletionHandler, (any Error)?) -> Void
    ) {
        types = [sampleType]
        handler = { query, _, completion, error in updateHandler(query, completion, error) }
        super.init(type: sampleType, predicate: predicate)
    }

    /// Makes a query for several types.
    ///
    /// - Parameters:
    ///   - queryDescriptors: Types and predicates.
    ///   - updateHandler: Called on a background queue with the types that changed; it must call the completion handler when
    ///     it is done.
    @preconcurrency
    public init(
        queryDescriptors: [HKQueryDescriptor],
        updateHandler:
            @escaping @Sendable (
                HKObserverQuery, Set<HKSampleType>?, @escaping HKObserverQueryCompletionHandler, (any Error)?
            ) -> Void
    ) {
        for descriptor in queryDescriptors { _ = descriptor.wanted }
        types = Set(queryDescriptors.map(\.sampleType))
        handler = updateHandler
        let only = queryDescriptors.count == 1 ? queryDescriptors.first : nil
        super.init(type: only?.sampleType, predicate: only?.predicate)
    }

    override func start(_ store: HKHealthStore) {
        do {
            let database = try store.readableDatabase()
            try database.read { reader in
                for type in types { _ = try reader.readScope(store.principal, type) }
            }
            let identifiers = Set(types.map(\.identifier))
            delivering.lock()
            defer { delivering.unlock() }
            run.watch(database.changes, ChangeInterest(types: identifiers)) { changed in
                let types = self.types.filter { changed.contains($0.identifier) }
                self.delivering.lock()
                defer { self.delivering.unlock() }
                self.handler(self, types, {}, nil)
            }
            guard run.isActive else { return }
            handler(self, types, {}, nil)
        } catch {
            guard run.isActive else { return }
            run.end()
            handler(self, nil, {}, error)
        }
    }
}
