import ArgumentParser
import Foundation
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
    /// - Returns: The time; `nil` when none was given.
    /// - Throws: `ValidationError` for a text that is no time, and for a time to come.
    func date() throws -> Date? {
        guard let since else { return nil }
        do {
            return try SincePhrase.date(since, now: Date(), calendar: .person(in: .current))
        } catch {
            throw ValidationError("--since: \(error)")
        }
    }
}
