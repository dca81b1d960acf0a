import Foundation
import Glibc
import HealthKitStore
import Synchronization

/// A process's counts that aren't yet in the store, in shared memory: they survive the process, however it ends, and the next
/// program that writes the store's audit takes them over.
///
/// A file in `/dev/shm`, which is memory, so nothing of it reaches a disk. The process holds a lock on it for as long as it
/// lives. The file has two halves, so that one can be counted in while the other is written to the store. Use it from one
/// thread at a time.
final class AuditMarks {
    /// The folder of this user's files.
    struct Place: Sendable {
        let folder: String
        /// The common prefix of one store's file names.
        let prefix: String

        /// Locates a store's marks and creates the folder if needed; `nil` if that fails.
        ///
        /// - Parameters:
        ///   - storePath: The path of the store's file.
        ///   - root: The root of shared memory; never taken from an environment variable, which a program could set.
        init?(storePath: String, root: String = "/dev/shm") {
            guard let real = realpath(storePath, nil) else { return nil }
            defer { free(real) }
            folder = "\(root)/healthkit-\(geteuid())"
            prefix = String(KeyedHash.word(key: 0, [], text: String(cString: real)), radix: 36) + "."
            var status = stat()
            if mkdir(folder, 0o700) != 0, errno != EEXIST { return nil }
            // Anyone can create folders there, so one that belongs to another user isn't used.
            guard lstat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid(),
                status.st_mode & 0o077 == 0
            else { return nil }
        }
    }

    private static let magic: UInt64 = 0x314B_5241_4D54_4941
    private static let headerSize = 64
    private static let slotSize = 384
    private static let slotCount = 128
    private static let textOffset = 40
    private static let halfSize = headerSize + slotCount * slotSize
    private static let size = 2 * halfSize

    private let memory: UnsafeMutableRawPointer
    private let descriptor: Int32
    private let path: String
    /// The half that is counted in.
    private var half = 0
    /// The slots of that half.
    private var slots: [AuditKey: Int] = [:]

    /// Creates a file for this process; `nil` if it can't be created.
    init?(_ place: Place) {
        let name = "\(getpid())-\(String(UInt64.random(in: .min ... .max), radix: 36))"
        // It gets its name only once it is locked, so that it isn't mistaken for an abandoned file.
        let new = "\(place.folder)/new.\(name)"
        let path = "\(place.folder)/\(place.prefix)\(name)"
        let descriptor = open(new, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return nil }
        guard ftruncate(descriptor, off_t(Self.size)) == 0, ByteLock.take(descriptor, byte: 0, isShared: false),
            let memory = mmap(nil, Self.size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0), memory != MAP_FAILED
        else {
            unlink(new)
            close(descriptor)
            return nil
        }
        self.memory = memory
        self.descriptor = descriptor
        self.path = path
        memory.storeBytes(of: Self.magic, as: UInt64.self)
        if rename(new, path) != 0 { unlink(new) }
    }

    /// A process that has written everything leaves nothing behind.
    deinit {
        if count(in: 0) == 0, count(in: 1) == 0 { unlink(path) }
        munmap(memory, Self.size)
        close(descriptor)
    }

    /// Adds to the count of a key.
    func add(_ key: AuditKey, _ count: AuditCount) {
        if let slot = slots[key] { return add(count, to: slot) }
        let used = self.count(in: half)
        // The last slot collects the counts that exceed the available slots.
        guard used < Self.slotCount - 1, Self.fits(key) else {
            let wide = AuditKey(app: key.app, type: "", operation: key.operation, outcome: key.outcome)
            if let slot = slots[wide] { return add(count, to: slot) }
            guard used < Self.slotCount, Self.fits(wide) else { return }
            return append(wide, count, used)
        }
        append(key, count, used)
    }

    /// Switches counting to the other half.
    ///
    /// - Returns: The half that was counted in until now.
    func turn() -> Int {
        let former = half
        half = 1 - half
        slots = [:]
        clear(half)
        return former
    }

    /// Clears a half that has been written.
    func clear(_ half: Int) { setCount(0, in: half) }

    // MARK: Memory

    private static func fits(_ key: AuditKey) -> Bool {
        key.app.utf8.count + key.type.utf8.count <= slotSize - textOffset
    }

    private func start(_ half: Int, _ slot: Int) -> Int {
        half * Self.halfSize + Self.headerSize + slot * Self.slotSize
    }

    private func count(in half: Int) -> Int { memory.load(fromByteOffset: half * Self.halfSize + 8, as: Int.self) }

    private func setCount(_ count: Int, in half: Int) {
        // A slot's contents are written before the slot becomes visible.
        atomicMemoryFence(ordering: .sequentiallyConsistent)
        memory.storeBytes(of: count, toByteOffset: half * Self.halfSize + 8, as: Int.self)
    }

    private func append(_ key: AuditKey, _ count: AuditCount, _ slot: Int) {
        let start = start(half, slot)
        let (app, type) = (Array(key.app.utf8), Array(key.type.utf8))
        memory.storeBytes(of: count.calls, toByteOffset: start, as: Int.self)
        memory.storeBytes(of: count.objects, toByteOffset: start + 8, as: Int.self)
        memory.storeBytes(of: count.first, toByteOffset: start + 16, as: Double.self)
        memory.storeBytes(of: count.last, toByteOffset: start + 24, as: Double.self)
        memory.storeBytes(of: UInt8(Self.index(key.operation)), toByteOffset: start + 32, as: UInt8.self)
        memory.storeBytes(of: UInt8(Self.index(key.outcome)), toByteOffset: start + 33, as: UInt8.self)
        memory.storeBytes(of: UInt16(app.count), toByteOffset: start + 34, as: UInt16.self)
        memory.storeBytes(of: UInt16(type.count), toByteOffset: start + 36, as: UInt16.self)
        (app + type)
            .withUnsafeBytes {
                (memory + start + Self.textOffset)
                    .copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(memory), byteCount: $0.count)
            }
        setCount(slot + 1, in: half)
        slots[key] = slot
    }

    private func add(_ count: AuditCount, to slot: Int) {
        let start = start(half, slot)
        var sum = Self.count(UnsafeRawPointer(memory + start))
        sum.add(count)
        memory.storeBytes(of: sum.calls, toByteOffset: start, as: Int.self)
        memory.storeBytes(of: sum.objects, toByteOffset: start + 8, as: Int.self)
        memory.storeBytes(of: sum.last, toByteOffset: start + 24, as: Double.self)
    }

    private static func count(_ slot: UnsafeRawPointer) -> AuditCount {
        AuditCount(
            calls: slot.loadUnaligned(as: Int.self),
            objects: slot.loadUnaligned(fromByteOffset: 8, as: Int.self),
            first: slot.loadUnaligned(fromByteOffset: 16, as: Double.self),
            last: slot.loadUnaligned(fromByteOffset: 24, as: Double.self)
        )
    }

    private static func index<Word: CaseIterable & Equatable>(_ word: Word) -> Int {
        Array(Word.allCases).firstIndex(of: word) ?? 0
    }
}

extension AuditMarks {
    /// The counts that an ended process left behind; locked for as long as this lives, so that only one program takes them
    /// over.
    final class Left {
        let counts: [(key: AuditKey, count: AuditCount)]
        private let descriptor: Int32
        private let path: String

        fileprivate init(_ counts: [(key: AuditKey, count: AuditCount)], _ descriptor: Int32, _ path: String) {
            self.counts = counts
            self.descriptor = descriptor
            self.path = path
        }

        deinit { close(descriptor) }

        /// Removes the file after its counts were written.
        func remove() { unlink(path) }
    }

    /// The maximum number of files examined at once.
    private static let mostFiles = 1_000

    /// The time that the file of an unused store is kept, in seconds.
    private static let longestWait = 30 * 86_400

    /// Finds the counts that ended processes left for a store.
    ///
    /// - Parameters:
    ///   - place: The location of the store's marks.
    ///   - removesAbandoned: Whether to examine the files of other stores too, and remove abandoned ones.
    ///   - turns: The approximate number of such passes until every file has been examined: there may be hundreds.
    /// - Returns: The files found, each locked for as long as it is held.
    static func left(at place: Place, removesAbandoned: Bool, turns: UInt = 32) -> [Left] {
        guard let folder = opendir(place.folder) else { return [] }
        defer { closedir(folder) }
        let turn = UInt.random(in: 0..<turns)
        var found: [Left] = []
        while found.count < mostFiles, let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            let path = "\(place.folder)/\(name)"
            if name.hasPrefix(place.prefix) {
                if let left = read(path) { found.append(left) }
            } else if removesAbandoned, UInt(entry.pointee.d_ino) % turns == turn, isAbandoned(path) {
                read(path)?.remove()
            }
        }
        return found
    }

    private static func isAbandoned(_ path: String) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
        return time(nil) - status.st_mtim.tv_sec > longestWait
    }

    /// Reads a file; `nil` if its process is alive or another program is taking it over.
    private static func read(_ path: String) -> Left? {
        let descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        var status = stat()
        guard ByteLock.take(descriptor, byte: 0, isShared: false), fstat(descriptor, &status) == 0, status.st_nlink > 0,
            status.st_uid == geteuid(), status.st_mode & S_IFMT == S_IFREG
        else {
            close(descriptor)
            return nil
        }
        var bytes = [UInt8](repeating: 0, count: size)
        let count = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, size, 0) }
        return Left(count == size ? counts(bytes) : [], descriptor, path)
    }

    /// Decodes the counts in a file's bytes, which may come from anyone.
    private static func counts(_ bytes: [UInt8]) -> [(key: AuditKey, count: AuditCount)] {
        bytes.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress, bytes.loadUnaligned(as: UInt64.self) == magic else { return [] }
            var found: [(key: AuditKey, count: AuditCount)] = []
            for half in 0..<2 {
                let used = bytes.loadUnaligned(fromByteOffset: half * halfSize + 8, as: Int.self)
                for slot in 0..<max(0, min(used, slotCount)) {
                    let start = half * halfSize + headerSize + slot * slotSize
                    let app = Int(bytes.loadUnaligned(fromByteOffset: start + 34, as: UInt16.self))
                    let type = Int(bytes.loadUnaligned(fromByteOffset: start + 36, as: UInt16.self))
                    let (operation, outcome) = (Int(bytes[start + 32]), Int(bytes[start + 33]))
                    let counted = Self.count(base + start)
                    guard app + type <= slotSize - textOffset, operation < AuditOperation.allCases.count,
                        outcome < AuditOutcome.allCases.count, counted.calls > 0, counted.objects >= 0,
                        counted.first.isFinite, counted.last.isFinite
                    else { continue }
                    let text = start + textOffset
                    let key = AuditKey(
                        app: String(decoding: bytes[text..<(text + app)], as: UTF8.self),
                        type: String(decoding: bytes[(text + app)..<(text + app + type)], as: UTF8.self),
                        operation: AuditOperation.allCases[operation],
                        outcome: AuditOutcome.allCases[outcome]
                    )
                    found.append((key, counted))
                }
            }
            return found
        }
    }
}
