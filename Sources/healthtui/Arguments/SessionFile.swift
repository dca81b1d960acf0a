import Foundation
import Glibc
import HealthKit
import Synchronization

/// The file of a recorded session, readable by its owner alone.
final class SessionFile: Sendable {
    private let path: String
    private let descriptor: Int32
    private let failure = Mutex<Int32?>(nil)

    /// Makes the file.
    ///
    /// - Throws: ``CommandFailure`` with the path, also where the file exists.
    init(making path: String) throws {
        self.path = path
        descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw CommandFailure(
                path,
                errno == EEXIST ? "the file already exists; name a new one" : String(cString: strerror(errno))
            )
        }
    }

    deinit { close(descriptor) }

    /// Appends a text; errors are reported at the end, and don't disturb the recording.
    func write(_ text: String) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                let code = errno
                failure.withLock { $0 = $0 ?? code }
                return
            }
            bytes = bytes.dropFirst(count)
        }
    }

    /// The message about the file after everything is written.
    var farewell: String {
        let name = path.printable
        if let code = failure.withLock({ $0 }) {
            return "\(name): not all was recorded: \(String(cString: strerror(code)))"
        }
        return "\(name): recorded; healthtui replay does it again"
    }

    /// No session is longer, in bytes.
    private static let limit = 16 << 20

    /// The text of a session.
    ///
    /// - Throws: ``CommandFailure`` for a file that cannot be read, or isn't a session.
    static func read(_ path: String) throws -> String {
        var status = stat()
        guard stat(path, &status) == 0 else { throw CommandFailure(path, String(cString: strerror(errno))) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw CommandFailure(path, "not a file") }
        guard status.st_size <= limit else { throw CommandFailure(path, "too large for a session") }
        guard let data = FileManager.default.contents(atPath: path) else {
            throw CommandFailure(path, "can't be read")
        }
        guard let text = String(validating: data, as: UTF8.self) else {
            throw CommandFailure(path, "not UTF-8 text")
        }
        return text
    }
}
