import Foundation
import HealthKit
import Synchronization

/// A progress line on standard error, if that is a terminal.
final class ProgressLine: Sendable {
    private let last = Mutex(Date.distantPast)
    private let isShown = StandardError.isTerminal

    /// Shows a text, not more often than ten times a second.
    func show(_ text: @autoclosure () -> String) {
        guard isShown else { return }
        let isDue = last.withLock { last in
            guard Date().timeIntervalSince(last) >= 0.1 else { return false }
            last = Date()
            return true
        }
        if isDue { StandardError.write("\r\(text().printable)\u{1B}[K") }
    }

    /// Removes the line.
    func clear() {
        if isShown { StandardError.write("\r\u{1B}[K") }
    }
}
