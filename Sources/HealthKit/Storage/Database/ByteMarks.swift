import Foundation
import Glibc
import Synchronization

/// Marks on a store that disappear with their process: each is a lock on one byte of a file next to the store.
///
/// Testing takes no lock, so concurrent tests don't see each other. For a store in memory, which no other process sees, the
/// marks are kept in memory.
package final class ByteMarks: Sendable {
    private let path: String?
    private let held = Mutex<[Int: Int]>([:])

    /// Creates the marks of a store.
    ///
    /// - Parameters:
    ///   - storePath: The path of the store's file; `nil` for a store in memory.
    ///   - suffix: The suffix that makes the file's name.
    package init(storePath: String?, suffix: String) { path = storePath.map { $0 + suffix } }

    /// A mark that stays set for as long as it lives.
    package final class Mark: Sendable {
        private let release: @Sendable () -> Void

        init(_ release: @escaping @Sendable () -> Void) { self.release = release }

        deinit { release() }
    }

    /// Sets a mark.
    ///
    /// - Parameters:
    ///   - name: The name of the mark.
    ///   - isShared: Whether others may set it too.
    /// - Returns: The mark; `nil` if another process holds it or if it can't be set.
    package func set(_ name: UUID, isShared: Bool = false) -> Mark? {
        let place = Self.place(of: name)
        guard let path else { return setInMemory(place, isShared) }
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return nil }
        guard ByteLock.take(descriptor, byte: place, isShared: isShared) else {
            close(descriptor)
            return nil
        }
        return Mark { close(descriptor) }
    }

    /// Whether any process, including this one, holds a mark.
    package func isSet(_ name: UUID) -> Bool {
        let place = Self.place(of: name)
        guard let path else { return held.withLock { $0[place] != nil } }
        let descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return ByteLock.isHeld(descriptor, byte: place)
    }

    private func setInMemory(_ place: Int, _ isShared: Bool) -> Mark? {
        let isFree = held.withLock { held in
            guard isShared || held[place] == nil else { return false }
            held[place, default: 0] += 1
            return true
        }
        guard isFree else { return nil }
        return Mark { [self] in
            held.withLock { held in
                let rest = (held[place] ?? 1) - 1
                held[place] = rest > 0 ? rest : nil
            }
        }
    }

    /// The offset of a mark's byte: far beyond the end of the file, which stays empty.
    private static func place(of name: UUID) -> Int {
        withUnsafeBytes(of: name.uuid) { bytes in
            (bytes.loadUnaligned(as: Int.self) ^ bytes.loadUnaligned(fromByteOffset: 8, as: Int.self))
                & 0x3FFF_FFFF_FFFF_FFFF
        }
    }
}
