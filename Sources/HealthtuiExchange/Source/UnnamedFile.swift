import Foundation

/// A file without a name, which is gone when it is closed.
enum UnnamedFile {
    /// Writes a stream to such a file.
    ///
    /// - Parameters:
    ///   - stream: The bytes.
    ///   - folder: A folder on its disk.
    /// - Returns: The file, at its start.
    /// - Throws: ``ImportError`` where it can't be made or written, and what reading the stream throws.
    static func holding(_ stream: MemberStream, in folder: String) throws -> Int32 {
        var template = Array((folder as NSString).appendingPathComponent(".healthtui-import-XXXXXX").utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else {
            throw ImportError("no file to unpack it to can be made in \(folder): \(FileReader.systemMessage())")
        }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        unlink(template)
        do {
            while true {
                let bytes = try stream.next(atMost: 1 << 20)
                if bytes.isEmpty { break }
                try write(bytes, to: descriptor, folder)
            }
            guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw ImportError(FileReader.systemMessage()) }
            return descriptor
        } catch {
            CDescriptor.close(descriptor)
            throw error
        }
    }

    /// Writes a stream into a file.
    ///
    /// - Parameters:
    ///   - stream: The bytes.
    ///   - descriptor: The file.
    ///   - offset: Where they begin in it.
    ///   - folder: A folder on its disk.
    /// - Returns: The number of bytes.
    /// - Throws: ``ImportError`` where it can't be written, and what reading the stream throws.
    static func append(
        _ stream: MemberStream,
        to descriptor: Int32,
        at offset: UInt64,
        in folder: String
    ) throws -> UInt64 {
        guard let place = off_t(exactly: offset), lseek(descriptor, place, SEEK_SET) == place else {
            throw ImportError(FileReader.systemMessage())
        }
        var count: UInt64 = 0
        while true {
            let bytes = try stream.next(atMost: 256 << 10)
            if bytes.isEmpty { return count }
            try write(bytes, to: descriptor, folder)
            count += UInt64(bytes.count)
        }
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32, _ folder: String) throws {
        try bytes.withUnsafeBytes { buffer in
            var written = 0
            while written < buffer.count {
                let rest = UnsafeRawBufferPointer(rebasing: buffer[written...])
                let count = Foundation.write(descriptor, rest.baseAddress, rest.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else {
                    throw ImportError("it can't be unpacked to \(folder): \(FileReader.systemMessage())")
                }
                written += count
            }
        }
    }
}
