import GRDB
import GRDBSQLite

/// Regularly interrupts a connection's work for a check, which may end it.
final class WorkWatch {
    private let check: () throws -> Void
    private var failure: (any Error)?

    /// The number of steps of SQLite's machine between two checks: a few hundred copied rows.
    private static let steps: Int32 = 1000

    private init(_ check: @escaping () throws -> Void) { self.check = check }

    private func mayGoOn() -> Bool {
        do {
            try check()
            return true
        } catch {
            failure = error
            return false
        }
    }

    /// Runs some work of a connection, and regularly checks whether to continue.
    ///
    /// - Parameters:
    ///   - database: the connection.
    ///   - check: The check; an error from it ends the running statement.
    ///   - work: the work.
    /// - Returns: what `work` returns.
    /// - Throws: what `check` and `work` throw.
    static func during<T>(
        _ database: Database,
        _ check: @escaping () throws -> Void,
        _ work: () throws -> T
    ) throws -> T {
        guard let handle = database.sqliteConnection else { return try work() }
        let watch = WorkWatch(check)
        return try withExtendedLifetime(watch) {
            let context = Unmanaged.passUnretained(watch).toOpaque()
            sqlite3_progress_handler(
                handle,
                steps,
                { context in
                    guard let context else { return 0 }
                    return Unmanaged<WorkWatch>.fromOpaque(context).takeUnretainedValue().mayGoOn() ? 0 : 1
                },
                context
            )
            defer { sqlite3_progress_handler(handle, 0, nil, nil) }
            do {
                return try work()
            } catch {
                throw watch.failure ?? error
            }
        }
    }
}
