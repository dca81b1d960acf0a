import Foundation
import HealthKit

/// The caller that facts are read for: reads use its permissions and are logged like its own calls.
package enum Caller: Sendable {
    /// The person, who sees everything.
    case person(PersonAccess)
    /// An app, which sees only the data that the person allows; the rest appears not to exist.
    case app(HKHealthStore)

    /// Whether it is the person.
    package var isPerson: Bool {
        if case .person = self { return true }
        return false
    }

    /// The store as the caller sees it, for queries.
    package var store: HKHealthStore {
        switch self {
        case .person(let person): person.store
        case .app(let store): store
        }
    }

    /// The contents of workouts, as the caller sees them.
    package var workouts: any WorkoutContents {
        switch self {
        case .person(let person): person
        case .app(let store): AppContents(store)
        }
    }

    /// Reads the contents of records, as the caller sees them.
    ///
    /// - Parameters:
    ///   - from: For the records of a type, only those that end after this time.
    ///   - to: Only those that start before this time.
    ///   - body: Receives the contents, which for the person are from one consistent state of the store; valid until it
    ///     returns.
    /// - Returns: The result of `body`.
    /// - Throws: Any error that `body` throws, and `HKError`.
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
