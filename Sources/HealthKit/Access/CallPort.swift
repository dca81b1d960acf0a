import Foundation

/// The way of a caller's calls to a store, wherever the store is open.
///
/// Whatever Apple's names and the person do is a call that goes through a port: sent, with its answer coming back; or opened,
/// with its answers pushed to a handler until it is stopped. The ``Gate`` is the port to a store that this process has open: it
/// passes calls and answers by reference, and nothing is encoded. A port to another process sends the bytes of
/// <doc:CallCoding>; tests have one that does so within the process.
///
/// What is no call stays on the machine, and a port knows it without asking the store:
///
/// - who asks, and what time it is for the caller;
/// - the test that the store belongs to;
/// - which processes live that have a workout session or take mirrored ones: marks that their end removes.
///
/// What works on the store's own file or within one transaction of it is the gate's alone, which ``local()`` gives: backups,
/// imports, exports and merges, which read and write files of the person's; the lock and its key; the watch over the file's
/// place; and visits to single objects while they are read or deleted.
protocol CallPort: AnyObject, Sendable {
    /// Who asks.
    var principal: Principal { get }

    /// What time it is for the caller.
    var clock: @Sendable () -> Date { get }

    /// The end date before which the caller neither saves nor finds samples.
    var earliestSampleDate: Date { get }

    /// Whether a call is answered by the thread that makes it, without a wait for a connection first.
    var isAtHand: Bool { get }

    /// Sends a call and waits for its answer; one out of bounds is refused before.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - isWanted: Asked now and then; the answer is not worked out any more once it says no. `nil` for one that is wanted.
    /// - Returns: The answer.
    /// - Throws: What the call throws, `CancellationError` when it is not wanted any more, and what opening the store throws.
    func send<Call: PassedCall>(_ call: Call, while isWanted: (() -> Bool)?) throws -> Call.Answer

    /// Sends a call whose answer may take long, as a person gives it or others are stored with it, and waits for it without
    /// keeping a thread.
    ///
    /// - Parameter call: The call.
    /// - Returns: The answer.
    /// - Throws: What the call throws, and what opening the store throws.
    func sendAndWait<Call: AwaitedCall>(_ call: Call) async throws -> Call.Answer

    /// Sends a save, which keeps its place before those that are sent after it.
    ///
    /// - Parameters:
    ///   - call: What to save.
    ///   - completion: Called when it is on the disk, or has failed; it must not take long.
    func enqueue(_ call: SaveCall, _ completion: @escaping @Sendable (Result<Void, any Error>) -> Void)

    /// Opens a call that goes on: tells its first answer before this returns, and then one after each change that the caller
    /// may know of.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - goesOn: Whether more than the first answer is wanted.
    ///   - isWanted: Asked now and then; nothing is told any more once it says no.
    ///   - handler: Told the answers, one at a time.
    /// - Returns: What stops it; `nil` when there is nothing more to come.
    func open<Call: LiveCall>(
        _ call: Call,
        goesOn: Bool,
        while isWanted: @escaping @Sendable () -> Bool,
        _ handler: @escaping (StreamedAnswer<Call.Answer>) -> Void
    ) -> (any CallStream)?

    /// Hears that something changed until the token is released; what changed the caller finds out by a call.
    ///
    /// - Parameters:
    ///   - interest: The changes to hear of.
    ///   - body: Called after each.
    /// - Returns: What ends it.
    /// - Throws: What opening the store throws.
    func listen(_ interest: ChangeInterest, _ body: @escaping @Sendable () -> Void) throws -> ChangeToken

    /// The port of another caller to the same store.
    ///
    /// - Parameters:
    ///   - principal: Who asks.
    ///   - prompt: How the person is asked; `nil` for the same way.
    /// - Returns: The port.
    func port(of principal: Principal, prompt: (any AuthorizationPrompting)?) -> any CallPort

    /// Has `HKHealthStore()` on a queue, where handlers are called, be a store of the same test.
    func carryTest(to queue: DispatchQueue)

    /// Hears of the observers that apps execute; `nil` outside of tests.
    var observers: ObserverRegistry? { get }

    /// Marks a session as one whose process lives; `nil` when another has marked it.
    func markSession(_ session: UUID) throws -> ByteMarks.Mark?

    /// Whether the process of a session lives.
    func isSessionMarked(_ session: UUID) throws -> Bool

    /// Says that this program takes mirrored sessions, as long as the mark lives.
    func markCompanion() throws -> ByteMarks.Mark?

    /// Whether a program that takes mirrored sessions runs.
    func isCompanionMarked(_ bundleIdentifier: String) throws -> Bool

    /// The path of the store's file, where this process may open it; `nil` for one in memory.
    ///
    /// - Throws: What opening the store throws.
    var filePath: String? { get throws }

    /// What the person does that works on the store's file or within one transaction of it.
    ///
    /// - Throws: `errorDatabaseInaccessible` where that can't be done.
    var work: any OwnerWork { get throws }

    /// Has the service start another program of the caller's app, where one has the store open.
    ///
    /// - Parameters:
    ///   - bundleIdentifier: The other program's.
    ///   - configuration: For which workout, as the program reads it.
    /// - Returns: Whether it did; the caller starts the program itself where none does.
    /// - Throws: `errorInvalidArgument` when it can't be started, and what the call throws.
    func startCompanion(_ bundleIdentifier: String, configuration: String) throws -> Bool

    /// The gate to the store, where this process has it open.
    ///
    /// - Throws: `errorDatabaseInaccessible` when another process has the store open.
    func local() throws -> Gate
}

extension CallPort {
    /// Sends a call and waits for its answer, which is wanted in any case.
    func send<Call: PassedCall>(_ call: Call) throws -> Call.Answer { try send(call, while: nil) }

    var isAtHand: Bool { false }

    var observers: ObserverRegistry? { nil }

    func startCompanion(_ bundleIdentifier: String, configuration: String) throws -> Bool { false }

    /// The app whose calls these are; `nil` for the person.
    var app: AppIdentity? { principal.app }

    /// The path of the store; `nil` for one in memory, and for one that another process has open.
    var storePath: String? {
        // A program that is started with it opens the store by its path, and finds any other by itself.
        (try? local().path) ?? nil
    }
}

/// One of the answers of a call that goes on.
struct StreamedAnswer<Answer> {
    /// The answer, or why there is none this time.
    var result: Result<Answer, any Error>
    /// Whether it is the first.
    var isFirst: Bool
    /// Whether none comes after it.
    var isLast = false
    /// What says that the caller is done with it; `nil` where nobody waits for that.
    var acknowledge: (@Sendable () -> Void)?
}

/// A call that goes on.
protocol CallStream: AnyObject, Sendable {
    /// Where answers after the first are told.
    var queue: DispatchQueue { get }

    /// Asks no more; an answer that is under way may still come.
    func stop()
}
