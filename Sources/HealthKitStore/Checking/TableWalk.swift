import GRDB
import GRDBSQLite

/// Reads tables whose pages may be damaged: unreadable rows are skipped, readable ones are handed on.
struct TableWalk {
    let database: Database

    /// The outcome of a walk.
    struct Outcome {
        /// The number of times that rows had to be skipped; -1 if the table is missing.
        var gaps = 0
        /// The database's first error message.
        var reason = ""

        var isWhole: Bool { gaps == 0 }
        var isMissing: Bool { gaps < 0 }

        mutating func note(_ error: any Error) {
            if reason.isEmpty { reason = (error as? StoreError)?.reason() ?? "\(error)" }
            gaps += 1
        }

        static func missing(_ error: any Error) -> Outcome {
            Outcome(gaps: -1, reason: "\(error)")
        }
    }

    /// The result of probing a key.
    private enum Probe {
        case row(Int64)
        case end
        case unreadable
    }

    private func prepared(_ sql: String) throws -> Query {
        Query(handle: try database.cachedStatement(sql: sql).sqliteStatement)
    }

    /// Visits the rows of a table with a whole-number key in the order of the key.
    ///
    /// After a page that can't be read, the next readable key is searched, first in doubling steps and then by halving. A damaged
    /// page costs a few hundred look-ups, however large the table is.
    ///
    /// - Parameters:
    ///   - table: the table.
    ///   - key: its key column.
    ///   - columns: what to read; they are numbered from 1, the key is 0.
    ///   - body: gets each row.
    /// - Returns: the outcome of the walk.
    /// - Throws: The errors of `body`.
    func rows(
        of table: String,
        key: String,
        _ columns: String,
        _ body: (Query) throws -> Void
    ) throws -> Outcome {
        let all: Query
        let probe: Query
        do {
            all = try prepared("SELECT \(key), \(columns) FROM \(table) NOT INDEXED WHERE \(key) > ? ORDER BY \(key)")
            probe = try prepared("SELECT \(key) FROM \(table) NOT INDEXED WHERE \(key) >= ? ORDER BY \(key) LIMIT 1")
        } catch {
            return .missing(error)
        }
        var outcome = Outcome()
        // The store numbers from 1.
        var last: Int64 = -1
        while true {
            do {
                guard try run(all, after: &last, body) else { return outcome }
            } catch let failure as BodyFailure {
                throw failure.error
            } catch {
                outcome.note(error)
            }
            guard last < Int64.max, let next = nextReadable(from: last + 1, probe) else { return outcome }
            last = next
        }
    }

    /// Wraps an error of a caller's closure, to distinguish it from errors of the database.
    private struct BodyFailure: Error {
        let error: any Error
    }

    /// Hands on rows until the end (false) or until keys stop growing, which only damage does (throws).
    private func run(_ query: Query, after last: inout Int64, _ body: (Query) throws -> Void) throws -> Bool {
        sqlite3_reset(query.handle)
        defer { query.reset() }
        query.bind(last, at: 1)
        while try query.step() {
            let key = query.int64(0)
            guard key > last else { throw StoreError.damaged("the rows of a table are out of order") }
            do { try body(query) } catch { throw BodyFailure(error: error) }
            last = key
        }
        return false
    }

    private func find(_ key: Int64, _ probe: Query) -> Probe {
        sqlite3_reset(probe.handle)
        defer { probe.reset() }
        probe.bind(key, at: 1)
        do {
            guard try probe.step() else { return .end }
            let found = probe.int64(0)
            return found >= key ? .row(found) : .unreadable
        } catch {
            return .unreadable
        }
    }

    /// The key after which reading can continue; nil if nothing more can be read.
    private func nextReadable(from key: Int64, _ probe: Query) -> Int64? {
        switch find(key, probe) {
        case .row(let found): return found
        case .end: return nil
        case .unreadable: break
        }
        var (low, step) = (key, Int64(1))
        var high = key
        while true {
            let (next, overflow) = key.addingReportingOverflow(step)
            high = overflow ? Int64.max : next
            if case .unreadable = find(high, probe) {
                if high == Int64.max { return nil }
                low = high
                step = step > Int64.max / 2 ? Int64.max : step * 2
            } else {
                break
            }
        }
        while low + 1 < high {
            let middle = low + (high - low) / 2
            if case .unreadable = find(middle, probe) { low = middle } else { high = middle }
        }
        return high - 1
    }

    /// Visits the rows of two statements, one from each end, until either can't continue.
    ///
    /// Rows may come twice when something can't be read.
    ///
    /// - Parameters:
    ///   - ascending: gives all rows from the first on.
    ///   - descending: gives them from the last on; used when the first statement fails.
    ///   - body: gets each row.
    /// - Returns: the outcome of the walk.
    /// - Throws: The errors of `body`.
    func bothEnds(_ ascending: String, _ descending: String, _ body: (Query) throws -> Void) throws -> Outcome {
        var outcome = Outcome()
        for sql in [ascending, descending] {
            let query: Query
            do { query = try prepared(sql) } catch { return .missing(error) }
            sqlite3_reset(query.handle)
            defer { query.reset() }
            do {
                while try query.step() {
                    do { try body(query) } catch { throw BodyFailure(error: error) }
                }
                return outcome
            } catch let failure as BodyFailure {
                throw failure.error
            } catch {
                outcome.note(error)
            }
        }
        return outcome
    }
}
