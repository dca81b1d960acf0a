import Foundation
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

    /// What the pages of workouts read, as the caller sees it.
    package var workouts: any WorkoutContents {
        switch self {
        case .person(let person): person
        case .app(let store): AppContents(store)
        }
    }

    /// What the pages of records read, as the caller sees it.
    ///
    /// - Parameters:
    ///   - from: Of the records of a type, only those that end after this time.
    ///   - to: Only those that start before this time.
    ///   - body: Gets the contents, for the person those of one consistent state of the store; good until it returns.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws, and `HKError`.
    package func records<T>(
        from: Date? = nil,
        to: Date? = nil,
        _ body: (any RecordContents) throws -> T
    ) throws -> T {
        switch self {
        case .person(let person): try person.snapshot(ExportSelection(from: from, to: to)) { try body($0) }
        case .app(let store): try body(AppContents(store, from: from, to: to))
        }
    }
}
