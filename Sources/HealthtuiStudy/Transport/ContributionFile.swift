import Foundation
import Glibc
import HealthKit

/// The layout of a contribution's file: a head in the clear, then sealed chunks that authenticate the head.
///
/// The head: eight bytes of magic, the study's identifier (16 bytes), the file's key sealed to the study (80), what the stream
/// begins with (24). In the chunks: the length of the manifest (4 bytes, the lowest first), the manifest, its signature (64
/// bytes), then each table that is carried, packed by gzip.
package enum ContributionFile {
    static let magic = Array("HTSTUDY1".utf8)
    /// The first bytes of contributions of every version.
    static let family = Array("HTSTUDY".utf8)
    static let idSize = 16
    static var headSize: Int { magic.count + idSize + StudyBox.sealedSize + SealedChunks.headerSize }
    static let kind = "healthtui contribution"
    /// The file name extension of contributions.
    package static let nameEnd = ".contribution"
    /// The file name extension of withdrawals.
    package static let withdrawalEnd = ".withdrawal"

    /// A name that says nothing.
    package static func randomName() throws -> String { HexText.text(try RandomBytes.make(12)) + nameEnd }
}

/// Writes bytes as sealed chunks.
final class ContributionWriter {
    private let chunks: SealedChunks
    private let head: [UInt8]
    private let output: (ArraySlice<UInt8>) throws -> Void
    private var waiting: [UInt8] = []

    /// Begins a file.
    ///
    /// - Parameters:
    ///   - study: Whose key it is sealed to.
    ///   - output: Gets its bytes.
    /// - Throws: ``StudyError``, and what `output` throws.
    init(for study: StudyDescription, to output: @escaping (ArraySlice<UInt8>) throws -> Void) throws {
        let (key, sealed) = try StudyBox.sealedFileKey(to: study.boxKey)
        chunks = try SealedChunks(key: key)
        guard let id = HexText.bytes(study.id, count: ContributionFile.idSize) else {
            throw StudyError("study", "its identifier isn't one")
        }
        head = ContributionFile.magic + id + sealed + chunks.header
        self.output = output
        try output(head[...])
    }

    func write(_ bytes: [UInt8]) throws {
        waiting += bytes
        // The last chunk is only known at the end.
        guard waiting.count > SealedChunks.chunkSize else { return }
        var start = 0
        while waiting.count - start > SealedChunks.chunkSize {
            let chunk = Array(waiting[start..<start + SealedChunks.chunkSize])
            try output(chunks.seal(chunk, about: head, isLast: false)[...])
            start += SealedChunks.chunkSize
        }
        waiting.removeFirst(start)
    }

    func finish() throws {
        try output(chunks.seal(waiting, about: head, isLast: true)[...])
        waiting = []
    }
}

/// Reads sealed chunks as bytes; nothing of a chunk is looked at before it is authenticated.
final class ContributionReader {
    private let path: String
    private let handle: FileHandle
    private let chunks: OpenedChunks
    private let head: [UInt8]
    private var current: ArraySlice<UInt8> = []
    private var isLast = false

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - path: Where it is.
    ///   - id: The study's identifier.
    ///   - box: The study's key.
    /// - Throws: ``StudyError`` for what is no contribution to the study.
    init(_ path: String, study id: String, box: StudyBox) throws {
        self.path = (path as NSString).lastPathComponent.printable
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw StudyError(self.path, "can't be read: \(String(cString: strerror(errno)))")
        }
        handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw StudyError(self.path, "not a contribution: not a file")
        }
        guard status.st_size <= ContributionLimit.file else {
            throw StudyError(self.path, "too large: a contribution has at most \(ContributionLimit.file >> 20) MiB")
        }
        head = Array(try Self.bytes(handle, ContributionFile.headSize, self.path))
        guard head.count == ContributionFile.headSize, head.starts(with: ContributionFile.magic) else {
            throw StudyError(self.path, "not a contribution, or of a newer version of healthtui")
        }
        let (sealed, stream) = (
            ContributionFile.magic.count + ContributionFile.idSize, head.count - SealedChunks.headerSize
        )
        guard HexText.text(head[ContributionFile.magic.count..<sealed]) == id else {
            throw StudyError(self.path, "it is for another study")
        }
        guard let key = box.fileKey(Array(head[sealed..<stream])) else {
            throw StudyError(self.path, "it was sealed to another key, or is damaged")
        }
        guard let chunks = OpenedChunks(key: key, header: Array(head[stream...])) else {
            throw StudyError(self.path, "it is damaged")
        }
        self.chunks = chunks
    }

    private static func bytes(_ handle: FileHandle, _ count: Int, _ name: String) throws -> Data {
        do {
            return try handle.read(upToCount: count) ?? Data()
        } catch {
            throw StudyError(name, "can't be read to its end")
        }
    }

    /// The next bytes, exactly so many.
    /// - Throws: ``StudyError`` where they are damaged or cut.
    func read(_ count: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        while bytes.count < count {
            if current.isEmpty { try next() }
            let part = current.prefix(count - bytes.count)
            bytes += part
            current = current.dropFirst(part.count)
        }
        return bytes
    }

    /// Checks that nothing follows, and that the end is the end.
    /// - Throws: ``StudyError``.
    func finish() throws {
        if current.isEmpty, !isLast { try next() }
        guard current.isEmpty, isLast, try Self.bytes(handle, 1, path).isEmpty else {
            throw StudyError(path, "damaged: something follows its end")
        }
    }

    private func next() throws {
        guard !isLast else { throw StudyError(path, "damaged: it ends before its tables do") }
        let sealed = try Self.bytes(handle, SealedChunks.chunkSize + SealedChunks.overhead, path)
        guard !sealed.isEmpty else { throw StudyError(path, "incomplete: the file was cut off. Ask for it again") }
        guard let (bytes, isLast) = chunks.open(Array(sealed), about: head) else {
            throw StudyError(path, "damaged: the file was changed or cut off. Ask for it again")
        }
        self.isLast = isLast
        current = bytes[...]
    }
}
