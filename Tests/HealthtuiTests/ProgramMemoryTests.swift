import Foundation
import LockTesting
import ProgramTesting
import Testing
import WaitTesting
@testable import HealthKitStore

/// The memory of the programs themselves, as only the administrator can look into it: they forbid it to everybody else.
@Suite(
    "What the memory of programs shows of an encrypted store",
    .serialized,
    .enabled(if: geteuid() == 0, "only the administrator looks into programs that hold a key")
)
struct ProgramMemoryTests {
    private static let passphrase = "ultramarine lapwing 7719"
    private static let count = 30_000

    /// Values that no column packs: every bit of them is in the file as it is in memory.
    private static let values: [Double] = {
        var state: UInt64 = 77
        return (0..<count)
            .map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return 60 + Double(state >> 11) / Double(1 << 53) * 60
            }
    }()

    /// An encrypted store with three weeks of heart rate, one a minute until now, that is unlocked.
    private struct Place {
        let folder: ScratchFolder
        let store: String
        let words: String
        let key: [UInt8]
        /// Bytes from the middle of the pages of a plain store, which those of the encrypted one hold too.
        let pages: [[UInt8]]
        let environment: [String: String]

        init() throws {
            folder = try ScratchFolder()
            (store, words) = (folder.path("health.store"), folder.path("words"))
            try #require(mkdir(folder.path("run"), 0o700) == 0)
            environment = ["XDG_RUNTIME_DIR": folder.path("run")]
            key = try EncryptedStore.make(store, passphrase: ProgramMemoryTests.passphrase).withBytes { Array($0) }
            try SecretFile.write(ProgramMemoryTests.passphrase + "\n", to: words)
            let format = DateFormatter()
            format.locale = Locale(identifier: "en_US_POSIX")
            format.timeZone = TimeZone(secondsFromGMT: 0)
            format.dateFormat = "yyyy-MM-dd HH:mm:ss Z"
            let begin = Date().addingTimeInterval(-Double(ProgramMemoryTests.count) * 60)
            var xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<HealthData locale=\"en_US\">\n"
            for (index, value) in ProgramMemoryTests.values.enumerated() {
                let time = format.string(from: begin.addingTimeInterval(Double(index) * 60))
                xml += " <Record type=\"HKQuantityTypeIdentifierHeartRate\" sourceName=\"Watch\" unit=\"count/min\" "
                xml += "startDate=\"\(time)\" endDate=\"\(time)\" value=\"\(value)\"/>\n"
            }
            try Data((xml + "</HealthData>\n").utf8).write(to: URL(fileURLWithPath: folder.path("export.xml")))
            let plain = folder.path("plain.store")
            let importing = ["import", folder.path("export.xml"), "--store"]
            let first = try Command.run(importing + [plain], in: folder, environment: environment)
            #expect(first.status == 0, "\(first.errors)")
            let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: plain)))
            let places = stride(from: 8192 + 2000, to: bytes.count - 4096, by: 4096)
            let pieces = places.map { place -> [UInt8] in Array(bytes[place..<place + 32]) }
            pages = Array(pieces.filter { piece in Set(piece).count > 12 }.suffix(40))
            try unlock()
            let second = try Command.run(importing + [store], in: folder, environment: environment)
            #expect(second.status == 0, "\(second.errors)")
        }

        func run(_ arguments: String...) throws -> Command.Outcome {
            try Command.run(arguments + ["--store", store], in: folder, environment: environment)
        }

        func unlock() throws {
            let outcome = try run("unlock", "--passphrase-file", words)
            #expect(outcome.status == 0, "\(outcome.errors)")
        }

        /// A command that is under way.
        func begin(_ arguments: [String]) throws -> Process {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: Program.path("healthtui"))
            process.arguments = arguments + ["--store", store]
            // As a release is linked (`-z now`): the loader that looks a function up at its first call keeps the
            // registers on the stack meanwhile, including data that was just copied.
            process.environment = ["HOME": folder.root.path, "TZ": "UTC", "LC_ALL": "C.UTF-8", "LD_BIND_NOW": "1"]
                .merging(environment) { $1 }
            (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
            process.standardInput = FileHandle.nullDevice
            try process.start()
            return process
        }

        /// Looks for the key and the passphrase where others could see them: nowhere.
        func expectNoSecret(_ image: ProcessImage, _ what: String) {
            let secrets = [key, Array(ProgramMemoryTests.passphrase.utf8)]
            let counts = image.counts(of: secrets) { !$0.isLeftOut }
            for (index, name) in ["the key", "the passphrase"].enumerated() where counts?[index] != 0 {
                let places = image.mappings.filter {
                    !$0.isLeftOut && image.count(of: secrets[index], in: $0).map { $0 > 0 } ?? true
                }
                Issue.record("\(what): \(name) in \(places)")
            }
        }
    }

    /// Stops a program, looks into it, and lets it go on; nil when it has ended.
    @discardableResult
    private static func stopped<T>(_ process: pid_t, _ look: (ProcessImage) throws -> T) rethrows -> T? {
        guard kill(process, SIGSTOP) == 0 else { return nil }
        defer { kill(process, SIGCONT) }
        // Each thread stops by itself: one that keeps running could map memory that was free when the list of mappings
        // was read.
        let list = { (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? [] }
        var isOver = false
        eventuallyBlocking("every thread of \(process) to stop", seconds: 120, every: .milliseconds(1)) {
            let threads = list()
            let states = threads.compactMap { thread in
                String(decoding: ProcessImage.contents("/proc/\(process)/task/\(thread)/stat"), as: UTF8.self)
                    .split(separator: ")").last?
                    .split(separator: " ").first
            }
            isOver = states.allSatisfy { $0 == "Z" || $0 == "X" }
            return isOver || states.allSatisfy { "TZX".contains($0) } && list() == threads
        }
        if isOver { return nil }
        guard let image = ProcessImage(of: process) else { return nil }
        return try look(image)
    }

    @Test(
        "A console that shows the store, locks it and is unlocked by typing keeps no key, passphrase or page"
    )
    func console() async throws {
        let place = try Place()
        let tmux = Tmux(place.folder)
        defer { tmux.end() }
        let program =
            "env XDG_RUNTIME_DIR=\(place.folder.path("run")) XDG_STATE_HOME=\(place.folder.path("state")) \(Program.path("healthtui"))"
        let window = try tmux.open("console", Tmux.Size(80, 24), "\(program) --store \(place.store)")
        try await window.wait(for: "Heart Rate")
        try window.press("2")
        try await window.wait(for: "/ ")
        try window.type("/heart rate")
        try await window.wait(for: "/heart rate")
        try window.press("Enter", "Enter")
        try window.press("M")
        try await window.wait(for: "[M]")
        let shell = try #require(
            pid_t(
                try tmux.run(["display-message", "-p", "-t", "console", "#{pane_pid}"])
                    .trimmingCharacters(in: .newlines)
            )
        )
        let process = try #require(ProcessImage.children(of: shell).first, "no console under \(shell)")
        let before = try #require(Self.stopped(process) { $0.counts(of: [place.key] + place.pages) ?? [] })
        // The earlier finding proves that the search would find it now.
        #expect(before[0] > 0, "the key")
        #expect(before.dropFirst().count { $0 > 0 } > 5, "decrypted pages")
        Self.stopped(process) { place.expectNoSecret($0, "a console") }

        try window.press("C-k")
        try await window.wait(for: "store locked at")
        let locked = try #require(Self.stopped(process) { $0.counts(of: [place.key] + place.pages) ?? [] })
        #expect(locked[0] == 0, "the key after the lock")
        #expect(locked.dropFirst().reduce(0, +) == 0, "decrypted pages after the lock")

        try window.type(Self.passphrase)
        try window.press("Enter")
        try await window.wait(for: "30,000")
        Self.stopped(process) { place.expectNoSecret($0, "a console in which the passphrase was typed") }
        #expect(try place.run("lock").status == 0)
        try await window.wait(for: "store locked at")
        let words = Array(Self.passphrase.utf8)
        let after = try #require(Self.stopped(process) { $0.counts(of: [place.key, words] + place.pages) ?? [] })
        #expect(after[0] == 0 && after[1] == 0, "the key and the passphrase after another lock")
        #expect(after.dropFirst(2).reduce(0, +) == 0, "decrypted pages after another lock")
    }

    /// Runs a command to its end, stopping it again and again to look for secrets where others could see them.
    ///
    /// - Returns: The number of times that it was seen with a hidden secret.
    private static func looks(_ place: Place, for secret: [UInt8], _ arguments: String...) throws -> Int {
        let process = try place.begin(arguments)
        var looks = 0
        // Each look reads all that it has; a few at the right time show what more would.
        eventuallyBlocking("the end of \(arguments[0])", seconds: 600, every: .milliseconds(10)) {
            guard process.isRunning, looks < 2 else { return true }
            stopped(process.processIdentifier) { image in
                place.expectNoSecret(image, arguments[0])
                if let found = image.count(of: secret), found > 0 { looks += 1 }
            }
            return false
        }
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(arguments[0])")
        return looks
    }

    @Test("A command that is stopped while it reads the store, or takes a passphrase, shows neither to a core dump")
    func underWay() throws {
        let place = try Place()
        // It may be done between two looks: then once more.
        try eventuallyBlocking("an export that is seen to hold the key", seconds: 600, every: .zero) {
            try Self.looks(place, for: place.key, "export", place.folder.path("out.zip"), "--force") > 0
        }
        try eventuallyBlocking("an unlock that is seen to hold the passphrase", seconds: 600, every: .zero) {
            #expect(try place.run("lock").status == 0)
            let words = Array(Self.passphrase.utf8)
            return try Self.looks(place, for: words, "unlock", "--passphrase-file", place.words) > 0
        }
        #expect(try place.run("lock").status == 0)
    }
}
