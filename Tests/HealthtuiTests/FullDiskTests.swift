import Foundation
import ProgramTesting
import Testing

/// Operations while a store's disk is full.
@Suite struct FullDiskTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    /// Runs a script with a separate mount namespace.
    private func shell(_ script: String) throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/unshare")
        process.arguments = ["--mount", "/bin/sh", "-c", script]
        let programs = URL(fileURLWithPath: Program.path("healthtui")).deletingLastPathComponent().path
        process.environment = [
            "PATH": "\(programs):/usr/sbin:/sbin:/usr/bin:/bin", "HOME": folder.root.path, "LC_ALL": "C.UTF-8",
        ]
        process.currentDirectoryURL = folder.root
        let pipe = Pipe()
        process.standardInput = FileHandle.nullDevice
        (process.standardOutput, process.standardError) = (pipe, pipe)
        try process.start()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }

    private func said(_ name: String) throws -> String {
        try String(contentsOfFile: folder.path(name), encoding: .utf8)
    }

    @Test(
        "The store is read and exported to another disk, only changes are told as not stored, and with room all goes on",
        .enabled(if: SyncTroubleTests.canMount, "needs root, who mounts a small file system")
    )
    func reading() throws {
        let records = (0..<400)
            .map { index in
                let time = "2026-09-20 \(String(format: "%02d:%02d", index / 60 + 8, index % 60)):00 +0200"
                return
                    "<Record type=\"HKQuantityTypeIdentifierStepCount\" sourceName=\"Uhr\" unit=\"count\" value=\"\(index)\" "
                    + "creationDate=\"\(time)\" startDate=\"\(time)\" endDate=\"\(time)\"/>"
            }
        let export = "<HealthData locale=\"de_DE\">\(records.joined())</HealthData>"
        try Data(export.utf8).write(to: URL(fileURLWithPath: folder.path("export.xml")))
        let outcome = try shell(
            """
            mkdir small && mount -t tmpfs -o size=4m none small || exit 99
            export HEALTHKIT_STORE="$PWD/small/a.store"
            healthtui import export.xml > imported || exit 90
            healthtui samples steps --json > before || exit 91
            healthtui export --format jsonl before.jsonl > exported || exit 92
            dd if=/dev/zero of=small/filler bs=4k 2> /dev/null
            healthtui samples steps --json > while 2> errors || exit 93
            healthtui types > types 2> errors || exit 94
            healthtui stats steps > stats 2> errors || exit 95
            healthtui export --format jsonl while.jsonl > exported 2> errors || exit 96
            healthtui export --plain while.zip > exported 2> errors || exit 97
            healthtui add steps 7 > added 2> refused && exit 98
            rm small/filler
            healthtui add steps 7 > added 2> errors || exit 100
            healthtui samples steps --json > after || exit 101
            healthtui doctor > doctor || exit 102
            """
        )
        let errors = (try? said("errors")) ?? ""
        try #require(outcome.status == 0, "\(outcome.status) \(outcome.output) \(errors)")
        #expect(try said("while") == said("before"))
        #expect(try said("while.jsonl") == said("before.jsonl"))
        let refused = try said("refused")
        #expect(refused.contains("The disk is full: this change was not stored"), "\(refused)")
        #expect(try said("after") != said("before"))
    }
}
