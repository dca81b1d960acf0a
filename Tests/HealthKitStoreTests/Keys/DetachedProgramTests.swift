import Foundation
import Glibc
import HealthKitStore
import Testing
import WaitTesting

@Suite struct DetachedProgramTests {
    /// The output of a started program in a file, once it is complete.
    private func words(in file: URL) async -> [String] {
        var text = ""
        await eventually("the program's last line", seconds: 120, every: .milliseconds(20)) {
            text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
            return text.hasSuffix("end\n")
        }
        return text.split(separator: "\n").map(String.init)
    }

    private func temporaryFile() -> URL {
        FileManager.default.temporaryDirectory.appendingPathComponent("detached-\(UUID().uuidString)")
    }

    @Test("Nothing of the program that starts another stays open in it, and it has a session of its own")
    func apart() async throws {
        let (held, file) = (temporaryFile(), temporaryFile())
        defer { for url in [held, file] { try? FileManager.default.removeItem(at: url) } }
        let descriptor = open(held.path, O_RDWR | O_CREAT, 0o600)
        defer { close(descriptor) }
        #expect(descriptor > STDERR_FILENO && fcntl(descriptor, F_GETFD) == 0, "it would be handed down")
        let script = """
            exec 1>"$1"
            for number in 0 1 2 \(descriptor); do readlink /proc/$$/fd/$number || echo closed; done
            cut -d ' ' -f 6 /proc/$$/stat
            echo $$ "$WORD"
            echo end
            """
        let problem = DetachedProgram.start(
            "/bin/sh",
            arguments: ["-c", script, "sh", file.path],
            environment: ["WORD": "told", "PATH": "/usr/bin:/bin"]
        )
        #expect(problem == nil)
        let words = await words(in: file)
        try #require(words.count == 7)
        #expect(words[0] == "/dev/null" && words[2] == "/dev/null")
        #expect(words[3] == "closed")
        #expect(words[5] == words[4] + " told", "the process leads its session")
    }

    @Test("How a program ended is told", arguments: [("exit 3", 3), ("kill -9 $$", 137)])
    func ends(_ script: String, _ status: Int32) async {
        let found = await withCheckedContinuation { continuation in
            _ = DetachedProgram.start("/bin/sh", arguments: ["-c", script]) { continuation.resume(returning: $0) }
        }
        #expect(found == status)
    }

    @Test("A program that does not start is told in the system's words")
    func notThere() {
        #expect(DetachedProgram.start("/nowhere/program") == "No such file or directory")
    }
}
