import Foundation
import Synchronization

/// The data that an assistant may receive at a moment.
package struct TotalsRequest: Sendable {
    /// The request for one type.
    package struct Part: Sendable, Hashable {
        /// The identifier of the type.
        package let type: String
        package let level: AssistantLevel
    }

    /// The types, by identifier.
    package let parts: [Part]
    /// The first and the last day.
    package let days: ClosedRange<CalendarDay>
    /// The decisions about the assistant, which have the zone, the first weekday and the units.
    package let grant: AssistantGrant
    package let moment: AssistantMoment
    /// The current time.
    package let now: Date
}

/// Computes the daily and weekly numbers in answers to assistants, with the same functions as the screens.
package protocol TotalsMaking: Sendable {
    /// The columns of a table.
    ///
    /// - Parameters:
    ///   - request: The types and the days; nothing else may be read.
    ///   - person: The person's access to the store.
    /// - Returns: The columns, rounded, in the units of the grant.
    /// - Throws: `HKError` if the store can't be read.
    func columns(_ request: TotalsRequest, _ person: PersonAccess) throws -> [TotalsTable.Column]
}

/// The object that computes totals in this process.
///
/// The library can't; the person's programs can.
package enum TotalsMaker {
    private static let maker = Mutex<(any TotalsMaking)?>(nil)

    /// The maker of one task, for tests.
    @TaskLocal package static var scoped: (any TotalsMaking)?

    /// Sets who makes the numbers in this process.
    ///
    /// - Parameter made: The maker.
    package static func register(_ made: any TotalsMaking) { maker.withLock { $0 = made } }

    /// The object that computes totals.
    ///
    /// - Throws: `errorDatabaseInaccessible` in a program that has no maker.
    static var current: any TotalsMaking {
        get throws {
            guard let found = scoped ?? maker.withLock({ $0 }) else {
                throw HKError.error(
                    .errorDatabaseInaccessible,
                    "This program has the store open and can’t make totals for assistants; healthtui can"
                )
            }
            return found
        }
    }
}
