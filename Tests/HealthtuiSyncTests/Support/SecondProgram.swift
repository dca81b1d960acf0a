import Foundation
import ProgramTesting

/// A program in Python that reads a group's folder and shares no code with this one.
enum SecondProgram {
    private static let path = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("read_group.py").path

    /// Whether it runs: the system's own Python has what the system's package manager installed.
    static var isThere: Bool {
        FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")
            // What can't be started can't read either.
            && (try? run([]))?.status != 77
    }

    /// Runs it.
    static func run(_ arguments: [String]) throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments = ["-B", path] + arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.start()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }
}
