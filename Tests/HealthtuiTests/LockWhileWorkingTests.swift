import Foundation
import HealthKit
import LockTesting
import ProgramTesting
import RandomTesting
import Testing
import UniformTypeIdentifiers
import WaitTesting
@testable import HealthKitStore

/// The state after a running command was cut off by a lock or ended by the person.
@Suite("A command that is cut short by a lock or by ^C", .serialized)
struct LockWhileWorkingTests {
    /// A folder with an export of many records in it, a store, and the session's folder.
    private struct Place {
        let folder: ScratchFolder
        let store: String
        let words: String
        let export: String
        let target: String
        let environment: [String: String]
        static let records = 120_000

        init() throws {
            folder = try ScratchFolder()
            store = folder.path("health.store")
            words = folder.path("words")
            export = folder.path("export.xml")
            target = folder.path("target")
            for name in ["run", "target"] { try #require(mkdir(folder.path(name), 0o700) == 0) }
            // The remembered stores are in one place for all commands.
            environment = ["XDG_RUNTIME_DIR": folder.path("run"), "XDG_STATE_HOME": folder.path("state")]
            try SecretFile.write(EncryptedStore.passphrase + "\n", to: words)
            var xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<HealthData locale=\"en_US\">\n"
            for index in 0..<Self.records {
                let (day, hour) = (1 + index / 3600 / 24 % 28, index / 3600 % 24)
                let time =
                    "2024-0\(1 + index / 3600 / 24 / 28)-\(Self.padded(day)) \(Self.padded(hour))"
                    + ":\(Self.padded(index / 60 % 60)):\(Self.padded(index % 60)) +0000"
                xml += " <Record type=\"HKQuantityTypeIdentifierStepCount\" sourceName=\"Phone\" unit=\"count\" "
                xml += "startDate=\"\(time)\" endDate=\"\(time)\" value=\"\(index % 97)\"/>\n"
            }
            try Data((xml + "</HealthData>\n").utf8).write(to: URL(fileURLWithPath: export))
        }

        private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

        func run(_ arguments: String...) throws -> Command.Outcome {
            try Command.run(arguments + ["--store", store], in: folder, environment: environment)
        }

        /// How many samples the store holds.
        func samples() throws -> Int? {
            let outcome = try run("types", "--json")
            #expect(outcome.status == 0, "\(outcome.errors)")
            return try outcome.rows().first { $0["identifier"] as? String == "HKQuantityTypeIdentifierStepCount" }?[
                "samples"
            ] as? Int
        }

        /// Adds a document, so that the store takes long enough to write that a signal comes meanwhile however busy the machine
        /// is.
        func enlarge(by megabytes: Int) async throws {
            let document = folder.root.appendingPathComponent("document")
            let random = try FileHandle(forReadingFrom: URL(fileURLWithPath: "/dev/urandom"))
            try #require(try random.read(upToCount: megabytes << 20)).write(to: document)
            let (healthStore, person) = HKHealthStore.person(location: .file(store))
            let prescription = HKVisionPrescription(
                type: .glasses,
                dateIssued: Date(timeIntervalSinceReferenceDate: 0),
                expirationDate: nil,
                device: nil,
                metadata: nil
            )
            try person.save([prescription])
            _ = try await HKAttachmentStore(healthStore: healthStore)
                .addAttachment(to: prescription, name: "document", contentType: .pdf, url: document)
        }

        func unlock() throws {
            let outcome = try run("unlock", "--passphrase-file", words)
            #expect(outcome.status == 0, "\(outcome.errors)")
        }

        func size(_ path: String) -> Int {
            var status = stat()
            return stat(path, &status) == 0 ? Int(status.st_size) : 0
        }

        func files(in folder: String) throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder) }

        /// Starts rewriting the store, encrypted if it is plain and vice versa, up to the beginning of the new file.
        ///
        /// - Parameter yields: Whether the command leaves the processor to this process, so that it is seen in time.
        /// - Returns: The command, and whether the store was plain.
        /// - Throws: What reading the store and its folder throws.
        func beginRewriting(yields: Bool = false) throws -> (running: Running, wasPlain: Bool) {
            let wasPlain = try StoreLock.read(at: store) == nil
            let running = try Running(
                self,
                "passphrase",
                wasPlain ? "set" : "remove",
                "--passphrase-file",
                words
            )
            if yields {
                running.giveWay()
                // Without a pause in between: a small store is written in a few of them.
                running.wait(every: .zero) { hasPartialFile }
            } else {
                running.wait { hasPartialFile }
            }
            return (running, wasPlain)
        }

        /// Whether a new file is being written next to the store.
        private var hasPartialFile: Bool {
            guard let directory = opendir(folder.root.path) else { return false }
            defer { closedir(directory) }
            while let entry = readdir(directory) {
                let name = withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                }
                if name.hasSuffix(".partial") { return true }
            }
            return false
        }
    }

    /// A command that is under way.
    private final class Running {
        private let process = Process()
        private let errors: URL

        init(_ place: Place, _ arguments: String...) throws {
            errors = URL(fileURLWithPath: place.folder.path("errors-\(UUID().uuidString)"))
            try Data().write(to: errors)
            process.executableURL = URL(fileURLWithPath: Program.path("healthtui"))
            process.arguments = arguments + ["--store", place.store]
            process.environment = ["HOME": place.folder.root.path, "TZ": "UTC", "LC_ALL": "C.UTF-8"]
                .merging(place.environment) { $1 }
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = FileHandle.nullDevice
            process.standardError = try FileHandle(forWritingTo: errors)
            try process.start()
        }

        /// Has the command leave the processor to others.
        func giveWay() { _ = setpriority(Int32(PRIO_PROCESS.rawValue), id_t(process.processIdentifier), 15) }

        deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

        var isRunning: Bool { process.isRunning }

        func signal(_ number: Int32) { kill(process.processIdentifier, number) }

        /// Waits until something is so, or the command has ended.
        func wait(every interval: Duration = .milliseconds(1), until isSo: () throws -> Bool) rethrows {
            try eventuallyBlocking("what a command does, or its end", seconds: 600, every: interval) {
                try !process.isRunning || isSo()
            }
        }

        /// Waits for the end; the status is the signal's number below zero when that ended it.
        func end() throws -> (status: Int32, errors: String) {
            process.waitUntilExit()
            let status = process.terminationStatus
            let text = try String(contentsOf: errors, encoding: .utf8)
            return (process.terminationReason == .uncaughtSignal ? -status : status, text)
        }
    }

    @Test("An export that a lock cuts short ends with code 77 in words, and leaves no file and no part of one")
    func exporting() throws {
        let place = try Place()
        _ = try EncryptedStore.make(place.store)
        try place.unlock()
        #expect(try place.run("import", place.export).status == 0)
        for format in ["apple", "jsonl"] {
            // It may be done before the lock comes: then once more.
            try eventuallyBlocking("an export of \(format) that the lock cuts short", seconds: 600, every: .zero) {
                try place.unlock()
                let file = place.target + "/out"
                let running = try Running(place, "export", file, "--format", format, "--force")
                try running.wait { try !place.files(in: place.target).isEmpty }
                #expect(try place.run("lock").status == 0)
                let (status, errors) = try running.end()
                let left = try place.files(in: place.target)
                if status == 0 {
                    #expect(left == ["out"])
                    unlink(file)
                    return false
                }
                #expect(
                    status == 77 && errors.contains("locked") && errors.contains("Unlock it"),
                    "\(status) \(errors)"
                )
                #expect(left.isEmpty, "\(left)")
                return true
            }
        }
    }

    @Test(
        "An import that a lock cuts short ends with code 77 in words; what it stored stays, and again brings the rest"
    )
    func importing() throws {
        let place = try Place()
        var round = 0
        // It may be done before the lock comes: then once more.
        let wasCut = try eventuallyBlocking("an import that the lock cuts short", seconds: 600, every: .zero) {
            for end in ["", "-log", "-mark", "-shm", "-undo"] { unlink(place.store + end) }
            _ = try EncryptedStore.make(place.store)
            let begin = place.size(place.store)
            try place.unlock()
            let running = try Running(place, "import", place.export)
            // On a machine that is busy with other things the lock needs the processor more.
            round += 1
            if round > 2 { running.giveWay() }
            running.wait { place.size(place.store) + place.size(place.store + "-log") > begin + 100_000 }
            #expect(try place.run("lock").status == 0)
            let (status, errors) = try running.end()
            if status != 0 { #expect(status == 77 && errors.contains("locked"), "\(status) \(errors)") }
            return status != 0
        }
        try #require(wasCut)
        #expect(try place.run("types").status == 77)
        try place.unlock()
        // The lock may have come between the last record and the end.
        let stored = try #require(try place.samples())
        #expect((1...Place.records).contains(stored))
        #expect(try place.run("doctor").status == 0)
        #expect(try place.run("import", place.export).status == 0)
        #expect(try place.samples() == Place.records)
        #expect(try place.run("lock").status == 0)
    }

    @Test("^C while a store is encrypted, or made plain again, leaves one or the other, and nothing of the new file")
    func interrupted() async throws {
        // A shell makes background programs ignore ^C, and so would the programs that are started here.
        signal(SIGINT, SIG_DFL)
        let place = try Place()
        #expect(try place.run("import", place.export).status == 0)
        try await place.enlarge(by: 32)
        var forms: [Bool: Int] = [:]
        // Increasing delays after the new file was begun, once so long that from then on the other form is interrupted.
        let delays: [UInt32] = [0, 2000, 3_000_000, 10_000, 50_000, 200_000]
        func interrupt(after delay: UInt32, yields: Bool) throws {
            let (running, wasPlain) = try place.beginRewriting(yields: yields)
            usleep(delay)
            running.signal(SIGINT)
            let (status, errors) = try running.end()
            let isPlain = try StoreLock.read(at: place.store) == nil
            forms[isPlain == wasPlain, default: 0] += 1
            #expect([-SIGINT, 0].contains(status), "\(status) \(errors)")
            if status == 0 { #expect(isPlain != wasPlain) }
            let names = try place.files(in: place.folder.root.path)
            #expect(!names.contains { $0.contains(".partial") }, "\(delay) µs after its beginning: \(names)")
            if !isPlain { try place.unlock() }
            #expect(try place.samples() == Place.records)
            let doctor = try place.run("doctor")
            #expect(doctor.status == 0, "\(doctor.output)\(doctor.errors)")
            if !isPlain { #expect(try place.run("lock").status == 0) }
        }
        for delay in delays { try interrupt(after: delay, yields: false) }
        // On a machine that is busy each may be done before: then more that are cut short at once.
        try await eventually("a store that stays as it was", seconds: 600, every: .zero) {
            if forms[true] == nil { try interrupt(after: 0, yields: true) }
            return forms[true] != nil
        }
        print("^C while a store is written anew: \(forms[true] ?? 0) as before, \(forms[false] ?? 0) changed")
    }

    @Test("A store that is encrypted, or made plain again, by a program that is killed is one or the other, and whole")
    func killed() throws {
        let place = try Place()
        #expect(try place.run("import", place.export).status == 0)
        var generator = SeededGenerator("stores whose writing is killed")
        var changed = 0
        for round in 0..<Soak.count(6, soak: 60) {
            let (running, wasPlain) = try place.beginRewriting()
            // Half of them around the moment at which the new file takes the old one's place.
            if round % 2 == 0 {
                usleep(UInt32.random(in: 0..<300_000, using: &generator))
            } else {
                try running.wait { try (StoreLock.read(at: place.store) == nil) != wasPlain }
                usleep(UInt32.random(in: 0..<3000, using: &generator))
            }
            running.signal(SIGKILL)
            let (status, errors) = try running.end()
            #expect([-SIGKILL, 0].contains(status), "\(status) \(errors)")
            let isPlain = try StoreLock.read(at: place.store) == nil
            if isPlain != wasPlain { changed += 1 }
            if !isPlain { try place.unlock() }
            let doctor = try place.run("doctor")
            #expect(doctor.status == 0 && doctor.output.contains("intact"), "\(doctor.output)\(doctor.errors)")
            #expect(try place.samples() == Place.records)
            let names = try place.files(in: place.folder.root.path)
            #expect(!names.contains { $0.contains(".partial") }, "round \(round): \(names)")
            if !isPlain { #expect(try place.run("lock").status == 0) }
        }
        #expect(changed > 0)
    }
}
