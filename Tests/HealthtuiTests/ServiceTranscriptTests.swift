import Foundation
import Glibc
import ProgramTesting
import Testing
import WaitTesting

/// A service, apps and a launcher, as the guide to the service shows them: real programs, by a shell, as an ordinary user.
@Suite("The session that the guide to the service shows", .timeLimit(.minutes(10)))
final class ServiceTranscriptTests {
    private static let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Documentation/Service.md")
    private static let title = "## A session"
    /// The programs that the session needs in addition to the package's.
    static let tools = ["/usr/bin/bwrap", "/usr/bin/script", "/usr/bin/setpriv"]

    /// A program that keeps running while others are started.
    private final class Job {
        let process: Process
        let output: String
        private var shown = 0

        init(_ process: Process, _ output: String) { (self.process, self.output) = (process, output) }

        var text: String { (try? String(contentsOfFile: output, encoding: .utf8)) ?? "" }

        /// The output since the last call.
        func news() -> String {
            let text = text
            defer { shown = text.utf8.count }
            return String(decoding: Array(text.utf8.dropFirst(shown)), as: UTF8.self)
        }
    }

    private let folder: ScratchFolder
    private let programs = URL(fileURLWithPath: Program.path("healthtui")).deletingLastPathComponent().path
    private var environment: [String: String]
    private var jobs: [String: Job] = [:]
    private var text = ""

    init() throws {
        folder = try ScratchFolder()
        // It is about noon: the walk of the last minutes is one of today.
        let west = Int(Date().timeIntervalSince1970) / 3600 % 24 - 12
        environment = [
            "PATH": "\(programs):/usr/bin:/bin", "HOME": folder.path("home"), "LC_ALL": "C.UTF-8",
            "XDG_RUNTIME_DIR": folder.path("run"), "TZ": "Etc/GMT\(west < 0 ? "" : "+")\(west)",
        ]
        for name in ["home", "run"] {
            try #require(mkdir(folder.path(name), 0o700) == 0)
            if geteuid() == 0 { chown(folder.path(name), Self.nobody, Self.nobody) }
        }
        chmod(folder.root.path, 0o755)
    }

    deinit {
        for job in jobs.values where job.process.isRunning { kill(job.process.processIdentifier, SIGKILL) }
    }

    /// Root refuses a sandbox, and no person is root.
    private static let nobody: uid_t = 65_534

    private func start(_ command: String) throws -> Job {
        let output = folder.path("out-\(UUID().uuidString)")
        try Data().write(to: URL(fileURLWithPath: output))
        let process = Process()
        let shell = ["/bin/sh", "-c", command]
        let user = ["/usr/bin/setpriv", "--reuid", "\(Self.nobody)", "--regid", "\(Self.nobody)", "--clear-groups"]
        let words = geteuid() == 0 ? user + shell : shell
        process.executableURL = URL(fileURLWithPath: words[0])
        process.arguments = Array(words.dropFirst())
        process.environment = environment
        process.currentDirectoryURL = URL(fileURLWithPath: folder.path("home"))
        process.standardInput = FileHandle.nullDevice
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: output))
        (process.standardOutput, process.standardError) = (handle, handle)
        try process.start()
        return Job(process, output)
    }

    private func until(
        _ what: String,
        sourceLocation: SourceLocation = #_sourceLocation,
        _ condition: () throws -> Bool
    ) async throws {
        let isSo = try await eventually(
            what,
            seconds: 180,
            every: .milliseconds(50),
            sourceLocation: sourceLocation,
            condition
        )
        try #require(isSo, "\(text)")
    }

    private func show(_ command: String, _ said: String) {
        text += "$ \(command)\n" + said.replacing("\r\n", with: "\n")
        if !text.hasSuffix("\n") { text += "\n" }
    }

    /// Runs a command to its end and shows it.
    private func run(_ command: String, status: Int32 = 0) throws {
        let job = try start(command)
        job.process.waitUntilExit()
        show(command, job.text)
        #expect(job.process.terminationStatus == status, "\(command): \(job.text)")
    }

    /// Runs a command at a terminal, where its question is answered.
    private func run(_ command: String, answering answer: String) throws {
        let log = folder.path("home/.typed-\(UUID().uuidString)")
        let wait = "until grep -qs 'y/n' '\(log)'; do sleep 0.05; done; echo \(answer)"
        let job = try start("(\(wait)) | script -qefc '\(command)' '\(log)'")
        job.process.waitUntilExit()
        show(command, job.text)
        #expect(job.process.terminationStatus == 0, "\(command): \(job.text)")
    }

    /// Starts a command that keeps running, and shows it with its first output.
    ///
    /// A sandbox closes inherited files, including the one that reports its end to Foundation: the thread that waits
    /// for all programs then waits for this one alone. With `keepsShell` a shell keeps that file open until it ends.
    private func run(
        inBackground command: String,
        as name: String,
        saying words: String,
        keepsShell: Bool = false
    ) async throws {
        let job = try start(keepsShell ? "env \(command); exit" : "exec env \(command)")
        jobs[name] = job
        try await until(words) { job.text.contains(words) }
        show("\(command) &", job.news())
    }

    /// Waits for a command that was started before, and shows its output since then.
    private func wait(_ name: String) async throws {
        let ended = jobs.removeValue(forKey: name)
        let job = try #require(ended)
        try await until("the end of \(name)") { !job.process.isRunning }
        show("wait", job.news())
    }

    /// The output of a command, which isn't shown.
    private func look(_ command: String) throws -> String {
        let job = try start(command)
        job.process.waitUntilExit()
        return job.text
    }

    private func session() async throws -> String {
        try await run(inBackground: "healthtui serve", as: "service", saying: "serving")
        show("export HEALTHKIT_STORE=unix:$XDG_RUNTIME_DIR/healthtui/service", "")
        environment["HEALTHKIT_STORE"] = "unix:" + folder.path("run/healthtui/service")
        // Two apps: one is allowed, the other, in a sandbox, is not.
        try await run(inBackground: "stepdemo", as: "demo", saying: "waiting for permission")
        try run("healthtui authorize 1 --allow-all", answering: "y")
        try await wait("demo")
        try run("cp $(command -v stepdemo) visitor")
        let visitor = "healthtui run --sandbox ./visitor"
        try await run(inBackground: visitor, as: "visitor", saying: "waiting for permission", keepsShell: true)
        try run("healthtui authorize 2 --deny")
        try await wait("visitor")
        try run("healthtui apps")
        try run("healthtui audit")
        // An app that is started for changes, and a service that is killed meanwhile.
        try await run(inBackground: "healthtui launcher", as: "launcher", saying: "waiting for apps to start")
        try run("stepdemo --background")
        try run("healthtui wakes --allow stepdemo", answering: "y")
        let killed = jobs.removeValue(forKey: "service")
        let service = try #require(killed)
        kill(service.process.processIdentifier, SIGKILL)
        service.process.waitUntilExit()
        show("kill -KILL %1", "")
        try await run(inBackground: "healthtui serve", as: "service", saying: "serving")
        try run("printf '%s\\n' 'add steps' 400 '' '' yes quit | ACCESSIBLE=1 healthtui")
        try await until("the wake") { try look("healthtui wakes --starts stepdemo").contains("done") }
        try run("cat ~/.local/state/healthtui/wakes/local.stepdemo.log")
        try run("healthtui wakes")
        try run("healthtui wakes --starts stepdemo")
        return text.replacing(programs, with: "/usr/bin").replacing(folder.path("home"), with: "/home/ada")
            .replacing(folder.path("run"), with: "/run/user/1000").trimmingCharacters(in: .newlines)
    }

    /// A text without the parts that differ in each run: times and values that depend on them.
    private static func settled(_ text: some StringProtocol) -> [String] {
        // On a busy machine a start may take longer than the launcher waits; the app is then started again.
        text.split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.contains("no observer in 30 s") }
            .map { line in
                String(line).replacing(/\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\dZ)?/, with: "DAY")
                    .replacing(/\d{1,2}:\d\d/, with: "TIME")
                    .replacing(
                        /(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun)\b/,
                        with: "WEEKDAY"
                    )
                    .replacing(#/ +/#, with: " ")
                    // The service reads the new permissions a moment later.
                    .replacing(#/ waiting for a change$| $/#, with: "")
            }
    }

    @Test(
        "is a true one: it gives what stands there; UPDATE_DOCUMENTATION=1 writes it anew",
        .enabled(if: ServiceTranscriptTests.tools.allSatisfy { access($0, X_OK) == 0 }, "needs bubblewrap and script")
    )
    func page() async throws {
        let text = try await session()
        #expect(text.contains("Saved a walk of 250 steps."))
        #expect(text.contains("Saving steps is not allowed."))
        #expect(text.contains("woken: 650 steps today"), "\(text)")
        try TranscriptPage(file: Self.page, title: Self.title).check(text) { Self.settled($0) }
    }
}
