import Glibc

/// Names of the password and group databases.
package enum UserNames {
    /// The name of a user, or its number if it has none.
    package static func user(_ number: uid_t) -> String {
        var (entry, found) = (passwd(), UnsafeMutablePointer<passwd>?.none)
        var buffer = [CChar](repeating: 0, count: 1 << 14)
        guard getpwuid_r(number, &entry, &buffer, buffer.count, &found) == 0, found != nil, let name = entry.pw_name
        else { return String(number) }
        return String(cString: name)
    }

    /// The number of a user by name or number, or `nil` if there is none.
    package static func user(named name: String) -> uid_t? {
        var (entry, found) = (passwd(), UnsafeMutablePointer<passwd>?.none)
        var buffer = [CChar](repeating: 0, count: 1 << 14)
        if getpwnam_r(name, &entry, &buffer, buffer.count, &found) == 0, found != nil { return entry.pw_uid }
        return uid_t(name).flatMap { $0 == .max ? nil : $0 }
    }

    /// A group, by name or number.
    ///
    /// - Returns: Its number and whether it has members, or `nil` if there is none.
    package static func group(named name: String) -> (number: gid_t, hasMembers: Bool)? {
        var (entry, found) = (Glibc.group(), UnsafeMutablePointer<Glibc.group>?.none)
        var buffer = [CChar](repeating: 0, count: 1 << 16)
        if getgrnam_r(name, &entry, &buffer, buffer.count, &found) == 0, found != nil {
            return (entry.gr_gid, entry.gr_mem?[0] != nil)
        }
        return gid_t(name).flatMap { $0 == .max ? nil : ($0, false) }
    }

    /// The home folder of a user; `nil` for a user that the password database doesn't know.
    package static func home(of user: uid_t) -> String? {
        var (entry, found) = (passwd(), UnsafeMutablePointer<passwd>?.none)
        var buffer = [CChar](repeating: 0, count: 1 << 14)
        guard getpwuid_r(user, &entry, &buffer, buffer.count, &found) == 0, found != nil, let home = entry.pw_dir
        else { return nil }
        let text = String(cString: home)
        return text.hasPrefix("/") ? text : nil
    }

    /// The primary group of a user; `nil` for a user that the password database doesn't know.
    package static func firstGroup(of user: uid_t) -> gid_t? {
        var (entry, found) = (passwd(), UnsafeMutablePointer<passwd>?.none)
        var buffer = [CChar](repeating: 0, count: 1 << 14)
        guard getpwuid_r(user, &entry, &buffer, buffer.count, &found) == 0, found != nil else { return nil }
        return entry.pw_gid
    }
}
