import Foundation
import HealthStore
import Synchronization

/// Finds what was added and deleted since an anchor: once, or again and again.
public class HKAnchoredObjectQuery: HKQuery, @unchecked Sendable {
    /// Called on a background queue with what was added and deleted after the first results; setting it makes the
    /// query run until it is stopped.
    ///
    /// Only a query without a limit may have one (R4.10).
    @preconcurrency
    public var updateHandler:
        (@Sendable (HKAnchoredObjectQuery, [HKSample]?, [HKDeletedObject]?, HKQueryAnchor?, (any Error)?) -> Void)?
    {
        didSet {
            if updateHandler != nil, limit != HKObjectQueryNoLimit {
                raiseException(
                    "NSInvalidArgumentException",
                    "An anchored query with a limit cannot have an updateHandler"
                )
            }
        }
    }

    private let wanted: [(type: HKSampleType, filter: SampleFilter)]
    private let limit: Int
    private let handler: (HKAnchoredObjectQuery, [HKSample]?, [HKDeletedObject]?, HKQueryAnchor?, (any Error)?) -> Void
    private let position: Mutex<Int64>

    /// Makes a query for one type.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - predicate: Which samples of it; `nil` for all.
    ///   - anchor: Where to start; `nil` for everything.
    ///   - limit: The most samples and deleted objects together; ``HKObjectQueryNoLimit`` for all.
    ///   - handler: Called on a background queue with samples, deleted objects and the anchor to go on from, or an error.
    @preconcurrency
    public convenience init(
        type: HKSampleType,
        predicate: NSPredicate?,
        anchor: HKQueryAnchor?,
        limit: Int,
        resultsHandler handler:
            @escaping @Sendable (
                HKAnchoredObjectQuery, [HKSample]?, [HKDeletedObject]?, HKQueryAnchor?, (any Error)?
            ) -> Void
    ) {
        self.init(
            queryDescriptors: [HKQueryDescriptor(sampleType: type, predicate: predicate)],
            anchor: anchor,
            limit: limit,
            resultsHandler: handler
        )
    }

    /// Makes a query for several types.
    ///
    /// - Parameters:
    ///   - queryDescriptors: Types and predicates.
    ///   - anchor: Where to start; `nil` for everything.
    ///   - limit: The most samples and deleted objects together; ``HKObjectQueryNoLimit`` for all.
    ///   - handler: Called on a background queue with samples, deleted objects and the anchor to go on from, or an error.
    @preconcurrency
    public init(
        queryDescriptors: [HKQueryDescriptor],
        anchor: HKQueryAnchor?,
        limit: Int,
        resultsHandler handler:
            @escaping @Sendable (
                HKAnchoredObjectQuery, [HKSample]?, [HKDeletedObject]?, HKQueryAnchor?, (any Error)?
            ) -> Void
    ) {
        wanted = queryDescriptors.map(\.wanted)
        self.limit = limit
        self.handler = handler
        position = Mutex(anchor?.value ?? 0)
        let only = queryDescriptors.count == 1 ? queryDescriptors.first : nil
        super.init(type: only?.sampleType, predicate: only?.predicate)
    }

    /// Makes a query with anchors that are numbers, as older versions of HealthKit had them.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - predicate: Which samples of it; `nil` for all.
    ///   - anchor: Where to start; ``HKAnchoredObjectQueryNoAnchor`` for everything.
    ///   - limit: The most samples; ``HKObjectQueryNoLimit`` for all.
    ///   - handler: Called on a background queue with samples and the anchor to go on from, or an error.
    @preconcurrency
    public convenience init(
        type: HKSampleType,
        predicate: NSPredicate?,
        anchor: Int,
        limit: Int,
        completionHandler handler: @escaping @Sendable (HKAnchoredObjectQuery, [HKSample]?, Int, (any Error)?) -> Void
    ) {
        self.init(type: type, predicate: predicate, anchor: HKQueryAnchor(fromValue: anchor), limit: limit) {
            query,
            samples,
            _,
            newAnchor,
            error in
            handler(query, samples, newAnchor.map { Int($0.value) } ?? anchor, error)
        }
    }

    override func start(_ store: HKHealthStore) {
        let isLongRunning = updateHandler != nil
        delivering.lock()
        if isLongRunning, let hub = try? store.database().changes {
            run.watch(hub, ChangeInterest(types: Set(wanted.map(\.type.identifier)))) { _ in
                self.delivering.lock()
                self.deliver(store, onlyChanges: true) { $0.updateHandler }
                self.delivering.unlock()
            }
        }
        deliver(store, onlyChanges: false) { $0.handler }
        delivering.unlock()
        if !isLongRunning { run.end() }
    }

    private typealias Handler = (HKAnchoredObjectQuery, [HKSample]?, [HKDeletedObject]?, HKQueryAnchor?, (any Error)?)
        -> Void

    /// Reads on from the position; the first results and the updates share it.
    private func deliver(_ store: HKHealthStore, onlyChanges: Bool, _ handler: (HKAnchoredObjectQuery) -> Handler?) {
        let start = position.withLock { $0 }
        read(
            store,
            { reader in
                try reader.changes(
                    self.requests(reader, store, self.wanted),
                    after: start,
                    limit: self.limit > 0 ? self.limit : nil
                )
            },
            { result in
                switch result {
                case .success(let changes):
                    position.withLock { $0 = changes.anchor }
                    if onlyChanges, changes.added.isEmpty, changes.deleted.isEmpty { return }
                    handler(self)?(self, changes.added, changes.deleted, HKQueryAnchor(changes.anchor), nil)
                case .failure(let error): handler(self)?(self, nil, nil, nil, error)
                }
            }
        )
    }
}
