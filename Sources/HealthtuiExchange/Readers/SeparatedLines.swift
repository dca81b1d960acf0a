import Foundation

/// Reads comma separated values row by row, so that the size of a file doesn't matter; a row is a line.
final class SeparatedLines {
    /// The most bytes of a line.
    private static let longest = 64 << 10

    private let stream: MemberStream
    private var bytes: [UInt8] = []
    private var position = 0
    private var hasEnded = false
    /// The number of the row that was read last, counted from 1.
    private(set) var line = 0

    init(_ stream: MemberStream) { self.stream = stream }

    /// The fields of the next line that isn't empty, or `nil` at the end.
    ///
    /// - Throws: ``ImportError`` for a line that is too long, and what the stream throws.
    func next() throws -> [String]? {
        while let range = try nextLine() {
            if !range.isEmpty { return Self.fields(bytes[range]) }
        }
        return nil
    }

    private func nextLine() throws -> Range<Int>? {
        var searched = position
        while true {
            if let end = bytes[searched...].firstIndex(of: Byte.newline) {
                defer { position = end + 1 }
                return text(position..<end)
            }
            if hasEnded {
                defer { position = bytes.count }
                return position < bytes.count ? text(position..<bytes.count) : nil
            }
            guard bytes.count - position <= Self.longest else {
                throw ImportError("line \(line + 1): more than \(Self.longest >> 10) KiB in one line")
            }
            let more = try stream.next(atMost: 128 << 10)
            hasEnded = more.isEmpty
            bytes.removeFirst(position)
            searched = bytes.count
            position = 0
            bytes += more
        }
    }

    /// A line without the mark of the text's encoding and the return at its end.
    private func text(_ range: Range<Int>) -> Range<Int> {
        line += 1
        var range = range
        if line == 1, bytes[range].starts(with: [0xEF, 0xBB, 0xBF]) {
            range = (range.lowerBound + 3)..<range.upperBound
        }
        if !range.isEmpty, bytes[range.upperBound - 1] == Byte.carriageReturn {
            range = range.lowerBound..<(range.upperBound - 1)
        }
        return range
    }

    /// The fields of a line.
    ///
    /// - Parameter line: The line; quotes around a field hold commas, and two quotes stand for one.
    /// - Returns: The fields.
    static func fields(_ line: ArraySlice<UInt8>) -> [String] {
        guard line.contains(Byte.quote) else {
            return line.split(separator: Byte.comma, omittingEmptySubsequences: false)
                .map { String(decoding: $0, as: UTF8.self) }
        }
        var fields: [String] = []
        var field: [UInt8] = []
        var isQuoted = false
        var wasQuote = false
        for byte in line {
            if byte == Byte.quote {
                if wasQuote { field.append(byte) }
                wasQuote = isQuoted
                isQuoted.toggle()
                continue
            }
            wasQuote = false
            if byte == Byte.comma, !isQuoted {
                fields.append(String(decoding: field, as: UTF8.self))
                field = []
            } else {
                field.append(byte)
            }
        }
        return fields + [String(decoding: field, as: UTF8.self)]
    }

    /// The fields of the first line of a file.
    ///
    /// - Parameter beginning: The first bytes of the file.
    /// - Returns: The fields; none where the line isn't complete.
    static func header(_ beginning: [UInt8]) -> [String] {
        let start = beginning.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        guard let end = beginning.firstIndex(of: Byte.newline), end > start else { return [] }
        let line = beginning[start..<end]
        return fields(line.last == Byte.carriageReturn ? line.dropLast() : line)
    }
}
