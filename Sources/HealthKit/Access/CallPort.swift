import Foundation

/// A caller's channel to a store, wherever the store is open.
///
/// All functions of Apple's API and of the owner are calls that go through a port: sent, with an answer that comes back; or
/// opened, with answers pushed to a handler until it is stopped. The ``Gate`` is the port to a store that this process has open:
/// it passes calls and answers by reference, and nothing is encoded. A port to another process sends the bytes of
/// <doc:CallCoding>; tests have one that does so within the process.
///
/// Everything that isn't a call stays on the machine, and a port knows it without a call to the store:
///
/// - the caller, and the caller's clock;
/// - the test that the store belongs to;
/// - the live processes that have a workout session or accept mirrored ones: marks that disappear when they end.
///
/// Only the gate, which ``local()`` returns, works on the store's own file or within one transaction of it: backups,
/// imports, exports and merges, which read and write the person's files; the lock and its key; watching the file's
/// location; and visiting single objects while they are read or deleted.
protocol CallPort: AnyObject, Sendable {
    /// The caller.
    var principal: Principal { get }

    /// The caller's clock.
    var clock: @Sendable () -> Date { get }

    /// The end date before which the caller can neither save nor find samples.
    var earliestSampleDate: Date { get }

    /// Whether calls are answered on the calling thread, without waiting for a connection first.
    var isAtHand: Bool { get }

    /// Sends a call and waits for its answer; a call with arguments out of bounds is refused before it is sent.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - isWanted: Checked from time to time; once it returns false, the answer is abandoned. `nil` if the answer is always
    ///     wanted.
    /// - Returns: The answer.
    /// - Throws: Any error of the call, `CancellationError` when the answer is no longer wanted, and any error of opening the
    ///   store.
    func send<Call: PassedCall>(_ call: Call, while isWanted: (() -> Bool)?) throws -> Call.Answer

    /// Sends a call whose answer may take long, because a person gives it or others are stored with it, and waits without
    /// blocking a thread.
    ///
    /// - Parameter call: The call.
    /// - Returns: The answer.
    /// - Throws: Any error of the call, and any error of opening the store.
    func sendAndWait<Call: AwaitedCall>(_ call: Call) async throws -> Call.Answer

    /// Sends a save, ahead of any that are sent after it.
    ///
    /// - Parameters:
    ///   - call: The objects to save.
    ///   - completion: Called when the save is on disk, or has failed; it must return quickly.
    func enqueue(_ call: SaveCall, _ completion: @escaping @Sendable (Result<Void, any Error>) -> Void)

    /// Opens a live call: delivers its first answer before this returns, and then one after each change that the caller may know
    /// of.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - goesOn: Whether more than the first answer is wanted.
    ///   - isWanted: Checked from time to time; once it returns false, nothing more is delivered.
    ///   - handler: Called with the answers, one at a time.
    /// - Returns: The stream, for stopping it; `nil` when there is nothing more to come.
    func open<Call: LiveCall>(
        _ call: Call,
        goesOn: Bool,
        while isWanted: @escaping @Sendable () -> Bool,
        _ handler: @escaping (StreamedAnswer<Call.Answer>) -> Void
    ) -> (any CallStream)?

    /// Observes changes until the token is released; the caller makes a call to find out what changed.
    ///
    /// - Parameters:
    ///   - interest: The changes to observe.
    ///   - body: Called after each.
    /// - Returns: The token that ends the observation.
    /// - Throws: Any error of opening the store.
    func listen(_ interest: ChangeInterest, _ body: @escaping @Sendable () -> Void) throws -> ChangeToken

    /// The port of another caller to the same store.
    ///
    /// - Parameters:
    ///   - principal: The other caller.
    ///   - prompt: The prompt for the person; `nil` for the same one.
    /// - Returns: The port.
    func port(of principal: Principal, prompt: (any AuthorizationPrompting)?) -> any CallPort

    /// Makes `HKHealthStore()` on a handler queue a store of the same test.
    func carryTest(to queue: DispatchQueue)

    /// The registry of the apps' observer queries, or `nil` outside of tests.
    var observers: ObserverRegistry? { get }

    /// Marks a session's process as alive, or returns `nil` when another process has marked it.
    func markSession(_ session: UUID) throws -> ByteMarks.Mark?

    /// Whether a session's process is alive.
    func isSessionMarked(_ session: UUID) throws -> Bool

    /// Marks this program as accepting mirrored sessions, as long as the mark lives.
    func markCompanion() throws -> ByteMarks.Mark?

    /// Whether a program that accepts mirrored sessions is running.
    func isCompanionMarked(_ bundleIdentifier: String) throws -> Bool

    /// The path of the store's file, if this process may open it, or `nil` for one in memory.
    ///
    /// - Throws: Any error of opening the store.
    var filePath: String? { get throws }

    /// The owner's functions that work on the store's file or within one transaction of it.
    ///
    /// - Throws: `errorDatabaseInaccessible` if they aren't available.
    var work: any OwnerWork { get throws }

    /// Asks the service, if one has the store open, to start another program of the caller's app.
    ///
    /// - Parameters:
    ///   - bundleIdentifier: The other program's.
    ///   - configuration: The workout, in the form that the program reads.
    /// - Returns: Whether a service started it; if not, the caller starts the program itself.
    /// - Throws: `errorInvalidArgument` when it can't be started, and any error of the call.
    func startCompanion(_ bundleIdentifier: String, configuration: String) throws -> Bool

    /// The gate to the store, if this process has it open.
    ///
    /// - Throws: `errorDatabaseInaccessible` when another process has the store open.
    func local() throws -> Gate
}

extension CallPort {
    /// Sends a call and waits for its answer, which is always wanted.
    func send<Call: PassedCall>(_ call: Call) throws -> Call.Answer { try send(call, while: nil) }

    var isAtHand: Bool { false }

    var observers: ObserverRegistry? { nil }

    func startCompanion(_ bundleIdentifier: String, configuration: String) throws -> Bool { false }

    /// The calling app, or `nil` for the owner.
    var app: AppIdentity? { principal.app }

    /// The path of the store, or `nil` for one in memory and for one that another process has open.
    var storePath: String? {
        // A program started with a path opens the store by it, and finds any other by itself.
        (try? local().path) ?? nil
    }
}

/// One answer of a live call.
struct StreamedAnswer<Answer> {
    /// The answer, or the reason that there is none this time.
    var result: Result<Answer, any Error>
    /// Whether it is the first answer.
    var isFirst: Bool
    /// Whether it is the last answer.
    var isLast = false
    /// Reports that the caller is done with the answer; `nil` if nobody waits for that.
    var acknowledge: (@Sendable () -> Void)?
}

/// A live call's stream of answers.
protocol CallStream: AnyObject, Sendable {
    /// The queue on which answers after the first are delivered.
    var queue: DispatchQueue { get }

    /// Stops the stream; an answer that is under way may still arrive.
    func stop()
}
