import Foundation
import HealthStore

/// A file that comes into being whole or not at all, for what leaves the store.
package struct OutgoingFile: Sendable {
    private let file: NewFile

    /// Where the file is to be.
    package var path: String { file.path }
    /// Where it is written until it is whole.
    package var temporaryPath: String { file.temporaryPath }
    /// Where a copy of the store may lie meanwhile; it goes when the file is finished or discarded.
    var copyPath: String { file.temporaryPath + "-copy" }

    /// Checks that the file may be made and makes an empty one (mode 0600) beside its place.
    ///
    /// - Parameters:
    ///   - path: Where the file is to be.
    ///   - replaces: Whether it may take the place of a file that is there.
    ///   - store: The store's own file, which is never replaced.
    /// - Throws: `errorDatabaseInaccessible` with a text that says what is wrong with which path.
    package init(at path: String, replacing replaces: Bool, store: String?) throws {
        file = try HKError.translating { try NewFile(at: path, replacing: replaces, madeFrom: store) }
    }

    /// Brings what was written to the disk and moves the file to its place.
    ///
    /// - Throws: `errorDatabaseInaccessible`; the file's place is then as it was.
    package func finish() throws {
        StoreCopy.remove(copyPath)
        try HKError.translating { try file.finish() }
    }

    /// Removes what was written.
    package func discard() {
        StoreCopy.remove(copyPath)
        file.discard()
    }
}

/// A copy of the store as it was at one moment, which goes along with an export.
package struct StoreCopy: Sendable {
    /// The copy's file.
    package let path: String

    static func remove(_ path: String) {
        for end in ["", "-log", "-undo", "-mark", "-wal", "-shm", "-journal"] { unlink(path + end) }
    }
}

extension PersonAccess {
    /// Reads one consistent state of the store; what others write meanwhile neither shows nor waits.
    ///
    /// - Parameters:
    ///   - selection: What is read.
    ///   - body: Gets the snapshot, which is good until it returns.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws, and `HKError`.
    package func snapshot<T>(_ selection: ExportSelection, _ body: (StoreSnapshot) throws -> T) throws -> T {
        try read { try body(StoreSnapshot($0, selection)) }
    }

    /// Copies the store as it is at this moment, and reads the copy: both say the same.
    ///
    /// - Parameters:
    ///   - file: The file that the copy lies beside until it is whole.
    ///   - isCancelled: Asked now and then.
    ///   - body: Gets the snapshot and the copy, both good until it returns.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws, `HKError` and `CancellationError`.
    package func copiedSnapshot<T>(
        beside file: OutgoingFile,
        isCancelled: @escaping @Sendable () -> Bool,
        _ body: (StoreSnapshot, StoreCopy) throws -> T
    ) throws -> T {
        let copy = StoreCopy(path: file.copyPath)
        defer { StoreCopy.remove(copy.path) }
        let database = try store.database()
        try HKError.translating {
            _ = try database.store
                .backUp(to: copy.path, replacing: true, leavingOut: StoreNamespace.stepNamespaces) { _, _ in
                    if isCancelled() { throw CancellationError() }
                }
        }
        let opened = try Self.open(copy.path)
        defer { opened.close() }
        try HKError.translating { try database.adopt(opened) }
        return try HealthDatabase(opened).read { try body(StoreSnapshot($0, ExportSelection()), copy) }
    }

    /// Opens a copy of a store to read it.
    static func open(_ path: String) throws -> SampleStore {
        try HKError.translating {
            var options = StoreOptions()
            options.isReadOnly = true
            return try SampleStore(at: .file(path), options: options)
        }
    }
}

/// Sums up a stream of bytes so that a change of any of them shows; every version computes the same.
package struct StreamChecksum: Sendable {
    /// The checksum of the whole blocks so far.
    private var sum: UInt64 = 0
    private var rest: [UInt8] = []
    /// How many bytes there were.
    package private(set) var count: UInt64 = 0

    private static let blockSize = 1 << 16

    package init() { rest.reserveCapacity(Self.blockSize) }

    /// Takes in what comes next.
    ///
    /// - Parameter bytes: Any number of bytes.
    package mutating func add(_ bytes: UnsafeRawBufferPointer) {
        count += UInt64(bytes.count)
        var bytes = bytes
        if !rest.isEmpty {
            let part = min(Self.blockSize - rest.count, bytes.count)
            rest.append(contentsOf: bytes.prefix(part))
            bytes = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(part))
            guard rest.count == Self.blockSize else { return }
            sum = rest.withUnsafeBytes { Checksum.of($0, seed: sum) }
            rest.removeAll(keepingCapacity: true)
        }
        while bytes.count >= Self.blockSize {
            sum = Checksum.of(UnsafeRawBufferPointer(rebasing: bytes.prefix(Self.blockSize)), seed: sum)
            bytes = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(Self.blockSize))
        }
        rest.append(contentsOf: bytes)
    }

    /// The checksum of everything so far, in hexadecimal digits.
    package var text: String {
        String(rest.withUnsafeBytes { Checksum.of($0, seed: sum) }, radix: 16)
    }
}
