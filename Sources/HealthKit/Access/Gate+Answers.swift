import Foundation
import HealthKitStore

extension Gate {
    /// Answers a read call on one consistent state of the store; a call with arguments out of bounds is refused first.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - isWanted: Checked from time to time; once it returns false, the answer is abandoned.
    /// - Returns: The answer.
    /// - Throws: Any error of the call, `CancellationError` when the answer is no longer wanted, and any error of opening the
    ///   store.
    func answer<Call: ReadCall>(_ call: Call, while isWanted: (() -> Bool)? = nil) throws -> Call.Answer {
        try call.check()
        return try read(call.condition, while: isWanted) { reader in
            guard let answer = try noting(call, reader, { try call.answer(reader) }) else {
                throw HKError(.unknownError)
            }
            return answer
        }
    }

    /// Answers a call that changes the store, all or nothing.
    ///
    /// - Parameter call: The call.
    /// - Returns: The answer.
    /// - Throws: Any error of the call, and any error of opening the store.
    func answer<Call: WriteCall>(_ call: Call) throws -> Call.Answer {
        try call.check()
        return try write(call)
    }

    /// Carries out a call that has been checked.
    func write<Call: WriteCall>(_ call: Call) throws -> Call.Answer {
        try noting(call) { written in
            let database = try database(call.condition)
            return try database.write { writer in
                try self.once(Call.self, writer) {
                    try writer.checkNotGuest(self.principal)
                    let writer = self.scoped(writer, database, written)
                    let answer =
                        try writer.writer
                        .recording(self.draft(call.step), now: writer.now) { try call.answer(writer) }
                        .result
                    try writer.reader.base.checkLookups()
                    return answer
                }
            }
        }
    }
}

/// A call that reads.
protocol ReadCall: AuditedCall, PassedCall {
    var condition: CallCondition { get }

    /// Computes the answer, below the gate.
    func answer(_ reader: ScopedReader) throws -> Answer
}

extension ReadCall {
    var condition: CallCondition { .unlocked }
}

/// A call that changes the store.
protocol WriteCall: AuditedCall, PassedCall {
    var condition: CallCondition { get }

    /// The call's kind in the owner's log of operations, or `nil` for a call that isn't an operation.
    var step: OwnerOperation.Kind? { get }

    /// Carries the call out, below the gate.
    func answer(_ writer: ScopedWriter) throws -> Answer
}

extension WriteCall {
    var condition: CallCondition { .unlocked }
    var step: OwnerOperation.Kind? { nil }
}
