import Foundation
import Synchronization

/// A call of a program that goes on, as the service sees it.
protocol ServedStream: AnyObject, Sendable {
    /// Takes more credit.
    func addCredit(_ count: Int)

    /// Hears that the program is done with an answer.
    func acknowledge(_ index: UInt64)

    /// Tells no more.
    func stop()
}

/// Answers a call again after each change, as far as the program takes answers: what it has no credit for is asked when it has,
/// so that a program that reads slowly costs nothing but its own time.
final class ServedCall<Call: LiveCall>: ServedStream {
    /// What a program takes of each call before it says more.
    static var initialCredit: Int { 1 << 20 }

    private struct State {
        var credit = initialCredit
        var hasChanged = false
        var isWorking = false
        var isStopped = false
        /// Whether all is to be told once more.
        var reportsAgain = false
        var token: ChangeToken?
        /// What hears of what the program is told, where an app is woken for it.
        var observer: WakeObserver?
        /// The first answer, which goes out together with what says that it was all.
        var first: ServiceFrame?
    }

    /// The longest first answer that waits for what follows it, in bytes.
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
    ///   - later: Has work done on another thread, after the answers to changes that are under way.
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

    /// Has somebody hear of what the program is told.
    func report(to observer: WakeObserver) {
        let isStopped = state.withLock { state in
            if !state.isStopped { state.observer = observer }
            return state.isStopped
        }
        if isStopped { observer.close() }
    }

    /// Tells what there is, whether it was told before or not.
    func reportAgain() {
        state.withLock { $0.reportsAgain = true }
        note()
    }

    private var isWanted: Bool { state.withLock { !$0.isStopped } }

    /// Tells the first answer, and from now on one after each change.
    func begin(goesOn: Bool) {
        guard goesOn else {
            answers.next(isFirst: true)
            return end()
        }
        // Taken while the first answer is worked out: a change meanwhile is told after it.
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

    /// Whether an answer is to be worked out now by whoever asks this.
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
        // An error counts as one, and says nothing of changes.
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
