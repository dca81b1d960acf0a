import ArgumentParser
import Foundation
import HealthKit
import HealthtuiEntry

/// Since when an app may read.
struct SinceArguments: ParsableArguments {
    @Option(
        name: .long,
        parsing: .unconditional,
        help: ArgumentHelp(
            "Limit reading to data that ended at or after this time: 30d, yesterday, 'last month', 2026-01-31.",
            valueName: "time"
        )
    )
    var since: String?

    /// The time; `nil` for everything.
    ///
    /// - Parameter person: Access to the store, whose marks may be named.
    /// - Returns: The time; `nil` when none was given.
    /// - Throws: `ValidationError` for a text that isn't a time, and for a time in the future.
    func date(_ person: PersonAccess) throws -> Date? {
        guard let since else { return nil }
        do {
            return try TimeReading(in: .current).times(person) { try SincePhrase.date(since, $0) }
        } catch {
            throw ValidationError("--since: \(error)")
        }
    }
}
