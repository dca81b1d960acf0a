import CHealthtuiArchive
import Foundation
import HealthKit

/// Finds the copy of a store that this program put into an export.
///
/// Reads the archive separately from the main import: its directory first, which is fast, and all of it only if the
/// directory lists a copy.
struct CompanionReader {
    /// The result of looking for a copy.
    enum Finding {
        /// A complete copy that belongs to the export, in a file, with the size of the main file in bytes.
        case copy(mainBytes: UInt64)
        /// A copy that can't be used, and the reason.
        case unusable(String)
    }

    private let path: String

    /// A reader.
    ///
    /// - Parameter path: The archive.
    init(path: String) { self.path = path }

    /// Looks for a copy and writes it to a file.
    ///
    /// - Parameters:
    ///   - target: The file.
    ///   - isCancelled: Asked now and then.
    /// - Returns: The result.
    /// - Throws: `CancellationError`, and the error of a file that cannot be written.
    func extract(to target: String, isCancelled: @escaping () -> Bool) throws -> Finding {
        var manifest: [UInt8] = []
        let hasManifest = try forEachMember { name, read in
            guard name == StoreCompanion.manifestName else { return true }
            return try read { bytes in
                guard manifest.count + bytes.count <= 1 << 16 else { return }
                manifest.append(contentsOf: bytes)
            }
        }
        guard hasManifest, let known = StoreCompanion(json: manifest) else { return .unusable(Self.unreadable) }
        let isMain = known.isMain(ZipDirectory(path: path)?.entry(ExportLayout.main))
        if let directory = ZipDirectory(path: path), directory.unpacksToTooMuch {
            return .unusable("the copy of the store in it is left out: \(UnpackingLimit.words)")
        }
        var main = StreamChecksum()
        var store = StreamChecksum()
        guard let output = FileHandle(forWritingAtPath: target) else {
            throw ImportError("\(target): the copy of the store can't be written there")
        }
        let isWhole = try forEachMember { name, read in
            // A file larger than described isn't the one described.
            guard store.count <= known.store.bytes, main.count <= known.main.bytes else { return true }
            switch name {
            case ExportLayout.main where !isMain:
                return try read { bytes in
                    if isCancelled() { throw CancellationError() }
                    if main.count <= known.main.bytes { main.add(bytes) }
                }
            case StoreCompanion.storeName:
                return try read { bytes in
                    if isCancelled() { throw CancellationError() }
                    guard store.count <= known.store.bytes else { return }
                    store.add(bytes)
                    do {
                        try output.write(contentsOf: Data(bytes))
                    } catch {
                        throw ImportError("\(target): the copy of the store can't be written there: \(error)")
                    }
                }
            default: return true
            }
        }
        do {
            try output.close()
        } catch {
            throw ImportError("\(target): the copy of the store can't be written there: \(error)")
        }
        guard isWhole else { return .unusable(Self.unreadable) }
        guard known.store == StoreCompanion.Part(store) else {
            return .unusable("the copy of the store in it is damaged; the export itself is imported")
        }
        guard isMain || known.main == StoreCompanion.Part(main) else {
            return .unusable("the export was changed after it was written, so its copy of the store isn't used")
        }
        return .copy(mainBytes: known.main.bytes)
    }

    private static let unreadable = "its copy of the store can't be read; the export itself is imported"

    /// Whether the archive's directory names a copy.
    ///
    /// Only for a file on a disk: a pipe can be read only once, and the import needs it.
    ///
    /// - Returns: Whether to look for it; `false` if it isn't a zip.
    func hasCopy() -> Bool {
        // A file that can't be inspected counts as having no copy; the import that follows reports the error.
        let kind = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
        let target = kind == .typeSymbolicLink ? URL(fileURLWithPath: path).resolvingSymlinksInPath().path : path
        let type = try? FileManager.default.attributesOfItem(atPath: target)[.type] as? FileAttributeType
        guard type == .typeRegular else { return false }
        if let directory = ZipDirectory(path: path) {
            return [StoreCompanion.storeName, StoreCompanion.manifestName].allSatisfy { directory.entry($0) != nil }
        }
        var names: Set<String> = []
        _ = try? forEachMember { name, _ in
            names.insert(name)
            return true
        }
        return names.isSuperset(of: [StoreCompanion.storeName, StoreCompanion.manifestName])
    }

    /// Calls a closure with the name and the data reader of each member.
    ///
    /// - Parameter body: Returns whether the member could be read.
    /// - Returns: Whether the archive and every requested member could be read to the end; `false` if it isn't a zip.
    /// - Throws: Any error that `body` throws.
    private func forEachMember(
        _ body: (_ name: String, _ read: ((UnsafeRawBufferPointer) throws -> Void) throws -> Bool) throws -> Bool
    ) throws -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { CDescriptor.close(descriptor) }
        guard let archive = archive_read_new() else { return false }
        defer { archive_read_free(archive) }
        archive_read_support_format_zip_seekable(archive)
        guard archive_read_open_fd(archive, descriptor, 1 << 17) == ARCHIVE_OK else { return false }
        let members = DirectMembers(descriptor: descriptor)
        var entry: OpaquePointer?
        while true {
            let status = archive_read_next_header(archive, &entry)
            if status == ARCHIVE_EOF { return true }
            guard status >= ARCHIVE_WARN, let entry else { return false }
            let name = UTF8Locale.run { archive_entry_pathname_utf8(entry).map { String(cString: $0) } } ?? ""
            let isRead = try body(name) { take in
                let data = UInt64(max(0, archive_filter_bytes(archive, 0)))
                var known: UInt64 = 0
                if let direct = members?.member(at: data) {
                    if try Self.read(direct, take) { return true }
                    known = direct.delivered
                }
                var start: UnsafeRawPointer?
                var count = 0
                var offset: Int64 = 0
                while true {
                    let status = archive_read_data_block(archive, &start, &count, &offset)
                    if status == ARCHIVE_EOF { return true }
                    guard status == ARCHIVE_OK else { return false }
                    let passed = Int(min(known, UInt64(count)))
                    known -= UInt64(passed)
                    let block = UnsafeRawBufferPointer(start: start, count: count)
                    try take(UnsafeRawBufferPointer(rebasing: block[passed...]))
                }
            }
            if !isRead { return false }
        }
    }
    /// Reads a member without the archive library.
    ///
    /// - Returns: Whether it could be read to its end.
    private static func read(_ member: DirectMember, _ take: (UnsafeRawBufferPointer) throws -> Void) throws -> Bool {
        try withUnsafeTemporaryAllocation(byteCount: 1 << 17, alignment: 64) { buffer in
            while let count = member.read(into: buffer) {
                if count == 0 { return true }
                try take(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            }
            return false
        }
    }
}
