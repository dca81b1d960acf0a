import Foundation
import Glibc

/// The apps that root installed with their own user or group, so that the system can distinguish them from all others.
///
/// Each line holds the bundle identifier, `user` or `group`, and its name.
package struct InstalledApps: Sendable {
    /// The default path of the list.
    package static let standardPath = "/etc/healthkit/apps"

    package struct Entry: Sendable, Hashable {
        package var bundleIdentifier: String
        package var verification: AppVerification
        /// The numeric ID of the user or group.
        var number: UInt32
    }

    package let entries: [Entry]

    /// An empty list.
    package static let none = InstalledApps(entries: [])

    package init(entries: [Entry]) { self.entries = entries }

    /// The maximum length of a list, in bytes.
    private static let limit = 1 << 20

    /// Reads the list.
    ///
    /// - Parameters:
    ///   - path: The path; a missing list is empty.
    ///   - people: Users who must not have one of the groups.
    /// - Throws: `errorDatabaseInaccessible` for a list that another user may write, and for an invalid line: its apps
    ///   are then unknown, and all are refused.
    package init(path: String, people: Set<uid_t>) throws {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else {
            guard errno == ENOENT else { throw Self.failure(path, String(cString: strerror(errno))) }
            entries = []
            return
        }
        let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= Self.limit else {
            throw Self.failure(path, "not a list of apps")
        }
        guard status.st_uid == 0 || status.st_uid == geteuid(), status.st_mode & 0o022 == 0 else {
            throw Self.failure(path, "it must be root's, and writable by nobody else")
        }
        let text: String
        do {
            text = String(decoding: try handle.read(upToCount: Self.limit) ?? Data(), as: UTF8.self)
        } catch {
            throw Self.failure(path, "can't be read")
        }
        var entries: [Entry] = []
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace).map(String.init)
            if words.isEmpty { continue }
            entries.append(try Self.entry(words, people) { Self.failure("\(path) line \(index + 1)", $0) })
        }
        self.entries = entries
    }

    private static func entry(
        _ words: [String],
        _ people: Set<uid_t>,
        _ failure: (String) -> HKError
    ) throws -> Entry {
        guard words.count == 3 else { throw failure("expected an identifier, user or group, and a name") }
        let (identifier, kind, name) = (words[0], words[1], words[2])
        if let problem = AppIdentity.problem(with: identifier) { throw failure("the identifier \(problem)") }
        switch kind {
        case "user":
            guard let user = UserNames.user(named: name) else { throw failure("user \(name) not found") }
            guard user != 0, !people.contains(user) else {
                throw failure("user \(name) isn't the app's own: a person's programs run as that user")
            }
            return Entry(bundleIdentifier: identifier, verification: .user(UserNames.user(user)), number: user)
        case "group":
            guard let group = UserNames.group(named: name) else { throw failure("group \(name) not found") }
            let isLogin = people.contains { UserNames.firstGroup(of: $0) == group.number }
            guard group.number != 0, !group.hasMembers, !isLogin else {
                throw failure("group \(name) isn't the app's own: users are members of it")
            }
            return Entry(bundleIdentifier: identifier, verification: .group(name), number: group.number)
        default: throw failure("“\(kind)” is neither user nor group")
        }
    }

    /// The apps that have a user.
    func entries(user: uid_t) -> [Entry] {
        entries.filter { if case .user = $0.verification { $0.number == user } else { false } }
    }

    /// The apps that have a group.
    func entries(group: gid_t) -> [Entry] {
        entries.filter { if case .group = $0.verification { $0.number == group } else { false } }
    }

    private static func failure(_ place: String, _ reason: String) -> HKError {
        .error(.errorDatabaseInaccessible, "\(place): \(reason)")
    }
}
