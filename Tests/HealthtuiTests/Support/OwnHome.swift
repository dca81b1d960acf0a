import Foundation
import Glibc

/// Runs programs that find a home folder of the test's own in the password database.
///
/// They see the test's file in the place of `/etc/passwd`, in a mount namespace of theirs: no user is added to the machine.
enum OwnHome {
    /// Whether the system lets the tests do so; what needs it is skipped otherwise.
    static let isThere: Bool = {
        guard let folder = try? ScratchFolder(),
            let seen = try? Program.run(
                path: "/usr/bin/env",
                words(["sh", "-c", "echo ~root"], home: folder.root.path)
            )
        else { return false }
        let isThere = seen.status == 0 && seen.output == folder.root.path + "\n"
        if !isThere { print("SKIP rights without a terminal: no mount namespaces here") }
        return isThere
    }()

    /// The words of a command that runs another with a home folder.
    static func words(_ command: [String], home: String) throws -> [String] {
        let users = "root:x:0:0::\(home):/bin/sh\nuser:x:\(geteuid()):\(getegid())::\(home):/bin/sh\n"
        let file = home + "/passwd-\(UUID().uuidString)"
        try users.write(toFile: file, atomically: false, encoding: .utf8)
        let script = "/usr/bin/mount --bind \"$0\" /etc/passwd && exec \"$@\""
        // By its path: a test may give a command another PATH.
        let space = ["/usr/bin/unshare", "--mount"] + (geteuid() == 0 ? [] : ["--map-root-user"])
        return space + ["/bin/sh", "-c", script, file] + command
    }

    /// Whether a folder holds the configuration that lets commands decide without asking.
    static func isConfigured(_ home: String) -> Bool {
        FileManager.default.fileExists(atPath: home + "/.config/healthtui/config") && isThere
    }
}
