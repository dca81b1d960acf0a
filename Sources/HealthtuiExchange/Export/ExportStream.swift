import Foundation
import Glibc
import HealthKit

/// A buffered output: a file that appears whole or not at all, or a closure that receives the bytes as they come.
package final class ExportStream {
    private enum Target {
        case file(Int32, name: String)
        case taker(([UInt8]) throws -> Void)
    }

    /// The number of bytes written.
    package private(set) var count: UInt64 = 0
    private let target: Target
    private var buffer: [UInt8] = []

    private static let capacity = 1 << 17

    /// Opens a file to write it from its start.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - name: The name to use in errors.
    /// - Throws: ``ExportError``.
    package init(path: String, name: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw ExportError("\(name): \(String(cString: strerror(errno)))") }
        target = .file(descriptor, name: name)
        buffer.reserveCapacity(Self.capacity)
    }

    /// Writes to a closure.
    ///
    /// - Parameter take: Receives the bytes, piece by piece.
    init(_ take: @escaping ([UInt8]) throws -> Void) {
        target = .taker(take)
        buffer.reserveCapacity(Self.capacity)
    }

    deinit {
        if case .file(let descriptor, _) = target { Glibc.close(descriptor) }
    }

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

    /// Writes the buffered bytes, and syncs a file to the disk.
    ///
    /// - Throws: ``ExportError``, and any error that the closure throws.
    package func finish() throws {
        try drain()
        guard case .file(let descriptor, let name) = target else { return }
        guard fsync(descriptor) == 0 else { throw Self.failure(name) }
    }

    private func drain() throws {
        switch target {
        case .file(let descriptor, let name): try Self.write(buffer, to: descriptor, name)
        case .taker(let take): if !buffer.isEmpty { try take(buffer) }
        }
        count += UInt64(buffer.count)
        buffer.removeAll(keepingCapacity: true)
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32, _ name: String) throws {
        var offset = 0
        while offset < bytes.count {
            let written = bytes[offset...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if written >= 0 {
                offset += written
            } else if errno != EINTR {
                throw failure(name)
            }
        }
    }

    private static func failure(_ name: String) -> ExportError {
        ExportError("\(name): \(String(cString: strerror(errno)))")
    }
}

extension PersonAccess {
    /// Writes one file from one consistent state of the store.
    ///
    /// - Parameters:
    ///   - request: The selection and the destination.
    ///   - body: Writes the file and returns a summary.
    /// - Returns: A summary of the written data.
    /// - Throws: Any error that `body` throws, ``ExportError`` and `HKError`; then there is no file, and any previous
    ///   file is left in place. A closure that receives the bytes keeps those it already got.
    package func exportFile(
        _ request: ExportRequest,
        _ body: (any StoreSnapshot, ExportStream) throws -> ExportSummary
    ) throws -> ExportSummary {
        let began = Date()
        if let take = request.take {
            let stream = ExportStream(take)
            var summary = try snapshot(request.selection) { try body($0, stream) }
            try stream.finish()
            summary.bytes = stream.count
            summary.seconds = Date().timeIntervalSince(began)
            return summary
        }
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
