import ArgumentParser
import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiEntry
import HealthtuiFacts

extension Calendar {
    /// The person's calendar on the clocks of a zone.
    static func person(in zone: TimeZone) -> Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.locale = .person(category: "LC_TIME")
        calendar.timeZone = zone
        return calendar
    }
}

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

    /// The requested zone, otherwise the machine's.
    var zone: TimeZone { timeZone ?? .current }

    var timestamps: Timestamps { Timestamps(timeZone: zone) }
}

/// The span of time that a command looks at.
struct SpanArguments: ParsableArguments {
    @Option(
        name: .long,
        parsing: .unconditional,
        help: ArgumentHelp(
            "Start of the period, such as yesterday or 'last month'; a day or month means its start.",
            valueName: "time"
        ),
        completion: .time
    )
    var from: String?

    @Option(
        name: .long,
        parsing: .unconditional,
        help: ArgumentHelp("End of the period, not included; a day or month means its start.", valueName: "time"),
        completion: .time
    )
    var to: String?

    /// The dates, none of which is a mark.
    ///
    /// - Parameters:
    ///   - timeZone: The zone of clock times and days.
    ///   - now: The current time.
    /// - Returns: The dates; `nil` for omitted ones.
    /// - Throws: `ValidationError` for a text that isn't a time, and for an end before the start.
    func dates(in timeZone: TimeZone, now: Date = Date()) throws -> (from: Date?, to: Date?) {
        try read(TimeRangePhrase(now: now, calendar: .person(in: timeZone)))
    }

    /// Checks the options before a store is opened, whose marks they may name.
    func check(in timeZone: TimeZone) throws {
        try TimeReading(in: timeZone).check([from, to], read)
    }

    /// The dates, which may be those of marks.
    ///
    /// - Parameters:
    ///   - timeZone: The zone of clock times and days.
    ///   - now: The current time.
    ///   - person: Access to the store.
    /// - Returns: The dates; `nil` for omitted ones.
    /// - Throws: `ValidationError` for a text that isn't a time, and for an end before the start.
    func dates(
        in timeZone: TimeZone,
        now: Date = Date(),
        marksOf person: PersonAccess
    ) throws -> (from: Date?, to: Date?) {
        try TimeReading(in: timeZone, now: now).times(person, read)
    }

    /// The dates by a reader.
    func read(_ phrase: TimeRangePhrase) throws -> (from: Date?, to: Date?) {
        let start = try from.map { text in try Self.date("--from") { try phrase.start(of: text) } }
        let end = try to.map { text in try Self.date("--to") { try phrase.start(of: text) } }
        if let start, let end, end < start { throw ValidationError("--to is before --from") }
        return (start, end)
    }

    /// The time that an option names.
    ///
    /// - Throws: `ValidationError`, which names the option, for a text that isn't a time.
    static func date<Time>(_ option: String, _ read: () throws -> Time) throws -> Time {
        do {
            return try read()
        } catch {
            throw ValidationError("\(option): \(error)")
        }
    }
}
