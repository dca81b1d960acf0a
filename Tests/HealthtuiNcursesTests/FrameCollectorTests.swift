import Foundation
import Glibc
import Testing
import WaitTesting

@testable import HealthtuiNcurses

@Suite struct FrameCollectorTests {
    private func write(_ text: String, to descriptor: Int32) {
        let bytes = Array(text.utf8)
        #expect(Glibc.write(descriptor, bytes, bytes.count) == bytes.count)
    }

    @Test func aFrameIsCollectedAndTheTerminalIsTheTerminalAgain() throws {
        let pty = try PseudoTerminal(width: 80, height: 24)
        let descriptor = pty.openEnd()
        defer { close(descriptor) }
        let collector = try #require(FrameCollector(descriptor: descriptor))
        defer { collector.close() }
        for round in 0..<3 {
            let frame = collector.collect {
                write("one ", to: descriptor)
                write("piece \(round)", to: descriptor)
            }
            #expect(pty.read().isEmpty, "nothing reaches the terminal while the frame is made")
            #expect(String(decoding: frame, as: UTF8.self) == "one piece \(round)")
            collector.send(frame)
            #expect(pty.read() == "one piece \(round)")
            write("past it", to: descriptor)
            #expect(pty.read() == "past it")
            #expect(isatty(descriptor) == 1)
        }
        #expect(collector.collect {}.isEmpty)
    }

    @Test func aTerminalThatDoesNotWaitGetsAllOfALargeFrame() async throws {
        let pty = try PseudoTerminal(width: 80, height: 24)
        let descriptor = pty.openEnd()
        defer { close(descriptor) }
        let collector = try #require(FrameCollector(descriptor: descriptor))
        defer { collector.close() }
        _ = fcntl(collector.terminal, F_SETFL, O_RDWR | O_NONBLOCK)
        let frame = collector.collect { for _ in 0..<10_000 { write("0123456789", to: descriptor) } }
        #expect(frame.count == 100_000)
        let sender = Thread { collector.send(frame) }
        sender.start()
        var received = 0
        await eventually("the whole frame", seconds: 120) {
            received += pty.read().utf8.count
            return received >= frame.count
        }
        await eventually("the end of the thread that sends", seconds: 120) { sender.isFinished }
        #expect(received == frame.count)
    }

    @Test func aSignalFindsTheTerminalWhileAFrameIsMade() throws {
        let pty = try PseudoTerminal(width: 80, height: 24)
        let descriptor = pty.openEnd()
        defer { close(descriptor) }
        let collector = try #require(FrameCollector(descriptor: descriptor))
        defer { collector.close() }
        _ = collector.collect { write("goodbye", to: collector.terminal) }
        #expect(pty.read() == "goodbye")
    }
}
