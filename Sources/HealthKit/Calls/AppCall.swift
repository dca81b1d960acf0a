import Foundation

/// The calls that an app can make, and how they are written down: a name, a version and the call's fields.
///
/// What only the person may do is not among them, so that no app can express it.
package enum AppCall {
    /// The version of the form in which calls are written.
    package static let version = 1

    /// All kinds of calls.
    package static let kinds: [any StoreCall.Type] = [
        SamplesCall.self, CorrelationsCall.self, SourcesCall.self, SeriesCall.self, StatisticsCall.self,
        RecordDataCall.self, MedicationsCall.self, AttachmentsCall.self, AttachmentPieceCall.self, ObserveCall.self,
        AnchoredCall.self, CollectionCall.self, SummariesCall.self, EffortCall.self, SaveCall.self,
        SaveSeriesCall.self, SaveRouteCall.self, DeleteCall.self, DeleteMatchingCall.self, AddSamplesCall.self,
        RelateCall.self, UnrelateCall.self, AttachCall.self, DetachCall.self, RecalibrateCall.self, DeliveryCall.self,
        AuthorizationStatusCall.self, RequestStatusCall.self, EarliestDatesCall.self, AuthorizeCall.self,
        AuthorizeObjectsCall.self,
        AuthorizeDocumentsCall.self, PickRecordsCall.self, AuthorizeExtensionsCall.self, CharacteristicCall.self,
        PreferredUnitsCall.self, PreferredZonesCall.self, BodyFactsCall.self, MayBuildWorkoutCall.self,
        CollectCall.self, SourceOrderCall.self,
        AddToWorkoutCall.self, FinishWorkoutCall.self, KeepSessionCall.self, SessionsCall.self, SessionPlaceCall.self,
        ForgetSessionCall.self, MembersCall.self, AnnounceCompanionCall.self, CompanionsCall.self,
        AskForCompanionsCall.self, TakeCompanionCall.self, MirroredSessionsCall.self, TellSessionCall.self,
        HearSessionCall.self,
    ]

    private enum CodingKeys: String, CodingKey { case version, call, fields }

    private struct Written<Call: StoreCall>: Encodable {
        var call: Call

        func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: CodingKeys.self)
            try values.encode(AppCall.version, forKey: .version)
            try values.encode(Call.name, forKey: .call)
            try values.encode(call, forKey: .fields)
        }
    }

    /// Which call it is, read before its fields.
    private struct Head: Decodable {
        var version: Int
        var call: String
    }

    private struct Body<Call: StoreCall>: Decodable { var fields: Call }

    private static func fields<Call: StoreCall>(
        _ kind: Call.Type,
        _ decoder: JSONDecoder,
        _ data: Data
    ) throws -> any StoreCall {
        try decoder.decode(Body<Call>.self, from: data).fields
    }

    /// Writes a call.
    ///
    /// - Throws: `EncodingError` for a call that holds an app's own closure, `errorInvalidArgument` beyond the bounds.
    package static func bytes(of call: some StoreCall) throws -> Data {
        try call.check()
        let encoder = JSONEncoder()
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf",
            negativeInfinity: "-inf",
            nan: "nan"
        )
        let data = try encoder.encode(Written(call: call))
        try checkSize(data)
        return data
    }

    /// Reads a call, whoever wrote it.
    ///
    /// - Parameters:
    ///   - data: What was written.
    ///   - kinds: The calls that its writer may make: those of apps, if nothing else is said.
    /// - Returns: The call.
    /// - Throws: `errorInvalidArgument` for what is no call, and beyond the bounds.
    package static func call(_ data: Data, among kinds: [any StoreCall.Type] = AppCall.kinds) throws -> any StoreCall {
        try checkSize(data)
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf",
            negativeInfinity: "-inf",
            nan: "nan"
        )
        let call: any StoreCall
        do {
            let head = try decoder.decode(Head.self, from: data)
            guard head.version == version else {
                throw HKError.invalid("Calls of version \(head.version) aren't supported, only of \(version)")
            }
            guard let kind = kinds.first(where: { $0.name == head.call }) else {
                throw HKError.invalid("Unknown call “\(head.call.prefix(64))”")
            }
            if let key = ByIdentifier<HKSampleType>.readsStoredTypes, !AppCall.kinds.contains(where: { $0 == kind }) {
                decoder.userInfo[key] = true
            }
            call = try fields(kind, decoder, data)
        } catch let error as HKError {
            throw error
        } catch {
            throw HKError.invalid("Invalid call: \(error)")
        }
        try call.check()
        return call
    }

    private static func checkSize(_ data: Data) throws {
        guard data.count <= CallBounds.bytes else {
            throw HKError.invalid("A call has at most \(CallBounds.bytes) bytes, not \(data.count)")
        }
    }
}
