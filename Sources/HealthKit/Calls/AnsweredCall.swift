import Foundation

/// A call whose answer can be written down, as that of every call of an app can, and of the person's but for those that read and
/// write files: see <doc:CallCoding>.
package protocol AnsweredCall: StoreCall {
    /// The answer as a value.
    static func value(of answer: Answer) throws -> CallValue

    /// Reads what ``value(of:)`` wrote.
    ///
    /// - Throws: ``CallCodingError``.
    static func answer(from value: CallValue) throws -> Answer

    /// The parts of a long answer, each an answer by itself; `nil` for one that goes as it is.
    static func pieces(of answer: Answer) -> [Answer]?

    /// The answer of pieces, in their order; `nil` for a call whose answers have none.
    static func joined(_ pieces: [Answer]) -> Answer?
}

extension AnsweredCall {
    package static func pieces(of answer: Answer) -> [Answer]? { nil }
    package static func joined(_ pieces: [Answer]) -> Answer? { nil }
}

extension AnsweredCall where Answer == [HKSample] {
    /// The most samples of a piece.
    private static var pieceLength: Int { 4_096 }

    package static func pieces(of answer: [HKSample]) -> [[HKSample]]? {
        guard answer.count > pieceLength else { return nil }
        return stride(from: 0, to: answer.count, by: pieceLength)
            .map { Array(answer[$0..<min($0 + pieceLength, answer.count)]) }
    }

    package static func joined(_ pieces: [[HKSample]]) -> [HKSample]? { Array(pieces.joined()) }
}

extension CallMessage {
    /// Writes an answer.
    ///
    /// - Throws: What the answer throws.
    package init<Call: AnsweredCall>(answer: Call.Answer, to call: Call.Type) throws {
        self.init(.answer, name: Call.name, level: Call.level, value: try Call.value(of: answer))
    }

    /// The answer to a call.
    ///
    /// - Parameter call: Which call was answered.
    /// - Returns: The answer.
    /// - Throws: ``CallCodingError``.
    package func answer<Call: AnsweredCall>(to call: Call.Type) throws -> Call.Answer {
        guard kind == .answer, name == Call.name else {
            throw CallCodingError.damaged("not an answer to “\(Call.name)”")
        }
        guard level <= Call.level else {
            throw CallCodingError.newer("an answer to “\(Call.name)” of level \(level), not up to \(Call.level)")
        }
        return try Call.answer(from: value)
    }

    /// Writes why a call has no answer.
    package init(error: HKError, to name: String, level: UInt64) {
        var fields = CallFields()
        fields.append("code", CallValue(error.code.rawValue))
        if let detail = error.sentDetail { fields.append("detail", .text(detail)) }
        fields.append("text", .text(error.text))
        self.init(.failure, name: name, level: level, value: .fields(fields))
    }

    /// Why a call has no answer; `nil` for another message.
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
    /// What a program makes something of: that the store is locked, or what is to be proven first.
    var detail: String?
}

// MARK: Answers that are written as they are

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

// MARK: Answers without objects

extension AuthorizationStatusCall: AnsweredCall {}
extension RequestStatusCall: AnsweredCall {}
extension AuthorizeCall: AnsweredCall {}
extension AuthorizeObjectsCall: AnsweredCall {}
extension AuthorizeDocumentsCall: AnsweredCall {}
extension AuthorizeExtensionsCall: AnsweredCall {}
extension CharacteristicCall: AnsweredCall {}
extension AttachmentsCall: AnsweredCall {}
extension AttachmentPieceCall: AnsweredCall {}
extension SummariesCall: AnsweredCall {}
extension SaveCall: AnsweredCall {}
extension SaveSeriesCall: AnsweredCall {}
extension DeleteCall: AnsweredCall {}
extension DeleteMatchingCall: AnsweredCall {}
extension AddSamplesCall: AnsweredCall {}
extension RelateCall: AnsweredCall {}
extension UnrelateCall: AnsweredCall {}
extension AttachCall: AnsweredCall {}
extension DetachCall: AnsweredCall {}
extension RecalibrateCall: AnsweredCall {}
extension DeliveryCall: AnsweredCall {}
extension MayBuildWorkoutCall: AnsweredCall {}
extension SourceOrderCall: AnsweredCall {}
extension AddToWorkoutCall: AnsweredCall {}
extension KeepSessionCall: AnsweredCall {}
extension SessionPlaceCall: AnsweredCall {}
extension ForgetSessionCall: AnsweredCall {}
extension AnnounceCompanionCall: AnsweredCall {}
extension CompanionsCall: AnsweredCall {}
extension AskForCompanionsCall: AnsweredCall {}
extension TakeCompanionCall: AnsweredCall {}
extension ReportSessionCall: AnsweredCall {}
extension HearSessionCall: AnsweredCall {}
