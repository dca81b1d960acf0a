import Foundation
import HealthKit
import HealthtuiEntry

/// Reads the times of a command's options, of which some may be marks.
struct TimeReading {
    let now: Date
    let calendar: Calendar

    /// A reader.
    ///
    /// - Parameters:
    ///   - zone: The zone of clock times and days.
    ///   - now: The current time.
    init(in zone: TimeZone, now: Date = Date()) {
        self.now = now
        calendar = .person(in: zone)
    }

    private var phrase: TimeRangePhrase { TimeRangePhrase(now: now, calendar: calendar) }

    /// Checks as much as possible before a store is opened: a text that isn't a time may be a mark.
    ///
    /// - Parameters:
    ///   - texts: The texts that are read.
    ///   - read: Reads them.
    /// - Throws: The errors of the reading, if none of the texts may be a mark.
    func check<Times>(_ texts: [String?], _ read: (TimeRangePhrase) throws -> Times) throws {
        do {
            _ = try read(phrase)
        } catch {
            guard texts.contains(where: { $0.map(phrase.mayBeMark) ?? false }) else { throw error }
        }
    }

    /// Reads times; marks are only read if something isn't understood without them.
    ///
    /// - Parameters:
    ///   - person: Access to the store.
    ///   - read: Reads the times.
    /// - Returns: The times.
    /// - Throws: The errors of the reading, and `HKError` when marks cannot be read.
    func times<Times>(_ person: PersonAccess, _ read: (TimeRangePhrase) throws -> Times) throws -> Times {
        do {
            return try read(phrase)
        } catch {
            let marks = try person.marks()
            guard !marks.isEmpty else { throw error }
            return try read(TimeRangePhrase(now: now, calendar: calendar, marks: TimeMarks(marks)))
        }
    }
}
