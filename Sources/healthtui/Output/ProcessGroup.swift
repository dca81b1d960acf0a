import Foundation
import Glibc
import HealthKit

/// The group that the console's file gives it, by which a service knows it.
///
/// Programs with it speak for the owner, so that nothing which somebody else can choose may change what they do.
enum ProcessGroup {
    /// The group.
    static let name = "_healthkit-console"

    /// Whether the program runs with a group that the person doesn't have.
    static var isRaised: Bool { getegid() != getgid() }

    /// The environment variables that a program with the group keeps: none that name code, or files that are read
    /// without asking.
    private static let kept: Set<String> = [
        "TERM", "COLORTERM", "LANG", "USER", "LOGNAME", "SHELL", "PATH", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE",
        "ACCESSIBLE", "COLUMNS", "LINES", "XDG_RUNTIME_DIR", "HEALTHKIT_STORE", "HEALTHKIT_LOG", "SUDO_USER",
        "LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES",
    ]

    /// Readies the program: without a service to speak to, and for a file that somebody named, it gives the group up at once;
    /// else it forgets what could change what it loads.
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

    /// Gives the group up for good: what is started, or reads files that somebody names, is not to have it.
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
