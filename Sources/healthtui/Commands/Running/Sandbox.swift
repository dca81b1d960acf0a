import Foundation
import Glibc

/// Starts an app with bubblewrap, so that it sees nothing of the person's except the named folders.
struct Sandbox {
    /// The path of bubblewrap.
    let path: String
    /// Its arguments.
    let arguments: [String]
    /// Its environment, which the app doesn't inherit.
    let environment: [String: String]

    /// - Parameters:
    ///   - program: The app, a whole path without links.
    ///   - words: The app's arguments.
    ///   - keep: Folders that the app may read and write.
    ///   - hasNetwork: Whether it may use the network.
    ///   - environment: The environment of who starts it.
    /// - Throws: ``CommandFailure`` without bubblewrap, and for a path that isn't a folder.
    init(
        _ program: String,
        _ words: [String],
        keep: [String],
        hasNetwork: Bool,
        _ environment: [String: String]
    ) throws {
        do {
            path = try ProgramStart.find("bwrap")
        } catch {
            throw CommandFailure("bwrap", "not found; install the package bubblewrap, or run without --sandbox")
        }
        self.environment = ["PATH": "/usr/bin:/bin"]
        let home = Self.home
        var lines: [[String]] = [
            ["--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"],
            hasNetwork ? [] : ["--unshare-net"],
            ["--disable-userns", "--cap-drop", "ALL", "--die-with-parent", "--new-session", "--hostname", "sandbox"],
            ["--clearenv"],
        ]
        lines += Self.settings(home, environment).sorted { $0.key < $1.key }.map { ["--setenv", $0.key, $0.value] }
        lines += [
            ["--ro-bind", "/usr", "/usr"], ["--symlink", "usr/bin", "/bin"], ["--symlink", "usr/sbin", "/sbin"],
            ["--symlink", "usr/lib", "/lib"], ["--symlink", "usr/lib64", "/lib64"],
            ["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--tmpfs", "/run", "--tmpfs", "/var"],
            ["--tmpfs", home, "--dir", "/etc"],
        ]
        lines += (Self.system + (hasNetwork ? Self.networking : []))
            .map { ["--ro-bind-try", "/etc/\($0)", "/etc/\($0)"] }
        if let runtime = Self.runtime { lines.append(["--ro-bind", runtime, runtime]) }
        lines += ([program] + Self.beside(program)).map { ["--ro-bind", $0, $0] }
        lines += try keep.map { folder in
            let real = try Self.folder(folder, home)
            return ["--bind", real, real]
        }
        lines.append(["--remount-ro", "/", "--chdir", home, "--", program])
        arguments = lines.flatMap { $0 } + words
    }

    /// The home folder, as the password database has it.
    private static var home: String {
        let home = NSHomeDirectory()
        return home.hasPrefix("/") && home != "/" ? home : "/tmp"
    }

    private static let system = [
        "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "localtime", "timezone", "nsswitch.conf", "passwd", "group",
        "alternatives",
    ]
    private static let networking = ["resolv.conf", "hosts", "ssl", "ca-certificates"]

    private static func settings(_ home: String, _ environment: [String: String]) -> [String: String] {
        var settings = [
            "HOME": home, "PATH": "/usr/bin:/bin", "LANG": environment["LANG"] ?? "C.UTF-8",
            "TERM": environment["TERM"] ?? "dumb", "TMPDIR": "/tmp", "HEALTHKIT_STORE": "fd:3",
            "HEALTHKIT_SANDBOX": "1",
        ]
        for name in ["HEALTHKIT_BUNDLE_IDENTIFIER", "TZ"] { settings[name] = environment[name] }
        for (name, value) in environment where name.hasPrefix("LC_") { settings[name] = value }
        return settings
    }

    /// The files next to the app that describe it.
    private static func beside(_ program: String) -> [String] {
        let folder = (program as NSString).deletingLastPathComponent
        let name = (program as NSString).lastPathComponent
        // Many programs have no such files.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0 == "Info.plist" || $0.hasSuffix("_\(name).resources") }.sorted()
            .map { "\(folder)/\($0)" }
    }

    /// The folder of Swift's libraries, if this program uses them and they aren't among the system's.
    private static var runtime: String? {
        // Without it a program that was linked with them needs nothing.
        guard let line = maps.split(separator: "\n").first(where: { $0.hasSuffix("/libswiftCore.so") }),
            let start = line.firstIndex(of: "/")
        else { return nil }
        let folder = (String(line[start...]) as NSString).deletingLastPathComponent
        return folder.hasPrefix("/usr/lib") ? nil : folder
    }

    /// The system's list of this program's mapped files; such a file has no size to read by.
    private static var maps: String {
        let file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return "" }
        defer { close(file) }
        var (text, piece) = ([UInt8](), [UInt8](repeating: 0, count: 64 << 10))
        while true {
            let count = read(file, &piece, piece.count)
            guard count > 0 else { return String(decoding: text, as: UTF8.self) }
            text += piece.prefix(count)
        }
    }

    /// A folder that the app keeps: the person's own, whole, and neither all nor the home folder itself.
    private static func folder(_ name: String, _ home: String) throws -> String {
        guard let real = realpath(name, nil) else { throw CommandFailure(name, String(cString: strerror(errno))) }
        defer { free(real) }
        let path = String(cString: real)
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw CommandFailure(name, "not a folder")
        }
        guard path != "/", home != path, !home.hasPrefix(path + "/") else {
            throw CommandFailure.usage(name, "the app would see your whole home folder; name a folder in it")
        }
        return path
    }
}
