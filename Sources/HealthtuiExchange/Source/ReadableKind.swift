import Foundation

/// The kind of a file by its first bytes.
enum ReadableKind {
    /// Whether a file begins as a zip archive does: with a member, or with the end of an empty one.
    static func isArchive(_ beginning: [UInt8]) -> Bool {
        beginning.starts(with: [0x50, 0x4B, 0x03, 0x04]) || beginning.starts(with: [0x50, 0x4B, 0x05, 0x06])
    }

    /// Whether a file begins as gzip writes it.
    static func isCompressed(_ beginning: [UInt8]) -> Bool { beginning.starts(with: [0x1F, 0x8B, 0x08]) }

    /// Whether a file is the main file of an export of the Health app.
    static func isExport(_ beginning: [UInt8]) -> Bool {
        guard let first = beginning.first(where: { !Byte.isSpace($0) }), first == Byte.less || first >= 0xEF else {
            return false
        }
        let text = ContentPeek(bytes: beginning)
        return text.isExport || text.declaresExport
    }

    /// Whether an archive is an export of the Health app.
    ///
    /// - Parameters:
    ///   - descriptor: The archive, whose position may change.
    ///   - name: Its name in errors.
    /// - Returns: Whether it has a main file.
    static func isExport(archive descriptor: Int32, named name: String) -> Bool {
        // Most archives have no such file, by their names alone.
        if let directory = ZipDirectory(descriptor: descriptor), !directory.mayHoldExport { return false }
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { return false }
        // The reader closes the copy, also where it can't be made.
        return (try? ArchiveReader(path: name, descriptor: copy, members: DirectMembers(descriptor: copy))) != nil
    }
}
