import Foundation
import Glibc
import HealthKit

/// A file that is written through a buffer and comes into being whole or not at all.
package final class ExportStream {
    /// How many bytes were written.
    package private(set) var count: UInt64 = 0
    private let descriptor: Int32
    private let name: String
    private var buffer: [UInt8] = []

    private static let capacity = 1 << 17

    /// Opens a file to write it from its start.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - name: What it is called in errors.
    /// - Throws: ``ExportError``.
    package init(path: String, name: String) throws {
        self.name = name
        descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw ExportError("\(name): \(String(cString: strerror(errno)))") }
        buffer.reserveCapacity(Self.capacity)
    }

    deinit { Glibc.close(descriptor) }

    /// Appends bytes.
    ///
    /// - Throws: ``ExportError``.
    package func write(_ bytes: some Sequence<UInt8>) throws {
        buffer.append(contentsOf: bytes)
        if buffer.count >= Self.capacity { try drain() }
    }

    /// Appends text.
    ///
    /// - Throws: ``ExportError``.
    package func write(_ text: String) throws { try write(text.utf8) }

    /// Writes what is in the buffer, and brings the file to the disk.
    ///
    /// - Throws: ``ExportError``.
    package func finish() throws {
        try drain()
        guard fsync(descriptor) == 0 else { throw failure() }
    }

    private func drain() throws {
        var offset = 0
        while offset < buffer.count {
            let written = buffer[offset...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if written >= 0 {
                offset += written
            } else if errno != EINTR {
                throw failure()
            }
        }
        count += UInt64(buffer.count)
        buffer.removeAll(keepingCapacity: true)
    }

    private func failure() -> ExportError { ExportError("\(name): \(String(cString: strerror(errno)))") }
}

extension PersonAccess {
    /// Writes one file from one consistent state of the store.
    ///
    /// - Parameters:
    ///   - request: What, and where to.
    ///   - body: Writes the file and says what it wrote.
    /// - Returns: What was written.
    /// - Throws: What `body` throws, ``ExportError`` and `HKError`; then there is no file, and what was at its place is
    ///   still there.
    package func exportFile(
        _ request: ExportRequest,
        _ body: (StoreSnapshot, ExportStream) throws -> ExportSummary
    ) throws -> ExportSummary {
        let began = Date()
        let file = try OutgoingFile(at: request.path, replacing: request.replaces, store: storePath)
        do {
            let stream = try ExportStream(path: file.temporaryPath, name: request.path)
            var summary = try snapshot(request.selection) { try body($0, stream) }
            try stream.finish()
            if request.isCancelled() { throw CancellationError() }
            try file.finish()
            summary.bytes = stream.count
            summary.seconds = Date().timeIntervalSince(began)
            return summary
        } catch {
            file.discard()
            throw error
        }
    }
}
