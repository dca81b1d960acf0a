import Foundation
import Glibc

/// Files that are read completely, and their kind by their first bytes.
enum WholeFile {
    /// The most bytes of a file that is read whole.
    static let largest = 512 << 20

    /// The first 64 KiB of a file, or `nil` if it isn't a regular file or can't be read.
    ///
    /// - Parameter path: The file.
    /// - Returns: The bytes.
    static func beginning(of path: String) -> [UInt8]? {
        // Reading from a pipe consumes its bytes.
        var status = stat()
        guard path != "-", stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            let file = FileHandle(forReadingAtPath: path)
        else { return nil }
        // The import reports a file that can't be read.
        return (try? file.read(upToCount: 1 << 16)).map { [UInt8]($0) }
    }

    /// Whether a file looks like an export of the Health app: an archive, or XML.
    ///
    /// - Parameter beginning: The first bytes of the file.
    /// - Returns: Whether it does; `false` for an empty file.
    static func looksLikeExport(_ beginning: [UInt8]) -> Bool {
        if beginning.starts(with: [0x50, 0x4B]) { return true }
        return firstLetter(of: beginning) == Byte.less
    }

    /// Whether a file may be a table, judging by its first letter: neither an archive nor XML nor JSON.
    ///
    /// - Parameter beginning: The first bytes of the file.
    /// - Returns: Whether it may.
    static func mayBeTable(_ beginning: [UInt8]) -> Bool {
        guard !looksLikeExport(beginning), let first = firstLetter(of: beginning) else { return false }
        return first != UInt8(ascii: "{") && first != UInt8(ascii: "[")
    }

    /// The first byte of a text after white space and the byte order mark.
    private static func firstLetter(of beginning: [UInt8]) -> UInt8? {
        let marks: Set<UInt8> = [0xEF, 0xBB, 0xBF, 0xFE, 0xFF, 0]
        return beginning.prefix(1 << 12).first { !Byte.isSpace($0) && !marks.contains($0) }
    }

    /// All bytes of a file, which are held once.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - format: What the format is called in errors.
    /// - Returns: The bytes.
    /// - Throws: ``ExportSourceError`` for a file that can't be opened, ``ImportError`` for one that can't be read, or is larger
    ///   than ``largest``.
    static func contents(of path: String, as format: String) throws -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        var status = stat()
        guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
            throw ExportSourceError(code: .unreadable, path: path, reason: FileReader.systemMessage())
        }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        guard status.st_size <= largest else {
            throw ImportError("\(path): files of \(format) are read up to \(largest >> 20) MiB")
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Int(status.st_size))
        do {
            while bytes.count <= largest, let piece = try file.read(upToCount: 1 << 20), !piece.isEmpty {
                bytes.append(contentsOf: piece)
            }
        } catch {
            throw ImportError("\(path): can't be read: \(error.localizedDescription)")
        }
        return bytes
    }
}
