import CHealthKitSodium
import Foundation

/// The memory of this user's programs of encrypted stores, kept outside of the stores' files.
///
/// A store's header can be read, and replaced, by any process that can write the file. Without the key, a forged public
/// key can't be distinguished from the right one, nor a plain file from one that was encrypted yesterday. So a program
/// that has opened a store with its key records that key, in a file for each store in a folder of the user's (mode
/// 0700, files 0600).
package struct KnownStores: Sendable, Hashable {
    /// The folder.
    package let folder: String
    /// Another folder whose notes count too; nil for none.
    let other: String?

    /// - Parameters:
    ///   - folder: Where the notes are; it is made with the first of them.
    ///   - other: Where notes of other programs of the user may be, which count as well: of two on one store the newer.
    package init(folder: String, other: String? = nil) {
        self.folder = folder
        self.other = other == folder ? nil : other
    }

    /// A note about a store.
    ///
    /// Nothing of it is secret, and no app is named.
    package struct Entry: Sendable, Hashable, Codable {
        /// The store's path.
        package var path: String
        /// The store's identity.
        package var store: Data
        /// The hash of its public key.
        package var publicKey: Data
        /// The hash of the slots, by which a passphrase comes to the key.
        package var slots: Data
        /// The salt of the hashes of apps.
        var salt: Data
        /// The apps that share something with it: a hash of each.
        var apps: Set<Data>
        /// The hash of the store's next identity: another public key, or the identity of a plain file.
        var next: Data?

        func hash(_ app: String) -> Data { Data(SealedBox.hash(Array(app.utf8), key: Array(salt))) }
    }

    /// The note about the store at a path; nil if there is none.
    package func entry(of path: String) -> Entry? { read(Self.place(path)) }

    /// Notes the keys of a store that was opened with its key.
    ///
    /// If the notes can't be written, nothing is remembered.
    ///
    /// - Parameters:
    ///   - path: The store's file.
    ///   - store: Which store it is.
    ///   - slots: The slots of its header, which the key has confirmed.
    package func remember(_ path: String, store: [UInt8], slots: KeySlots) {
        change(path) { earlier in
            let isSame = earlier?.store == Data(store)
            return Entry(
                path: Self.place(path),
                store: Data(store),
                publicKey: Data(SealedBox.hash(slots.publicKey)),
                slots: Data(SealedBox.hash(slots.bytes)),
                salt: isSame ? earlier?.salt ?? Self.newSalt() : Self.newSalt(),
                apps: isSame ? earlier?.apps ?? [] : []
            )
        }
    }

    /// Notes that an app shares something with a store that is remembered.
    package func note(_ app: String, sharesWith path: String) {
        guard entry(of: path)?.knows(app) == false else { return }
        change(path) { earlier in
            guard var entry = earlier else { return nil }
            entry.apps.insert(entry.hash(app))
            return entry
        }
    }

    /// Notes which apps share something with a store that is remembered.
    package func setApps(_ apps: [String], sharingWith path: String) {
        change(path) { earlier in
            guard var entry = earlier else { return nil }
            entry.apps = Set(apps.map { entry.hash($0) })
            return entry
        }
    }

    /// Records the next identity of a remembered store, so that a program that is killed right after doesn't leave a
    /// store that looks foreign.
    ///
    /// - Parameters:
    ///   - identity: The public key of an encrypted store that is to be there, the file's identity of a plain one; nil when
    ///     nothing is to be there after all.
    ///   - path: The store's file.
    package func expect(_ identity: [UInt8]?, at path: String) {
        change(path) { earlier in
            guard var entry = earlier else { return nil }
            entry.next = identity.map { Data(SealedBox.hash($0)) }
            return entry
        }
    }

    /// Forgets the store at a path.
    ///
    /// - Returns: Whether anything was remembered.
    @discardableResult
    package func forget(_ path: String) -> Bool {
        let place = Self.place(path)
        let isKnown = read(place) != nil
        for folder in folders { unlink(Self.file(place, in: folder)) }
        return isKnown
    }

    // MARK: - Checks

    /// Checks that a store has the public key that it had.
    ///
    /// - Parameters:
    ///   - publicKey: The key in the file's header.
    ///   - path: The store's file.
    /// - Throws: ``StoreError`` with code `foreignKey`.
    package func requireKey(_ publicKey: [UInt8], of path: String) throws {
        let hash = Data(SealedBox.hash(publicKey))
        guard let entry = entry(of: path), entry.publicKey != hash, entry.next != hash else { return }
        let what =
            "The public key in the store's file isn't the one it had when it was last unlocked. Nothing was saved."
        let way =
            " Someone changed the file, or put another copy in its place. Unlock the store to check it: healthtui unlock"
        throw StoreError(.foreignKey, what + way, path: path)
    }

    /// Says more of an error where the slots of a store were changed since it was last opened.
    ///
    /// - Parameters:
    ///   - error: The error that a passphrase or recovery key met.
    ///   - path: The store's file.
    ///   - slots: The slots of its header.
    /// - Returns: The error to report.
    package func explain(_ error: StoreError, of path: String, slots: KeySlots) -> StoreError {
        guard error.code == .wrongKey, let entry = entry(of: path), entry.slots != Data(SealedBox.hash(slots.bytes))
        else { return error }
        let what = "The passphrase doesn't open the store, and the keys in its header aren't those of the last unlock:"
        let why = " the passphrase was changed elsewhere, an earlier copy was put here, or someone damaged the header."
        let way = " Try the passphrase of that copy, or restore a backup with: healthtui restore"
        return StoreError(.wrongKey, what + why + way, path: path)
    }

    // MARK: - Files

    private static func newSalt() -> Data { Data(Wrapping.randomBytes(16)) }

    /// The path by which a store is known, whatever links lead to its folder.
    private static func place(_ path: String) -> String {
        let path = URL(fileURLWithPath: path).standardizedFileURL.path as NSString
        guard let folder = realpath(path.deletingLastPathComponent, nil) else { return path as String }
        defer { free(folder) }
        return (String(cString: folder) as NSString).appendingPathComponent(path.lastPathComponent)
    }

    private var folders: [String] { [folder] + (other.map { [$0] } ?? []) }

    private static func file(_ place: String, in folder: String) -> String {
        let name = SealedBox.hash(Array(place.utf8)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        return folder + "/" + name + ".json"
    }

    private func read(_ place: String) -> Entry? {
        let found = folders.compactMap { Self.read(place, in: $0) }
        // Between two notes of one moment, the own folder's counts.
        guard found.count > 1, (found[1].seconds, found[1].part) > (found[0].seconds, found[0].part) else {
            return found.first?.entry
        }
        return found[1].entry
    }

    /// A note, and when it was written.
    private static func read(_ place: String, in folder: String) -> (entry: Entry, seconds: Int, part: Int)? {
        let descriptor = open(file(place, in: folder), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
            status.st_mode & 0o022 == 0, status.st_size < 4 << 20
        else { return nil }
        // Anyone who can damage the note can remove it as well: an unreadable note is reported, and counts as none.
        let entry = Mishap.attempt("note") { try JSONDecoder().decode(Entry.self, from: handle.readToEnd() ?? Data()) }
        guard let entry, entry.path == place else { return nil }
        return (entry, status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
    }

    /// Replaces the record of a store; nothing is written if it doesn't change.
    private func change(_ path: String, _ change: (Entry?) -> Entry?) {
        makeFolder(folder)
        let held = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
        guard held >= 0 else { return }
        // One at a time, so that no note of another program is lost.
        flock(held, LOCK_EX)
        defer { close(held) }
        let place = Self.place(path)
        let earlier = read(place)
        // A note that exists only elsewhere is also written here once it is confirmed.
        let isHere = Self.read(place, in: folder) != nil
        guard let entry = change(earlier), entry != earlier || !isHere,
            let data = Mishap.attempt("note", { try JSONEncoder().encode(entry) })
        else { return }
        let target = Self.file(place, in: folder)
        try? WholeFile.replace(target, with: data, temporary: target + ".new")
    }

    private func makeFolder(_ path: String) {
        guard path.hasPrefix("/"), path != "/", mkdir(path, 0o700) != 0, errno == ENOENT else { return }
        makeFolder((path as NSString).deletingLastPathComponent)
        mkdir(path, 0o700)
    }
}

extension KnownStores.Entry {
    /// Whether an app is known to share something with the store.
    package func knows(_ app: String) -> Bool { apps.contains(hash(app)) }
}
