import Foundation
import Glibc
import HealthKit
import HealthtuiConsole
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import Testing

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

    /// Whether something becomes true of the screen before long: what the person saved comes back from the store, as what
    /// others save does, by word of a change, which no answer to a key waits for.
    private func comes(_ isTrue: () -> Bool) -> Bool {
        for _ in 0..<1_000 {
            if isTrue() { return true }
            usleep(2_000)
        }
        return isTrue()
    }

    /// The first row that holds a text; a failure of the test when there is none.
    @discardableResult
    func expectRow(_ text: String, _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation)
        -> String
    {
        var row: String?
        guard
            comes({
                row = screen.rows.first { $0.contains(text) }
                return row != nil
            }), let row
        else {
            Issue.record("no row shows “\(text)”:\n\(self.text)", sourceLocation: sourceLocation)
            return ""
        }
        return row
    }

    /// Checks that a text is nowhere on the screen.
    func expectNone(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
        let isGone = comes { !self.text.contains(text) }
        #expect(isGone, "the screen shows “\(text)”:\n\(self.text)", sourceLocation: sourceLocation)
    }

    /// The row under the cursor.
    var cursorRow: String {
        screen.rows.first { $0.hasPrefix("▌") || $0.hasPrefix(">") } ?? ""
    }
}
