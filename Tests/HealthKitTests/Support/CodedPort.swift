import Foundation
import Synchronization
import Testing

@testable import HealthKit

/// A port to a gate of this process behind which every call, every answer and every error is bytes, as over a socket.
final class CodedPort: CallPort {
    private let gate: Gate
    /// How many calls of each name were sent, by this port and those made of it.
    private let sent: Tally

    /// Calls by name.
    final class Tally: Sendable {
        private let counts = Mutex<[String: Int]>([:])

        var names: Set<String> { counts.withLock { Set($0.keys) } }

        func add(_ name: String) { counts.withLock { $0[name, default: 0] += 1 } }
    }

    /// Whether every change is asked for twice, as where an answer was lost.
    private let repeats: Bool

    init(_ gate: Gate, _ sent: Tally = Tally(), repeats: Bool = false) {
        self.gate = gate
        self.sent = sent
        self.repeats = repeats
    }

    var principal: Principal { gate.principal }
    var clock: @Sendable () -> Date { gate.clock }
    var earliestSampleDate: Date { gate.earliestSampleDate }

    func send<Call: PassedCall>(_ call: Call, while isWanted: (() -> Bool)?) throws -> Call.Answer {
        let copy = try copy(call)
        guard repeats, let key = ServicePort.key(copy) else {
            return try answer(to: Call.self) { try gate.send(copy, while: isWanted) }
        }
        let first = try answer(to: Call.self) { try keyed(key).send(copy, while: isWanted) }
        let second = try answer(to: Call.self) { try keyed(key, isRepeat: true).send(copy, while: isWanted) }
        let texts = try [first, second].map { try CallMessage(answer: $0, to: Call.self).bytes }
        #expect(texts[0] == texts[1], "“\(Call.name)” is answered as it was before")
        return second
    }

    func sendAndWait<Call: AwaitedCall>(_ call: Call) async throws -> Call.Answer {
        let result: Result<Call.Answer, any Error>
        do {
            let copy = try copy(call)
            let key = ChangeKey()
            if repeats, Call.self == SaveCall.self { _ = try await keyed(key).sendAndWait(copy) }
            result = .success(try await keyed(key, isRepeat: repeats).sendAndWait(copy))
        } catch {
            result = .failure(error)
        }
        return try answer(to: Call.self) { try result.get() }
    }

    func enqueue(_ call: SaveCall, _ completion: @escaping @Sendable (Result<Void, any Error>) -> Void) {
        do {
            let (copy, key) = (try copy(call), ChangeKey())
            if repeats {
                keyed(key).enqueue(copy) { _ in }
            }
            keyed(key, isRepeat: repeats)
                .enqueue(copy) { result in
                    completion(Result { try self.answer(to: SaveCall.self) { try result.get() } })
                }
        } catch {
            completion(.failure(error))
        }
    }

    func open<Call: LiveCall>(
        _ call: Call,
        goesOn: Bool,
        while isWanted: @escaping @Sendable () -> Bool,
        _ handler: @escaping (StreamedAnswer<Call.Answer>) -> Void
    ) -> (any CallStream)? {
        do {
            return gate.open(try copy(call), goesOn: goesOn, while: isWanted) { [self] reported in
                var reported = reported
                reported.result = Result { [result = reported.result] in try answer(to: Call.self) { try result.get() }
                }
                handler(reported)
            }
        } catch {
            handler(StreamedAnswer(result: .failure(error), isFirst: true, isLast: true))
            return nil
        }
    }

    func listen(_ interest: ChangeInterest, _ body: @escaping @Sendable () -> Void) throws -> ChangeToken {
        try gate.listen(interest, body)
    }

    func port(of principal: Principal, prompt: (any AuthorizationPrompting)?) -> any CallPort {
        CodedPort(Gate(principal, beside: gate, prompt: prompt), sent, repeats: repeats)
    }

    func carryTest(to queue: DispatchQueue) { gate.carryTest(to: queue) }

    func markSession(_ session: UUID) throws -> ByteMarks.Mark? { try gate.markSession(session) }

    func isSessionMarked(_ session: UUID) throws -> Bool { try gate.isSessionMarked(session) }

    func markCompanion() throws -> ByteMarks.Mark? { try gate.markCompanion() }

    func isCompanionMarked(_ bundleIdentifier: String) throws -> Bool { try gate.isCompanionMarked(bundleIdentifier) }

    var filePath: String? { get throws { try local().personsPath } }

    var work: any OwnerWork { gate }

    func local() -> Gate { gate }

    /// The gate for a change that is known by a key; where nothing is repeated, without one.
    private func keyed(_ key: ChangeKey, isRepeat: Bool = false) -> Gate {
        repeats ? Gate(principal, beside: gate, change: KeyedChange(key: key, isRepeat: isRepeat)) : gate
    }

    /// The call as the other side reads it; one with an app's own closure cannot leave the process.
    private func copy<Call: AnsweredCall>(_ call: Call) throws -> Call {
        sent.add(Call.name)
        do {
            let message = try CallMessage(bytes: [UInt8](AppCall.bytes(of: call)))
            let copy = try message.call(Call.self, isOwners: app == nil)
            try copy.check()
            return copy
        } catch is EncodingError {
            return call
        } catch let error as CallCodingError {
            throw HKError.invalid("Invalid call: \(error)")
        }
    }

    /// What the other side answers, as this side reads it.
    private func answer<Call: AnsweredCall>(
        to call: Call.Type,
        _ body: () throws -> Call.Answer
    ) throws -> Call.Answer {
        let answer: Call.Answer
        do {
            answer = try body()
        } catch let error as HKError {
            let message = CallMessage(error: error, to: call.name, level: call.level)
            throw try CallMessage(bytes: message.bytes).error ?? error
        }
        return try CallMessage(bytes: CallMessage(answer: answer, to: call).bytes).answer(to: call)
    }
}

/// Has stores of tests send their calls as bytes.
struct CodedCalls: TestTrait, SuiteTrait, TestScoping {
    let isRecursive = true

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        try await TestStore.$isCoded.withValue(true) { try await function() }
    }
}

extension Trait where Self == CodedCalls {
    /// Runs tests with each call, each answer and each error as bytes.
    static var coded: Self { CodedCalls() }
}
