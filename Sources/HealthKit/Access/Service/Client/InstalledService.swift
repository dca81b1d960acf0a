import Foundation
import Glibc
import HealthKitStore

/// The machine's installed service, which keeps each person's store under its own user.
package struct InstalledService: Sendable {
    /// The service's user.
    package static let user = "_healthkit"

    /// The prefix of every path; a test uses its own folder.
    private let root: String

    package init(root: String = "") { self.root = root }

    /// Makes this thread, and everything that it starts from now on, create files with the person's own group.
    ///
    /// The console's group is only for communicating with the service.
    package static func keepGroupOutOfFiles() { FileGroup.useOwn() }

    /// The path of the socket for a person's apps.
    package func socket(of person: uid_t) -> String { "\(root)/run/healthkit/\(person)/socket" }

    /// The path of a person's store.
    package func store(of person: uid_t) -> String { "\(root)/var/lib/healthkit/\(person)/health.store" }

    /// Whether it was set up for a person.
    package func serves(_ person: uid_t) -> Bool {
        var status = stat()
        return lstat(socket(of: person), &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
    }

    /// The reason that programs of a user must not use a file as their default store.
    ///
    /// - Parameters:
    ///   - file: The default store's path.
    ///   - person: The person.
    /// - Returns: Instructions in words, or `nil` if the file is the store or is yet to be created.
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
    ///   - file: The current or future path of the store, in a folder of the person.
    ///   - person: The person.
    ///   - isBack: Whether it is moved back.
    ///   - progress: Called from time to time with the number of bytes copied and the total.
    /// - Throws: `errorDatabaseInaccessible`, also while a program has the store open; the store is then unchanged.
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

    /// Creates the folder of a person's store, for the service alone.
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
