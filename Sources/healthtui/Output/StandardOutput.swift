import Foundation
import Glibc
import HealthKit
import Synchronization

/// The errors of standard output.
enum OutputError: Error, CustomStringConvertible {
    /// The reader has closed the pipe: `healthtui samples steps | head`.
    case closed
    /// Writing failed, with the number of the error.
    case failed(Int32)

    var description: String {
        switch self {
        case .closed: "standard output: closed"
        case .failed(let number): "standard output: \(String(cString: strerror(number)))"
        }
    }
}

/// Standard output behind a buffer, so that long lists need few system calls and every failure is detected.
final class StandardOutput: Sendable {
    static let shared = StandardOutput()

    private static let capacity = 1 << 16
    private let buffer = Mutex<[UInt8]>([])

    /// Whether a person looks at the output.
    var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// The columns of the terminal; `nil` if the output isn't one.
    var columns: Int? {
        guard isTerminal else { return nil }
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    /// Appends text, and writes the buffer when it is full.
    ///
    /// - Throws: ``OutputError``.
    func write(_ text: String) throws { try write(text.utf8) }

    /// Appends bytes, and writes the buffer when it is full.
    ///
    /// - Throws: ``OutputError``.
    func write(_ bytes: some Sequence<UInt8>) throws {
        try buffer.withLock { buffer in
            buffer.append(contentsOf: bytes)
            if buffer.count >= Self.capacity { try Self.drain(&buffer) }
        }
    }

    /// Appends a line.
    ///
    /// - Throws: ``OutputError``.
    func line(_ text: String) throws { try write(text + "\n") }

    /// Writes the buffer.
    ///
    /// - Throws: ``OutputError``.
    func flush() throws { try buffer.withLock { try Self.drain(&$0) } }

    private static func drain(_ buffer: inout [UInt8]) throws {
        // Data that couldn't be written is not retried.
        let bytes = buffer
        buffer.removeAll(keepingCapacity: true)
        var offset = 0
        while offset < bytes.count {
            let count = bytes.withUnsafeBytes { all in
                Glibc.write(STDOUT_FILENO, all.baseAddress?.advanced(by: offset), all.count - offset)
            }
            if count >= 0 {
                offset += count
                continue
            }
            switch errno {
            case EINTR: continue
            case EAGAIN: waitUntilWritable()
            case EPIPE: throw OutputError.closed
            default: throw OutputError.failed(errno)
            }
        }
    }

    private static func waitUntilWritable() {
        var descriptor = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
        _ = poll(&descriptor, 1, -1)
    }
}

/// Standard error, for messages and progress.
enum StandardError {
    /// Whether a person looks at standard error.
    static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    /// Writes a line; control characters in it, such as in a file's name, are made visible.
    static func line(_ text: String) {
        write(
            text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.printable }.joined(separator: "\n")
                + "\n"
        )
    }

    /// Writes text unchanged.
    static func write(_ text: String) {
        let bytes = Array(text.utf8)
        var offset = 0
        while offset < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.write(STDERR_FILENO, $0.baseAddress?.advanced(by: offset), $0.count - offset)
            }
            if count > 0 { offset += count } else if errno != EINTR { return }
        }
    }
}
