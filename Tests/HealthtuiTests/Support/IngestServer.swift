import Foundation
import ProgramTesting
import Testing
import WaitTesting

/// A running `healthtui ingest --listen`, and its output.
final class IngestServer {
    let folder: ScratchFolder
    /// The first line of `--json`.
    let line: [String: Any]
    let token: String
    private let process = Process()
    private let errorFile: String

    /// Starts the program and waits until it listens.
    init(_ folder: ScratchFolder, _ arguments: [String]) throws {
        self.folder = folder
        errorFile = folder.path("errors-\(UUID().uuidString)")
        process.executableURL = URL(fileURLWithPath: Program.path("healthtui"))
        process.arguments =
            [
                "ingest", "--token-file", folder.path("token"), "--json", "--store", folder.path("i.store"), "--listen",
            ] + arguments
        process.environment = [
            "PATH": "/usr/bin:/bin", "HOME": folder.root.path, "TZ": "UTC", "LC_ALL": "C.UTF-8",
            "XDG_DATA_HOME": folder.path("data"),
        ]
        let output = Pipe()
        process.standardOutput = output
        try Data().write(to: URL(fileURLWithPath: errorFile))
        process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: errorFile))
        process.standardInput = FileHandle.nullDevice
        try process.start()
        var text = ""
        while !text.contains("\n") {
            let data = output.fileHandleForReading.availableData
            if data.isEmpty { break }
            text += String(decoding: data, as: UTF8.self)
        }
        let value = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        line = try #require(value, "\(text)")
        token = try String(contentsOfFile: folder.path("token"), encoding: .utf8).trimmingCharacters(in: .newlines)
    }

    deinit { stop() }

    /// Ends the program.
    func stop() {
        guard process.isRunning else { return }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    var addresses: [String] { line["addresses"] as? [String] ?? [] }
    var fingerprint: String { line["fingerprint"] as? String ?? "" }
    var certificate: String { line["certificate"] as? String ?? "" }
    var port: UInt16 { UInt16(addresses.first?.split(separator: ":").last ?? "") ?? 0 }

    /// The standard error so far.
    var errors: String { (try? String(contentsOfFile: errorFile, encoding: .utf8)) ?? "" }

    /// Waits until standard error has a text.
    func waits(for text: String, sourceLocation: SourceLocation = #_sourceLocation) -> Bool {
        eventuallyBlocking("“\(text)” among\n\(errors)", every: .milliseconds(10), sourceLocation: sourceLocation) {
            errors.contains(text)
        }
    }

    /// Posts with curl.
    ///
    /// - Parameters:
    ///   - body: What is posted.
    ///   - host: The name or address under which the server is asked.
    ///   - options: Further options, such as those of trust.
    /// - Returns: curl's exit code, the status of the answer and its body.
    /// - Throws: An error if curl can't be run.
    func post(_ body: String, host: String = "127.0.0.1", _ options: [String]) throws -> (
        exit: Int32, status: String, body: String
    ) {
        let file = folder.path("body-\(UUID().uuidString)")
        try Data(body.utf8).write(to: URL(fileURLWithPath: file))
        let outcome = try Program.run(
            path: "/usr/bin/curl",
            [
                "--silent", "--globoff", "--noproxy", "*", "--max-time", "60", "--write-out", "\n%{http_code}",
                "--data-binary", "@\(file)", "https://\(host):\(port)/import",
            ] + options
        )
        let lines = outcome.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        return (outcome.status, lines.last ?? "", lines.dropLast().joined(separator: "\n"))
    }

    /// Options of curl with the token.
    var authorized: [String] { ["--header", "Authorization: Bearer \(token)"] }

    /// Options of curl with the token that trust the server's certificate alone.
    var trusted: [String] { authorized + ["--cacert", certificate] }
}

/// Programs that tests of encrypted connections need.
enum TLSPrograms {
    static let areThere = ["/usr/bin/curl", "/usr/bin/openssl"].allSatisfy(FileManager.default.isExecutableFile)

    /// Runs openssl and expects it to succeed.
    @discardableResult static func openssl(_ arguments: [String]) throws -> String {
        let outcome = try Program.run(path: "/usr/bin/openssl", arguments)
        #expect(outcome.status == 0, "openssl \(arguments): \(outcome.output)")
        return outcome.output
    }
}
