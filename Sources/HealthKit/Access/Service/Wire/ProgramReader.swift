import Foundation
import Glibc
import HealthKitStore
import Synchronization

/// Identifies the program that a process runs, from the system's information.
package enum ProgramReader {
    /// The reason that the program is unknown.
    package enum Problem: Error, Hashable, CustomStringConvertible {
        /// The system doesn't report processes of other users, nor hidden ones.
        case notReported
        /// It runs in a sandbox that another program set up, and that doesn't reveal the program inside.
        case sandbox(String)
        case unknown(String)

        package var description: String {
            switch self {
            case .notReported: "the system doesn't say which program it is"
            case .sandbox(let name): "\(name) runs it"
            case .unknown(let reason): reason
            }
        }
    }

    /// The program that this process runs.
    ///
    /// - Returns: The program.
    /// - Throws: ``Problem``.
    package static func own() throws -> ProgramIdentity { try read("self") }

    /// The program that a process runs; for an interpreter, including its script.
    ///
    /// - Parameter process: The process's number.
    /// - Returns: The program.
    /// - Throws: ``Problem``.
    package static func read(_ process: pid_t) throws -> ProgramIdentity { try read(String(process)) }

    private static func read(_ process: String) throws -> ProgramIdentity {
        let folder = "/proc/\(process)"
        let path = try link(folder + "/exe")
        let name = (path as NSString).lastPathComponent
        if name == "bwrap" { throw Problem.sandbox(name) }
        guard isInterpreter(name) else {
            return ProgramIdentity(path: path, digest: try digest(of: folder + "/exe"))
        }
        guard let argument = script(in: try arguments(folder)) else {
            throw Problem.unknown("\(name) runs no script that is a file")
        }
        let script = argument.hasPrefix("/") ? argument : try link(folder + "/cwd") + "/" + argument
        let whole = URL(fileURLWithPath: script).standardizedFileURL.path
        let root = process == "self" ? "" : folder + "/root"
        return ProgramIdentity(path: whole, digest: try digest(of: root + whole), interpreter: name)
    }

    /// The target of a system link, without the suffix for a file that was removed meanwhile.
    private static func link(_ path: String) throws -> String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        let count = readlink(path, &buffer, buffer.count - 1)
        guard count > 0 else { throw problem(path) }
        let text = String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return text.hasSuffix(" (deleted)") ? String(text.dropLast(10)) : text
    }

    private static func problem(_ path: String) -> Problem {
        let code = errno
        if code == EACCES || code == EPERM || (code == ENOENT && isHidden(path)) { return .notReported }
        return .unknown("\(path): \(String(cString: strerror(code)))")
    }

    /// Whether `/proc` doesn't show a process that is running, as with the mount option `hidepid`.
    static func isHidden(_ path: String) -> Bool {
        let parts = path.split(separator: "/")
        guard parts.count > 1, let process = pid_t(parts[1]), process > 0, access("/proc/\(process)", F_OK) != 0 else {
            return false
        }
        return kill(process, 0) == 0 || errno == EPERM
    }

    /// Names of programs that run scripts.
    private static let interpreters = [
        "python", "pypy", "perl", "ruby", "node", "deno", "bun", "bash", "dash", "sh", "zsh", "ksh", "fish", "lua",
        "luajit",
        "php", "swift-frontend", "swift", "java", "mono", "tclsh", "guile", "Rscript", "pwsh", "busybox",
    ]

    /// Whether a program with a name runs scripts; `python3.11` counts as `python`.
    static func isInterpreter(_ name: String) -> Bool {
        let stem = name.prefix { !$0.isNumber && $0 != "." }
        let plain = stem.hasSuffix("-") ? stem.dropLast() : stem
        return interpreters.contains(name) || interpreters.contains(String(plain))
    }

    /// The script among an interpreter's arguments: the first that isn't an option.
    ///
    /// An option's value can't be distinguished from a script's name; `-c` and `-m` run no script.
    static func script(in arguments: [String]) -> String? {
        for argument in arguments.dropFirst() {
            if argument == "-c" || argument == "-e" || argument == "-m" || argument == "-" { return nil }
            if argument.hasPrefix("-") { continue }
            return argument.isEmpty ? nil : argument
        }
        return nil
    }

    private static func arguments(_ folder: String) throws -> [String] {
        let file = open(folder + "/cmdline", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw problem(folder + "/cmdline") }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 64 << 10)
        let count = Glibc.read(file, &bytes, bytes.count)
        guard count >= 0 else { throw problem(folder + "/cmdline") }
        return bytes.prefix(count).split(separator: 0, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
    }

    // MARK: Program contents

    private struct Version: Hashable {
        var device: dev_t
        var inode: ino_t
        var size: off_t
        var modified: [Int]
    }

    /// Caches the digests of recurring programs as long as their files stay the same.
    private static let known = Mutex<[Version: String]>([:])
    private static let mostKnown = 256
    /// The size of the largest program that is read, in bytes.
    private static let largest: off_t = 4 << 30

    private static func digest(of path: String) throws -> String {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw problem(path) }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw Problem.unknown("\(path): not a file")
        }
        guard status.st_size <= largest else { throw Problem.unknown("\(path): too large to be a program") }
        let version = Version(
            device: status.st_dev,
            inode: status.st_ino,
            size: status.st_size,
            modified: [
                status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_ctim.tv_sec, status.st_ctim.tv_nsec,
            ]
        )
        if let digest = known.withLock({ $0[version] }) { return digest }
        let digest: String
        do {
            digest = try FileDigest.hexadecimal(of: file)
        } catch {
            throw Problem.unknown("\(path): can't be read")
        }
        known.withLock { known in
            if known.count >= mostKnown { known = [:] }
            known[version] = digest
        }
        return digest
    }
}
