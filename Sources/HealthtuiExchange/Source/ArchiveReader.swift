import CHealthtuiArchive
import Glibc
import Synchronization

/// Reads the main file of a zipped export, by streaming through the archive once.
///
/// The main file has a different name in every language, so it is identified by its content: each XML member is
/// examined as it comes, and the first that begins an export is read on from there.
final class ArchiveReader: ChunkReader {
    private let state: Mutex<State>

    /// The name of the main file inside the archive.
    let mainName: String

    /// The encoding of the main file.
    let mainEncoding: TextEncoding

    /// All state that reading changes.
    ///
    /// One thread at a time, which the lock ensures: unchecked, since the library's pointers are not Sendable and the
    /// caller's buffer is read into under the lock.
    private struct State: @unchecked Sendable {
        var archive: OpaquePointer
        var descriptor: Int32
        /// A flaw of a skipped file, or one that doesn't prevent reading the archive.
        var tolerated: String?
        var ignoresChecksums = false
        var peeked: ArraySlice<UInt8> = []
        /// The rest of the last block that the archive delivered; the archive owns its memory, until it delivers the
        /// next.
        var block = UnsafeRawBufferPointer(start: nil, count: 0)
        /// The members that can be read without the library, or `nil` if there are none.
        var members: DirectMembers?
        /// The direct reader of the current member, or `nil` if the library reads it.
        var direct: DirectMember?
        /// Whether nothing of the current member has been read.
        var isUntouched = false
        /// Whether the current member is a file, not a link, of which the library delivers nothing.
        var isFile = false
        /// The number of its bytes from the library that were delivered before.
        var known: UInt64 = 0
        /// The limit on the ratio of unpacked to packed size.
        var limit = UnpackingLimit()
        /// The start of the current member in the archive.
        var memberStart: UInt64 = 0
        var contents = ExportContents()
        /// The damage, with the name of the member it concerns.
        var damage: String?
        /// The current member.
        var member: String?
        /// The number of members passed since the archive was opened.
        var place = 0
        /// The position of the main file among them.
        var mainPlace = 0
        /// Whether the members before the main file are being read, which happens after all others.
        var isBeforeMain = false
    }

    /// The contents of an archive without an export.
    private struct Candidates {
        var looked: [(name: String, count: Int)] = []
        /// An archive in the archive.
        var inner: String?
        var isEncrypted = false
    }

    /// Opens an archive and finds the main file.
    ///
    /// - Parameters:
    ///   - path: The archive's path, as it was given.
    ///   - descriptor: The archive, at its start; closed when the reader is deallocated or can't be created.
    ///   - members: Reads its intact members faster than the library; `nil` to use only the library.
    /// - Throws: `ExportSourceError`.
    init(path: String, descriptor: Int32, members: DirectMembers?) throws {
        do {
            let (found, state) = try ArchiveReader.open(path: path, descriptor, members, tolerating: nil)
            (mainName, mainEncoding) = found
            self.state = Mutex(state)
        } catch {
            CDescriptor.close(descriptor)
            throw error
        }
    }

    /// Opens an archive at its start and finds the main file.
    ///
    /// A small file with a wrong checksum isn't delivered at all, so the archive is then read again without the check,
    /// and the fault is reported at the end.
    ///
    /// - Parameters:
    ///   - path: The archive's path.
    ///   - descriptor: The archive.
    ///   - members: Reads its intact members.
    ///   - fault: The wrong checksum found already; `nil` to verify checksums.
    /// - Returns: The export in the archive with its encoding, and the archive, positioned at it.
    /// - Throws: `ExportSourceError` if the archive can't be read or holds no export.
    private static func open(
        path: String,
        _ descriptor: Int32,
        _ members: DirectMembers?,
        tolerating fault: String?
    ) throws -> (found: (String, TextEncoding), state: State) {
        guard lseek(descriptor, 0, SEEK_SET) == 0, let archive = archive_read_new() else {
            let reason = archive_problem().map { String(cString: $0) } ?? "out of memory"
            throw ExportSourceError(code: .unreadable, path: path, reason: reason)
        }
        var state = State(archive: archive, descriptor: descriptor, tolerated: fault, ignoresChecksums: fault != nil)
        state.members = members
        do {
            return (try findMain(path: path, &state), state)
        } catch {
            archive_read_free(archive)
            guard fault == nil, let damage = state.tolerated ?? state.damage, damage.contains(checksumFault) else {
                throw error
            }
            return try open(path: path, descriptor, nil, tolerating: damage)
        }
    }

    private static let checksumFault = "its checksum is wrong, so the file was changed or damaged after it was made"

    deinit {
        state.withLock { state in
            _ = archive_read_free(state.archive)
            CDescriptor.close(state.descriptor)
        }
    }

    var position: UInt64 {
        state.withLock { ArchiveReader.position($0) }
    }

    private static func position(_ state: State) -> UInt64 {
        state.direct?.position ?? UInt64(max(0, archive_filter_bytes(state.archive, -1)))
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        try state.withLock { state in
            if !state.peeked.isEmpty {
                let taken = state.peeked.prefix(buffer.count)
                buffer.copyBytes(from: taken)
                state.peeked = state.peeked.dropFirst(taken.count)
                return taken.count
            }
            let count = ArchiveReader.readData(&state, into: buffer)
            if count == 0, let damage = state.damage { throw ChunkReaderFailure(reason: damage) }
            return count
        }
    }

    func nextFile() -> ExportSideFile? {
        state.withLock { state in
            while true {
                // A flaw of one file doesn't stop the reading of the others.
                state.tolerated = state.tolerated ?? state.damage
                state.damage = nil
                guard let member = ArchiveReader.nextMember(&state),
                    !state.isBeforeMain || state.place < state.mainPlace
                else {
                    if state.isBeforeMain || !ArchiveReader.reopen(&state) { return nil }
                    continue
                }
                let file = ArchiveReader.file(member, &state)
                state.contents.add(file)
                if file.isRead { return file }
            }
        }
    }

    /// The kind of a member; for an XML file, determined by its content.
    private static func file(_ member: ExportMember, _ state: inout State) -> ExportSideFile {
        state.peeked = []
        guard member.isXML else { return ExportSideFile(path: member.path, kind: member.kind) }
        let peek = peek(&state)
        state.peeked = peek.bytes[...]
        let kind: ExportContents.Kind =
            peek.isExport ? .furtherExport : peek.isClinicalDocument ? .clinicalDocument : .other
        return ExportSideFile(path: member.path, kind: kind)
    }

    /// Returns to the archive's first member, for those that precede the main file.
    ///
    /// This way each file is unpacked once, and none needs to be kept until the main file has been read for its
    /// references.
    ///
    /// - Returns: Whether there are such members.
    private static func reopen(_ state: inout State) -> Bool {
        state.isBeforeMain = true
        guard state.mainPlace > 1, lseek(state.descriptor, 0, SEEK_SET) == 0, let archive = archive_read_new() else {
            return false
        }
        archive_read_free(state.archive)
        state.archive = archive
        state.place = 0
        state.peeked = []
        state.block = UnsafeRawBufferPointer(start: nil, count: 0)
        archive_read_support_format_zip(archive)
        if state.ignoresChecksums { archive_read_set_options(archive, "zip:ignorecrc32") }
        return archive_read_open_fd(archive, state.descriptor, 256 << 10) == ARCHIVE_OK
    }

    func finish() -> (contents: ExportContents, damage: String?) {
        state.withLock { ($0.contents, $0.tolerated ?? $0.damage) }
    }

    // MARK: Walking through the archive

    private static func findMain(path: String, _ state: inout State) throws -> (String, TextEncoding) {
        archive_read_support_format_zip(state.archive)
        if state.ignoresChecksums { archive_read_set_options(state.archive, "zip:ignorecrc32") }
        guard archive_read_open_fd(state.archive, state.descriptor, 256 << 10) == ARCHIVE_OK else {
            throw ExportSourceError(code: .unreadable, path: path, reason: message(state.archive))
        }
        var candidates = Candidates()
        while let member = nextMember(&state) {
            if member.isArchive { candidates.inner = candidates.inner ?? member.path }
            guard member.isXML else { continue }
            if archive_read_has_encrypted_entries(state.archive) > 0 { candidates.isEncrypted = true }
            let peek = peek(&state)
            if peek.isExport {
                state.peeked = peek.bytes[...]
                state.mainPlace = state.place
                return (member.path, peek.encoding)
            }
            // A flaw of another file doesn't stop the search for the main one.
            state.tolerated = state.tolerated ?? state.damage
            state.damage = nil
            candidates.looked.append((member.path, peek.bytes.count))
        }
        throw ExportSourceError(code: .notAnExport, path: path, reason: reason(candidates, state))
    }

    private static func reason(_ candidates: Candidates, _ state: State) -> String {
        if candidates.isEncrypted { return "the archive is encrypted" }
        if let damage = state.damage ?? state.tolerated { return "the archive is damaged: \(damage)" }
        guard let first = candidates.looked.first else {
            let inner = candidates.inner.map { ", but another archive, \($0): unpack that and import it" }
            return "the archive contains no .xml file\(inner ?? "")"
        }
        let others = candidates.looked.count - 1
        let reason = "no <HealthData> element in \(first.name) (\(ContentPeek.extent(first.count)))"
        return others == 0 ? reason : reason + " and \(others) more .xml \(others == 1 ? "file" : "files")"
    }

    /// The next member that is part of the export, or `nil` at the end of the archive.
    private static func nextMember(_ state: inout State) -> ExportMember? {
        var entry: OpaquePointer?
        while true {
            // The block belongs to the previous member.
            state.block = UnsafeRawBufferPointer(start: nil, count: 0)
            (state.direct, state.known, state.isUntouched) = (nil, 0, true)
            state.limit.begin()
            if state.limit.isExceededByAll {
                state.damage = "\(state.member ?? "the archive"): \(UnpackingLimit.words)"
                return nil
            }
            let status = UTF8Locale.run { archive_read_next_header(state.archive, &entry) }
            guard status == ARCHIVE_OK || status == ARCHIVE_WARN, let entry else {
                if status != ARCHIVE_EOF {
                    let place = state.member.map { "after \($0)" } ?? "at its start"
                    state.damage = "\(place): \(words(message(state.archive)))"
                }
                return nil
            }
            let member = ExportMember(path: name(entry))
            state.member = member.path
            state.isFile = archive_entry_filetype(entry) == Glibc.S_IFREG
            state.place += 1
            if member.escapes {
                if !state.isBeforeMain { state.contents.refuse(member.path) }
            } else if !member.isDecoy, !member.path.hasSuffix("/") {
                return member
            }
        }
    }

    /// Returns a member's name: UTF-8 if the archive says so, otherwise bytes in an unknown encoding.
    ///
    /// One that can't be read at all is treated as an XML file's, so that its content decides.
    static func name(_ entry: OpaquePointer) -> String {
        UTF8Locale.run {
            if let name = archive_entry_pathname_utf8(entry) { return String(cString: name) }
            if let name = archive_entry_pathname(entry) { return String(cString: name) }
            return "?.xml"
        }
    }

    /// The beginning of the current member; the rest of it can still be read.
    ///
    /// Of a damaged member, this is the part that can be read.
    private static func peek(_ state: inout State) -> ContentPeek {
        ContentPeek { readData(&state, into: $0) }
    }

    /// Reads the current member until the buffer is full or the member ends, normally or with an error.
    ///
    /// Reads block by block, because reading straight into the buffer would lose the data before a fault.
    private static func readData(_ state: inout State, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        if state.limit.isExceeded { return 0 }
        let count = unpack(&state, into: buffer)
        let position = position(state)
        state.limit.note(count, of: position > state.memberStart ? position - state.memberStart : 0)
        if state.limit.isExceeded {
            state.damage = state.damage ?? "\(state.member ?? "a file"): \(UnpackingLimit.words)"
        }
        return count
    }

    private static func unpack(_ state: inout State, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        if state.isUntouched {
            state.isUntouched = false
            // The library has read the header, and is positioned at the data.
            let data = UInt64(max(0, archive_filter_bytes(state.archive, 0)))
            state.memberStart = data
            state.direct = state.isFile ? state.members?.member(at: data) : nil
        }
        if let direct = state.direct {
            if let count = direct.read(into: buffer) { return count }
            (state.direct, state.known) = (nil, direct.delivered)
        }
        var filled = 0
        while filled < buffer.count {
            if state.block.isEmpty {
                guard state.damage == nil, let block = nextBlock(&state) else { break }
                let passed = Int(min(state.known, UInt64(block.count)))
                state.known -= UInt64(passed)
                state.block = UnsafeRawBufferPointer(rebasing: block[passed...])
            }
            let count = min(buffer.count - filled, state.block.count)
            UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
                .copyMemory(from: UnsafeRawBufferPointer(rebasing: state.block[..<count]))
            state.block = UnsafeRawBufferPointer(rebasing: state.block[count...])
            filled += count
        }
        return filled
    }

    private static func nextBlock(_ state: inout State) -> UnsafeRawBufferPointer? {
        var start: UnsafeRawPointer?
        var count = 0
        var offset: Int64 = 0
        let status = archive_read_data_block(state.archive, &start, &count, &offset)
        guard status == ARCHIVE_OK else {
            if status != ARCHIVE_EOF {
                state.damage = "\(state.member ?? "a file"): \(words(message(state.archive)))"
            }
            return nil
        }
        return UnsafeRawBufferPointer(start: start, count: count)
    }

    /// The library's message in plain words, or the original if there are none for it.
    static func words(_ message: String) -> String {
        let kinds = [
            ("CRC", checksumFault),
            ("runcated", "the archive is cut short"),
            ("decompression failed", "its compressed data is damaged or cut short"),
            ("nsupported", "its compression method isn't supported"),
        ]
        return kinds.first { message.contains($0.0) }?.1 ?? message
    }

    static func message(_ archive: OpaquePointer) -> String {
        guard let text = archive_error_string(archive) else { return "not a readable archive" }
        // Some of the library's messages end with a line break.
        return String(String(cString: text).prefix { !$0.isNewline })
    }
}
