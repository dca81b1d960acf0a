import Foundation
import Glibc

/// What a program shows to be let in: a text in a file that only the person can read.
struct AccessToken: Sendable {
    private let bytes: [UInt8]

    /// Where the token is unless another file is named.
    static var standardPath: String { SettingsFile.folder + "/ingest-token" }

    /// The shortest token that is taken.
    private static let shortest = 16

    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Reads the token of a file, or makes a file with a new one where there is none.
    ///
    /// - Parameter path: The file.
    /// - Returns: The token, and whether it is new.
    /// - Throws: ``CommandFailure`` for a file that others can read or change, and for one that holds no token.
    static func open(_ path: String) throws -> (token: AccessToken, isNew: Bool) {
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        if descriptor < 0, errno == ENOENT { return (try make(path), true) }
        guard descriptor >= 0 else { throw CommandFailure(path, reason()) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw CommandFailure(path, "not a file")
        }
        guard status.st_uid == geteuid() else { throw CommandFailure(path, "belongs to another user") }
        guard status.st_mode & 0o077 == 0 else {
            throw CommandFailure(path, "others can read or change it; run chmod 600")
        }
        var buffer = [UInt8](repeating: 0, count: 4_096)
        let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
        guard count >= 0 else { throw CommandFailure(path, reason()) }
        let line = buffer.prefix(count).prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        guard line.count >= shortest, line.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw CommandFailure(
                path,
                "the first line isn't a token: at least \(shortest) letters or digits without spaces"
            )
        }
        return (AccessToken(bytes: Array(line)), false)
    }

    private static func make(_ path: String) throws -> AccessToken {
        if path == standardPath {
            // Where it can't be made, making the file in it says why.
            try? FileManager.default.createDirectory(
                atPath: SettingsFile.folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        }
        var generator = SystemRandomNumberGenerator()
        let digits = Array("0123456789abcdef".utf8)
        let text = (0..<64).map { _ in digits[Int(generator.next() & 15)] }
        let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw CommandFailure(path, reason()) }
        defer { close(descriptor) }
        let line = text + [UInt8(ascii: "\n")]
        guard line.withUnsafeBytes({ write(descriptor, $0.baseAddress, $0.count) }) == line.count,
            fsync(descriptor) == 0
        else {
            let why = reason()
            unlink(path)
            throw CommandFailure(path, why)
        }
        return AccessToken(bytes: text)
    }

    private static func reason() -> String { String(cString: strerror(errno)) }

    /// Whether a text is the token; takes as long whichever letter is wrong.
    func matches(_ given: String) -> Bool {
        let given = Array(given.utf8)
        var difference = given.count ^ bytes.count
        for (index, byte) in bytes.enumerated() {
            difference |= Int(byte ^ (given.isEmpty ? 0 : given[index % given.count]))
        }
        return difference == 0
    }
}
