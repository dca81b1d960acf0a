import Foundation

extension HKHealthStore {
    /// The result of ``authorizationStatus(for:)``.
    func sharingStatus(for type: HKObjectType) -> HKAuthorizationStatus {
        // A store that can't be reached answers as if the person had not been asked yet.
        (try? port.send(AuthorizationStatusCall(type: type.identifier))) ?? .notDetermined
    }

    /// Whether a request would show the person anything.
    func requestStatus(
        _ share: Set<HKSampleType>,
        _ read: Set<HKObjectType>
    ) throws -> HKAuthorizationRequestStatus {
        let call = Self.call(share, read)
        return try port.send(RequestStatusCall(share: call.share, read: call.read))
    }

    /// The earliest date from which the app may read each type.
    func earliestDates(_ types: Set<HKObjectType>) throws -> [HKObjectType: Date] {
        try port.send(EarliestDatesCall(types: Set(types.map { ByIdentifier(wrappedValue: $0) })))
    }

    private static func call(_ share: Set<HKSampleType>, _ read: Set<HKObjectType>) -> AuthorizeCall {
        AuthorizeCall(
            share: Set(share.map { ByIdentifier(wrappedValue: $0) }),
            read: Set(read.map { ByIdentifier(wrappedValue: $0) })
        )
    }

    /// Raises an exception for types that can't be requested, as Apple does; an empty request is an error of the completion.
    func checkOrRaise(_ share: Set<HKSampleType>, _ read: Set<HKObjectType>) {
        guard case .app(let app) = principal, !share.isEmpty || !read.isEmpty else { return }
        do {
            try AuthorizationRules.checkRaised(share: share, read: read, app: app)
        } catch {
            raiseException(ExceptionName.invalidArgument, (error as? HKError)?.text ?? "\(error)")
        }
    }

    /// Asks the person for access to types and waits for the answer.
    func ask(_ share: Set<HKSampleType>, _ read: Set<HKObjectType>) async throws {
        try await port.sendAndWait(Self.call(share, read))
    }
}
