import CArchive
import Synchronization

/// Reads the main file of a zipped export, by streaming through the archive once.
///
/// The main file has another name in every language, so it is known by its content: each XML member is looked at as it
/// comes, and the first that begins an export is read on from there.
final class ArchiveReader: ChunkReader {
    private let state: Mutex<State>

    /// The name of the main file inside the archive.
    let mainName: String

    /// Everything that reading changes.
    ///
    /// One thread at a time, which the lock makes sure of.
    private struct State: @unchecked Sendable {
        var archive: OpaquePointer
        var descriptor: Int32
        var peeked: ArraySlice<UInt8> = []
        /// The rest of the block that the archive delivered last; its memory is the archive's, until it delivers the next.
        var block = UnsafeRawBufferPointer(start: nil, count: 0)
        var contents = ExportContents()
        var damage: String?
    }

    /// What an archive without an export has.
    private struct Candidates {
        var looked: [(name: String, count: Int)] = []
        var isEncrypted = false
    }

    /// Opens an archive and finds the main file.
    ///
    /// - Parameters:
    ///   - path: The archive's path, as it was given.
    ///   - descriptor: The archive, at its start; closed when the reader goes or cannot be made.
    /// - Throws: `ExportSourceError`.
    init(path: String, descriptor: Int32) throws {
        guard let archive = archive_read_new() else {
            CDescriptor.close(descriptor)
            throw ExportSourceError(code: .unreadable, path: path, reason: "out of memory")
        }
        var state = State(archive: archive, descriptor: descriptor)
        do {
            mainName = try ArchiveReader.findMain(path: path, &state)
        } catch {
            archive_read_free(archive)
            CDescriptor.close(descriptor)
            throw error
        }
        self.state = Mutex(state)
    }

    deinit {
        state.withLock { state in
            _ = archive_read_free(state.archive)
            CDescriptor.close(state.descriptor)
        }
    }

    var position: UInt64 {
        state.withLock { UInt64(max(0, archive_filter_bytes($0.archive, -1))) }
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
            if count == 0, let damage = state.damage { throw ChunkReaderFailure(reason: "\(mainName): \(damage)") }
            return count
        }
    }

    func finish() -> (contents: ExportContents, damage: String?) {
        state.withLock { state in
            while state.damage == nil, let member = ArchiveReader.nextMember(&state) {
                guard member.isXML else {
                    state.contents.add(member.kind)
                    continue
                }
                let peek = ArchiveReader.peek(&state)
                state.contents.add(
                    peek.isExport ? .furtherExport : peek.isClinicalDocument ? .clinicalDocument : .other
                )
            }
            return (state.contents, state.damage)
        }
    }

    // MARK: Walking through the archive

    private static func findMain(path: String, _ state: inout State) throws -> String {
        archive_read_support_format_zip(state.archive)
        guard archive_read_open_fd(state.archive, state.descriptor, 256 << 10) == ARCHIVE_OK else {
            throw ExportSourceError(code: .unreadable, path: path, reason: message(state.archive))
        }
        var candidates = Candidates()
        while let member = nextMember(&state) {
            guard member.isXML else {
                state.contents.add(member.kind)
                continue
            }
            if archive_read_has_encrypted_entries(state.archive) > 0 { candidates.isEncrypted = true }
            let peek = peek(&state)
            if peek.isExport {
                state.peeked = peek.bytes[...]
                return member.path
            }
            state.contents.add(peek.isClinicalDocument ? .clinicalDocument : .other)
            candidates.looked.append((member.path, peek.bytes.count))
        }
        throw ExportSourceError(code: .notAnExport, path: path, reason: reason(candidates, state))
    }

    private static func reason(_ candidates: Candidates, _ state: State) -> String {
        if candidates.isEncrypted { return "the archive is encrypted" }
        if let damage = state.damage { return "the archive is damaged: \(damage)" }
        guard let first = candidates.looked.first else { return "the archive holds no .xml file" }
        let others = candidates.looked.count - 1
        let reason = "no <HealthData> element in \(first.name) (\(ContentPeek.extent(first.count)))"
        return others == 0 ? reason : reason + " and \(others) more .xml \(others == 1 ? "file" : "files")"
    }

    /// The next member that is part of the export, or `nil` at the end of the archive.
    private static func nextMember(_ state: inout State) -> ExportMember? {
        var entry: OpaquePointer?
        while true {
            // The block belongs to the member that is left behind.
            state.block = UnsafeRawBufferPointer(start: nil, count: 0)
            let status = UTF8Locale.run { archive_read_next_header(state.archive, &entry) }
            guard status == ARCHIVE_OK || status == ARCHIVE_WARN, let entry else {
                if status != ARCHIVE_EOF { state.damage = message(state.archive) }
                return nil
            }
            let member = ExportMember(path: name(entry))
            if member.escapes {
                state.contents.refuse(member.path)
            } else if !member.isDecoy, !member.path.hasSuffix("/") {
                return member
            }
        }
    }

    /// Names are UTF-8 as far as the archive says so, bytes of an unknown kind otherwise.
    ///
    /// One that cannot be read at all is taken for an XML file's, so that its content decides.
    private static func name(_ entry: OpaquePointer) -> String {
        UTF8Locale.run {
            if let name = archive_entry_pathname_utf8(entry) { return String(cString: name) }
            if let name = archive_entry_pathname(entry) { return String(cString: name) }
            return "?.xml"
        }
    }

    /// The beginning of the member at hand; what follows it can still be read.
    ///
    /// Of a damaged member, what can be read.
    private static func peek(_ state: inout State) -> ContentPeek {
        var bytes = [UInt8](repeating: 0, count: ContentPeek.length)
        let count = bytes.withUnsafeMutableBytes { readData(&state, into: $0) }
        bytes.removeSubrange(count...)
        return ContentPeek(bytes: bytes)
    }

    /// Reads the member at hand until the buffer is full or the member ends, well or badly.
    ///
    /// Block by block, because reading straight into the buffer would lose what came before a fault.
    private static func readData(_ state: inout State, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        var filled = 0
        while filled < buffer.count {
            if state.block.isEmpty {
                guard state.damage == nil, let block = nextBlock(&state) else { break }
                state.block = block
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
            if status != ARCHIVE_EOF { state.damage = message(state.archive) }
            return nil
        }
        return UnsafeRawBufferPointer(start: start, count: count)
    }

    private static func message(_ archive: OpaquePointer) -> String {
        guard let text = archive_error_string(archive) else { return "unknown error" }
        // Some of the library's messages end their line.
        return String(String(cString: text).prefix { !$0.isNewline })
    }
}
