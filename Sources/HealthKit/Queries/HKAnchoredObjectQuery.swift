import Foundation

/// Finds additions and deletions since an anchor: once, or continuously.
open class HKAnchoredObjectQuery: HKQuery, @unchecked Sendable {
    /// Called on a background queue with objects added and deleted after the first results; setting it makes the query
    /// run until it is stopped.
    ///
    /// Only a query without a limit may have one (R4.10).
    @preconcurrency
    open var updateHandler:
        (@Sendable (HKAnchoredObjectQuery, [HKSample]?, [HKDeletedObject]?, HKQueryAnchor?, (any Error)?) -> Void)?
    {
        didSet {
            if updateHandler != nil, limit != HKObjectQueryNoLimit {
                raiseException(
                    ExceptionName.invalidArgument,
                    "An anchored query with a limit cannot have an updateHandler"
                )
            }
        }
    }

    private let selections: [SampleSelection]
    private let anchor: HKQueryAnchor?
    private let limit: Int
    private let handler: (HKAnchoredObjectQuery, [HKSample]?, [HKDeletedObject]?, HKQueryAnchor?, (any Error)?) -> Void

    /// Makes a query for one type.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - predicate: A predicate that selects the samples; `nil` for all.
    ///   - anchor: The anchor to start after; `nil` for everything.
    ///   - limit: The maximum number of samples and deleted objects in total; ``HKObjectQueryNoLimit`` for all.
    ///   - handler: Called on a background queue with samples, deleted objects and the anchor to continue from, or an error.
    @preconcurrency
    public init(
        type: HKSampleType,
        predicate: NSPredicate?,
        anchor: HKQueryAnchor?,
        limit: Int,
        resultsHandler handler:
            @escaping @Sendable (
                HKAnchoredObjectQuery, [HKSample]?, [HKDeletedObject]?, HKQueryAnchor?, (any Error)?
            ) -> Void
    ) {
        selections = [HKQueryDescriptor(sampleType: type, predicate: predicate).selection]
        self.anchor = anchor
        self.limit = limit
        self.handler = handler
        super.init(type: type, predicate: predicate)
    }

    /// Makes a query for several types.
    ///
    /// - Parameters:
    ///   - queryDescriptors: Types and predicates.
    ///   - anchor: The anchor to start after; `nil` for everything.
    ///   - limit: The maximum number of samples and deleted objects in total; ``HKObjectQueryNoLimit`` for all.
    ///   - handler: Called on a background queue with samples, deleted objects and the anchor to continue from, or an error.
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
        selections = queryDescriptors.map(\.selection)
        self.anchor = anchor
        self.limit = limit
        self.handler = handler
        let only = queryDescriptors.count == 1 ? queryDescriptors.first : nil
        super.init(type: only?.sampleType, predicate: only?.predicate)
    }

    /// Makes a query of selections that were checked.
    init(
        _ selections: [SampleSelection],
        _ anchor: HKQueryAnchor?,
        limit: Int,
        _ handler:
            @escaping @Sendable (
                HKAnchoredObjectQuery, [HKSample]?, [HKDeletedObject]?, HKQueryAnchor?, (any Error)?
            ) -> Void
    ) {
        self.selections = selections
        self.anchor = anchor
        self.limit = limit
        self.handler = handler
        super.init(type: selections.count == 1 ? selections[0].type : nil, predicate: nil)
    }

    /// Makes a query with numeric anchors, as in older versions of HealthKit.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - predicate: A predicate that selects the samples; `nil` for all.
    ///   - anchor: The anchor to start after; ``HKAnchoredObjectQueryNoAnchor`` for everything.
    ///   - limit: The maximum number of samples; ``HKObjectQueryNoLimit`` for all.
    ///   - handler: Called on a background queue with samples and the anchor to continue from, or an error.
    @preconcurrency
    public init(
        type: HKSampleType,
        predicate: NSPredicate?,
        anchor: Int,
        limit: Int,
        completionHandler handler: @escaping @Sendable (HKAnchoredObjectQuery, [HKSample]?, Int, (any Error)?) -> Void
    ) {
        selections = [HKQueryDescriptor(sampleType: type, predicate: predicate).selection]
        self.anchor = HKQueryAnchor(fromValue: anchor)
        self.limit = limit
        self.handler = { query, samples, _, newAnchor, error in
            handler(query, samples, newAnchor.map { Int($0.value) } ?? anchor, error)
        }
        super.init(type: type, predicate: predicate)
    }

    override func start(_ store: HKHealthStore) {
        let call = AnchoredCall(
            selections: selections,
            anchor: CallAnchor(anchor),
            limit: limit > 0 ? limit : nil
        )
        follow(store, call, goesOn: updateHandler != nil) { result, isFirst in
            let answer = result.value
            if isFirst {
                self.handler(self, answer?.added, answer?.deleted, answer?.anchor, result.failure)
            } else {
                self.updateHandler?(self, answer?.added, answer?.deleted, answer?.anchor, result.failure)
            }
        }
    }
}
