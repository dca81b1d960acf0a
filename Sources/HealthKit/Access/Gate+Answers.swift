import Foundation
import HealthStore

extension Gate {
    /// Answers a call that reads, on one consistent state of the store; one out of bounds is refused before.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - isWanted: Asked now and then; the answer is not worked out any more once it says no.
    /// - Returns: The answer.
    /// - Throws: What the call throws, `CancellationError` when it is not wanted any more, and what opening the store throws.
    func answer<Call: ReadCall>(_ call: Call, while isWanted: (() -> Bool)? = nil) throws -> Call.Answer {
        try call.check()
        return try read(call.condition, while: isWanted) { reader in
            guard let answer = try noting(call, reader, { try call.answer(reader) }) else {
                throw HKError(.unknownError)
            }
            return answer
        }
    }

    /// Answers a call that changes the store, wholly or not at all.
    ///
    /// - Parameter call: The call.
    /// - Returns: The answer.
    /// - Throws: What the call throws, and what opening the store throws.
    func answer<Call: WriteCall>(_ call: Call) throws -> Call.Answer {
        try call.check()
        return try write(call)
    }

    /// Carries out a call that was checked.
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

    /// Works out the answer, below the gate.
    func answer(_ reader: ScopedReader) throws -> Answer
}

extension ReadCall {
    var condition: CallCondition { .unlocked }
}

/// A call that changes the store.
protocol WriteCall: AuditedCall, PassedCall {
    var condition: CallCondition { get }

    /// What the log of the person's steps calls it; `nil` for what is no step.
    var step: OwnerOperation.Kind? { get }

    /// Carries the call out, below the gate.
    func answer(_ writer: ScopedWriter) throws -> Answer
}

extension WriteCall {
    var condition: CallCondition { .unlocked }
    var step: OwnerOperation.Kind? { nil }
}
