import Foundation

/// A pipe that ends a wait in `poll`: signal handlers and other threads write single bytes to it.
final class WakePipe: Sendable {
    let readEnd: Int32
    let writeEnd: Int32

    /// The byte that asks the reading thread to end; no signal has this number.
    static let stop: UInt8 = 0

    init() throws(TerminalError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .system(call: "pipe", code: errno) }
        readEnd = ends[0]
        writeEnd = ends[1]
        for end in ends {
            // Never blocking: a full pipe has woken the reader already.
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
    }

    deinit {
        close(readEnd)
        close(writeEnd)
    }

    func wake(_ byte: UInt8) {
        var byte = byte
        _ = write(writeEnd, &byte, 1)
    }

    /// The bytes written since the last call.
    func drain() -> [UInt8] {
        var bytes = Array(repeating: UInt8(0), count: 64)
        let count = read(readEnd, &bytes, bytes.count)
        return Array(bytes.prefix(max(0, count)))
    }
}
