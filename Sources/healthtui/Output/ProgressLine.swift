import Foundation

/// A line on standard error that says how far something is, when a person looks at it.
final class ProgressLine {
    private var last = Date.distantPast
    private let isShown = StandardError.isTerminal

    /// Shows a text, not more often than ten times a second.
    func show(_ text: @autoclosure () -> String) {
        guard isShown, Date().timeIntervalSince(last) >= 0.1 else { return }
        last = Date()
        StandardError.write("\r\(text().printable)\u{1B}[K")
    }

    /// Takes the line away.
    func clear() {
        if isShown { StandardError.write("\r\u{1B}[K") }
    }
}
