import Foundation

/// How the person's terminal is opened.
package struct NcursesOptions: Sendable {
    /// Only ASCII is shown, whatever the locale.
    package var asciiOnly: Bool
    /// Whether the mouse may be used; off leaves it to the terminal's own selection.
    package var mouse: Bool
    package var environment: [String: String]
    /// How long an answer about the background is taken: later it would change colours under somebody who reads.
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
