import Foundation
import Glibc
import HealthKit
import HealthtuiConsole
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import Testing
import WaitTesting

/// The console on a test's store, worked by keys and read as text.
typealias Console = TestDriver<ConsoleProgram>

extension TestDriver where P == ConsoleProgram {
    /// Starts the console and waits for its first screen.
    ///
    /// - Parameters:
    ///   - environment: The store and the surroundings.
    ///   - width: The columns of the screen.
    ///   - height: The rows of the screen.
    /// - Returns: The driver.
    /// - Throws: `NotIdle` when the first screen never comes to rest.
    static func start(
        _ environment: ConsoleEnvironment,
        width: Int = 80,
        height: Int = 24
    ) async throws -> Console {
        let program = ConsoleProgram(environment)
        let console = Console(
            program,
            program.initialState,
            size: Size(width: width, height: height),
            theme: environment.theme
        )
        return try await console.settle()
    }

    /// The first row that holds a text; a failure of the test when there is none before long.
    ///
    /// What the person saved comes back from the store, as what others save does, with word of a change, which no answer to
    /// a key waits for.
    @discardableResult
    func expectRow(_ text: String, _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation)
        -> String
    {
        var found: String?
        eventuallyBlocking(
            "a row with “\(text)” on\n\(self.text)\n\(comment?.rawValue ?? "")",
            sourceLocation: sourceLocation
        ) {
            found = screen.rows.first { $0.contains(text) }
            return found != nil
        }
        return found ?? ""
    }

    /// Checks that a text is nowhere on the screen.
    func expectNone(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
        eventuallyBlocking("a screen without “\(text)”, not\n\(self.text)", sourceLocation: sourceLocation) {
            !self.text.contains(text)
        }
    }

    /// The row under the cursor.
    var cursorRow: String {
        screen.rows.first { $0.hasPrefix("▌") || $0.hasPrefix(">") } ?? ""
    }
}
