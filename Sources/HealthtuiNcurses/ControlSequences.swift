import CHealthtuiNcurses
import Foundation

/// The byte sequences that are sent past ncurses, which has no calls for them.
struct ControlSequences {
    /// Whether the terminal is xterm-like and understands these sequences; others receive none of them.
    let isXtermLike: Bool

    static let pasteOn = "\u{1B}[?2004h"
    static let pasteOff = "\u{1B}[?2004l"
    static let mouseOff = "\u{1B}[?1006l\u{1B}[?1000l"
    static let saveTitle = "\u{1B}[22;2t"
    static let restoreTitle = "\u{1B}[23;2t"

    /// Asks for the colour of the background (OSC 11).
    static let askBackground = "\u{1B}]11;?\u{1B}\\"

    static func title(_ text: String) -> String {
        "\u{1B}]2;" + text + "\u{07}"
    }

    /// Asks the terminal to copy text to the clipboard (OSC 52), or nil when it's longer than terminals accept.
    static func clipboard(_ text: String) -> String? {
        let encoded = Data(text.utf8).base64EncodedString()
        return encoded.utf8.count <= 100_000 ? "\u{1B}]52;c;" + encoded + "\u{07}" : nil
    }

    /// The text that undoes all changes an open terminal has made to the display, for signal handlers.
    ///
    /// It applies to the open ncurses screen; the strings are fetched beforehand, since a handler may not look them up.
    func restoreText() -> [UInt8] {
        var text = isXtermLike ? Self.mouseOff + Self.pasteOff + Self.restoreTitle : ""
        for name in ["sgr0", "op", "rmkx", "cnorm", "rmcup"] {
            if let capability = cncurses_capability(name) {
                text += Self.withoutPadding(String(cString: capability))
            }
        }
        return Array(text.utf8)
    }

    /// A capability without the delays that terminfo writes as `$<5>`.
    static func withoutPadding(_ text: String) -> String {
        var kept = ""
        var rest = text[...]
        while let start = rest.range(of: "$<"), let end = rest[start.upperBound...].firstIndex(of: ">") {
            kept += rest[..<start.lowerBound]
            rest = rest[rest.index(after: end)...]
        }
        return kept + rest
    }
}
