import Foundation
import ProgramTesting
import Testing

/// Runs `healthtui` as a shell would, with an environment that the test knows.
enum Command {
    /// The result of a run.
    struct Outcome {
        let status: Int32
        let output: String
        let errors: String

        /// The output as a JSON value.
        func json() throws -> Any {
            try JSONSerialization.jsonObject(with: Data(output.utf8), options: .fragmentsAllowed)
        }

        /// The output as a JSON array of objects.
        func rows() throws -> [[String: Any]] { try #require(try json() as? [[String: Any]], "\(output)\(errors)") }
    }

    /// Runs the program to its end.
    ///
    /// - Parameters:
    ///   - arguments: The arguments after `healthtui`.
    ///   - folder: The home of the process; in the password database, too, where it has a configuration that allows to decide
    ///     without asking.
    ///   - environment: Variables besides, or instead of, `TZ=UTC` and an English UTF-8 locale.
    ///   - input: The standard input; `nil` for none.
    ///   - hasTerminal: Whether it may find the terminal of who runs the tests; without, it has none.
    /// - Returns: Its exit status and output.
    /// - Throws: An error if the program can't be run.
    static func run(
        _ arguments: [String],
        in folder: ScratchFolder,
        environment: [String: String] = [:],
        input: String? = nil,
        hasTerminal: Bool = true
    ) throws -> Outcome {
        let process = Process()
        let home = folder.root.path
        let words = (hasTerminal ? [] : ["/usr/bin/setsid", "-w"]) + [Program.path("healthtui")] + arguments
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = try OwnHome.isConfigured(home) ? OwnHome.words(words, home: home) : words
        let base = [
            "PATH": "/usr/bin:/bin", "HOME": folder.root.path, "TZ": "UTC", "LC_ALL": "C.UTF-8",
            "XDG_STATE_HOME": folder.path("state"), "XDG_DATA_HOME": folder.path("data"),
        ]
        process.environment = base.merging(environment) { $1 }
        // Files, not pipes: nothing waits for a reader, however much there is.
        let names = ["out", "err"].map { folder.path("\($0)-\(UUID().uuidString)") }
        for name in names { try Data().write(to: URL(fileURLWithPath: name)) }
        let handles = try names.map { try FileHandle(forWritingTo: URL(fileURLWithPath: $0)) }
        process.standardInput = FileHandle.nullDevice
        if let input {
            let file = URL(fileURLWithPath: folder.path("in-\(UUID().uuidString)"))
            try Data(input.utf8).write(to: file)
            process.standardInput = try FileHandle(forReadingFrom: file)
        }
        process.standardOutput = handles[0]
        process.standardError = handles[1]
        try process.start()
        process.waitUntilExit()
        let texts = try names.map { String(decoding: try Data(contentsOf: URL(fileURLWithPath: $0)), as: UTF8.self) }
        return Outcome(status: process.terminationStatus, output: texts[0], errors: texts[1])
    }
}

/// Reads CSV strictly by RFC 4180: any other text isn't a table.
enum CSVTable {
    struct Malformed: Error, CustomStringConvertible {
        let description: String
    }

    /// The records of a text, each a list of fields.
    static func records(_ text: String) throws -> [[String]] {
        var records: [[String]] = []
        var record: [String] = []
        var field: [UInt8] = []
        let bytes = Array(text.utf8)
        var index = 0
        func next() -> UInt8? { index < bytes.count ? bytes[index] : nil }
        while index < bytes.count {
            if next() == 0x22 {
                index += 1
                while true {
                    guard let byte = next() else { throw Malformed(description: "a quote that never ends") }
                    index += 1
                    guard byte == 0x22 else {
                        field.append(byte)
                        continue
                    }
                    guard next() == 0x22 else { break }
                    field.append(0x22)
                    index += 1
                }
            } else {
                while let byte = next(), byte != 0x2C, byte != 0x0D {
                    guard byte != 0x22, byte != 0x0A else { throw Malformed(description: "a bare \(byte) in a field") }
                    field.append(byte)
                    index += 1
                }
            }
            record.append(String(decoding: field, as: UTF8.self))
            field = []
            switch next() {
            case 0x2C: index += 1
            case 0x0D where index + 1 < bytes.count && bytes[index + 1] == 0x0A:
                index += 2
                records.append(record)
                record = []
            default: throw Malformed(description: "a record that does not end with CR LF at \(index)")
            }
        }
        guard record.isEmpty else { throw Malformed(description: "the last record does not end") }
        guard Set(records.map(\.count)).count <= 1 else { throw Malformed(description: "records of different lengths") }
        return records
    }
}
