import HealthKit

/// Who asks for facts: what is read for one is read with its rights, and noted as its calls are.
package enum Caller: Sendable {
    /// The person, who sees everything.
    case person(PersonAccess)
    /// An app, which sees what the person lets it read; the rest is as if it were not there.
    case app(HKHealthStore)

    /// The store as the caller sees it, for queries.
    package var store: HKHealthStore {
        switch self {
        case .person(let person): person.store
        case .app(let store): store
        }
    }
}
