import Foundation
import HealthKitStore

/// Sync work on a group, with a program that answers its questions.
final class ServedSync: BegunWork {
    private enum Step {
        case question(Data)
        case outcome(Result<Data, any Error>)
    }

    private struct State {
        /// The next step that the program hasn't received yet.
        var step: Step?
        var reply: Data?
        /// Whether a question waits for its reply.
        var isAsking = false
        var isEnded = false
        var isRunning = true
    }

    /// The time limit for the program's answers, in seconds.
    private let patience: TimeInterval
    private let condition = NSCondition()
    // Accessed only with the condition's lock.
    nonisolated(unsafe) private var state = State()

    init(_ serving: any SyncServing, _ call: BeginSyncCall, patience: TimeInterval = 60) {
        self.patience = patience
        let thread = Thread { [self] in
            let result = Result { try serving.perform(call.request, for: call.purpose) { try ask($0) } }
            condition.withLock {
                state.isRunning = false
                state.step = .outcome(result)
                condition.broadcast()
            }
        }
        thread.name = "healthkit.sync"
        thread.start()
    }

    /// Asks the program; called by the work.
    private func ask(_ question: Data) throws -> Data {
        try condition.withLock {
            if state.isEnded { throw CancellationError() }
            (state.step, state.reply, state.isAsking) = (.question(question), nil, true)
            defer { state.isAsking = false }
            condition.broadcast()
            let end = Date(timeIntervalSinceNow: patience)
            while true {
                if let reply = state.reply { return reply }
                if state.isEnded { throw CancellationError() }
                guard condition.wait(until: end) else {
                    throw HKError.error(.errorDatabaseInaccessible, "The program that syncs didn't answer in time")
                }
            }
        }
    }

    /// Takes the reply to the last question, and waits for the next step.
    ///
    /// - Parameters:
    ///   - reply: The reply; `nil` for the first step.
    ///   - number: The number of the work.
    ///   - isWanted: Checked from time to time.
    /// - Returns: The step.
    /// - Throws: `errorInvalidArgument` for a reply without a question, any error of the work, and `CancellationError`.
    func next(_ reply: Data?, of number: UInt64, while isWanted: () -> Bool) throws -> SyncStep {
        try condition.withLock {
            if let reply {
                guard state.isAsking, state.step == nil, state.reply == nil else {
                    throw HKError.invalid("Invalid call: nothing was asked")
                }
                state.reply = reply
                condition.broadcast()
            }
            while true {
                switch state.step {
                case .question(let question):
                    state.step = nil
                    return SyncStep(work: number, question: question, outcome: nil)
                case .outcome(let result): return SyncStep(work: number, question: nil, outcome: try result.get())
                case nil: break
                }
                guard !state.isEnded, isWanted() else { throw CancellationError() }
                _ = condition.wait(until: Date(timeIntervalSinceNow: 0.2))
            }
        }
    }

    /// Ends the work: its next question fails, and a store operation in progress is completed first.
    func end() {
        condition.withLock {
            state.isEnded = true
            condition.broadcast()
            while state.isRunning { condition.wait() }
        }
    }
}

extension BeginSyncCall: PerformedSessionCall {
    func perform(_ session: OwnerSession, while isWanted: @escaping () -> Bool) throws -> SyncStep {
        guard let serving = session.sync else { throw HKError.invalid("This service doesn't sync") }
        let work = ServedSync(serving, self)
        return try session.step(work, try session.begin(work), nil, while: isWanted)
    }
}

extension ContinueSyncCall: PerformedSessionCall {
    func perform(_ session: OwnerSession, while isWanted: @escaping () -> Bool) throws -> SyncStep {
        try session.step(try session.work(work, ServedSync.self), work, reply, while: isWanted)
    }
}

extension OwnerSession {
    /// The next step of work on a group, which ends with its last one.
    fileprivate func step(
        _ work: ServedSync,
        _ number: UInt64,
        _ reply: Data?,
        while isWanted: () -> Bool
    ) throws -> SyncStep {
        let step: SyncStep
        do {
            step = try work.next(reply, of: number, while: isWanted)
        } catch {
            end(number)
            throw error
        }
        if step.outcome != nil { end(number) }
        return step
    }
}
