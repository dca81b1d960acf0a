import Foundation
import Glibc
import Synchronization
import Testing
import WaitTesting

@testable import HealthKit

/// What the launcher starts, and as what, with real programs.
@Suite("The launcher", .timeLimit(.minutes(10)))
final class ProgramLauncherTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("launch-\(UUID().uuidString)")
        .path
    private let launcher: ProgramLauncher
    private var service: Int32 = -1
    private let outcome = Outcome()

    /// How serving ended; `nil` while it goes on.
    private final class Outcome: Sendable {
        private let text = Mutex<String?>(nil)
        var value: String? { text.withLock { $0 } }
        func set(_ new: String) { text.withLock { $0 = new } }
    }

    init() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        var surroundings = ProgramLauncher.Surroundings()
        surroundings.environment = [
            "HOME": folder, "USER": "ada", "PATH": "/usr/bin:/bin", "LC_ALL": "C", "SECRET": "no",
            "LD_PRELOAD": "/x.so",
        ]
        surroundings.logFolder = folder + "/logs"
        launcher = ProgramLauncher(surroundings)
        var pair: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &pair) == 0)
        service = pair[0]
        let (running, result, end) = (self.launcher, self.outcome, pair[1])
        Thread.detachNewThread {
            do {
                try running.serve(end)
                result.set("ended")
            } catch {
                result.set((error as? HKError)?.text ?? "\(error)")
            }
        }
        let welcome = HelloAnswer(version: 1, instance: UUID(), storePath: nil)
        send(ServiceFrame(.answer, call: 0, try CallMessage(answer: welcome, to: HelloCall.self).bytes))
        _ = try report(of: nil)
    }

    deinit {
        close(service)
        try? FileManager.default.removeItem(atPath: folder)
    }

    private func send(_ frame: ServiceFrame, _ descriptors: [Int32] = []) {
        let bytes = frame.bytes(limit: ServiceFrame.serviceLimit)
        if let descriptor = descriptors.first {
            _ = DescriptorPassing.send(bytes[...], descriptor, over: service)
        } else {
            _ = bytes.withUnsafeBytes { Glibc.send(service, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        }
    }

    private var frames = ServiceFrameReader(limit: 1 << 20, bodyLimit: 1 << 20)

    /// The next report of a start; the hello for none.
    private func report(of number: UInt64?) throws -> ProgramReportCall? {
        var limit = timeval(tv_sec: 120, tv_usec: 0)
        setsockopt(service, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        while true {
            while let frame = try frames.next() {
                if number == nil { return nil }
                let report = try CallMessage(bytes: frame.body).call(ProgramReportCall.self)
                if report.number == number { return report }
            }
            let received = try #require(DescriptorPassing.receive(over: service))
            try #require(!received.bytes.isEmpty)
            frames.append(received.bytes)
        }
    }

    /// Has a program started.
    ///
    /// - Returns: The service's end of its connection.
    @discardableResult
    private func start(
        _ path: String,
        _ arguments: [String] = [],
        hash: String? = nil,
        number: UInt64 = 1
    ) throws -> Int32 {
        var pair: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &pair) == 0)
        let call = StartProgramCall(
            number: number,
            app: "test.app",
            program: WakeProgram(path: path, arguments: arguments),
            hash: hash,
            environment: ["HEALTHKIT_WAKE": "1"]
        )
        send(ServiceFrame(.start, call: number, try CallMessage(call).bytes), [pair[1]])
        close(pair[1])
        return pair[0]
    }

    private func log(until condition: (String) -> Bool) throws -> String {
        var text = ""
        let isWhole = eventuallyBlocking("a log other than \(text)") {
            text = (try? String(contentsOfFile: folder + "/logs/test.app.log", encoding: .utf8)) ?? ""
            return condition(text)
        }
        try #require(isWhole)
        return text
    }

    private func script(_ text: String, _ name: String = "app") throws -> String {
        let path = folder + "/" + name
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        chmod(path, 0o755)
        return path
    }

    @Test("A program has few variables, its connection, no terminal, and nothing else of the launcher's")
    func surroundings() throws {
        let hash = try ProgramDigest.hexadecimal(ofFile: "/usr/bin/env")
        close(try start("/usr/bin/env", hash: hash))
        #expect(try report(of: 1)?.problem == nil)
        #expect(try report(of: 1)?.status == 0)
        let text = try log { $0.contains("HEALTHKIT_STORE") && $0.contains("HEALTHKIT_WAKE") && $0.contains("USER") }
        let names = Set(text.split(separator: "\n").map { $0.prefix { $0 != "=" } })
        #expect(
            names == [
                "HOME", "USER", "PATH", "LC_ALL", "HEALTHKIT_STORE", "HEALTHKIT_WAKE", "HEALTHKIT_BUNDLE_IDENTIFIER",
            ]
        )
        #expect(text.contains("HEALTHKIT_STORE=fd:3\n") && text.contains("HEALTHKIT_BUNDLE_IDENTIFIER=test.app\n"))

        let path = try script(
            "#!/bin/sh\necho with \"$1\" $(ls /proc/$$/fd | tr '\\n' ' ')\ntest -t 0 || echo no terminal\n"
        )
        close(try start(path, ["an argument"], number: 2))
        #expect(try report(of: 2)?.problem == nil)
        #expect(try report(of: 2)?.status == 0)
        let said = try log { $0.contains("with an argument") && $0.contains("no terminal") }
        let line = try #require(said.split(separator: "\n").first { $0.hasPrefix("with ") })
        // Its own, the connection, the script that the interpreter reads, and the pipe from `ls`.
        let open = line.split(separator: " ").compactMap { Int($0) }
        #expect(Set(open).isSubset(of: [0, 1, 2, 3, 4, 5, 10, 255]), "\(line)")
    }

    @Test("A file that is another than the one that was approved isn't started, nor what is no file")
    func refused() throws {
        let path = try script("#!/bin/sh\necho started\n")
        let hash = try ProgramDigest.hexadecimal(ofFile: path)
        _ = try script("#!/bin/sh\necho another\n")
        close(try start(path, hash: hash))
        let report = try report(of: 1)
        #expect(report?.isChanged == true && report?.problem?.contains("another program") == true)
        for (number, wrong) in [(2 as UInt64, folder + "/none"), (3, folder), (4, "relative")] {
            close(try start(wrong, number: number))
            let report = try self.report(of: number)
            #expect(report?.problem != nil && report?.isChanged == false)
        }
        close(try start(path, ["a\u{7}"], number: 5))
        #expect(try self.report(of: 5)?.problem?.contains("control characters") == true)
        #expect(!FileManager.default.fileExists(atPath: folder + "/logs/test.app.log"))
    }

    @Test("Started programs are asked to end, and killed, and no others are")
    func ends() throws {
        let path = try script("#!/bin/sh\ntrap '' TERM\necho here\nwhile :; do sleep 0.1; done\n")
        let connection = try start(path)
        defer { close(connection) }
        #expect(try report(of: 1)?.problem == nil)
        _ = try log { $0.contains("here") }
        for isKilled in [false, true] {
            // One that was never started is nobody's.
            for number in [7, 1] as [UInt64] {
                let end = EndProgramCall(number: number, isKilled: isKilled)
                send(ServiceFrame(.signal, call: number, try CallMessage(end).bytes))
            }
        }
        #expect(try report(of: 1)?.status == 128 + SIGKILL)
    }

    @Test("A start with two connections, for which room for one has room, is refused and neither is kept")
    func unwantedDescriptors() throws {
        var pipe: [Int32] = [-1, -1]
        try #require(Glibc.pipe(&pipe) == 0)
        let call = StartProgramCall(
            number: 1,
            app: "test.app",
            program: WakeProgram(path: "/usr/bin/env"),
            hash: nil,
            environment: [:]
        )
        let frame = ServiceFrame(.start, call: 1, try CallMessage(call).bytes)
        Self.send(frame.bytes(limit: 1 << 20), [pipe[1], pipe[1]], over: service)
        close(pipe[1])
        // The pipe ends when nobody has its other end any more.
        var byte: UInt8 = 0
        #expect(read(pipe[0], &byte, 1) == 0)
        close(pipe[0])
        eventuallyBlocking("the outcome") { outcome.value != nil }
        #expect(outcome.value?.contains("without a connection") == true)
    }

    private static func send(_ bytes: [UInt8], _ descriptors: [Int32], over socket: Int32) {
        var control = [UInt8](repeating: 0, count: 16 + 8 * ((descriptors.count * 4 + 7) / 8))
        control.withUnsafeMutableBytes { control in
            control.storeBytes(of: UInt(16 + descriptors.count * 4), as: UInt.self)
            control.storeBytes(of: SOL_SOCKET, toByteOffset: 8, as: Int32.self)
            control.storeBytes(of: 1, toByteOffset: 12, as: Int32.self)
            for (index, descriptor) in descriptors.enumerated() {
                control.storeBytes(of: descriptor, toByteOffset: 16 + index * 4, as: Int32.self)
            }
            bytes.withUnsafeBytes { bytes in
                var part = iovec(iov_base: UnsafeMutableRawPointer(mutating: bytes.baseAddress), iov_len: bytes.count)
                withUnsafeMutablePointer(to: &part) { part in
                    var message = msghdr()
                    message.msg_iov = part
                    message.msg_iovlen = 1
                    message.msg_control = control.baseAddress
                    message.msg_controllen = control.count
                    _ = sendmsg(socket, &message, Int32(MSG_NOSIGNAL))
                }
            }
        }
    }

    @Test("A log keeps the latest of what programs said, and never more than 64 KiB")
    func bounded() throws {
        let log = ProgramLog(folder: folder + "/logs", app: "test.long")
        for number in 0..<20_000 { log.add(Array("line \(number)\n".utf8)) }
        log.add([UInt8](repeating: UInt8(ascii: "x"), count: 200_000))
        log.add(Array("last\n".utf8))
        let data = try Data(contentsOf: URL(fileURLWithPath: folder + "/logs/test.long.log"))
        #expect(data.count <= ProgramLog.limit)
        #expect(data.suffix(5) == Data("last\n".utf8))
    }
}
