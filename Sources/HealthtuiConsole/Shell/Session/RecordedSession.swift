import Foundation
import HealthKitLocalization
import HealthtuiTerminalUI

/// A recording of the user's actions in the console, line by line, with its beginning.
package struct RecordedSession: Sendable {
    /// A line with its place in the file.
    package struct Step: Sendable {
        package let number: Int
        package let line: SessionLine
    }

    /// The initial conditions of everything on the screen.
    package struct Beginning: Hashable, Sendable {
        package var moment: Date
        package var zone: TimeZone
        /// The user's locale, for units, and for numbers, by Foundation's identifiers.
        package var locale: String
        package var numbers: String
        /// The locale of dates and times of day; nil in sessions of versions that wrote them alike everywhere.
        package var times: String?
        /// The code of the language; nil for English.
        package var language: String?

        package init(
            moment: Date,
            zone: TimeZone,
            locale: String,
            numbers: String,
            times: String? = nil,
            language: String? = nil
        ) {
            self.moment = moment
            self.zone = zone
            self.locale = locale
            self.numbers = numbers
            self.times = times
            self.language = language
        }

        /// The initial conditions of a console that starts now.
        package static func beginning(of environment: ConsoleEnvironment) -> Beginning {
            let language = TextLocale.current.catalogue.language
            let times = environment.calendar.locale?.identifier ?? ""
            return Beginning(
                moment: environment.clock(),
                zone: environment.calendar.timeZone,
                locale: environment.locale.identifier,
                numbers: environment.numberLocale.identifier,
                times: times.isEmpty ? nil : times,
                language: language.isEmpty ? nil : language
            )
        }

        /// The first lines of a file.
        package var text: String {
            var lines = [
                RecordedSession.mark, "at \(moment.text(in: zone))", "zone \(zone.identifier)",
                "locale \(locale) \(numbers)" + (times.map { " " + $0 } ?? ""),
            ]
            if let language { lines.append("language \(language)") }
            return lines.joined(separator: "\n") + "\n"
        }
    }

    package let beginning: Beginning
    package let steps: [Step]

    /// An error in a file, and its position.
    package struct Problem: Error, CustomStringConvertible {
        package let line: Int
        package let text: String

        package var description: String { SessionStrings.atLine(line, text) }
    }

    /// The first line of every file.
    package static let mark = "healthtui session 1"

    /// Reads a file.
    ///
    /// - Parameter text: The file's contents.
    /// - Throws: ``Problem`` for the first line that means nothing.
    package init(_ text: String) throws {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            .map {
                $0.hasSuffix("\r") ? String($0.dropLast()) : String($0)
            }
        guard lines.first?.trimmingCharacters(in: .whitespaces) == Self.mark else {
            throw Problem(line: 1, text: SessionStrings.isNoSession(Self.mark))
        }
        var header = Header()
        var steps: [Step] = []
        for (index, line) in lines.enumerated().dropFirst() {
            do {
                if try steps.isEmpty && header.take(line) { continue }
                if let step = try SessionLine(reading: line) { steps.append(Step(number: index + 1, line: step)) }
            } catch let problem as SessionLine.Problem {
                throw Problem(line: index + 1, text: problem.text)
            }
        }
        guard let moment = header.moment else {
            throw Problem(line: 2, text: SessionStrings.momentIsMissing)
        }
        beginning = Beginning(
            moment: moment,
            zone: header.zone ?? .gmt,
            locale: header.locale,
            numbers: header.numbers ?? header.locale,
            times: header.times,
            language: header.language
        )
        self.steps = steps
    }

    /// The contents of the lines before the first step.
    private struct Header {
        var moment: Date?
        var zone: TimeZone?
        var locale = "en_US"
        var numbers: String?
        var times: String?
        var language: String?

        mutating func take(_ line: String) throws -> Bool {
            let words = line.split(separator: " ").map(String.init)
            switch (words.first, words.dropFirst().first) {
            case ("at"?, let time?):
                guard let date = Date(iso: time) else {
                    throw SessionLine.Problem(text: SessionStrings.isNoTime(time))
                }
                moment = date
            case ("zone"?, let name?):
                guard let known = TimeZone(identifier: name) else {
                    throw SessionLine.Problem(text: SessionStrings.isNoZone(name))
                }
                zone = known
            case ("locale"?, let name?):
                locale = name
                numbers = words.dropFirst(2).first
                times = words.dropFirst(3).first
            case ("language"?, let code?): language = code
            default: return false
            }
            return true
        }
    }
}
