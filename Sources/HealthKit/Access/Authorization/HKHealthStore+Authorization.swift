import Foundation

extension HKHealthStore {
    /// What ``authorizationStatus(for:)`` says.
    func sharingStatus(for type: HKObjectType) -> HKAuthorizationStatus {
        gate.sharingStatus(of: type.identifier)
    }

    /// Whether asking would show the person anything.
    func requestStatus(
        _ share: Set<HKSampleType>,
        _ read: Set<HKObjectType>
    ) throws -> HKAuthorizationRequestStatus {
        let call = Self.call(share, read)
        return try gate.answer(RequestStatusCall(share: call.share, read: call.read))
    }

    /// From when on the app may read types.
    func earliestDates(_ types: Set<HKObjectType>) throws -> [HKObjectType: Date] {
        try gate.answer(EarliestDatesCall(types: Set(types.map { ByIdentifier(wrappedValue: $0) })))
    }

    private static func call(_ share: Set<HKSampleType>, _ read: Set<HKObjectType>) -> AuthorizeCall {
        AuthorizeCall(
            share: Set(share.map { ByIdentifier(wrappedValue: $0) }),
            read: Set(read.map { ByIdentifier(wrappedValue: $0) })
        )
    }

    /// Apple raises an exception for types that cannot be asked for; an empty request is an error of the completion.
    func checkOrRaise(_ share: Set<HKSampleType>, _ read: Set<HKObjectType>) {
        guard case .app(let app) = principal, !share.isEmpty || !read.isEmpty else { return }
        do {
            try AuthorizationRules.check(share: share, read: read, app: app)
        } catch {
            raiseException("NSInvalidArgumentException", (error as? HKError)?.text ?? "\(error)")
        }
    }

    /// Asks the person for access to types and waits for the answer.
    func ask(_ share: Set<HKSampleType>, _ read: Set<HKObjectType>) async throws {
        try await gate.answer(Self.call(share, read))
    }
}
