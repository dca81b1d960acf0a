import FaultDisk
import Foundation
import HealthKitStore

/// A disk in memory that fails on demand, and goes with its last user.
final class FaultyDisk: @unchecked Sendable {
    let handle: OpaquePointer
    /// Whether its store is encrypted.
    let isLocked: Bool

    init(isLocked: Bool = false) {
        fault_disk_register()
        handle = fault_disk_create()
        self.isLocked = isLocked
    }

    fileprivate init(adopting handle: OpaquePointer, isLocked: Bool) {
        self.handle = handle
        self.isLocked = isLocked
    }

    deinit { fault_disk_destroy(handle) }

    /// Another disk with the same files.
    func copy() -> FaultyDisk { FaultyDisk(adopting: fault_disk_copy(handle), isLocked: isLocked) }

    static let fileSystem = StoreFileSystem.over("faultdisk")

    var path: String { "/fault-disk-\(fault_disk_number(handle))/health.store" }

    /// The name that SQLite opens the store by.
    func uri(verifies: Bool = true) throws -> String {
        try Self.fileSystem.uri(path, verifies: verifies) + (isLocked ? TestKey.parameter : "")
    }

    /// The options by which its store is opened.
    var options: StoreOptions {
        var options = StoreOptions()
        options.fileSystem = Self.fileSystem
        options.key = isLocked ? TestKey.secret : nil
        return options
    }

    /// A hash over all rows of all tables, or SQLite's result code when they can't be read.
    func contents(checksIntegrity: Bool = false, verifies: Bool = true) throws -> DiskContents {
        var hash: UInt64 = 0
        let result = fault_contents(try uri(verifies: verifies), checksIntegrity, &hash)
        return result == 0 ? .hash(hash) : .failure(result)
    }

    /// How many bytes a file has; nil when there is none.
    func size(_ suffix: String = "") -> Int? {
        let size = fault_disk_size(handle, "health.store" + suffix)
        return size < 0 ? nil : Int(size)
    }

    /// Puts another disk's file in place of this one's, as if another machine had written it.
    func take(_ suffix: String, from other: FaultyDisk) {
        let bytes = other.bytes(suffix)
        guard let base = bytes.baseAddress else { return }
        fault_disk_put(handle, "health.store" + suffix, base, Int64(bytes.count))
    }

    /// The zeros behind the last frame of the log, which were written ahead of what is to follow.
    var zerosBehindLog: Int {
        let log = bytes("-log")
        guard let last = log.lastIndex(where: { $0 != 0 }) else { return 0 }
        let (header, frame) = (96, 24 + 4096)
        let frames = (last + 1 - header + frame - 1) / frame
        return max(0, log.count - header - frames * frame)
    }

    /// Cuts the zeros behind the log's last frame.
    func cutZerosBehindLog() {
        let log = Array(bytes("-log").dropLast(zerosBehindLog))
        fault_disk_put(handle, "health.store-log", log, Int64(log.count))
    }

    /// Leaves nothing in a file.
    func empty(_ suffix: String) { fault_disk_put(handle, "health.store" + suffix, [0], 0) }

    /// The bytes of a file, to be looked at and changed.
    func bytes(_ suffix: String = "") -> UnsafeMutableBufferPointer<UInt8> {
        UnsafeMutableBufferPointer(start: fault_disk_bytes(handle, "health.store" + suffix), count: size(suffix) ?? 0)
    }
}

/// The result of reading all tables of a database.
enum DiskContents: Hashable {
    case hash(UInt64)
    case failure(Int32)
}

/// Goes through the record of a disk and makes crashes.
final class CrashReplay {
    private let disk: FaultyDisk
    private let handle: OpaquePointer

    init(_ disk: FaultyDisk) {
        self.disk = disk
        handle = fault_replay_begin(disk.handle)
    }

    deinit { fault_replay_end(handle) }

    /// Takes the next operation, the one in flight; false at the end.
    func next() -> Bool { fault_replay_next(handle) }

    var durableState: Int64 { fault_replay_durable_state(handle) }

    /// The disk after a crash.
    func crash(_ way: CrashWay, seed: UInt64) -> FaultyDisk {
        FaultyDisk(adopting: fault_replay_crash(handle, way.code, seed), isLocked: disk.isLocked)
    }
}

/// The effect of a crash on unsynced data.
enum CrashWay: CaseIterable, Sendable {
    case kept
    case dropped
    case torn
    case garbage

    var code: crash_way {
        switch self {
        case .kept: CRASH_KEPT
        case .dropped: CRASH_DROPPED
        case .torn: CRASH_TORN
        case .garbage: CRASH_GARBAGE
        }
    }
}
