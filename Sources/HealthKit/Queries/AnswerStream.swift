import Foundation
import Synchronization

/// The answers of a call that goes on, one after another.
final class AnswerStream<Call: LiveCall>: Sendable {
    private let call: Call
    private let gate: Gate
    // Called only while the query delivers, one delivery at a time.
    nonisolated(unsafe) private let deliver: (Result<Call.Answer, any Error>, Bool) -> Void
    private let memory = Mutex<Call.Memory?>(nil)

    init(_ call: Call, _ gate: Gate, _ deliver: @escaping (Result<Call.Answer, any Error>, Bool) -> Void) {
        self.call = call
        self.gate = gate
        self.deliver = deliver
    }

    /// Asks again and delivers what there is to tell.
    func next(_ run: QueryRun, isFirst: Bool) {
        guard run.isActive else { return }
        var remembered = memory.withLock { $0 }
        let result = Result { try gate.next(call, &remembered, while: { run.isActive }) }
        guard run.isActive else { return }
        switch result {
        case .success(let answer):
            memory.withLock { $0 = remembered }
            if let answer { deliver(.success(answer), isFirst) }
        case .failure(let error):
            // What changed while the machine was locked is told when it is unlocked.
            if !isFirst, gate.isHolding { return }
            // A type that was never asked for, and a call that asks for what cannot be: told once, and the query is over.
            let code = (error as? HKError)?.code
            if code == .errorAuthorizationNotDetermined || code == .errorInvalidArgument {
                run.end { deliver(.failure(error), isFirst) }
            } else {
                deliver(.failure(error), isFirst)
            }
        }
    }
}
