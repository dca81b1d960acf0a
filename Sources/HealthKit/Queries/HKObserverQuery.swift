import Foundation

/// The closure that an observer's handler calls when it has handled an update.
public typealias HKObserverQueryCompletionHandler = () -> Void

/// Notifies an app that matching samples were added or deleted; other queries find them.
///
/// The handler is called once when the query starts, and then once for each change of the store, or for several that came
/// at the same time (R4.11). It runs until it is stopped.
///
/// Calling the completion handler indicates that the app is done with an update, and acknowledges the change that woke
/// the app. A running app is notified of changes whether it calls the handler or not.
open class HKObserverQuery: HKQuery, @unchecked Sendable {
    private typealias Handler = (
        HKObserverQuery, Set<HKSampleType>?, @escaping HKObserverQueryCompletionHandler, (any Error)?
    ) -> Void

    private let selections: [SampleSelection]
    private let handler: Handler
    /// The updates reported to the app, and those that it has handled.
    package let updates = ObserverUpdates()

    /// Makes a query for one type.
    ///
    /// - Parameters:
    ///   - sampleType: The type.
    ///   - predicate: A predicate that selects the samples; `nil` for all.
    ///   - updateHandler: Called on a background queue; it must call the completion handler when it is done.
    @preconcurrency
    public init(
        sampleType: HKSampleType,
        predicate: NSPredicate?,
        updateHandler:
            @escaping @Sendable (HKObserverQuery, @escaping HKObserverQueryCompletionHandler, (any Error)?) -> Void
    ) {
        selections = [HKQueryDescriptor(sampleType: sampleType, predicate: predicate).selection]
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
        selections = queryDescriptors.map(\.selection)
        handler = updateHandler
        let only = queryDescriptors.count == 1 ? queryDescriptors.first : nil
        super.init(type: only?.sampleType, predicate: only?.predicate)
    }

    /// Records that the app has executed the query.
    override func note(in registry: ObserverRegistry?, of app: AppIdentity?) {
        guard let registry, let app else { return }
        registry
            .note(
                ObserverRegistry.Observer(
                    bundleIdentifier: app.bundleIdentifier,
                    types: Set(selections.map(\.type)),
                    isDone: { [updates] in updates.status.reported > 0 && updates.status.isDone },
                    listen: { [updates] heard in
                        guard let heard else { return updates.listen(nil) }
                        updates.listen { _ in heard() }
                    },
                    stop: { [run] in run.end() }
                )
            )
    }

    override func start(_ store: HKHealthStore) {
        followStream(store, ObserveCall(selections: selections), goesOn: true) { reported in
            let update = self.updates.begin()
            let acknowledge = reported.acknowledge
            let completion = {
                update.acknowledge()
                acknowledge?()
            }
            self.handler(self, reported.result.value, completion, reported.result.failure)
        }
    }
}
