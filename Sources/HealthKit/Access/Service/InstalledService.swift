import Foundation
import Glibc
import HealthStore

/// The service that a machine was set up with, which keeps each person's store as a user of its own.
package struct InstalledService: Sendable {
    /// The service's user.
    package static let user = "_healthkit"

    /// What stands before every path; a test's own folder.
    private let root: String

    package init(root: String = "") { self.root = root }

    /// Has this thread, and all that it starts from now on, make files with the person's own group: that of the console is for
    /// speaking to the service.
    package static func keepGroupOutOfFiles() { FileGroup.useOwn() }

    /// Where apps of a person find it.
    package func socket(of person: uid_t) -> String { "\(root)/run/healthkit/\(person)/socket" }

    /// Where it keeps a person's store.
    package func store(of person: uid_t) -> String { "\(root)/var/lib/healthkit/\(person)/health.store" }

    /// Whether it was set up for a person.
    package func serves(_ person: uid_t) -> Bool {
        var status = stat()
        return lstat(socket(of: person), &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
    }

    /// What keeps a person's programs from using a file as their default store.
    ///
    /// - Parameters:
    ///   - file: The default store's path.
    ///   - person: The person.
    /// - Returns: What to do, in words; `nil` where the file is the store, or is to be made.
    package func obstacle(to file: String, of person: uid_t = geteuid()) -> String? {
        let isThere = access(file, F_OK) == 0
        if serves(person), isThere {
            return "There are two stores: \(file), and that of the service at \(socket(of: person)). "
                + "Move one (healthtui move-store), or name the one that you mean with --store or HEALTHKIT_STORE."
        }
        if !isThere, !serves(person), access(file + StoreMove.signpostSuffix, F_OK) == 0 {
            return
                "The store was moved to the service, which isn't running: there is no socket at \(socket(of: person)). "
                + "Start it, or move the store back with healthtui move-store --back."
        }
        return nil
    }

    /// Moves a person's store to the service, or back.
    ///
    /// - Parameters:
    ///   - file: Where the store is, or is to be, in a folder of the person.
    ///   - person: The person.
    ///   - isBack: Whether it is moved back.
    ///   - progress: Called with the bytes that were copied and all there are, now and then.
    /// - Throws: `errorDatabaseInaccessible`, also while a program has the store open; the store is then as it was.
    package func move(
        _ file: String,
        of person: uid_t,
        isBack: Bool,
        progress: @escaping (_ copied: Int, _ total: Int) -> Void
    ) throws {
        guard let service = UserNames.user(named: Self.user), let group = UserNames.firstGroup(of: service),
            let own = UserNames.firstGroup(of: person)
        else {
            throw HKError.error(
                .errorDatabaseInaccessible,
                "There is no user \(Self.user) here. Set the service up first, with make install-service"
            )
        }
        let persons = StoreMove.Side(path: file, user: person, group: own)
        let kept = StoreMove.Side(path: store(of: person), user: service, group: group)
        if !isBack { try makeFolder((kept.path as NSString).deletingLastPathComponent, service, group) }
        let note =
            isBack
            ? "The store was moved to \(file)."
            : "The store was moved to the service of user \(Self.user). Apps and healthtui reach it at \(socket(of: person)). "
                + "To have it here again: healthtui move-store --back"
        let move = StoreMove(from: isBack ? kept : persons, to: isBack ? persons : kept, note: note)
        try HKError.translating { try move.run(progress: progress) }
    }

    /// Makes the folder of a person's store, for the service alone.
    private func makeFolder(_ path: String, _ user: uid_t, _ group: gid_t) throws {
        let parent = open((path as NSString).deletingLastPathComponent, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
        defer { if parent >= 0 { close(parent) } }
        var status = stat()
        guard parent >= 0, fstat(parent, &status) == 0, status.st_uid == user else {
            throw HKError.error(
                .errorDatabaseInaccessible,
                "\((path as NSString).deletingLastPathComponent) isn't the folder of user \(Self.user)"
            )
        }
        let name = (path as NSString).lastPathComponent
        if mkdirat(parent, name, 0o700) == 0 { fchownat(parent, name, user, group, Int32(AT_SYMLINK_NOFOLLOW)) }
        guard fstatat(parent, name, &status, Int32(AT_SYMLINK_NOFOLLOW)) == 0, status.st_mode & S_IFMT == S_IFDIR,
            status.st_uid == user, status.st_mode & 0o077 == 0
        else { throw HKError.error(.errorDatabaseInaccessible, "\(path) isn't the service's own folder") }
    }
}
