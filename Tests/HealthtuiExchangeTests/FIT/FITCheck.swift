import Foundation
import ProgramTesting

@testable import HealthtuiExchange

/// The program that holds a decoder against Python's fitdecode.
enum FITCheck {
    /// What a run says.
    struct Outcome {
        let status: Int32
        let output: String

        /// A number that it counts.
        func count(_ name: String) -> Int {
            let line = output.split(separator: "\n").first ?? ""
            for entry in line.components(separatedBy: ", ") where entry.hasPrefix(name + " ") {
                if let count = Int(entry.dropFirst(name.count + 1)) { return count }
            }
            return 0
        }
    }

    /// The Python that `.ci/formats` makes, or the system's own where that has fitdecode.
    private static let python: String? = {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let named = ProcessInfo.processInfo.environment["HEALTHTUI_FORMATS_PYTHON"] ?? ""
        let programs = [named, root.appendingPathComponent(".build/formats/bin/python3").path, "/usr/bin/python3"]
        return programs.first { program in
            FileManager.default.isExecutableFile(atPath: program)
                && (try? run(program, ["-c", "import fitdecode"]))?.status == 0
        }
    }()

    /// Whether it runs.
    static var isThere: Bool { python != nil }

    /// Reads files with both; where it is forced, parts with a wrong sum too.
    static func run(_ files: some Sequence<[UInt8]>, isForced: Bool = false) throws -> Outcome {
        let folder = try TemporaryFolder()
        var bytes: [UInt8] = []
        var dump: [UInt8] = []
        for file in files {
            bytes += withUnsafeBytes(of: UInt32(file.count).littleEndian) { Array($0) }
            bytes += file
            for line in FITDump(file, isForced: isForced).lines { dump += Array(line.utf8) + [UInt8(ascii: "\n")] }
        }
        _ = try folder.write(bytes, to: "files")
        _ = try folder.write(dump, to: "dump")
        _ = try folder.write(FITProfile.messages.flatMap { lines($0) }.joined(separator: "\n").utf8, to: "profile")
        let script = Fixtures.own.appending(path: "fit/check_fit.py").path
        return try run(python ?? "/usr/bin/python3", ["-B", script, folder.url.path])
    }

    private static func lines<Field: FITMessageField>(_ type: Field.Type) -> [String] {
        type.allCases.map { field in
            let form = field.form
            let facts = [
                "\(Field.message.number)", "\(Field.message.name)", "\(field.rawValue)", "\(form.name)", "\(form.type)",
                "\(form.scale)", "\(form.offset)", "\(form.unit)",
            ]
            return facts.joined(separator: "\t")
        }
    }

    private static func run(_ program: String, _ arguments: [String]) throws -> Outcome {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.start()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return Outcome(status: process.terminationStatus, output: String(decoding: output, as: UTF8.self))
    }
}
