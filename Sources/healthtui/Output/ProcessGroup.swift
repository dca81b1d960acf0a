import Foundation
import Glibc
import HealthKit

/// The group that the console's file gives it, by which a service knows it.
///
/// Programs with it act for the owner, so other users' input must not be able to change their behaviour.
enum ProcessGroup {
    /// The group.
    static let name = "_healthkit-console"

    /// Whether the program runs with a group that the person doesn't have.
    static var isRaised: Bool { getegid() != getgid() }

    /// The environment variables that a program with the group keeps: none that refer to code, or to files that are
    /// read automatically.
    private static let kept: Set<String> = [
        "TERM", "COLORTERM", "LANG", "USER", "LOGNAME", "SHELL", "PATH", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE",
        "ACCESSIBLE", "COLUMNS", "LINES", "XDG_RUNTIME_DIR", "HEALTHKIT_STORE", "HEALTHKIT_LOG", "SUDO_USER",
        "LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES",
    ]

    /// Prepares the program: without a service, or with a file given by the user, it drops the group at once; otherwise
    /// it removes variables that could change what it loads.
    ///
    /// - Parameter arguments: The program's arguments.
    /// - Throws: ``CommandFailure`` where the system keeps the group.
    static func settle(_ arguments: some Sequence<String>) throws {
        guard isRaised else { return }
        let named = getenv("HEALTHKIT_STORE").map { String(cString: $0) } ?? ""
        let isFileNamed =
            arguments.contains { $0 == "--store" || $0.hasPrefix("--store=") }
            || !named.isEmpty && ServiceAddress(named) == nil
        let isServed = ServiceAddress(named) != nil || InstalledService().serves(getuid())
        guard !isFileNamed, isServed else { return try drop() }
        for name in ProcessInfo.processInfo.environment.keys where !isKept(name) { unsetenv(name) }
        // The folder of settings and languages is that of the password database.
        if let home = UserNames.home(of: getuid()) { setenv("HOME", home, 1) }
    }

    /// Whether a variable can't change what code or data the program loads.
    static func isKept(_ name: String) -> Bool {
        if name == "TZ" {
            // A name of a zone, and no path.
            let zone = getenv("TZ").map { String(cString: $0) } ?? ""
            return !zone.hasPrefix(":") && !zone.hasPrefix("/") && !zone.contains("..")
        }
        return kept.contains(name) || name.hasPrefix("LC_")
    }

    /// Drops the group permanently, since started programs, and code that reads files given by the user, must not have
    /// it.
    ///
    /// - Throws: ``CommandFailure`` where the system keeps it.
    static func drop() throws {
        let own = getgid()
        guard isRaised else { return }
        guard setregid(own, own) == 0, getegid() == own else {
            throw CommandFailure("group", "can't be dropped: \(String(cString: strerror(errno)))")
        }
    }
}
