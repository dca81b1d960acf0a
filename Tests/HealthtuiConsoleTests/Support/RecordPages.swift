import HealthtuiConsole
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting

extension TestDriver where P == ConsoleProgram {
    /// A console that shows the page of the newest record of a type.
    ///
    /// - Parameters:
    ///   - type: What is typed to go to the type.
    ///   - store: The store.
    ///   - width: The columns of the screen.
    ///   - height: The rows of the screen.
    /// - Returns: The driver.
    /// - Throws: `NotIdle` when the console does not come to rest.
    static func record(
        _ type: String,
        _ store: TestStore,
        width: Int = 80,
        height: Int = 60
    ) async throws -> Console {
        let console = try await Console.start(store.environment(), width: width, height: height)
        try await console.press(":").type(type).press(.enter, .enter)
        return console
    }

    /// The text of the screen with one blank between words.
    var words: String { text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
