import Foundation

/// The result of a query as an engine writes it: the names of the columns, then a row a line.
package struct ResultFile {
    private let path: String
    package let columns: [String]

    init(_ path: String) throws {
        self.path = path
        guard let first = try Self.lines(path, { _ in false }), let columns = first as? [String] else {
            throw StudyError("result", "the engine's result can't be read")
        }
        self.columns = columns
    }

    /// Visits every row: numbers, texts, and null.
    /// - Throws: The errors of `body`, ``StudyError``.
    package func forEachRow(_ body: ([Any]) throws -> Void) throws {
        var isHead = true
        _ = try Self.lines(path) { line in
            defer { isHead = false }
            if isHead { return true }
            guard let row = line as? [Any] else { throw StudyError("result", "the engine's result can't be read") }
            try body(row)
            return true
        }
    }

    /// Visits lines until `body` says no; returns the last.
    private static func lines(_ path: String, _ body: (Any) throws -> Bool) throws -> Any? {
        guard let handle = FileHandle(forReadingAtPath: path) else {
            throw StudyError("result", "the engine wrote no result")
        }
        defer { try? handle.close() }
        var waiting = Data()
        while let piece = try handle.read(upToCount: 1 << 20), !piece.isEmpty {
            waiting += piece
            while let end = waiting.firstIndex(of: UInt8(ascii: "\n")) {
                let value = try JSONSerialization.jsonObject(with: waiting[..<end])
                waiting = waiting[(end + 1)...]
                guard try body(value) else { return value }
            }
            waiting = Data(waiting)
        }
        return nil
    }
}
