import Foundation

/// The calls that an app can make, and their encoding: see <doc:CallCoding>.
///
/// The owner's calls aren't among them, so that no app can express those.
package enum AppCall {
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
        AskForCompanionsCall.self, TakeCompanionCall.self, MirroredSessionsCall.self, ReportSessionCall.self,
        HearSessionCall.self, TotalsCall.self, DraftCall.self,
    ]

    /// Encodes a call.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - limit: The maximum number of bytes.
    /// - Returns: The bytes.
    /// - Throws: `EncodingError` for a call that holds an app's own closure, `errorInvalidArgument` for one out of bounds.
    package static func bytes(of call: some StoreCall, limit: Int = CallBounds.bytes) throws -> Data {
        try call.check()
        let bytes = try CallMessage(call).bytes
        try checkSize(bytes.count, limit)
        return Data(bytes)
    }

    /// Decodes a call from any writer.
    ///
    /// - Parameters:
    ///   - data: The encoded call.
    ///   - kinds: The calls that the sender may make; apps' calls by default.
    ///   - limit: The maximum number of bytes.
    /// - Returns: The call.
    /// - Throws: `errorInvalidArgument` for an invalid call, for a call that this version doesn't know, and for one out of
    ///   bounds.
    package static func call(
        _ data: Data,
        among kinds: [any StoreCall.Type] = AppCall.kinds,
        limit: Int = CallBounds.bytes
    ) throws -> any StoreCall {
        switch try reading(data, among: kinds, limit: limit) {
        case .call(let call): return call
        case .unknown(let unknown): throw HKError.invalid("Invalid call: \(unknown.reason)")
        }
    }

    /// Decodes a call from any writer, or keeps its bytes.
    ///
    /// - Parameters:
    ///   - data: The encoded call.
    ///   - kinds: The calls that the sender may make; apps' calls by default.
    ///   - limit: The maximum number of bytes.
    /// - Returns: The call, or the bytes of a newer version.
    /// - Throws: `errorInvalidArgument` for an invalid call, and for one out of bounds.
    package static func reading(
        _ data: Data,
        among kinds: [any StoreCall.Type] = AppCall.kinds,
        limit: Int = CallBounds.bytes
    ) throws -> CallReading {
        try checkSize(data.count, limit)
        let bytes = [UInt8](data)
        do {
            let message = try CallMessage(bytes: bytes)
            guard message.kind == .call else { throw CallCodingError.damaged("not a call") }
            guard let kind = kinds.first(where: { $0.name == message.name }) else {
                throw CallCodingError.newer("unknown call “\(message.name.prefix(64))”")
            }
            let isOwners = !AppCall.kinds.contains { $0 == kind }
            let call = try message.call(kind, isOwners: isOwners)
            try call.check()
            return .call(call)
        } catch CallCodingError.newer(let reason) {
            return .unknown(UnknownCall(reason: reason, bytes: bytes))
        } catch CallCodingError.damaged(let reason) {
            throw HKError.invalid("Invalid call: \(reason)")
        }
    }

    private static func checkSize(_ count: Int, _ limit: Int) throws {
        guard count <= limit else {
            throw HKError.invalid("A call has at most \(limit) bytes, not \(count)")
        }
    }
}
