import Foundation
import Glibc
import ProgramTesting
import Testing

@testable import HealthtuiStudy

@Suite("The collection of contributions", .enabled(if: Engines.hasDuckDB, Engines.noDuckDB))
struct CollectTests {
    @Test("What people sent is merged again by SQL to the last digit, and a changed digit is found")
    func verify() throws {
        let world = try StudyWorld()
        try world.simulate(0..<4)
        var participant = try TestParticipant(world, 1)
        var tables = try participant.tables(try participant.walk())
        try participant.contribute(tables, "own")
        #expect(try world.collect().count(.accepted) == 5)
        let outcome = try world.verify()
        #expect(outcome.isEqual, "\(outcome)")
        #expect(outcome.days > 100 && outcome.hours > 2_000)
        // A day says a step more than its samples.
        let index = try #require(tables.firstIndex { $0.key.table == .days })
        let text = String(decoding: tables[index].bytes, as: UTF8.self)
            .replacing(",1000,", with: ",1001,", maxReplacements: 1)
        tables[index] = PreparedTable(tables[index].key, rows: tables[index].rows, bytes: Array(text.utf8))
        try participant.contribute(tables, "wrong")
        #expect(try world.collect().count(.accepted) == 1)
        let wrong = try world.verify()
        #expect(wrong.differing == 1)
        #expect(wrong.differences.map(\.person) == [participant.person])
    }

    @Test("Collected again nothing changes; an older number and a second content of one number are refused")
    func repeated() throws {
        let world = try StudyWorld()
        var participant = try TestParticipant(world, 1)
        let tables = try participant.tables(try participant.walk())
        let first = try participant.contribute(tables, "1")
        #expect(try world.collect().dataset.number == 1)
        let before = try world.contents()
        let again = try world.collect()
        #expect(again.files.map(\.fate) == [.known] && !again.isChanged)
        #expect(try world.contents() == before)
        try participant.contribute(try participant.tables(try participant.walk(steps: 2_000)), "2")
        #expect(try world.collect().dataset.number == 2)
        // The first comes again under another name.
        try world.write(first, "3")
        let older = try world.collect()
        #expect(older.files.map(\.fate) == [.known, .known, .known] && !older.isChanged)
        // Another content under the same number, of the latest and of an earlier one.
        for number in [2, 1] {
            participant.sequence = number - 1
            try participant.contribute(try participant.tables(try participant.walk(steps: 3_000)), "4")
            let other = try world.collect().files.filter { $0.fate == .refused }
            #expect(other.map(\.name) == ["4.contribution"])
            #expect(other.first?.why?.contains("number \(number) was collected with another content") == true)
        }
        // One that was never collected comes after a later one.
        participant.sequence = 3
        try participant.contribute(try participant.tables(try participant.walk(steps: 5_000)), "4")
        let late = try Data(contentsOf: URL(fileURLWithPath: world.inbox + "/4.contribution"))
        try participant.contribute(try participant.tables(try participant.walk(steps: 6_000)), "4")
        #expect(try world.collect().count(.accepted) == 1)
        try world.write(Array(late), "5")
        let refused = try world.collect().files.filter { $0.fate == .refused }
        #expect(refused.map(\.why) == ["older than what was collected: number 4, after 5"])
    }

    @Test("Contributions are found by what they hold, however deep and whatever they are called; the rest is named")
    func found() throws {
        let world = try StudyWorld(form: .days)
        var participants: [TestParticipant] = []
        for number in UInt8(1)...4 { participants.append(try TestParticipant(world, number)) }
        for index in participants.indices {
            let tables = try participants[index].tables(try participants[index].walk())
            try participants[index].contribute(tables, "\(index)")
        }
        let manager = FileManager.default
        let inbox = world.inbox
        try manager.createDirectory(atPath: inbox + "/mail/March 2026/ü", withIntermediateDirectories: true)
        for (index, name) in ["Ada's file.bin", "mail/attachment", "mail/March 2026/ü/study.contribution (1).txt"]
            .enumerated()
        {
            try manager.moveItem(atPath: inbox + "/\(index).contribution", toPath: inbox + "/" + name)
        }
        try Data("Dear researcher".utf8).write(to: URL(fileURLWithPath: inbox + "/mail/letter.txt"))
        try Data().write(to: URL(fileURLWithPath: inbox + "/mail/empty"))
        try Data("HTS".utf8).write(to: URL(fileURLWithPath: inbox + "/mail/cut"))
        try Data("HTSTUDY9 of a later version".utf8).write(to: URL(fileURLWithPath: inbox + "/mail/later"))
        try manager.createSymbolicLink(atPath: inbox + "/mail/round", withDestinationPath: inbox)
        try manager.createSymbolicLink(atPath: inbox + "/mail/nowhere", withDestinationPath: inbox + "/none")
        #expect(mkfifo(inbox + "/mail/pipe", 0o600) == 0)
        let outcome = try world.collect()
        let accepted = outcome.files.filter { $0.fate == .accepted }.map(\.name)
        #expect(
            Set(accepted) == [
                "Ada's file.bin", "mail/attachment", "mail/March 2026/ü/study.contribution (1).txt", "3.contribution",
            ]
        )
        let skipped = outcome.files.filter { $0.fate == .skipped }
        #expect(
            Set(skipped.map(\.name)) == [
                "mail/letter.txt", "mail/empty", "mail/cut", "mail/round", "mail/nowhere", "mail/pipe",
            ]
        )
        #expect(skipped.allSatisfy { $0.why?.isEmpty == false })
        #expect(outcome.files.filter { $0.fate == .refused }.map(\.name) == ["mail/later"])
        // Whoever names a file means it; a folder around the study has the study's own files too, which nobody sent.
        #expect(try world.collect(inbox + "/mail/letter.txt").files.map(\.fate) == [.refused])
        try manager.removeItem(atPath: inbox + "/mail")
        let around = try world.collect(world.root)
        #expect(around.files.filter { $0.fate != .known }.map(\.name) == [])
        #expect(around.count(.known) == 2)
        #expect(throws: StudyError.self) { try world.collect(world.root + "/none") }
    }

    @Test("What was collected before is known in every number, and after the person withdrew")
    func knownBefore() throws {
        let world = try StudyWorld(form: .days)
        var participant = try TestParticipant(world, 1)
        for number in 1...4 {
            try participant.contribute(
                try participant.tables(try participant.walk(steps: 1_000 * Int64(number))),
                "\(number)"
            )
        }
        #expect(try world.collect().count(.accepted) == 4)
        let again = try world.collect()
        #expect(again.files.map(\.fate) == [.known, .known, .known, .known])
        try participant.withdraw("gone")
        #expect(try world.collect().count(.withdrawn) == 1)
        let last = try world.collect()
        #expect(last.count(.known) == 5 && last.files.count == 5)
    }

    @Test("A month replaces a month: edits and deletions arrive, other months stay")
    func replaced() throws {
        let world = try StudyWorld()
        var participant = try TestParticipant(world, 1)
        let tables = try participant.tables(try participant.walk())
        try participant.contribute(tables, "1")
        _ = try world.collect()
        // April is gone.
        let fewer = try participant.tables(try participant.walk(0...11))
        try participant.contribute(fewer, "2")
        let outcome = try world.collect()
        #expect(outcome.count(.accepted) == 1)
        let rows = outcome.dataset.files.filter { $0.table == "days" }.reduce(0) { $0 + $1.rows }
        #expect(rows == 12)
        // Only what changed is carried.
        let edited = try participant.tables(try participant.walk(0...12))
        let changed = edited.filter { table in !fewer.contains { $0.digest == table.digest } }
        #expect(changed.count < edited.count)
        try participant.contribute(edited, carrying: changed, "3")
        #expect(try world.collect().dataset.files.filter { $0.table == "days" }.reduce(0) { $0 + $1.rows } == 13)
        #expect(try world.verify().isEqual)
    }

    @Test("A contribution waits while a month that it calls unchanged is missing, and is taken once it is there")
    func held() throws {
        let world = try StudyWorld()
        var participant = try TestParticipant(world, 1)
        let first = try participant.tables(try participant.walk(0...10))
        let lost = try participant.contribute(first, "1")
        try FileManager.default.removeItem(atPath: world.inbox + "/1.contribution")
        let all = try participant.tables(try participant.walk())
        try participant.contribute(all, carrying: all.filter { $0.key.month == "2026-04" }, "2")
        let held = try world.collect()
        #expect(held.files.map(\.fate) == [.held] && !held.isChanged)
        // March as it is said to be was never sent: the first contribution has another one.
        try world.write(lost, "1")
        #expect(try world.collect().count(.held) == 1)
        try participant.contribute(all, "3")
        #expect(try world.collect().count(.accepted) == 1)
        #expect(try world.verify().isEqual)
    }

    @Test("Contributions of one person are taken in the order of their numbers, whatever the files are called")
    func ordered() throws {
        let world = try StudyWorld()
        var participant = try TestParticipant(world, 1)
        let first = try participant.tables(try participant.walk(0...14))
        try participant.contribute(first, "z")
        let second = try participant.tables(try participant.walk(0...16))
        let changed = second.filter { table in !first.contains { $0.digest == table.digest } }
        try participant.contribute(second, carrying: changed, "a")
        let outcome = try world.collect()
        #expect(outcome.count(.accepted) == 2)
        #expect(outcome.dataset.number == 1)
        #expect(try world.verify().days == 17)
    }

    @Test("A withdrawal deletes the person's rows and every file that had them, and nothing more is taken")
    func withdrawal() throws {
        let world = try StudyWorld()
        try world.simulate(0..<3)
        var participant = try TestParticipant(world, 1)
        try participant.contribute(try participant.tables(try participant.walk()), "1")
        _ = try world.collect()
        try participant.withdraw("2")
        let outcome = try world.collect()
        #expect(outcome.count(.withdrawn) == 1)
        #expect(outcome.dataset.people == 3 && outcome.dataset.withdrawn == 1)
        let names = Set(try world.contents().keys)
        #expect(names.filter { $0.hasPrefix("dataset-") } == ["dataset-2.json"])
        let kept = Set(outcome.dataset.files.map(\.path))
        #expect(names.filter { $0.hasSuffix(".parquet") || $0.hasSuffix(".jsonl") }.allSatisfy { kept.contains($0) })
        var people: Set<String> = []
        _ = try world.query()
            .run("SELECT DISTINCT person FROM samples", named: "people.sql") { result in
                try result.forEachRow { people.insert($0[0] as? String ?? "") }
            }
        #expect(people.count == 3 && !people.contains(participant.person))
        // A later file is refused, the withdrawal itself is known.
        try participant.contribute(try participant.tables(try participant.walk()), "3")
        let late = try world.collect()
        #expect(late.files.first { $0.name == "3.contribution" }?.why?.contains("withdrew") == true)
        #expect(late.count(.known) >= 1 && !late.isChanged)
    }

    @Test("Receipts are signed with the study's key, and say what the study has")
    func receipts() throws {
        let world = try StudyWorld()
        var participant = try TestParticipant(world, 1)
        let tables = try participant.tables(try participant.walk())
        try participant.contribute(tables, "1")
        _ = try world.collect()
        let path = world.folder.path + "/receipts/\(participant.person)-1.receipt"
        let data = try #require(FileManager.default.contents(atPath: path))
        var receipt = try JSONDecoder().decode(Signed<StudyReceipt>.self, from: data)
        #expect(receipt.isSigned(by: world.study.signingKey))
        #expect(receipt.content.rows == tables.reduce(0) { $0 + $1.rows })
        receipt.content.rows += 1
        #expect(!receipt.isSigned(by: world.study.signingKey))
    }

    @Test("Only people with a code take part where the study asks for one, and a code counts once")
    func codes() throws {
        let world = try StudyWorld(codes: 2)
        let codes = try String(contentsOfFile: world.folder.path + "/codes.txt", encoding: .utf8)
            .split(separator: "\n").map(String.init)
        #expect(codes.count == 2)
        for (number, code) in [nil, "wrong", codes[0], codes[0], codes[1]].enumerated() {
            var participant = try TestParticipant(world, UInt8(number + 1))
            participant.code = code
            try participant.contribute(try participant.tables(try participant.walk()), "\(number)")
        }
        let outcome = try world.collect()
        #expect(outcome.count(.accepted) == 2)
        #expect(outcome.count(.refused) == 3)
        #expect(Set(outcome.files.compactMap(\.why)).count == 3)
        #expect(try world.collect().count(.known) == 2)
    }

    @Test("A damaged file is refused and the others are taken")
    func damaged() throws {
        let world = try StudyWorld()
        try world.simulate(0..<2)
        try world.write(Array("nothing".utf8), "nothing")
        var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: world.inbox + "/1-0.contribution")))
        bytes[bytes.count / 2] ^= 1
        try world.write(bytes, "1-0")
        let outcome = try world.collect()
        #expect(outcome.count(.accepted) == 1 && outcome.count(.refused) == 2)
    }

    @Test("An engine that is missing or fails leaves everything as it was, and says what to do")
    func missingEngine() throws {
        let world = try StudyWorld()
        try world.simulate(0..<1)
        let before = try world.contents()
        let folder = try world.scratch()
        let fake = folder + "/python3"
        for (script, message) in [
            ("#!/bin/sh\nread line\necho '{\"missing\": \"Install it with: pip\"}'\nexit 1\n", "Install it with"),
            ("#!/bin/sh\nexit 3\n", "ended before"),
            ("#!/bin/sh\nread line\necho '{\"engine\": \"E\"}'\nread line\nkill -9 $$\n", "ended before"),
            (
                "#!/bin/sh\nread line\necho '{\"engine\": \"E\"}'\nread line\necho '{\"error\": \"disk full\"}'\n",
                "disk full"
            ),
        ] {
            try Data(script.utf8).write(to: URL(fileURLWithPath: fake))
            chmod(fake, 0o700)
            let python = try StudyPython(environment: ["HEALTHTUI_PYTHON": fake])
            let error = #expect(throws: StudyError.self) {
                try Collector(world.folder, python: python, now: StudyWorld.now).collect([world.inbox])
            }
            #expect(error?.why.contains(message) == true, "\(error?.why ?? "")")
            let after = try world.contents().filter { !$0.key.hasPrefix("people/") && !$0.key.hasPrefix("staging") }
            #expect(after == before)
        }
        #expect(try world.collect().count(.accepted) == 1)
    }

    @Test("Two collections at once don't mix: the second is refused")
    func twice() throws {
        let world = try StudyWorld()
        try world.simulate(0..<1)
        let lock = try FolderLock(world.folder.path, isShared: false)
        #expect(throws: StudyError.self) { try world.collect() }
        withExtendedLifetime(lock) {}
    }

    @Test(
        "A collection that has ended keeps no other from beginning, though a program that is starting has its files open"
    )
    func ended() throws {
        let world = try StudyWorld()
        try world.simulate(0..<1)
        var lock: FolderLock? = try FolderLock(world.folder.path, isShared: false)
        let file = URL(fileURLWithPath: world.folder.path + "/lock").resolvingSymlinksInPath().path
        let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
            .compactMap { Int32($0) }
            .first { (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == file }
        // As the program has it between its beginning and its first own step.
        let other = dup(try #require(open))
        defer { close(other) }
        withExtendedLifetime(lock) {}
        lock = nil
        #expect(try world.collect().count(.accepted) == 1)
    }

    @Test("Another version keeps what was collected, takes only who agreed to it, and lets everybody withdraw")
    func revised() throws {
        let world = try StudyWorld(form: .days)
        var (first, second) = (try TestParticipant(world, 1), try TestParticipant(world, 2))
        try first.contribute(try first.tables(try first.walk()), "1")
        try second.contribute(try second.tables(try second.walk()), "2")
        #expect(try world.collect().count(.accepted) == 2)
        let before = world.folder.study
        try world.revise { study in
            study.until = "2026-05-05"
            study.form = .hours
        }
        #expect(world.study.version == 2 && world.study.id == before.description.id)
        // What was collected is there, and a contribution to the version before comes too late.
        #expect(try Dataset.latest(world.folder).people == 2)
        #expect(try StudyFolder(world.folder.path).study.digest == world.folder.study.digest)
        first.sequence += 1
        try world.write(try first.sealed(try first.manifest([], study: before.digest), carrying: []), "late")
        #expect(try world.collect().files.contains { $0.why?.contains("another version") == true })
        // One agrees to the new version, the other withdraws what went to the old one.
        try first.contribute(try first.tables(try first.walk()), "3")
        #expect(try world.collect().count(.accepted) == 1)
        second.sequence += 1
        try world.write(
            try second.sealed(try second.manifest([], kind: .withdraw, study: before.digest), carrying: []),
            "4"
        )
        let last = try world.collect()
        #expect(last.count(.withdrawn) == 1)
        #expect(last.dataset.people == 1 && last.dataset.study == world.folder.study.digest)
    }

    @Test("A version that breaks what people were told, or changes nothing, is refused, and nothing is written")
    func refusedVersions() throws {
        let world = try StudyWorld(k: 10)
        let before = try world.contents()
        let changes: [(String, (inout StudyDescription) -> Void)] = [
            ("nothing is different", { _ in }), ("it can grow, not shrink to 9", { $0.k = 9 }),
            ("keys, dates", { $0.dates = .shifted }), ("enrolment stay", { $0.enrolment = .codes }),
            ("identifier", { $0.id = String(repeating: "0", count: 32) }), ("is before", { $0.until = "2025-01-01" }),
            ("keys", { $0.boxKey = String(repeating: "0", count: 64) }), ("doesn't exist", { $0.types = ["steps"] }),
        ]
        for (what, change) in changes {
            let error = #expect(throws: StudyError.self) { try world.folder.revise(change) }
            let text = error?.description ?? ""
            #expect(text.contains(what), "\(what): \(text)")
        }
        #expect(try world.contents() == before)
        // One that was interrupted before it was in place is made again.
        try LastingFile.write(world.folder.study.data, to: world.folder.path + "/study-1.json")
        try world.revise { $0.k = 12 }
        #expect(world.study.version == 2 && world.study.k == 12)
        try world.revise { $0.title = "Steps again" }
        #expect(world.study.version == 3 && world.folder.digests.count == 3)
    }
}
