import Foundation

/// The store of a person's health data, as one app sees it.
///
/// Make one and keep it; it may be used from any thread. Completion handlers and queries' handlers are called on
/// background queues.
public class HKHealthStore: NSObject, @unchecked Sendable {
    package let principal: Principal
    package let prompt: any AuthorizationPrompting
    package let clock: @Sendable () -> Date
    package let handle: DatabaseHandle
    let preferences = PreferenceWatch()
    /// Where handlers are called.
    package let queue = DispatchQueue(label: "healthkit.callbacks", attributes: .concurrent)

    /// A store for this app, on the default file.
    public override convenience init() {
        self.init(configuration: HKHealthStoreConfiguration.scoped ?? HKHealthStoreConfiguration())
    }

    /// A store with a place, an identity and a clock of its own.
    ///
    /// Linux only.
    ///
    /// - Parameter configuration: Where the data is and who asks for it.
    public init(configuration: HKHealthStoreConfiguration) {
        principal = configuration.principal
        prompt = configuration.prompt
        clock = configuration.clock
        handle =
            configuration.handle ?? DatabaseHandle(configuration.location, isReadOnly: configuration.isReadOnly)
        super.init()
    }

    /// Another asker on the same data.
    package init(sharing store: HKHealthStore, principal: Principal, prompt: (any AuthorizationPrompting)? = nil) {
        self.principal = principal
        self.prompt = prompt ?? store.prompt
        clock = store.clock
        handle = store.handle
        super.init()
    }

    /// The open database.
    ///
    /// - Throws: `errorDatabaseInaccessible` with a text that says what is wrong with which file.
    package func database() throws -> HealthDatabase { try handle.database() }

    /// Whether this machine can have health data.
    ///
    /// - Returns: True: on Linux every machine can; only a test may say otherwise.
    public class func isHealthDataAvailable() -> Bool {
        guard let handle = HKHealthStoreConfiguration.scoped?.handle else { return true }
        return (try? handle.database().state.availability) != .unavailable
    }

    /// Whether this machine can have clinical records.
    ///
    /// - Returns: True: the store keeps clinical records, wherever they come from.
    public func supportsHealthRecords() -> Bool { true }

    /// The end date before which samples cannot be saved and are not found.
    ///
    /// - Returns: `Date.distantPast`, as nothing is purged here; only a test may say otherwise (R2.7).
    public func earliestPermittedSampleDate() -> Date {
        guard case .app = principal, let database = try? database() else { return .distantPast }
        return database.state.earliestSampleDate
    }

    /// Runs work off the caller's thread and hands its result, or its error, to a completion.
    func perform<T>(_ work: @escaping () throws -> T, _ completion: @escaping (Result<T, any Error>) -> Void) {
        let boxedWork = UncheckedSendable(work)
        let boxedCompletion = UncheckedSendable(completion)
        queue.async { boxedCompletion.value(Result { try boxedWork.value() }) }
    }

    /// Runs work off the caller's thread and waits for it without blocking one.
    func perform<T>(_ work: @escaping @Sendable () throws -> T) async throws -> T {
        let box: UncheckedSendable<T> = try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { UncheckedSendable(try work()) }) }
        }
        return box.value
    }
}

/// Carries a value, such as an app's closure, to the queue that uses it next, and nowhere else.
struct UncheckedSendable<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}
