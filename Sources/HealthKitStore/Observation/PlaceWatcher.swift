import Dispatch
import Foundation

/// Tells without polling when another file may have taken the place of one, or it was taken away.
package final class PlaceWatcher: Sendable {
    /// Cancelled from any thread, which dispatch sources allow.
    nonisolated(unsafe) private let source: any DispatchSourceRead

    private static let events = UInt32(IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE)

    /// Starts watching; `nil` when the folder is not there or the system has no watches left.
    ///
    /// - Parameters:
    ///   - path: The file's path.
    ///   - onEvent: Called on a separate queue when a file of that name is complete, or was removed.
    package init?(path: String, onEvent: @escaping @Sendable () -> Void) {
        let file = URL(fileURLWithPath: path).standardizedFileURL
        let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        guard descriptor >= 0 else { return nil }
        guard inotify_add_watch(descriptor, file.deletingLastPathComponent().path, Self.events) >= 0 else {
            Foundation.close(descriptor)
            return nil
        }
        let name = Array(file.lastPathComponent.utf8)
        source = DispatchSource.makeReadSource(
            fileDescriptor: descriptor,
            queue: DispatchQueue(label: "HealthStore.place")
        )
        source.setEventHandler {
            if PlaceWatcher.drain(descriptor, of: name) { onEvent() }
        }
        source.setCancelHandler { Foundation.close(descriptor) }
        source.resume()
    }

    deinit { source.cancel() }

    /// Reads all waiting events.
    ///
    /// - Returns: Whether one is of the file's name.
    private static func drain(_ descriptor: Int32, of name: [UInt8]) -> Bool {
        var isOfFile = false
        withUnsafeTemporaryAllocation(byteCount: 8192, alignment: 8) { buffer in
            guard let base = buffer.baseAddress else { return }
            while true {
                let size = Foundation.read(descriptor, base, buffer.count)
                if size <= 0 { return }
                var offset = 0
                while offset + 16 <= size {
                    let length = Int(base.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self))
                    let end = min(size, offset + 16 + length)
                    isOfFile = isOfFile || buffer[(offset + 16)..<end].prefix { $0 != 0 }.elementsEqual(name)
                    offset = end
                }
            }
        }
        return isOfFile
    }
}
