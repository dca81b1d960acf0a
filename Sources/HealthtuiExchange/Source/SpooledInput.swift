import Foundation

/// A copy of a pipe's data, in an unnamed file, for archives: their directory is at the end.
enum SpooledInput {
    /// Copies a pipe.
    ///
    /// - Parameters:
    ///   - descriptor: The pipe; closed in any case.
    ///   - beginning: The bytes already read from it.
    ///   - path: The name to use in errors.
    /// - Returns: The copy, at its start.
    /// - Throws: `ExportSourceError` with the system's message.
    static func copy(_ descriptor: Int32, beginning: [UInt8], path: String) throws -> Int32 {
        defer { CDescriptor.close(descriptor) }
        func failure(_ what: String) -> ExportSourceError {
            ExportSourceError(code: .unreadable, path: path, reason: "\(what): \(FileReader.systemMessage())")
        }
        var template = Array((NSTemporaryDirectory() as NSString).appendingPathComponent("export-XXXXXX").utf8CString)
        let copy = mkstemp(&template)
        guard copy >= 0 else { throw failure("can't create a temporary file for the zip") }
        _ = fcntl(copy, F_SETFD, FD_CLOEXEC)
        unlink(template)
        do {
            try write(beginning[...], to: copy)
            var buffer = [UInt8](repeating: 0, count: 1 << 20)
            while true {
                let count = try buffer.withUnsafeMutableBytes { try FileReader.read(descriptor, into: $0) }
                if count == 0 { break }
                try write(buffer.prefix(count), to: copy)
            }
            guard lseek(copy, 0, SEEK_SET) == 0 else { throw failure("the temporary copy of the zip can't be read") }
            return copy
        } catch let error as ChunkReaderFailure {
            CDescriptor.close(copy)
            throw ExportSourceError(
                code: .unreadable,
                path: path,
                reason: "the zip can't be stored in \(NSTemporaryDirectory()): \(error.reason)"
            )
        }
    }

    private static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) throws {
        try bytes.withUnsafeBytes { buffer in
            var written = 0
            while written < buffer.count {
                let count = Foundation.write(
                    descriptor,
                    buffer.baseAddress?.advanced(by: written),
                    buffer.count - written
                )
                if count < 0, errno != EINTR { throw ChunkReaderFailure(reason: FileReader.systemMessage()) }
                written += max(0, count)
            }
        }
    }
}
