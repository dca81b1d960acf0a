import Foundation

/// The rules for an app's requests (R1.8 to R1.12).
enum AuthorizationRules {
    /// Checks a request before the person sees it.
    ///
    /// - Throws: `errorInvalidArgument` with a message that explains the problem.
    static func check(share: Set<HKSampleType>, read: Set<HKObjectType>, app: AppIdentity) throws {
        guard !share.isEmpty || !read.isEmpty else {
            throw HKError.invalid("At least one type must be requested to share or to read")
        }
        try checkRaised(share: share, read: read, app: app)
        // "You must specify three or more required clinical record types": Apple doesn't mention an exception.
        guard app.requiredReadTypes.isEmpty || app.requiredReadTypes.count >= 3 else {
            throw HKError.invalid("NSHealthRequiredReadAuthorizationTypeIdentifiers must name at least three types")
        }
    }

    /// Checks the conditions for which Apple raises an exception.
    ///
    /// The reasons are taken from crash logs: "Authorization to share the following types is disallowed" and "must be set in the
    /// app's Info.plist in order to request write authorization for the following types".
    ///
    /// - Throws: `errorInvalidArgument` with Apple's reason.
    static func checkRaised(share: Set<HKSampleType>, read: Set<HKObjectType>, app: AppIdentity) throws {
        try disallow("share", share.filter { $0 is HKCorrelationType || !$0.canBeShared })
        try disallow("read", read.filter { $0 is HKCorrelationType || $0.requiresPerObjectAuthorization() })
        guard app.hasInfoPlist else { return }
        try requireUsage("NSHealthUpdateUsageDescription", app.shareUsage, "write", share)
        try requireUsage("NSHealthShareUsageDescription", app.readUsage, "read", read)
    }

    /// Checks, once everything is decided, that an app may read the types that it requires (R1.13).
    ///
    /// - Throws: `errorRequiredAuthorizationDenied`, which does not say which type was denied.
    static func checkRequired(_ app: AppIdentity, _ grants: [String: Grant]) throws {
        guard app.requiredReadTypes.contains(where: { grants[$0]?.read == false }) else { return }
        throw HKError.error(.errorRequiredAuthorizationDenied, "Required authorization was denied")
    }

    /// Checks a request about single objects before the person sees it.
    ///
    /// - Throws: `errorInvalidArgument` for a type whose objects are not permitted one by one, and for an app without
    ///   usage text.
    static func check(objectsOf type: HKObjectType, app: AppIdentity) throws {
        guard type.requiresPerObjectAuthorization() else {
            throw HKError.invalid("\(type.identifier) isn't authorized object by object")
        }
        guard app.hasInfoPlist else { return }
        try requireUsage("NSHealthShareUsageDescription", app.readUsage, "read", [type])
    }

    private static func disallow(_ direction: String, _ types: some Sequence<HKObjectType>) throws {
        let names = types.map(\.identifier).sorted()
        guard names.isEmpty else {
            throw HKError.invalid(
                "Authorization to \(direction) the following types is disallowed: \(names.joined(separator: ", "))"
            )
        }
    }

    private static func requireUsage(
        _ key: String,
        _ text: String?,
        _ direction: String,
        _ types: some Collection<HKObjectType>
    ) throws {
        guard !types.isEmpty, text?.isEmpty ?? true else { return }
        let names = types.map(\.identifier).sorted().joined(separator: ", ")
        throw HKError.invalid(
            "\(key) must be set in the app's Info.plist in order to request \(direction) authorization "
                + "for the following types: \(names)"
        )
    }
}
