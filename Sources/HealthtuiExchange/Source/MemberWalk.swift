import Foundation
import HealthtuiDeflation

/// Finds the files in a folder, an archive or a compressed file, also in archives inside them, in one pass.
final class MemberWalk {
    /// The findings of a walk.
    enum Found {
        /// A file that is neither an archive nor compressed; valid until the visit ends.
        case file(FoundMember)
        /// An export of the Health app: an archive, or its main file.
        case export(FoundMember, descriptor: Int32)
        /// A file or archive that can't be read, or not further, and why.
        case unreadable(path: String, reason: String)
        /// A link that leads out of the folder.
        case link(path: String)
    }

    private let folder: String
    private let limits = ContainerLimits()
    private let isCancelled: @Sendable () -> Bool
    private let visit: (Found) throws -> Void

    /// The number of bytes by which a file is recognized: small, since most files of an archive may be of no use.
    static let beginningSize = 8 << 10
    /// The most folders inside each other.
    private static let deepestFolder = 32

    /// A file and how it is read.
    private struct Source {
        let path: String
        let changed: Date
        let stream: MemberStream
        /// The file, if it is on a disk by itself.
        let descriptor: Int32?
        /// The number of archives that it is in.
        let depth: Int
    }

    /// Makes a walk.
    ///
    /// - Parameters:
    ///   - spoolFolder: The folder on whose disk archives in archives are unpacked.
    ///   - isCancelled: Asked before each file.
    ///   - visit: Called with each file found.
    init(
        spoolFolder: String,
        isCancelled: @escaping @Sendable () -> Bool = { false },
        visit: @escaping (Found) throws -> Void
    ) {
        folder = spoolFolder
        self.isCancelled = isCancelled
        self.visit = visit
    }

    /// Visits the contents of a folder.
    ///
    /// - Parameter path: The folder.
    /// - Throws: ``ContainerError``, `CancellationError`, and what the visit throws.
    func walk(folder path: String) throws { try walk(folder: path, root: path, name: "", level: 0) }

    /// Visits the contents of an archive or a compressed file.
    ///
    /// - Parameters:
    ///   - descriptor: The file, which stays the caller's.
    ///   - name: Its name.
    /// - Throws: ``ContainerError``, `CancellationError`, and what the visit throws.
    func walk(file descriptor: Int32, named name: String) throws {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return try fail(name, FileReader.systemMessage()) }
        try walk(descriptor: descriptor, status, path: name)
    }

    private func fail(_ path: String, _ reason: String) throws {
        try visit(.unreadable(path: path, reason: reason))
    }

    // MARK: Folders

    private func walk(folder path: String, root: String, name: String, level: Int) throws {
        guard level <= Self.deepestFolder else { return try fail(name, "the folder is too deep inside others") }
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
        } catch {
            return try fail(name.isEmpty ? path : name, "the folder can't be listed")
        }
        for one in names {
            let (file, shown) = (path + "/" + one, name.isEmpty ? one : name + "/" + one)
            if ExportMember(path: shown).isDecoy { continue }
            var status = stat()
            guard lstat(file, &status) == 0 else { continue }
            switch status.st_mode & S_IFMT {
            case S_IFDIR: try walk(folder: file, root: root, name: shown, level: level + 1)
            case S_IFLNK where ExportFolder(path: root).leadsOut(shown): try visit(.link(path: shown))
            case S_IFREG, S_IFLNK: try walk(regular: file, path: shown)
            default: continue
            }
        }
    }

    private func walk(regular file: String, path: String) throws {
        try limits.countMember()
        let descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return try fail(path, FileReader.systemMessage()) }
        defer { CDescriptor.close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
        try walk(descriptor: descriptor, status, path: path)
    }

    private func walk(descriptor: Int32, _ status: stat, path: String) throws {
        limits.begin(archiveOf: UInt64(max(0, status.st_size)))
        let time = status.st_mtim
        let changed = TimeInterval(time.tv_sec) + TimeInterval(time.tv_nsec) / 1e9
        var offset: UInt64 = 0
        let stream = MemberStream { buffer in
            let count = FilePart.read(descriptor, at: offset, into: buffer)
            offset += UInt64(count)
            return count
        }
        try look(
            at: Source(
                path: path,
                changed: Date(timeIntervalSince1970: changed),
                stream: stream,
                descriptor: descriptor,
                depth: 0
            )
        )
    }

    // MARK: Files

    private func look(at file: Source) throws {
        if isCancelled() { throw CancellationError() }
        do {
            try take(file)
        } catch var error as ContainerError {
            // The innermost file is the one at which a limit was reached.
            error.place = error.place ?? file.path
            throw error
        }
    }

    private func take(_ file: Source) throws {
        let beginning: [UInt8]
        do {
            beginning = try file.stream.beginning(Self.beginningSize)
        } catch let error as ImportError {
            return try fail(file.path, error.description)
        }
        if ReadableKind.isArchive(beginning) {
            try enter(file) { try walk(zip: $0, file) }
        } else if ReadableKind.isCompressed(beginning) {
            guard file.depth < ContainerLimits.deepest else { return try fail(file.path, Self.tooDeep) }
            guard let expansion = GzipExpansion() else { return try fail(file.path, "out of memory") }
            try look(
                at: Source(
                    path: Self.expandedName(file.path),
                    changed: file.changed,
                    stream: expanded(file.stream, expansion),
                    descriptor: nil,
                    depth: file.depth + 1
                )
            )
        } else if ReadableKind.isExport(beginning) {
            try enter(file) { try visit(.export(found(file, beginning), descriptor: $0)) }
        } else {
            try visit(.file(found(file, beginning)))
        }
    }

    private func found(_ file: Source, _ beginning: [UInt8]) -> FoundMember {
        FoundMember(
            path: file.path,
            changed: file.changed,
            beginning: beginning,
            stream: file.stream,
            descriptor: file.descriptor
        )
    }

    private static let tooDeep = "archives inside each other are read to a depth of \(ContainerLimits.deepest)"

    /// Opens a file that must be on a disk.
    private func enter(_ file: Source, _ body: (Int32) throws -> Void) throws {
        guard file.depth < ContainerLimits.deepest else { return try fail(file.path, Self.tooDeep) }
        if let descriptor = file.descriptor { return try body(descriptor) }
        let copy: Int32
        do {
            copy = try UnnamedFile.holding(file.stream, in: folder)
        } catch let error as ImportError {
            return try fail(file.path, error.description)
        }
        defer { CDescriptor.close(copy) }
        try body(copy)
    }

    private func walk(zip descriptor: Int32, _ file: Source) throws {
        if ReadableKind.isExport(archive: descriptor, named: file.path) {
            return try visit(.export(found(file, []), descriptor: descriptor))
        }
        do {
            let members = try ArchiveMembers(descriptor: descriptor, limits: limits)
            while let entry = try members.next() {
                if ExportMember(path: entry.name).isDecoy { continue }
                let path = file.path + "/" + entry.name
                if entry.isEncrypted {
                    try fail(path, "it is encrypted")
                    continue
                }
                try look(
                    at: Source(
                        path: path,
                        changed: entry.changed,
                        stream: MemberStream { try members.read(into: $0) },
                        descriptor: nil,
                        depth: file.depth + 1
                    )
                )
            }
        } catch let error as ImportError {
            try fail(file.path, error.description)
        }
    }

    // MARK: Compressed files

    /// The bytes of a compressed file.
    private func expanded(_ stream: MemberStream, _ expansion: GzipExpansion) -> MemberStream {
        var waiting: ArraySlice<UInt8> = []
        return MemberStream { [limits] buffer in
            while true {
                if waiting.isEmpty { waiting = try stream.next(atMost: 64 << 10)[...] }
                if waiting.isEmpty {
                    guard expansion.isAtEnd else {
                        throw ChunkReaderFailure(reason: "the compressed file is cut short")
                    }
                    return 0
                }
                guard let count = expansion.expand(&waiting, into: buffer) else {
                    throw ChunkReaderFailure(reason: "its compressed data is damaged")
                }
                try limits.note(count)
                if count > 0 { return count }
            }
        }
    }

    /// The name of a file without the ending of its compression.
    private static func expandedName(_ path: String) -> String {
        let lowered = path.lowercased()
        if lowered.hasSuffix(".gz"), !lowered.hasSuffix("/.gz") { return String(path.dropLast(3)) }
        return path
    }
}

/// A file that a walk found; it can be read once, while it is visited.
struct FoundMember {
    /// Its path in the folder and its archives, for people.
    let path: String
    /// When it was last changed.
    let changed: Date
    /// Its first bytes.
    let beginning: [UInt8]
    /// All of it.
    let stream: MemberStream
    /// The file, if it is on a disk by itself.
    let descriptor: Int32?

    /// Its name without folders.
    var name: String { path.split(separator: "/").last.map(String.init) ?? path }

    /// The file on a disk, together with others in one file unless it is large and in a folder.
    ///
    /// - Parameter spool: The file for small ones and unpacked ones.
    /// - Returns: The file.
    /// - Throws: ``ImportError``.
    func file(in spool: SharedSpool) throws -> MemberFile {
        var status = stat()
        if let descriptor, fstat(descriptor, &status) == 0, status.st_size > SharedSpool.largestCopy {
            return try MemberFile(descriptor: copy(of: descriptor), path: path, changed: changed)
        }
        return try spool.add(stream, path: path, changed: changed)
    }

    /// The file on a disk, unpacked where it isn't there yet.
    ///
    /// - Parameter folder: The folder on whose disk it is unpacked.
    /// - Returns: The file.
    /// - Throws: ``ImportError``.
    func file(in folder: String) throws -> MemberFile {
        guard let descriptor else {
            let copy = try UnnamedFile.holding(stream, in: folder)
            return try MemberFile(descriptor: copy, path: path, changed: changed)
        }
        return try MemberFile(descriptor: copy(of: descriptor), path: path, changed: changed)
    }

    private func copy(of descriptor: Int32) throws -> Int32 {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { throw ImportError(FileReader.systemMessage()) }
        return copy
    }
}
