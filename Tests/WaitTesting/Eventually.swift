import Foundation
import Testing

/// How often a condition is checked at least, however slow each check is: a turn on a busy machine may take a minute.
private let leastChecks = 20

/// Waits until a condition holds, and records an issue where it doesn't in time.
///
/// The only place in which tests wait for something by asking again and again.
///
/// - Parameters:
///   - what: What is awaited, for the issue.
///   - seconds: How long to wait at most, by a clock that nobody sets.
///   - interval: The pause between two checks.
///   - isolation: The caller's actor.
///   - sourceLocation: Where the issue belongs.
///   - condition: What shall come to hold.
/// - Returns: Whether it held in time.
/// - Throws: The errors of the condition.
@discardableResult
package func eventually(
    _ what: @autoclosure () -> String,
    seconds: Double = 60,
    every interval: Duration = .milliseconds(2),
    isolation: isolated (any Actor)? = #isolation,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ condition: () async throws -> Bool
) async rethrows -> Bool {
    let end = SuspendingClock.now + .seconds(seconds)
    var checks = 0
    var isCancelled = false
    while !isCancelled, checks < leastChecks || SuspendingClock.now < end {
        if try await condition() { return true }
        checks += 1
        // A task that was cancelled doesn't sleep any more: one more check, and the wait is over.
        do { try await Task.sleep(for: interval) } catch { isCancelled = true }
    }
    if try await condition() { return true }
    Issue.record(comment(what(), seconds, isCancelled: isCancelled), sourceLocation: sourceLocation)
    return false
}

/// Waits until a condition holds, in code that isn't asynchronous, and records an issue where it doesn't in time.
///
/// - Parameters:
///   - what: What is awaited, for the issue.
///   - seconds: How long to wait at most, by a clock that nobody sets.
///   - interval: The pause between two checks.
///   - sourceLocation: Where the issue belongs.
///   - condition: What shall come to hold.
/// - Returns: Whether it held in time.
/// - Throws: The errors of the condition.
@discardableResult
package func eventuallyBlocking(
    _ what: @autoclosure () -> String,
    seconds: Double = 60,
    every interval: Duration = .milliseconds(2),
    sourceLocation: SourceLocation = #_sourceLocation,
    _ condition: () throws -> Bool
) rethrows -> Bool {
    let end = SuspendingClock.now + .seconds(seconds)
    var checks = 0
    while checks < leastChecks || SuspendingClock.now < end {
        if try condition() { return true }
        checks += 1
        if interval > .zero { Thread.sleep(forTimeInterval: interval / .seconds(1)) }
    }
    if try condition() { return true }
    Issue.record(comment(what(), seconds, isCancelled: false), sourceLocation: sourceLocation)
    return false
}

private func comment(_ what: String, _ seconds: Double, isCancelled: Bool) -> Comment {
    isCancelled
        ? "The wait for \(what) was cancelled"
        : "Waited \(Int(seconds)) seconds for \(what), which didn't come"
}
