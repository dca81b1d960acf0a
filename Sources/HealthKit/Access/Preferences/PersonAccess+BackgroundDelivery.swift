import Foundation

extension PersonAccess {
    /// The types for which an app registered, and how often it wants to be woken at most.
    package func deliveries(app: String) throws -> [String: HKUpdateFrequency] {
        try ask(OwnerDeliveriesCall(app: app))
    }
}
