import Foundation
import Glibc
import Synchronization

/// Lines that are typed at standard input, and whether one is there already.
final class LineInput: Sendable {
    private let rest = Mutex<[UInt8]>([])

    /// The next line; nil at the end of input.
    ///
    /// Invalid UTF-8 in a line is replaced.
    func line() -> String? {
        var bytes = [UInt8](repeating: 0, count: 4096)
        while true {
            if let line = takeLine() { return line }
            let count = read(STDIN_FILENO, &bytes, bytes.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return takeRest() }
            rest.withLock { $0 += bytes.prefix(count) }
        }
    }

    /// Whether a line, or the end of input, is there.
    var isTyped: Bool {
        if rest.withLock({ $0.contains(UInt8(ascii: "\n")) }) { return true }
        var wanted = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        return poll(&wanted, 1, 0) > 0
    }

    private func takeLine() -> String? {
        rest.withLock { rest in
            guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
            defer { rest.removeSubrange(...end) }
            return String(decoding: rest[..<end], as: UTF8.self)
        }
    }

    private func takeRest() -> String? {
        rest.withLock { rest in
            defer { rest = [] }
            return rest.isEmpty ? nil : String(decoding: rest, as: UTF8.self)
        }
    }
}
