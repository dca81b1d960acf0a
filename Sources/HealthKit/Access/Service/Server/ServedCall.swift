import Foundation
import Synchronization

/// A program's live call, on the service's side.
protocol ServedStream: AnyObject, Sendable {
    /// Adds credit for further answers, in bytes.
    func addCredit(_ count: Int)

    /// Called when the program is done with an answer.
    func acknowledge(_ index: UInt64)

    /// Stops delivering answers.
    func stop()
}

/// Repeats a call after each change, as far as the program accepts answers.
///
/// Without credit, the call is repeated only once there is some, so that a program that reads slowly costs nothing but its own
/// time.
final class ServedCall<Call: LiveCall>: ServedStream {
    /// The number of answer bytes that a program accepts for each call before it grants more.
    static var initialCredit: Int { 1 << 20 }

    private struct State {
        var credit = initialCredit
        var hasChanged = false
        var isWorking = false
        var isStopped = false
        /// Whether everything must be reported again.
        var reportsAgain = false
        var token: ChangeToken?
        /// The observer of the answers, if an app is woken for them.
        var observer: WakeObserver?
        /// The first answer, which is sent together with the frame that completes it.
        var first: ServiceFrame?
    }

    /// The maximum size of a first answer that waits for the frame after it, in bytes.
    private static var longestFirst: Int { 64 << 10 }

    private let number: UInt64
    private let gate: Gate
    private let interest: ChangeInterest
    private let send: @Sendable ([ServiceFrame]) -> Void
    private let later: @Sendable (@escaping @Sendable () -> Void) -> Void
    private let onEnd: @Sendable () -> Void
    private let state = Mutex(State())
    // Set once, before anything else is called.
    nonisolated(unsafe) private var answers: AnswerStream<Call>!

    /// - Parameters:
    ///   - call: The call.
    ///   - gate: The gate of the program.
    ///   - number: The program's number of the call.
    ///   - send: Sends frames.
    ///   - later: Schedules work on another thread, after the answers to changes in progress.
    ///   - onEnd: Called when nothing more comes.
    init(
        _ call: Call,
        _ gate: Gate,
        number: UInt64,
        send: @escaping @Sendable ([ServiceFrame]) -> Void,
        later: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void,
        onEnd: @escaping @Sendable () -> Void
    ) {
        self.number = number
        self.gate = gate
        self.send = send
        self.later = later
        self.onEnd = onEnd
        interest = call.interest
        answers = AnswerStream(
            call,
            gate,
            while: { [weak self] in self?.isWanted ?? false },
            { [weak self] in self?.report($0) }
        )
    }

    /// Adds an observer of the program's answers.
    func report(to observer: WakeObserver) {
        let isStopped = state.withLock { state in
            if !state.isStopped { state.observer = observer }
            return state.isStopped
        }
        if isStopped { observer.close() }
    }

    /// Delivers the current answer, whether or not it was delivered before.
    func reportAgain() {
        state.withLock { $0.reportsAgain = true }
        note()
    }

    private var isWanted: Bool { state.withLock { !$0.isStopped } }

    /// Delivers the first answer, and from now on one after each change.
    func begin(goesOn: Bool) {
        guard goesOn else {
            answers.next(isFirst: true)
            return end()
        }
        // Set while the first answer is computed: a change meanwhile is reported after it.
        state.withLock { $0.isWorking = true }
        var obstacle: (any Error)?
        do {
            let token = try gate.listen(interest) { [weak self] in self?.note() }
            let isStopped = state.withLock { state in
                if !state.isStopped { state.token = token }
                return state.isStopped
            }
            if isStopped { token.cancel() }
        } catch {
            obstacle = error
        }
        let isAnswered = answers.next(isFirst: true)
        if let obstacle {
            // Without a watch no update would come, and the app would wait for one.
            if isAnswered { answers.end(obstacle) }
            return end()
        }
        sendAfterFirst(ServiceFrame(.event, call: number))
        finishTurn()
    }

    func addCredit(_ count: Int) {
        let isNew = state.withLock { state in
            state.credit = min(state.credit.addingReportingOverflow(count).partialValue, Self.initialCredit)
            return takeTurn(&state)
        }
        if isNew { later { [weak self] in self?.deliver() } }
    }

    func acknowledge(_ index: UInt64) { state.withLock { $0.observer }?.acknowledge(index) }

    func stop() {
        let (token, observer) = state.withLock { state in
            state.isStopped = true
            defer { (state.token, state.observer) = (nil, nil) }
            return (state.token, state.observer)
        }
        token?.cancel()
        observer?.close()
    }

    private func note() {
        let isNew = state.withLock { state in
            state.hasChanged = true
            return takeTurn(&state)
        }
        if isNew { later { [weak self] in self?.deliver() } }
    }

    /// Whether the calling thread is to compute an answer now.
    private func takeTurn(_ state: inout State) -> Bool {
        guard state.hasChanged, !state.isWorking, !state.isStopped, state.credit > 0 else { return false }
        state.isWorking = true
        return true
    }

    private func deliver() {
        let reportsAgain = state.withLock { state in
            defer { (state.hasChanged, state.reportsAgain) = (false, false) }
            return state.reportsAgain
        }
        if isWanted, !gate.isHolding {
            if reportsAgain { answers.forget() }
            answers.next(isFirst: false)
            state.withLock { $0.observer }?.examined(answers.remembered as? Int64)
        }
        finishTurn()
    }

    private func finishTurn() {
        let isNew = state.withLock { state in
            state.isWorking = false
            return takeTurn(&state)
        }
        if isNew { later { [weak self] in self?.deliver() } }
    }

    private func report(_ answer: StreamedAnswer<Call.Answer>) {
        var flags: ServiceFrame.Flags = []
        if answer.isFirst { flags.insert(.first) }
        if answer.isLast { flags.insert(.last) }
        let body: [UInt8]
        do {
            body = try CallMessage(answer: answer.result.get(), to: Call.self).bytes
        } catch {
            body = CallMessage(error: HKError.onTheWay(error), to: Call.name, level: Call.level).bytes
        }
        let observer = state.withLock { state in
            state.credit -= body.count
            return state.observer
        }
        // An error counts as an answer, and says nothing about changes.
        if case .success = answer.result {
            observer?.report(answers.remembered as? Int64)
        } else {
            observer?.report(nil)
        }
        let frame = ServiceFrame(.item, flags, call: number, body)
        if answer.isFirst, body.count <= Self.longestFirst {
            state.withLock { $0.first = frame }
        } else {
            sendAfterFirst(frame)
        }
    }

    private func sendAfterFirst(_ frame: ServiceFrame) {
        let first = state.withLock { state in
            defer { state.first = nil }
            return state.first
        }
        send(first.map { [$0, frame] } ?? [frame])
    }

    private func end() {
        stop()
        sendAfterFirst(ServiceFrame(.end, call: number))
        onEnd()
    }
}
