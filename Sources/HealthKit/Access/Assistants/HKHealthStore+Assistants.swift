import Foundation

extension HKHealthStore {
    /// A store as an assistant reaches it.
    ///
    /// - Parameters:
    ///   - assistant: The assistant.
    ///   - location: The location of the data.
    /// - Returns: The store, which is opened by the first call.
    package static func assistant(_ assistant: AppIdentity, at location: HKHealthStoreConfiguration.Location)
        -> HKHealthStore
    {
        var configuration = HKHealthStoreConfiguration(location: location)
        configuration.principal = .app(assistant)
        return HKHealthStore(configuration: configuration)
    }

    /// Asks for the numbers of whole days and weeks, as an assistant.
    ///
    /// - Parameter call: The question.
    /// - Returns: The table, or why there is none.
    /// - Throws: `errorInvalidArgument` for days that may not be read, `HKError` if the store can't be read.
    package func totals(_ call: TotalsCall) throws -> TotalsAnswer { try port.send(call) }

    /// Drafts an entry for the person to confirm, as an assistant.
    ///
    /// - Parameter call: The entry.
    /// - Returns: That it waits, or why it doesn't.
    /// - Throws: `HKError` if the store can't be changed.
    package func draft(_ call: DraftCall) throws -> DraftAnswer { try port.send(call) }
}
