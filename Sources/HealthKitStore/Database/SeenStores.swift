import Foundation
import Synchronization

/// The progress of encrypted stores when they were last written to here, kept outside of their files.
///
/// A complete file can be replaced by an earlier copy, by restoring a backup or to undo a change. The file itself can't
/// detect that, but this can. Only the check of a store uses it.
package enum SeenStores {
    private static let folder = Mutex<String?>(nil)

    /// Sets where it is kept; nil for nowhere, which is the default.
    package static func setFolder(_ path: String?) { folder.withLock { $0 = path } }

    private static func path(_ store: [UInt8]) -> String? {
        folder.withLock { $0 }
            .map { $0 + "/seen-" + store.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() }
    }

    /// The number of transactions that had changed a store when it was last written to here; nil if that isn't known.
    static func commits(of store: [UInt8]) -> Int64? {
        guard let path = path(store), let bytes = FileManager.default.contents(atPath: path), bytes.count < 64 else {
            return nil
        }
        let words = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
        return words.count == 2 && words[0] == "commits" ? Int64(words[1]) : nil
    }

    /// Notes how many transactions have changed a store.
    ///
    /// It is a help, so it may fail.
    static func note(_ store: [UInt8], commits: Int64) {
        guard let path = path(store), commits > self.commits(of: store) ?? 0 else { return }
        let folder = StoreFile.folder(of: path)
        guard (try? StoreFile.makeFolder(folder)) != nil else { return }
        try? WholeFile.replace(path, with: Array("commits \(commits)\n".utf8))
    }

    /// Forgets a store: a person has put a backup in its place.
    static func forget(_ store: [UInt8]) {
        if let path = path(store) { unlink(path) }
    }
}

/// The last commit of one open store, to be noted when it is closed.
final class SeenStore: Sendable {
    private let store: [UInt8]
    private let last = Atomic<Int64>(0)

    init(_ store: [UInt8]) { self.store = store }

    /// A transaction has changed the store.
    func committed(_ commits: Int64) { last.store(commits, ordering: .relaxed) }

    /// Notes it where it outlives the file.
    func note() {
        let commits = last.exchange(0, ordering: .relaxed)
        if commits > 0 { SeenStores.note(store, commits: commits) }
    }
}
