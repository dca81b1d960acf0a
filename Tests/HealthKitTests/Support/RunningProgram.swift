import Foundation
import Glibc
import ProgramTesting
import Synchronization
import Testing
import WaitTesting

/// A program that the build put beside the tests, told by lines what to do.
final class RunningProgram: @unchecked Sendable {
    private struct State {
        var lines: [String] = []
        var rest = Data()
    }

    private let process = Process()
    private let input = Pipe()
    private let state = Mutex(State())

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Starts it, with variables besides those of the tests.
    init(_ name: String, _ arguments: [String], environment: [String: String] = [:]) throws {
        let path = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        process.executableURL = URL(fileURLWithPath: path).deletingLastPathComponent().appendingPathComponent(name)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = input
        let output = Pipe()
        process.standardOutput = output
        // What another program had of these would keep this one's input from ending.
        for end in [input.fileHandleForWriting, output.fileHandleForReading] {
            _ = fcntl(end.fileDescriptor, F_SETFD, FD_CLOEXEC)
        }
        // Speaking to a program that was killed is an error, not the end of this one.
        signal(SIGPIPE, SIG_IGN)
        try process.start()
        listen(to: output.fileHandleForReading)
    }

    deinit { if process.isRunning { Glibc.kill(process.processIdentifier, SIGKILL) } }

    /// Takes what the program says until it ends.
    ///
    /// A thread waits, and not the system's event loop by way of `readabilityHandler`: programs that are started at the same
    /// moment have copies of the pipe, so the loop can hear of a pipe that was closed here after it freed what it knew of it,
    /// and the process ends with it.
    private func listen(to output: FileHandle) {
        Thread.detachNewThread { [weak self] in
            while case let data = output.availableData, !data.isEmpty { self?.take(data) }
        }
    }

    private func take(_ data: Data) {
        state.withLock { state in
            state.rest += data
            while let end = state.rest.firstIndex(of: UInt8(ascii: "\n")) {
                state.lines.append(String(decoding: state.rest[state.rest.startIndex..<end], as: UTF8.self))
                state.rest.removeSubrange(state.rest.startIndex...end)
            }
        }
    }

    /// Tells it something and waits for its answer.
    ///
    /// - Returns: What it answers after `ok`, or the whole of an error.
    @discardableResult
    func ask(_ line: String) async throws -> String {
        try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
        let answer = try await next("an answer to \(line)") { $0.hasPrefix("ok") || $0.hasPrefix("error") }
        return answer.hasPrefix("ok ") ? String(answer.dropFirst(3)) : answer
    }

    /// Tells it something and checks its answer; a failure says what it answered.
    func ask(
        _ line: String,
        expecting wanted: String,
        _ comment: String = "",
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let answer = try await ask(line)
        #expect(
            answer == wanted,
            "“\(line)” was answered with “\(Self.shortened(answer))” \(comment)",
            sourceLocation: sourceLocation
        )
    }

    /// Tells it something and checks that it is an error.
    func ask(
        _ line: String,
        expectingError code: Int,
        _ comment: String = "",
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let answer = try await ask(line)
        #expect(
            answer.hasPrefix("error \(code) "),
            "“\(line)” was answered with “\(Self.shortened(answer))” \(comment)",
            sourceLocation: sourceLocation
        )
    }

    /// Tells it one thing after another, none of which may be an error.
    func ask(inTurn lines: String..., sourceLocation: SourceLocation = #_sourceLocation) async throws {
        for line in lines { try await ask(line, expecting: "", sourceLocation: sourceLocation) }
    }

    private static func shortened(_ text: String) -> String { text.count > 300 ? text.prefix(300) + "…" : text }

    /// Waits until it says a line; those before stay for later.
    func hear(_ line: String) async throws { _ = try await next(line) { $0 == line } }

    /// Whether it has said a line that nobody took yet.
    func hasSaid(_ line: String) -> Bool { state.withLock { $0.lines.contains(line) } }

    private func next(_ what: String, _ isWanted: @Sendable (String) -> Bool) async throws -> String {
        var found: String?
        await eventually(what, seconds: 1_200) {
            // Asked before the lines are looked at, so that the last ones are, however late this comes to its turn.
            let isOver = !process.isRunning
            found = state.withLock { state in
                state.lines.firstIndex(where: isWanted).map { state.lines.remove(at: $0) }
            }
            return found != nil || isOver
        }
        if let found { return found }
        let heard = state.withLock { $0.lines }.map(Self.shortened)
        throw Failure(description: "\(what) did not come; there is \(heard)")
    }

    /// Says that nothing more comes, and waits until it has ended by itself.
    func end() async throws {
        try input.fileHandleForWriting.close()
        await eventually("the end of the program", seconds: 1_200) { !process.isRunning }
    }

    /// How many times it has said a line that nobody took yet.
    func timesSaid(_ line: String) -> Int { state.withLock { $0.lines.count { $0 == line } } }

    /// Its number.
    var number: pid_t { process.processIdentifier }

    /// Stops it where it stands, with no chance to tidy up.
    func kill() {
        Glibc.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}
