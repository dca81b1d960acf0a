import Foundation

/// How the person's terminal is opened.
package struct NcursesOptions: Sendable {
    /// Only ASCII is shown, whatever the locale.
    package var asciiOnly: Bool
    /// Whether the mouse may be used; off leaves it to the terminal's own selection.
    package var mouse: Bool
    package var environment: [String: String]

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
