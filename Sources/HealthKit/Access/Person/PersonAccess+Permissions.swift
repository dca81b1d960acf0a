import Foundation

extension PersonAccess {
    /// The apps that asked for access, by name.
    package func apps() throws -> [AppRecord] { try ask(OwnerAppsCall()) }

    /// The person's decisions about an app, by type identifier.
    package func grants(app: String) throws -> [String: Grant] { try ask(OwnerGrantsCall(app: app)) }

    /// Sets an app's rights for types; decisions about other types stay.
    package func setGrants(_ grants: [String: Grant], app: String) throws {
        try perform(.setGrants(grants, app: app))
    }

    /// Approves an app's changed program: its rights apply again.
    ///
    /// - Parameters:
    ///   - app: The app's account.
    ///   - trustsPath: Whether the program at this path is trusted as the app from now on; `nil` leaves that unchanged.
    /// - Returns: Whether a service has identified the app's programs, so that there is one to approve.
    /// - Throws: `errorAuthorizationDenied` for any other caller, `errorDatabaseInaccessible`.
    @discardableResult
    package func approveProgram(app: String, trustsPath: Bool? = nil) throws -> Bool {
        try perform(.approveProgram(app, trustsPath: trustsPath)).wasWaiting
    }

    /// The approved program of an app, or `nil` if no service has identified its programs.
    package func approvedProgram(app: String) throws -> ApprovedProgram? { try ask(OwnerApprovalCall(app: app)) }

    /// Removes an app with all its data and the decisions about it, so that it may ask again (R1.23).
    ///
    /// - Returns: The number of deleted objects.
    @discardableResult
    package func removeApp(_ bundleIdentifier: String) throws -> Int {
        try perform(.removeApp(bundleIdentifier)).count
    }

    /// Forgets the decisions about an app, so that it may ask again; its data stays.
    package func forgetApp(_ bundleIdentifier: String) throws { try perform(.forgetApp(bundleIdentifier)) }

    /// Deletes all data that an app saved; the decisions about it stay.
    ///
    /// - Returns: The number of deleted objects.
    @discardableResult
    package func deleteData(ofApp bundleIdentifier: String) throws -> Int {
        try perform(.deleteData(ofApp: bundleIdentifier)).count
    }

    /// The requests that wait for an answer, the oldest first.
    package func requests() throws -> [AuthorizationRequest] { try ask(OwnerRequestsCall()) }

    /// The requests whose apps have ended without waiting for the answer, which applies when they come back (R1.24).
    ///
    /// - Parameter requests: The requests to examine.
    /// - Returns: The numbers of the requests whose app no longer waits.
    /// - Throws: `errorAuthorizationDenied` for any other caller, `errorDatabaseInaccessible`.
    package func left(of requests: [AuthorizationRequest]) throws -> Set<Int> {
        guard let path = try storePath else { return [] }
        return Set(requests.filter { CallerPresence.isLeft($0, storePath: path) }.map(\.id))
    }

    /// The request with a number; `nil` when there is none.
    package func request(_ id: Int) throws -> AuthorizationRequest? { try ask(OwnerRequestCall(number: id)) }

    /// Answers a request: the types in `read` and `share` are granted, the other requested ones denied.
    ///
    /// - Parameters:
    ///   - id: The request's number.
    ///   - read: Identifiers of the types that the app may read.
    ///   - share: Identifiers of the types that it may save.
    ///   - since: The date on or after which readable samples end; `nil` for all.
    /// - Returns: Whether the request was still waiting.
    /// - Throws: `errorAuthorizationDenied` for any other caller, `errorDatabaseInaccessible`.
    @discardableResult
    package func answer(_ id: Int, read: Set<String>, share: Set<String>, since: Date? = nil) throws -> Bool {
        let since = since?.timeIntervalSinceReferenceDate
        return try perform(.answer(id, read: read, share: share, since: since)).wasWaiting
    }

    /// Answers a request about single objects: those in `objects` are granted, the other requested ones denied.
    ///
    /// - Returns: Whether the request was still waiting.
    @discardableResult
    package func answer(_ id: Int, objects: Set<UUID>) throws -> Bool {
        try perform(.answerObjects(id, objects)).wasWaiting
    }

    /// The person's choice for an app, for a type whose objects are permitted one by one.
    package func objectChoice(app: String, type: String) throws -> ObjectChoice {
        try ask(OwnerObjectChoiceCall(app: app, type: type))
    }

    /// Ends a request without an answer; nothing is decided.
    package func cancel(request id: Int) throws { try perform(.cancel(id)) }

    /// The sources of a type in order of priority, and the excluded ones.
    package func sourceOrder(_ type: String) throws -> (order: [HKSource], excluded: Set<String>) {
        try ask(OwnerSourceOrderCall(type: type))
    }

    /// The person's order of sources for a type and the excluded ones, or an empty one if none is set.
    package func chosenSources(_ type: String) throws -> SourcePriority { try ask(OwnerChosenSourcesCall(type: type)) }

    /// Sets the priority order of a type's sources, and the excluded ones.
    package func setSourceOrder(_ type: String, order: [String], excluded: Set<String>) throws {
        try perform(.setSourceOrder(type: type, SourcePriority(order: order, excluded: excluded)))
    }

    /// The person's characteristics.
    package func characteristics() throws -> CharacteristicValues {
        try ask(OwnerCharacteristicsCall())
    }

    /// Sets the person's characteristics.
    package func setCharacteristics(_ values: CharacteristicValues) throws {
        try perform(.setCharacteristics(values))
    }
}
