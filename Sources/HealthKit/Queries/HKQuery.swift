import Foundation

/// A query on the store.
///
/// Make one of the concrete queries and execute it; each runs once.
public class HKQuery: NSObject, @unchecked Sendable {
    /// The type of the objects that are looked for.
    public let objectType: HKObjectType?
    /// Which of them.
    public let predicate: NSPredicate?
    /// The type of the objects, as a type of samples.
    public var sampleType: HKSampleType? { objectType as? HKSampleType }

    /// The predicate as the store understands it.
    let filter: SampleFilter
    /// Whether the query runs.
    let run = QueryRun()
    /// Held while handlers are called: one delivery at a time, and none before the first results.
    let delivering = NSLock()

    /// A predicate that HealthKit does not know stops the program, as on Apple's platforms (R4.19).
    init(type: HKObjectType?, predicate: NSPredicate?) {
        objectType = type
        self.predicate = predicate
        filter = raisingExceptions { try SampleFilter(predicate) }
        super.init()
    }

    /// For queries whose predicate is not one over samples.
    init(type: HKObjectType?, predicate: NSPredicate?, filter: SampleFilter) {
        objectType = type
        self.predicate = predicate
        self.filter = filter
        super.init()
    }

    /// Reads and calls handlers, on a background queue.
    func start(_ store: HKHealthStore) {}

    /// Reads with the query's right to be stopped; calls nothing when it was stopped meanwhile.
    func read<T>(
        _ store: HKHealthStore,
        _ body: (ObjectReader) throws -> T,
        _ completion: (Result<T, any Error>) -> Void
    ) {
        let result = Result { try self.read(store, body) }
        guard run.isActive else { return }
        completion(result)
    }

    func read<T>(_ store: HKHealthStore, _ body: (ObjectReader) throws -> T) throws -> T {
        try store.readableDatabase()
            .read { reader in
                reader.checkpoint = { [run] in
                    guard run.isActive else { throw CancellationError() }
                }
                return try body(reader)
            }
    }

    /// What the asker may see of the query's types, joined with filters: nothing that ended before the earliest date that
    /// is permitted (R4.23).
    func requests(
        _ reader: ObjectReader,
        _ store: HKHealthStore,
        _ wanted: [(type: HKSampleType, filter: SampleFilter)]
    ) throws -> [FetchRequest] {
        let earliest = store.earliestPermittedSampleDate()
        let bounds =
            earliest == .distantPast
            ? TimeBounds.unbounded : TimeBounds(endLower: earliest.timeIntervalSinceReferenceDate)
        return try wanted.map { type, filter in
            FetchRequest(
                type: type,
                filter: filter,
                scope: try reader.readScope(store.principal, type),
                bounds: bounds,
                choice: try reader.objectChoice(store.principal, type)
            )
        }
    }
}

extension HKHealthStore {
    /// Starts a query.
    ///
    /// Its handlers are called on a background queue.
    ///
    /// A query runs once: executing it again stops the program, as on Apple's platforms (R4.1).
    ///
    /// - Parameter query: The query.
    public func execute(_ query: HKQuery) {
        guard query.run.begin() else {
            raiseException("NSInvalidArgumentException", "HKQuery instances can be executed only once: \(query)")
        }
        queue.async { query.start(self) }
    }

    /// Stops a query: none of its handlers is called any more.
    ///
    /// Stopping one that is over does nothing.
    ///
    /// - Parameter query: The query.
    public func stop(_ query: HKQuery) { query.run.end() }
}
