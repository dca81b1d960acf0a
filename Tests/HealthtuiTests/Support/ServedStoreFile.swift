import Foundation
import Glibc
import Testing
import WaitTesting

/// `healthtui serve` for a test.
final class ServedStoreFile {
    let socket: String
    private let folder: ScratchFolder
    private let program: RunningProgram
    private var isEnded = false

    /// Starts it and waits until programs can connect.
    ///
    /// - Parameters:
    ///   - store: The store's file.
    ///   - options: Additional options.
    ///   - through: A program with arguments that becomes the service.
    /// - Throws: An error if the program can't be started.
    init(_ store: String, _ options: [String] = [], through: [String] = []) throws {
        folder = try ScratchFolder()
        socket = folder.path("socket")
        chmod(folder.root.path, 0o700)
        let words = ["serve", "--socket", socket, "--store", store] + options
        program =
            try through.isEmpty
            ? RunningProgram("healthtui", words)
            : RunningProgram(through[0], through.dropFirst() + [Program.path("healthtui")] + words)
        let owner = folder.path("owner")
        let sockets = [socket, owner]
        eventuallyBlocking("the sockets of a service") { sockets.allSatisfy { access($0, F_OK) == 0 } }
    }

    /// The service's process.
    var pid: pid_t { program.pid }

    deinit { end() }

    /// Has it end in order, and waits until it has.
    func end() {
        guard !isEnded else { return }
        isEnded = true
        kill(program.pid, SIGTERM)
        _ = program.end()
    }
}
