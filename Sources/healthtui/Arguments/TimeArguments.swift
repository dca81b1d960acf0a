import ArgumentParser
import Foundation
import HealthtuiConsole
import HealthtuiEntry
import HealthtuiFacts

/// The time zone of the times that a command reads and prints.
struct TimeZoneArguments: ParsableArguments {
    @Option(
        name: .long,
        parsing: .unconditional,
        help: ArgumentHelp("The time zone: America/Los_Angeles, UTC or +05:30.", valueName: "zone"),
        transform: { text in
            do {
                return try ZonePhrase.zone(text)
            } catch {
                throw ValidationError("\(error)")
            }
        }
    )
    var timeZone: TimeZone?

    /// The zone that was asked for, else that of the machine.
    var zone: TimeZone { timeZone ?? .current }

    var timestamps: Timestamps { Timestamps(timeZone: zone) }
}

/// The span of time that a command looks at.
struct SpanArguments: ParsableArguments {
    @Option(
        name: .long,
        parsing: .unconditional,
        help: ArgumentHelp("Start of the period; a day means its start.", valueName: "time")
    )
    var from: String?

    @Option(
        name: .long,
        parsing: .unconditional,
        help: ArgumentHelp("End of the period, not included; a day means its start.", valueName: "time")
    )
    var to: String?

    /// The dates.
    ///
    /// - Parameters:
    ///   - timeZone: The zone of clock times and days.
    ///   - now: The current time.
    /// - Returns: The dates; `nil` for what was not given.
    /// - Throws: `ValidationError` for a text that is no time, and for an end before the start.
    func dates(in timeZone: TimeZone, now: Date = Date()) throws -> (from: Date?, to: Date?) {
        let phrase = TimePhrase(now: now, timeZone: timeZone)
        let start = try from.map { try Self.date($0, "--from", phrase) }
        let end = try to.map { try Self.date($0, "--to", phrase) }
        if let start, let end, end < start { throw ValidationError("--to is before --from") }
        return (start, end)
    }

    /// The time that an option names.
    ///
    /// - Throws: `ValidationError`, which names the option, for a text that is no time.
    static func date(_ text: String, _ option: String, _ phrase: TimePhrase) throws -> Date {
        do {
            return try phrase.date(text)
        } catch {
            throw ValidationError("\(option): \(error)")
        }
    }
}
