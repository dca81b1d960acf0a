import Foundation
import Glibc
import HealthKitStore

/// The paths of a service's sockets, and traces in their folder of a service that has ended.
package enum ServicePlaces {
    /// The path of the owner's socket for a service whose apps connect at a path: `owner` in the same folder.
    package static func ownerPath(beside path: String) -> String {
        (path as NSString).deletingLastPathComponent + "/owner"
    }

    /// The default socket path: in `$XDG_RUNTIME_DIR/healthtui`, or in the state folder of the user's programs, in
    /// `$XDG_STATE_HOME` or `~/.local/state`.
    package static var standardPath: String { AgentAddress.standard().folder + "/service" }

    /// The path of the note that a service has ended.
    static func note(_ path: String) -> String { path + "-ended" }

    /// The time after its end during which a service may be expected to be started again, in seconds.
    private static let restartTime = 30

    /// Whether a service that listened at a path ended so recently that it may be started again.
    static func hasJustEnded(_ path: String) -> Bool {
        var status = stat()
        guard lstat(note(path), &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
        // The lower bound rejects notes from the future, after the clock was set back.
        return (0..<restartTime).contains(time(nil) - status.st_mtim.tv_sec)
    }

    /// Whether a socket without a listener may belong to a service that was just killed and is being restarted.
    ///
    /// There is no record of when it was killed. So the first program to find the socket makes a note next to it, and
    /// from then on the service has as long as one that has ended. If the note can't be written, the service may always
    /// come back.
    static func mayBeKilledJustNow(_ path: String) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0 else { return false }
        // A socket made since then has no note yet.
        let mark = "\(status.st_ino) \(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)"
        let note = note(path)
        if lstat(note, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size < 100,
            FileManager.default.contents(atPath: note) == Data(mark.utf8)
        {
            return hasJustEnded(path)
        }
        unlink(note)
        let file = open(note, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
        guard file >= 0 else { return true }
        defer { close(file) }
        let bytes = Array(mark.utf8)
        if write(file, bytes, bytes.count) != bytes.count { unlink(note) }
        return true
    }
}
