import Foundation
import Synchronization

extension HKHealthStore {
    /// Says whether the app may save samples of a type.
    ///
    /// It says nothing about reading: an app cannot know whether it was denied (R1.3).
    ///
    /// - Parameter type: The type.
    /// - Returns: Not determined until the person was asked.
    public func authorizationStatus(for type: HKObjectType) -> HKAuthorizationStatus {
        guard case .app(let app) = principal else { return .sharingAuthorized }
        let grant = try? database().read { try $0.grant(app: app.bundleIdentifier, type: type.identifier) }
        switch (grant?.share, grant?.read) {
        case (true, _): return .sharingAuthorized
        case (nil, nil): return .notDetermined
        default: return .sharingDenied
        }
    }

    /// Asks the person for access to types; returns at once when everything is decided already.
    ///
    /// - Parameters:
    ///   - typesToShare: Types of samples the app wants to save.
    ///   - typesToRead: Types the app wants to read.
    ///   - completion: Called on a background queue; success means that the person answered, not what.
    @preconcurrency
    public func requestAuthorization(
        toShare typesToShare: Set<HKSampleType>?,
        read typesToRead: Set<HKObjectType>?,
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        let share = typesToShare ?? []
        let read = typesToRead ?? []
        checkOrRaise(share, read)
        Task {
            do {
                try await self.ask(share, read)
                self.queue.async { completion(true, nil) }
            } catch {
                self.queue.async { completion(false, error) }
            }
        }
    }

    /// Asks the person for access to types; returns at once when everything is decided already.
    ///
    /// - Parameters:
    ///   - typesToShare: Types of samples the app wants to save.
    ///   - typesToRead: Types the app wants to read.
    /// - Throws: `errorInvalidArgument` for an empty request, `errorUserCanceled` when the person closed the sheet,
    ///   `errorDatabaseInaccessible`.
    public func requestAuthorization(toShare typesToShare: Set<HKSampleType>, read typesToRead: Set<HKObjectType>)
        async throws
    {
        checkOrRaise(typesToShare, typesToRead)
        try await ask(typesToShare, typesToRead)
    }

    /// Says whether asking would show the person anything.
    ///
    /// - Parameters:
    ///   - typesToShare: Types of samples the app wants to save.
    ///   - typesToRead: Types the app wants to read.
    ///   - completion: Called on a background queue; unknown together with an error.
    @preconcurrency
    public func getRequestStatusForAuthorization(
        toShare typesToShare: Set<HKSampleType>,
        read typesToRead: Set<HKObjectType>,
        completion: @escaping @Sendable (HKAuthorizationRequestStatus, (any Error)?) -> Void
    ) {
        perform(
            { try self.requestStatus(typesToShare, typesToRead) },
            { completion((try? $0.get()) ?? .unknown, $0.failure) }
        )
    }

    /// Says whether asking would show the person anything.
    ///
    /// - Parameters:
    ///   - typesToShare: Types of samples the app wants to save.
    ///   - typesToRead: Types the app wants to read.
    /// - Returns: `shouldRequest` while anything is undecided (R1.7).
    /// - Throws: `errorInvalidArgument` for an empty request, `errorDatabaseInaccessible`.
    public func statusForAuthorizationRequest(
        toShare typesToShare: Set<HKSampleType>,
        read typesToRead: Set<HKObjectType>
    ) async throws -> HKAuthorizationRequestStatus {
        try await perform { try self.requestStatus(typesToShare, typesToRead) }
    }

    private func requestStatus(
        _ share: Set<HKSampleType>,
        _ read: Set<HKObjectType>
    ) throws -> HKAuthorizationRequestStatus {
        guard case .app(let app) = principal else { return .unnecessary }
        try AuthorizationRules.check(share: share, read: read, app: app)
        let grants = try availableDatabase().read { try $0.grants(app: app.bundleIdentifier) }
        let isOpen =
            share.contains { grants[$0.identifier]?.share == nil }
            || read.contains { grants[$0.identifier]?.read == nil }
        return isOpen ? .shouldRequest : .unnecessary
    }

    /// Apple raises an exception for types that cannot be asked for; an empty request is an error of the completion.
    private func checkOrRaise(_ share: Set<HKSampleType>, _ read: Set<HKObjectType>) {
        guard case .app(let app) = principal, !share.isEmpty || !read.isEmpty else { return }
        do {
            try AuthorizationRules.check(share: share, read: read, app: app)
        } catch {
            raiseException("NSInvalidArgumentException", (error as? HKError)?.text ?? "\(error)")
        }
    }

    private func ask(_ share: Set<HKSampleType>, _ read: Set<HKObjectType>) async throws {
        guard case .app(let app) = principal else { return }
        try AuthorizationRules.check(share: share, read: read, app: app)
        let database = try availableDatabase()
        if database.state.isGuest { return }
        let now = clock()
        let shareNames = share.map(\.identifier).sorted()
        let readNames = read.map(\.identifier).sorted()
        let stored = try await perform {
            try database.write { try $0.ask(app, share: shareNames, read: readNames, now: now) }
        }
        if let request = stored { try await present(request, in: database) }
        guard !app.requiredReadTypes.isEmpty else { return }
        try AuthorizationRules.checkRequired(app, try database.read { try $0.grants(app: app.bundleIdentifier) })
    }

    /// Brings a stored request before the person and waits for the answer.
    ///
    /// - Throws: `errorUserCanceled` when it is closed without one.
    func present(_ request: AuthorizationRequest, in database: HealthDatabase) async throws {
        let answer = RequestWatch(request.id, database)
        if await prompt.present(request, in: database) {
            try await perform { try database.write { try $0.cancel(request: request.id) } }
        }
        guard try await answer.state() == .answered else {
            throw HKError.error(.errorUserCanceled, "The request for access was closed without an answer")
        }
    }
}

/// Waits until a request for access is answered or withdrawn, in whichever process that happens.
private final class RequestWatch: Sendable {
    private let id: Int
    private let database: HealthDatabase

    init(_ id: Int, _ database: HealthDatabase) {
        self.id = id
        self.database = database
    }

    func state() async throws -> AuthorizationRequest.State {
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let token = database.changes.listen { change in
            if change.namespaces.contains(StoreNamespace.requests) { continuation.yield() }
        }
        defer { token.cancel() }
        continuation.yield()
        for await _ in changes {
            let state = try database.read { try $0.request(id)?.state } ?? .cancelled
            if state != .pending { return state }
        }
        throw CancellationError()
    }
}
