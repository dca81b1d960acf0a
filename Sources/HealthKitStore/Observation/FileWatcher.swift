import Dispatch
import Foundation
import Synchronization

/// Watches a log for writing without polling.
final class FileWatcher: Sendable {
    /// An event of the log.
    enum Event: Sendable {
        /// Something was written, or its mark was.
        case written
        /// Its times were set: a writer signals that it has finished.
        case touched
    }

    /// Cancelled from any thread, which dispatch sources allow.
    nonisolated(unsafe) private let source: any DispatchSourceRead

    /// Starts watching; nil when the file isn't there or the system has no watches left.
    ///
    /// - Parameters:
    ///   - path: the log.
    ///   - mark: the file that is written when a commit is on the disk. It may be made later, by the first commit.
    ///   - queue: The queue on which events are reported.
    ///   - onEvent: gets each event.
    init?(
        path: String,
        mark: String? = nil,
        queue: DispatchQueue,
        onEvent: @escaping @Sendable (Event) -> Void
    ) {
        let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        guard descriptor >= 0 else { return nil }
        guard inotify_add_watch(descriptor, path, UInt32(IN_MODIFY) | UInt32(IN_ATTRIB)) >= 0 else {
            Foundation.close(descriptor)
            return nil
        }
        let watchesMark = Mutex(FileWatcher.watch(mark, descriptor))
        source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        source.setEventHandler {
            let events = FileWatcher.drain(descriptor)
            watchesMark.withLock { if !$0 { $0 = FileWatcher.watch(mark, descriptor) } }
            if events & UInt32(IN_MODIFY) != 0 {
                onEvent(.written)
            } else if events != 0 {
                onEvent(.touched)
            }
        }
        // The kernel waits some milliseconds until the watch is unused; on another queue, so that this one doesn't
        // wait.
        source.setCancelHandler { DispatchQueue.global(qos: .utility).async { Foundation.close(descriptor) } }
        source.resume()
    }

    func cancel() { source.cancel() }

    /// Watches a file for writing as well.
    ///
    /// - Returns: whether that is done, or there is nothing to do.
    private static func watch(_ mark: String?, _ descriptor: Int32) -> Bool {
        mark.map { inotify_add_watch(descriptor, $0, UInt32(IN_MODIFY)) >= 0 } ?? true
    }

    /// Reads all waiting events and gives their kinds together.
    private static func drain(_ descriptor: Int32) -> UInt32 {
        var kinds: UInt32 = 0
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
            guard let base = buffer.baseAddress else { return }
            while true {
                let size = Foundation.read(descriptor, base, buffer.count)
                if size <= 0 { return }
                var offset = 0
                while offset + 16 <= size {
                    kinds |= base.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
                    let nameLength = base.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self)
                    offset += 16 + Int(nameLength)
                }
            }
        }
        return kinds
    }

    /// Sets a file's times to now, so that watchers look.
    static func touch(_ path: String) {
        utimensat(AT_FDCWD, path, nil, 0)
    }
}
