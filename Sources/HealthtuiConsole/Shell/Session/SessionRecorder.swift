import Foundation
import HealthtuiTerminalUI
import Synchronization

/// Records a person's actions in the console, one per line.
///
/// Text typed into a field is a value, a name or a path: it's omitted unless the user wants it. A passphrase is never
/// recorded.
package final class SessionRecorder: Sendable {
    fileprivate struct Contents {
        /// The text being typed after `:` or in the help, until something else happens.
        var typed = ""
        var wasUnreported = false
        var last: Date?
    }

    private let contents = Mutex(Contents())
    private let keepsTyped: Bool
    private let write: @Sendable (String) -> Void

    /// A recorder.
    ///
    /// - Parameters:
    ///   - beginning: The initial conditions.
    ///   - size: The size of the screen.
    ///   - keepsTyped: Whether text typed into fields is recorded.
    ///   - write: Called with each piece of text, which ends with a newline.
    package init(
        _ beginning: RecordedSession.Beginning,
        size: Size,
        keepsTyped: Bool,
        write: @escaping @Sendable (String) -> Void
    ) {
        self.keepsTyped = keepsTyped
        self.write = write
        write(beginning.text + SessionLine.size(size).text + "\n")
    }

    /// The destination of an event.
    enum Place {
        /// Keys are looked up; the name of the command that the key is, where it is one.
        case keys(String?)
        /// The typed text is only a name to open.
        case names
        /// A field takes it.
        case field
        /// A field of a passphrase takes it.
        case secret
    }

    /// Writes an event down.
    func note(_ event: TerminalEvent, at place: Place, now: Date) {
        guard let line = SessionLine(event) else { return }
        let text = contents.withLock { contents in
            let waited = contents.waited(until: now)
            if case .press(let keys) = line, case .names = place, let character = keys.first?.typedCharacter {
                contents.wasUnreported = false
                contents.typed.append(character)
                return waited
            }
            if isHidden(line, at: place) {
                defer { contents.wasUnreported = true }
                return waited + contents.takeTyped()
                    + (contents.wasUnreported
                        ? "" : SessionLine.unreported.text + "  # " + SessionStrings.typedIntoField + "\n")
            }
            contents.wasUnreported = false
            return waited + contents.takeTyped() + line.text + Self.remark(place) + "\n"
        }
        if !text.isEmpty { write(text) }
    }

    /// Writes pending typed text.
    package func end() {
        let text = contents.withLock { $0.takeTyped() }
        if !text.isEmpty { write(text) }
    }

    private func isHidden(_ line: SessionLine, at place: Place) -> Bool {
        switch (line, place) {
        case (.press, .field), (.paste, .field): !keepsTyped
        case (.press, .secret), (.paste, .secret): true
        default: false
        }
    }

    private static func remark(_ place: Place) -> String {
        guard case .keys(let command?) = place else { return "" }
        return "  # " + command
    }
}

extension SessionRecorder.Contents {
    /// A line for the time in which nothing was done; a replay itself gives each step a second.
    fileprivate mutating func waited(until now: Date) -> String {
        defer { last = now }
        guard let last else { return "" }
        let seconds = Int(min(86_400, max(0, now.timeIntervalSince(last)))) - 1
        return seconds > 0 ? takeTyped() + SessionLine.wait(seconds: seconds).text + "\n" : ""
    }

    fileprivate mutating func takeTyped() -> String {
        guard !typed.isEmpty else { return "" }
        defer { typed = "" }
        return SessionLine.type(typed).text + "\n"
    }
}
