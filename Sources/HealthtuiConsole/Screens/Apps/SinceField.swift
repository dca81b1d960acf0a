import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiTerminalUI

/// The line in which a person types since when samples may be read.
struct SinceField: Sendable {
    private(set) var isTyping = false
    private var field = TextField()
    private var error: String?
    /// The person's marks, which are times too.
    private var marks = TimeMarks.none

    private static var hint: String { AuthorizeStrings.sinceHint }

    /// Starts with the current date.
    mutating func begin(_ since: Date?, _ environment: ConsoleEnvironment) {
        field = TextField(since.map { environment.dates.typedDay($0) } ?? "")
        (isTyping, error) = (true, nil)
    }

    mutating func cancel() { (isTyping, field, error) = (false, TextField(), nil) }

    /// Stores the marks, which may arrive while the person types.
    mutating func take(_ marks: TimeMarks) { self.marks = marks }

    mutating func type(_ key: Key) {
        if field.handle(key) { error = nil }
    }

    mutating func paste(_ text: String) { field.insert(text) }

    /// Accepts the typed text.
    ///
    /// - Returns: The time, an inner `nil` for everything; `nil` for text that isn't a time, with an error on the line.
    mutating func accept(_ environment: ConsoleEnvironment) -> Date?? {
        let text = field.text.trimmingCharacters(in: .whitespaces)
        guard !text.isEmpty, ![AuthorizeStrings.all, AuthorizeStrings.englishAll].contains(text.lowercased()) else {
            cancel()
            return .some(nil)
        }
        do {
            let phrase = TimeRangePhrase(now: environment.now, calendar: environment.calendar, marks: marks)
            let since = try SincePhrase.date(text, phrase)
            cancel()
            return .some(since)
        } catch {
            self.error = "\(error)"
            return nil
        }
    }

    /// Cuts the line off the bottom of a rectangle and draws it there while it is typed.
    func draw(in rect: inout Rect, on grid: inout CellGrid, theme: Theme) {
        guard isTyping else { return }
        var line = rect.cutBottom(1)
        let label = AuthorizeStrings.since
        grid.write(label, in: line.cutLeft(label.displayWidth + 2), x: 1, style: .bold)
        if let error {
            let width = error.displayWidth + 2
            if width <= line.width / 2 {
                grid.write(error, in: line.cutRight(width), style: theme.error)
            } else {
                // The accepted alternatives are shown in full.
                for text in error.wrapped(to: rect.width - 2).reversed() {
                    grid.write(text, in: rect.cutBottom(1), x: 1, style: theme.error)
                }
            }
        }
        field.draw(in: line, on: &grid, theme: theme, isFocused: true, placeholder: Self.hint)
    }
}
