import Foundation

/// Hears of it before the machine goes to sleep, from logind by way of a program that listens to the system's bus.
final class SleepWatch {
    /// Where its words come; -1 when nobody listens.
    private(set) var descriptor: Int32 = -1
    private var process: pid_t = 0
    private var line: [UInt8] = []

    /// What is tried, in this order: each comes with its library's or its bus's own package.
    package static let programs = [
        [
            "/usr/bin/gdbus", "monitor", "--system", "--dest", "org.freedesktop.login1", "--object-path",
            "/org/freedesktop/login1",
        ],
        [
            "/usr/bin/dbus-monitor", "--system", "--profile",
            "type='signal',interface='org.freedesktop.login1.Manager',member='PrepareForSleep'",
        ],
    ]

    /// Begins to listen with the first of the programs that is there, as far as there is a bus.
    init(_ programs: [[String]], bus: String?) {
        if let bus, access(bus, F_OK) != 0 { return }
        for program in programs where start(program) { return }
    }

    deinit { stop() }

    /// Whether somebody listens.
    var isListening: Bool { descriptor >= 0 }

    private func start(_ program: [String]) -> Bool {
        guard let path = program.first, access(path, X_OK) == 0 else { return false }
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return false }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        var words: [UnsafeMutablePointer<CChar>?] = program.map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        let result = posix_spawn(&process, path, &actions, nil, &words, environ)
        close(ends[1])
        guard result == 0 else {
            close(ends[0])
            process = 0
            return false
        }
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
        descriptor = ends[0]
        return true
    }

    /// Takes in what came.
    /// - Returns: whether the machine is about to sleep.
    func read() -> Bool {
        var isSleep = false
        var bytes = [UInt8](repeating: 0, count: 1024)
        while true {
            let count = Foundation.read(descriptor, &bytes, bytes.count)
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN { return isSleep }
            if count <= 0 {
                stop()
                return isSleep
            }
            for byte in bytes[..<count] {
                if byte != UInt8(ascii: "\n") {
                    if line.count < 1024 { line.append(byte) }
                    continue
                }
                let text = String(decoding: line, as: UTF8.self)
                line = []
                // Both tell of waking up too: "(false,)". One that does not say which counts as going to sleep.
                if text.contains("PrepareForSleep"), !text.contains("false") { isSleep = true }
            }
        }
    }

    private func stop() {
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
        guard process > 0 else { return }
        kill(process, SIGTERM)
        waitpid(process, nil, 0)
        process = 0
    }
}
