import Foundation

/// The options for opening the user's terminal.
package struct NcursesOptions: Sendable {
    /// Whether only ASCII is shown, whatever the locale.
    package var asciiOnly: Bool
    /// Whether the mouse may be used; off leaves it to the terminal's own selection.
    package var mouse: Bool
    package var environment: [String: String]
    /// The time limit for the background reply: a later one would change colours while the user reads.
    package var backgroundPatience = Duration.seconds(2)

    package init(
        asciiOnly: Bool = false,
        mouse: Bool = true,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
        self.asciiOnly = asciiOnly
        self.mouse = mouse
        self.environment = environment
    }
}
