import CHealthtuiNcurses
import Glibc

/// Collects ncurses's output for a frame, so that the terminal gets it in one piece.
///
/// ncurses writes each time it has moved the cursor: 60 times for the bars of a chart. Each write wakes the terminal up, which
/// takes longer than everything else about a key, and a slow terminal shows the parts. So while ncurses writes, its descriptor is
/// redirected to a file in memory.
struct FrameCollector {
    /// A descriptor of the terminal that is never redirected.
    let terminal: Int32
    /// The descriptor that ncurses writes to.
    private let descriptor: Int32
    /// The file in memory; nil where the system has none, and ncurses writes directly.
    private let memory: Int32?

    /// - Parameter descriptor: The descriptor of the terminal that ncurses writes to; it stays the caller's.
    init?(descriptor: Int32) {
        let terminal = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard terminal >= 0 else { return nil }
        self.terminal = terminal
        self.descriptor = descriptor
        let memory = cncurses_memory_file()
        self.memory = memory >= 0 ? memory : nil
    }

    func close() {
        _ = Glibc.close(terminal)
        if let memory { _ = Glibc.close(memory) }
    }

    /// The output that `draw` writes to the descriptor; empty where it went straight to the terminal.
    func collect(_ draw: () -> Void) -> [UInt8] {
        guard let memory, dup2(memory, descriptor) >= 0 else {
            draw()
            return []
        }
        draw()
        // If the descriptor can't be restored, retrying is the only option.
        while dup2(terminal, descriptor) < 0, errno == EINTR || errno == EBUSY {}
        return take(from: memory)
    }

    /// Empties the file in memory.
    private func take(from memory: Int32) -> [UInt8] {
        let length = Int(lseek(memory, 0, SEEK_CUR))
        guard length > 0 else { return [] }
        let bytes = [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
            count = max(0, pread(memory, buffer.baseAddress, length, 0))
        }
        lseek(memory, 0, SEEK_SET)
        ftruncate(memory, 0)
        return bytes
    }

    /// Sends bytes to the terminal, however slow it is.
    func send(_ bytes: [UInt8]) {
        var offset = 0
        while offset < bytes.count {
            let count = bytes[offset...].withUnsafeBytes { write(terminal, $0.baseAddress, $0.count) }
            if count > 0 {
                offset += count
            } else if errno == EAGAIN {
                // Another user of the terminal may have made it non-blocking.
                var room = pollfd(fd: terminal, events: Int16(POLLOUT), revents: 0)
                guard poll(&room, 1, -1) >= 0 || errno == EINTR else { return }
            } else if errno != EINTR {
                return
            }
        }
    }
}
