import Glibc

/// The user of a service that keeps the stores of all persons on a machine.
package enum ServiceUser {
    package static let name = "_healthkit"

    /// The user's number, or `nil` if the machine has no such user.
    package static let number: uid_t? = {
        var buffer = [CChar](repeating: 0, count: 16 << 10)
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        guard getpwnam_r(name, &entry, &buffer, buffer.count, &found) == 0, found != nil else { return nil }
        return entry.pw_uid
    }()
}
