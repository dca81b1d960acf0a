import Foundation
import Glibc

/// Cuts bytes into lines of bounded length.
struct AssistantLines {
    private let most: Int
    private var rest: [UInt8] = []
    /// Whether the line that is read is too long already: no more of it is kept.
    private var isTooLong = false

    /// Lines.
    ///
    /// - Parameter most: The most bytes of one.
    init(most: Int = AssistantServer.mostBytes) { self.most = most }

    /// The lines that end among some bytes.
    ///
    /// - Parameter bytes: The bytes that came next.
    /// - Returns: The lines without their ends; `nil` for each that is too long.
    mutating func take(_ bytes: some Sequence<UInt8>) -> [[UInt8]?] {
        var lines: [[UInt8]?] = []
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                lines.append(isTooLong ? nil : rest)
                rest = []
                isTooLong = false
            } else if rest.count >= most {
                isTooLong = true
                rest = []
            } else if !isTooLong {
                rest.append(byte)
            }
        }
        return lines
    }

    /// What stands behind the last end of line.
    mutating func end() -> [[UInt8]?] {
        defer { (rest, isTooLong) = ([], false) }
        return isTooLong ? [nil] : rest.isEmpty ? [] : [rest]
    }

    /// Reads standard input to its end.
    ///
    /// - Parameter body: Takes each line; `nil` for one that is too long.
    /// - Throws: What the body throws.
    static func visit(_ body: ([UInt8]?) throws -> Void) rethrows {
        var lines = AssistantLines()
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(STDIN_FILENO, &bytes, bytes.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            for line in lines.take(bytes.prefix(count)) { try body(line) }
        }
        for line in lines.end() { try body(line) }
    }
}
