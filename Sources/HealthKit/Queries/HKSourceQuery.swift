import Foundation

/// Finds the sources of matching samples, once.
open class HKSourceQuery: HKQuery, @unchecked Sendable {
    private let type: HKSampleType
    private let handler: (HKSourceQuery, Set<HKSource>?, (any Error)?) -> Void

    /// Makes a query.
    ///
    /// - Parameters:
    ///   - sampleType: The type of the samples.
    ///   - objectPredicate: A predicate that selects them; `nil` for all.
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

    /// Makes a query of a selection that was checked.
    init(
        _ selection: SampleSelection,
        _ predicate: NSPredicate?,
        _ handler: @escaping @Sendable (HKSourceQuery, Set<HKSource>?, (any Error)?) -> Void
    ) {
        type = selection.type
        self.handler = handler
        super.init(type: selection.type, predicate: predicate, filter: selection.filter)
    }

    override func start(_ store: HKHealthStore) {
        ask(store, SourcesCall(selection: SampleSelection(type, filter))) { result in
            self.handler(self, result.value, result.failure)
        }
        run.end()
    }
}
