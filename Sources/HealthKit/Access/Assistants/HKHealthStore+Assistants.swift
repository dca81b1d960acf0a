import Foundation

extension HKHealthStore {
    /// The store as an assistant sees it.
    ///
    /// - Parameters:
    ///   - identity: The assistant, whose bundle identifier begins with `mcp.`.
    ///   - location: The location of the data.
    /// - Returns: The store; it answers totals, drafts, requests for access and samples, and refuses everything else.
    package static func assistant(
        _ identity: AppIdentity,
        location: HKHealthStoreConfiguration.Location = .default
    ) -> HKHealthStore {
        var configuration = HKHealthStoreConfiguration(location: location)
        configuration.principal = .app(identity)
        return HKHealthStore(configuration: configuration)
    }

    /// Asks for the numbers of whole days and weeks that the calling assistant may be answered from.
    ///
    /// - Parameter call: The call.
    /// - Returns: The table, or why there is none.
    /// - Throws: `errorAuthorizationDenied` for any caller that isn't an assistant, `errorInvalidArgument`, and any
    ///   error of opening the store.
    package func totals(_ call: TotalsCall) throws -> TotalsAnswer { try port.send(call) }

    /// Drafts an entry for the person to confirm.
    ///
    /// - Parameter call: The call.
    /// - Returns: That it waits, or why not.
    /// - Throws: `errorAuthorizationDenied` for any caller that isn't an assistant,
    ///   `errorNotPermissibleForGuestUserMode`, and any error of opening the store.
    package func draft(_ call: DraftCall) throws -> DraftAnswer { try port.send(call) }
}
