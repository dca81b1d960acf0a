import Foundation
import Synchronization

/// Starts of other programs, one at a time within the process.
///
/// Foundation learns that a program has ended when the last copy of a socket closes that it gave to it. A program that another
/// test starts at the same moment inherits a copy too and keeps it for as long as it runs; a terminal server or an agent would
/// have the other test wait for it, and all that waits for that test.
package enum ProgramStart {
    private static let turn = Mutex(())

    /// Starts a program while no other is being started.
    ///
    /// - Parameter start: Starts it, and returns without waiting for its end.
    /// - Returns: What `start` returns.
    /// - Throws: The errors of `start`.
    package static func alone<Result, Failure: Error>(_ start: () throws(Failure) -> Result) throws(Failure) -> Result {
        let result: Swift.Result<Result, Failure> = turn.withLock { _ in
            do throws(Failure) { return .success(try start()) } catch { return .failure(error) }
        }
        return try result.get()
    }
}

extension Process {
    /// Runs the program while no other is being started.
    ///
    /// - Throws: The errors of `run()`.
    package func start() throws { try ProgramStart.alone { try run() } }
}
