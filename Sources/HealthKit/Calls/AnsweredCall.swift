import Foundation

/// A call whose answer can be encoded.
///
/// These are all calls of an app, and those of the owner except the ones that read and write files: see <doc:CallCoding>.
package protocol AnsweredCall: StoreCall {
    /// The answer as a value.
    static func value(of answer: Answer) throws -> CallValue

    /// Decodes the result of ``value(of:)``.
    ///
    /// - Throws: ``CallCodingError``.
    static func answer(from value: CallValue) throws -> Answer

    /// The parts of a long answer, each an answer itself, or `nil` for one that is sent as a whole.
    static func pieces(of answer: Answer) -> [Answer]?

    /// The joiner of an answer's pieces, or `nil` for a call whose answers have none.
    static func joiner() -> AnswerJoiner<Answer>?
}

extension AnsweredCall {
    package static func pieces(of answer: Answer) -> [Answer]? { nil }
    package static func joiner() -> AnswerJoiner<Answer>? { nil }
}

/// Joins the pieces of an answer.
package struct AnswerJoiner<Answer> {
    /// Takes the next piece; throws ``CallCodingError``.
    package var add: (CallValue) throws -> Void
    /// The answer of all pieces.
    package var answer: () -> Answer
}

/// A call that is answered by samples.
package protocol SamplesAnsweredCall: AnsweredCall where Answer == [HKSample] {
    /// Whether there may be samples of types that HealthKit doesn't know, which the owner's data may have.
    static var hasUnknownTypes: Bool { get }
}

extension SamplesAnsweredCall {
    package static var hasUnknownTypes: Bool { false }

    package static func value(of answer: [HKSample]) throws -> CallValue { try SamplesForm.value(of: answer) }

    package static func answer(from value: CallValue) throws -> [HKSample] {
        try SamplesForm.samples(value, isOwners: hasUnknownTypes)
    }

    package static func pieces(of answer: [HKSample]) -> [[HKSample]]? {
        let length = SampleBatch.pieceLength
        guard answer.count > length else { return nil }
        return stride(from: 0, to: answer.count, by: length)
            .map { Array(answer[$0..<min($0 + length, answer.count)]) }
    }

    /// The bytes of an answer, or of a piece of one, whose samples were written as columns.
    static func bytes(of columns: SampleColumns) -> [UInt8] {
        // A batch comes last in such a message, preceded by its length.
        let empty = CallMessage(.answer, name: name, level: level, value: SamplesForm.value(ofBatch: [])).bytes
        return columns.block(after: empty.dropLast())
    }

    package static func joiner() -> AnswerJoiner<[HKSample]>? {
        var reader = SampleColumnReader(isOwners: hasUnknownTypes, goesOn: true)
        return AnswerJoiner(
            add: { try reader.read(SamplesForm.bytes($0)) },
            answer: { reader.samples }
        )
    }
}

extension CallMessage {
    /// Writes an answer.
    ///
    /// - Throws: Any error of encoding the answer.
    package init<Call: AnsweredCall>(answer: Call.Answer, to call: Call.Type) throws {
        self.init(.answer, name: Call.name, level: Call.level, value: try Call.value(of: answer))
    }

    /// The answer to a call.
    ///
    /// - Parameter call: The type of the answered call.
    /// - Returns: The answer.
    /// - Throws: ``CallCodingError``.
    package func answer<Call: AnsweredCall>(to call: Call.Type) throws -> Call.Answer {
        try Call.answer(from: answerValue(to: call))
    }

    /// The answer to a call, or a piece of it, as a value.
    ///
    /// - Throws: ``CallCodingError`` for another message.
    func answerValue<Call: AnsweredCall>(to call: Call.Type) throws -> CallValue {
        guard kind == .answer, name == Call.name else {
            throw CallCodingError.damaged("not an answer to “\(Call.name)”")
        }
        guard level <= Call.level else {
            throw CallCodingError.newer("an answer to “\(Call.name)” of level \(level), not up to \(Call.level)")
        }
        return value
    }

    /// Encodes the reason that a call has no answer.
    package init(error: HKError, to name: String, level: UInt64) {
        var fields = CallFields()
        fields.append("code", CallValue(error.code.rawValue))
        if let detail = error.sentDetail { fields.append("detail", .text(detail)) }
        fields.append("text", .text(error.text))
        self.init(.failure, name: name, level: level, value: .fields(fields))
    }

    /// The reason that a call has no answer, or `nil` for another message.
    ///
    /// - Throws: ``CallCodingError``.
    package var error: HKError? {
        get throws {
            guard kind == .failure else { return nil }
            let form = try CallDecoder.value(ErrorForm.self, from: value)
            guard let code = HKError.Code(rawValue: form.code) else {
                throw CallCodingError.newer("unknown error \(form.code)")
            }
            return HKError(code, form.text, detail: form.detail)
        }
    }
}

private struct ErrorForm: Codable {
    var code: Int
    var text: String
    /// The machine-readable detail: that the store is locked, or the proof that is required first.
    var detail: String?
}

// MARK: Answers encoded without conversion

extension AnsweredCall where Answer == Void {
    package static func value(of answer: Void) throws -> CallValue { .null }

    package static func answer(from value: CallValue) throws {
        guard value == .null else { throw CallCodingError.newer("an answer where none is known") }
    }
}

extension AnsweredCall where Answer: Codable {
    package static func value(of answer: Answer) throws -> CallValue { try CallEncoder.value(of: answer) }

    package static func answer(from value: CallValue) throws -> Answer {
        try CallDecoder.value(Answer.self, from: value)
    }
}

extension AnsweredCall where Answer: RawRepresentable, Answer.RawValue == Int {
    package static func value(of answer: Answer) throws -> CallValue { try CallEncoder.value(of: answer.rawValue) }

    package static func answer(from value: CallValue) throws -> Answer {
        let number = try CallDecoder.value(Int.self, from: value)
        guard let answer = Answer(rawValue: number) else { throw CallCodingError.newer("unknown answer \(number)") }
        return answer
    }
}
