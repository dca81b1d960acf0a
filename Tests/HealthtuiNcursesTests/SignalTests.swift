import Foundation
import Glibc
import HealthtuiTerminalUI
import Testing

@testable import HealthtuiNcurses

/// Each of these ends a process of its own by a signal and looks at the terminal it leaves behind.
@Suite(.serialized) struct SignalTests {
    /// Opens the console on a terminal, as the process that is about to end does.
    private static func openConsole(
        _ path: String,
        onEvent: @escaping @Sendable () -> Void = {}
    ) throws -> NcursesTerminal {
        setenv("LC_ALL", "C.UTF-8", 1)
        let terminal = try NcursesTerminal(
            input: Glibc.open(path, O_RDWR | O_NOCTTY),
            output: Glibc.open(path, O_RDWR | O_NOCTTY),
            options: .init(environment: ["TERM": "xterm-256color"])
        )
        var grid = CellGrid(size: terminal.size)
        grid.write("open", in: grid.bounds)
        terminal.draw(grid)
        terminal.listen { _ in onEvent() }
        return terminal
    }

    private func expectGivenBack(_ pty: PseudoTerminal, sourceLocation: SourceLocation = #_sourceLocation) {
        let text = pty.read()
        #expect(text.contains("open"), sourceLocation: sourceLocation)
        for sequence in ["\u{1B}[?1049l", "\u{1B}[?2004l", "1000l"] {
            #expect(text.contains(sequence), "\(sequence.debugDescription) is missing", sourceLocation: sourceLocation)
        }
        #expect(pty.isCooked, sourceLocation: sourceLocation)
    }

    @Test func terminatedByTheSystem() async throws {
        let pty = try PseudoTerminal(width: 40, height: 6)
        await #expect(processExitsWith: .signal(SIGTERM)) { [path = pty.path as String] in
            let terminal = try SignalTests.openConsole(path)
            raise(SIGTERM)
            terminal.close()
        }
        expectGivenBack(pty)
    }

    @Test func interrupted() async throws {
        let pty = try PseudoTerminal(width: 40, height: 6)
        await #expect(processExitsWith: .signal(SIGINT)) { [path = pty.path as String] in
            let terminal = try SignalTests.openConsole(path)
            raise(SIGINT)
            terminal.close()
        }
        expectGivenBack(pty)
    }

    @Test func hungUp() async throws {
        let pty = try PseudoTerminal(width: 40, height: 6)
        await #expect(processExitsWith: .signal(SIGHUP)) { [path = pty.path as String] in
            let terminal = try SignalTests.openConsole(path)
            raise(SIGHUP)
            terminal.close()
        }
        expectGivenBack(pty)
    }

    @Test func crashedByATrap() async throws {
        let pty = try PseudoTerminal(width: 40, height: 6)
        await #expect(processExitsWith: .failure) { [path = pty.path as String] in
            _ = try SignalTests.openConsole(path)
            let values = [1, 2, 3].filter { $0 > getpid() }
            print(values[7])
        }
        expectGivenBack(pty)
    }

    @Test func crashedByABadAddress() async throws {
        let pty = try PseudoTerminal(width: 40, height: 6)
        await #expect(processExitsWith: .failure) { [path = pty.path as String] in
            _ = try SignalTests.openConsole(path)
            raise(SIGSEGV)
        }
        expectGivenBack(pty)
    }

    /// Never ends, and has a frame of its own at each depth.
    @inline(never) private static func overflow(_ depth: Int) -> Int {
        var room = (depth, depth, depth, depth)
        return withUnsafeMutablePointer(to: &room) { overflow($0.pointee.0 + 1) + $0.pointee.1 }
    }

    @Test func crashedByAFullStack() async throws {
        let pty = try PseudoTerminal(width: 40, height: 6)
        await #expect(processExitsWith: .failure) { [path = pty.path as String] in
            _ = try SignalTests.openConsole(path)
            print(SignalTests.overflow(0))
        }
        expectGivenBack(pty)
    }

    @Test func crashedByAFullStackOfTheInputThread() async throws {
        let pty = try PseudoTerminal(width: 40, height: 6)
        pty.type("j")
        await #expect(processExitsWith: .failure) { [path = pty.path as String] in
            let terminal = try SignalTests.openConsole(path) { print(SignalTests.overflow(0)) }
            try await Task.sleep(for: .seconds(600))
            withExtendedLifetime(terminal) {}
        }
        expectGivenBack(pty)
    }

    @Test func crashedByAFullStackOfAWorkersThread() async throws {
        let pty = try PseudoTerminal(width: 40, height: 6)
        await #expect(processExitsWith: .failure) { [path = pty.path as String] in
            let terminal = try SignalTests.openConsole(path)
            Thread {
                NcursesTerminal.prepareThread()
                print(SignalTests.overflow(0))
            }
            .start()
            try await Task.sleep(for: .seconds(600))
            withExtendedLifetime(terminal) {}
        }
        expectGivenBack(pty)
    }

    @Test func leftByExit() async throws {
        let pty = try PseudoTerminal(width: 40, height: 6)
        await #expect(processExitsWith: .exitCode(3)) { [path = pty.path as String] in
            _ = try SignalTests.openConsole(path)
            exit(3)
        }
        expectGivenBack(pty)
    }

    @Test func aSignalAfterClosingSendsNothingMore() async throws {
        let pty = try PseudoTerminal(width: 40, height: 6)
        await #expect(processExitsWith: .signal(SIGTERM)) { [path = pty.path as String] in
            let terminal = try SignalTests.openConsole(path)
            terminal.close()
            raise(SIGTERM)
        }
        let text = pty.read()
        #expect(text.components(separatedBy: "\u{1B}[?1049l").count == 2)
        #expect(pty.isCooked)
    }
}
