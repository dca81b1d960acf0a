import Foundation

/// A query on the store.
///
/// Make one of the concrete queries and execute it; each runs once.
open class HKQuery: NSObject, @unchecked Sendable {
    /// The type of the requested objects.
    public let objectType: HKObjectType?
    /// The predicate that selects the objects.
    public let predicate: NSPredicate?
    /// The type of the objects, as a type of samples.
    open var sampleType: HKSampleType? { objectType as? HKSampleType }

    /// The predicate as the store understands it.
    let filter: SampleFilter
    /// Whether the query runs.
    let run = QueryRun()

    /// A predicate that HealthKit does not know stops the program, as on Apple's platforms (R4.19).
    init(type: HKObjectType?, predicate: NSPredicate?) {
        objectType = type
        self.predicate = predicate
        filter = raisingExceptions(ExceptionName.invalidArgument) { try SampleFilter(predicate) }
        super.init()
    }

    /// For queries whose predicate is not one over samples.
    init(type: HKObjectType?, predicate: NSPredicate?, filter: SampleFilter) {
        objectType = type
        self.predicate = predicate
        self.filter = filter
        super.init()
    }

    /// Records the execution of an observer query for the process that wakes the app; other queries do nothing.
    func note(in registry: ObserverRegistry?, of app: AppIdentity?) {}

    /// Asks and calls handlers, on a background queue.
    func start(_ store: HKHealthStore) {}

    /// Reads from the store and delivers the result; calls nothing if the query was stopped meanwhile.
    func ask<Call: ReadCall>(
        _ store: HKHealthStore,
        _ call: Call,
        _ completion: (Result<Call.Answer, any Error>) -> Void
    ) {
        let result = Result { try store.port.send(call, while: { [run] in run.isActive }) }
        guard run.isActive else { return }
        completion(result)
    }

    /// Reads from the store once and, for a continuing query, after each change that the caller may know of.
    ///
    /// A type that was never requested is reported once, and the query ends.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - call: The call to send.
    ///   - goesOn: Whether to query again after changes, until the query is stopped.
    ///   - deliver: Called with each answer, and whether it is the first.
    func follow<Call: LiveCall>(
        _ store: HKHealthStore,
        _ call: Call,
        goesOn: Bool,
        _ deliver: @escaping (Result<Call.Answer, any Error>, _ isFirst: Bool) -> Void
    ) {
        followStream(store, call, goesOn: goesOn) { deliver($0.result, $0.isFirst) }
    }

    /// Opens a call and delivers its answers until the query is stopped.
    func followStream<Call: LiveCall>(
        _ store: HKHealthStore,
        _ call: Call,
        goesOn: Bool,
        _ deliver: @escaping (StreamedAnswer<Call.Answer>) -> Void
    ) {
        let isWanted: @Sendable () -> Bool = { [run] in run.isActive }
        let stream = store.port.open(call, goesOn: goesOn, while: isWanted) { reported in
            guard reported.isLast else { return deliver(reported) }
            self.run.end { deliver(reported) }
        }
        if let stream { run.keep(stream) }
        run.noteAnswer()
        if stream == nil { run.end() }
    }
}

extension HKHealthStore {
    /// Executes the query of an async function, whose thread is there to be worked on: two changes of threads would cost more
    /// than a short query.
    ///
    /// Another thread is used if the caller chose the thread, if calls would wait for a connection first, and if a subclass may
    /// have overridden how queries are executed.
    func executeHere(_ query: HKQuery) {
        if isPlain, !Task.hasChosenExecutor, port.isAtHand {
            start(query) { query.start(self) }
        } else {
            execute(query)
        }
    }

    /// Starts a query that was not started before.
    func start(_ query: HKQuery) { start(query) { self.queue.async { query.start(self) } } }

    private func start(_ query: HKQuery, _ begin: () -> Void) {
        HealthLog.debug("query", ["kind": "\(type(of: query))"])
        switch query.run.begin() {
        case .begun:
            query.note(in: port.observers, of: port.app)
            begin()
        // A task that is cancelled between making a query and executing it stops it first.
        case .stopped: return
        case .repeated:
            raiseException(ExceptionName.invalidArgument, "HKQuery instances can be executed only once: \(query)")
        }
    }
}
