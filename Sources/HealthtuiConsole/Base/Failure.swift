import Foundation
import HealthKit
import HealthtuiTerminalUI

/// The result of a call to the store.
package typealias Answer<T> = Result<T, Failure>

/// An error as a line for a person.
package struct Failure: Error, Hashable, CustomStringConvertible {
    package let text: String

    package init(_ text: String) { self.text = text }

    package init(_ error: any Error) {
        if let error = error as? Failure {
            self = error
        } else if let error = error as? HKError {
            text = Self.withoutPath(error.localizedDescription)
        } else {
            text = "\(error)"
        }
    }

    package var description: String { text }

    /// A message about a store with just its file's name, or without it where the sentence names it: the user has it open, and
    /// the remedy needs the room.
    private static func withoutPath(_ text: String) -> String {
        guard text.hasPrefix("/") else { return text }
        if let range = text.range(of: ": The ") { return String(text[range.lowerBound...].dropFirst(2)) }
        guard let end = text.range(of: ": "), let name = text[..<end.lowerBound].split(separator: "/").last else {
            return text
        }
        return String(name + text[end.lowerBound...])
    }

    /// Draws the complete message in place of the content that couldn't be read.
    package func draw(in rect: Rect, on grid: inout CellGrid, theme: Theme) {
        for (index, line) in (theme.glyphs.error + " " + text).wrapped(to: rect.width - 2).enumerated() {
            grid.write(line, in: rect, x: 1, y: index, style: theme.error)
        }
    }
}
