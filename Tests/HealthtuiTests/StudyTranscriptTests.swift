import Foundation
import ProgramTesting
import Testing

@testable import healthtui

private enum Place {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The Python that has DuckDB.
    static var python: String? {
        let path = root.appendingPathComponent(".build/studies/bin/python3").path
        return FileManager.default.isExecutableFile(atPath: path) ? path : nil
    }
}

/// A study from nothing, as `make study-demo` runs it, with DuckDB alone.
@Suite(
    "The study that its guide shows",
    .enabled(if: Place.python != nil, "DuckDB isn't installed; .ci/studies installs it")
)
struct StudyTranscriptTests {
    /// A session without the parts that differ in each run, and without Spark, which few have.
    private static func settled(_ text: some StringProtocol) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .filter { !$0.contains("--engine local") && !$0.hasPrefix("Apache Spark") }
            .map { line in
                String(line).replacing(/\b[0-9a-f]{32}\b/, with: "ID")
                    .replacing(/([0-9a-f]{4} ){7}[0-9a-f]{4}/, with: "KEY")
                    .replacing(/DuckDB [0-9.]+/, with: "DuckDB").replacing(/\d{4}-\d\d-\d\d \d\d:\d\d/, with: "TIME")
                    .replacing(/[0-9][0-9,.]*/, with: "N").replacing(#/ +/#, with: " ")
            }
    }

    @Test("is a true one: it gives what stands there; UPDATE_DOCUMENTATION=1 writes it anew")
    func page() throws {
        let folder = try ScratchFolder()
        let output = URL(fileURLWithPath: folder.path("out"))
        try Data().write(to: output)
        let process = Process()
        process.executableURL = Place.root.appendingPathComponent(".ci/study-demo")
        process.arguments = [Program.path("healthtui")]
        var environment = ProcessInfo.processInfo.environment
        environment["HEALTHTUI_PYTHON"] = Place.python
        environment["HOME"] = folder.root.path
        // The page has what Spark says too; comparing leaves that out.
        environment["STUDY_SPARK"] = environment["UPDATE_DOCUMENTATION"]
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        let handle = try FileHandle(forWritingTo: output)
        (process.standardOutput, process.standardError) = (handle, handle)
        try process.start()
        process.waitUntilExit()
        let text = try String(contentsOf: output, encoding: .utf8).trimmingCharacters(in: .newlines)
        #expect(process.terminationStatus == 0, "\(text)")
        #expect(text.contains("60 accepted, 0 withdrawn, 0 known, 0 held, 0 refused"))
        #expect(text.contains("merged again: equal to the last digit"))
        #expect(text.contains("0 cells shown, 2 held back or empty"), "the difference would be one person's")
        let page = TranscriptPage(
            file: Place.root.appendingPathComponent("Documentation/Studies.md"),
            title: "## The whole of it, from nothing"
        )
        try page.check(text) { Self.settled($0) }
    }
}
