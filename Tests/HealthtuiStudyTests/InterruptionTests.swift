import Foundation
import ProgramTesting
import Testing

@testable import HealthKit
@testable import HealthtuiStudy

@Suite("Studies when a process ends in the middle", .enabled(if: Engines.hasDuckDB, Engines.noDuckDB))
struct InterruptionTests {
    @Test("Killed at any write, a collection loses nothing: the next one comes to the same")
    func killed() throws {
        // What a collection comes to that nobody kills.
        func prepared() throws -> StudyWorld {
            let world = try StudyWorld(form: .days)
            try world.simulate(0..<2)
            var participant = try TestParticipant(world, 1)
            try participant.contribute(try participant.tables(try participant.walk(0...10)), "own")
            _ = try world.collect()
            try participant.contribute(try participant.tables(try participant.walk()), "own-2")
            try world.simulate(2..<3)
            return world
        }
        func result(_ world: StudyWorld) throws -> [String] {
            var rows: [String] = []
            let sql = "SELECT type, date, total, average, n FROM days ORDER BY 1, 2, 3, 4, 5"
            _ = try world.query().run(sql, named: "all.sql") { file in try file.forEachRow { rows.append("\($0)") } }
            return rows
        }
        // The contents of receipts; pseudonyms differ in each study.
        func receipts(_ world: StudyWorld) throws -> [String] {
            try world.receipts().map { "\($0.kind) \($0.sequence) \($0.dataset) \($0.tables) \($0.rows)" }.sorted()
        }
        let whole = try prepared()
        let first = try receipts(whole)
        _ = try whole.collect()
        let expected = try result(whole)
        let promised = try receipts(whole)
        #expect(promised.count == first.count + 2)
        var kills = 0
        while true {
            let world = try prepared()
            let before = try result(world)
            let process = Process()
            process.executableURL = URL(fileURLWithPath: Engines.built("StudyRunner"))
            process.arguments = [
                "collect", world.folder.path, world.inbox, "\(kills + 1)", try Engines.python().program,
                "\(StudyWorld.now.timeIntervalSince1970)",
            ]
            try process.start()
            process.waitUntilExit()
            if process.terminationReason == .exit {
                #expect(process.terminationStatus == 0)
                break
            }
            kills += 1
            let after = try result(world)
            #expect(after == before || after == expected, "killed at write \(kills)")
            // No receipt says more than is true.
            #expect(try receipts(world) == first || after == expected, "killed at write \(kills)")
            _ = try world.collect()
            #expect(try receipts(world) == promised, "killed at write \(kills)")
            #expect(try world.leftovers().isEmpty, "killed at write \(kills)")
            #expect(try result(world) == expected, "killed at write \(kills)")
            #expect(!FileManager.default.fileExists(atPath: world.folder.path + "/staging"))
        }
        #expect(kills >= 10)
    }

    @Test("A receipt that can't be put in its place waits for the next collection")
    func failedReceipt() throws {
        let world = try StudyWorld(form: .days)
        var participant = try TestParticipant(world, 1)
        try participant.contribute(try participant.tables(try participant.walk()), "1")
        // A file stands where the folder has to be.
        let place = world.folder.path + "/receipts"
        try Data().write(to: URL(fileURLWithPath: place))
        #expect(throws: StudyError.self) { try world.collect() }
        #expect(try Dataset.latest(world.folder).number == 1)
        #expect(throws: StudyError.self) { try world.collect() }
        try FileManager.default.removeItem(atPath: place)
        let outcome = try world.collect()
        #expect(outcome.files.map(\.fate) == [.known] && !outcome.isChanged)
        #expect(try world.receipts().map(\.sequence) == [1])
        #expect(try world.leftovers().isEmpty)
    }

    @Test("Of several contributions that are collected at once each has its receipt")
    func receiptsOfMany() throws {
        let world = try StudyWorld(form: .days)
        var participant = try TestParticipant(world, 1)
        try participant.contribute(try participant.tables(try participant.walk(0...10)), "1")
        try participant.contribute(try participant.tables(try participant.walk()), "2")
        #expect(try world.collect().count(.accepted) == 2)
        #expect(try world.receipts().map(\.sequence).sorted() == [1, 2])
    }

    @Test("Killed at any write, a contribution loses nothing: the person agrees once, and the next run goes on")
    func killedContribution() throws {
        var kills = 0
        while true {
            let world = try StudyWorld(form: .days)
            let store = world.root + "/person.store"
            try fill(store)
            let status = try run(world, store, world.inbox + "/first.contribution", kills + 1)
            if status == nil { kills += 1 }
            let isLast = status != nil
            #expect(isLast ? status == 0 : true)
            if !isLast {
                let again = try run(world, store, world.inbox + "/second.contribution", 0)
                // Nothing is left to send only where all was written.
                let isWhole = FileManager.default.fileExists(atPath: world.inbox + "/first.contribution")
                #expect(again == 0 || isWhole, "killed at write \(kills)")
            }
            let names = try FileManager.default.contentsOfDirectory(atPath: world.inbox)
            #expect(names.allSatisfy { !$0.hasPrefix(".") }, "killed at write \(kills): \(names)")
            let withdrawal = try #require(names.sorted().first { $0.hasSuffix(ContributionFile.withdrawalEnd) })
            let kept = world.root + "/kept"
            for name in names where name.hasSuffix(ContributionFile.withdrawalEnd) {
                let place = name == withdrawal ? kept : kept + "-more"
                try FileManager.default.moveItem(atPath: world.inbox + "/" + name, toPath: place)
            }
            let outcome = try world.collect()
            #expect(outcome.count(.refused) + outcome.count(.held) == 0, "killed at write \(kills)")
            #expect(outcome.dataset.people == 1, "killed at write \(kills)")
            #expect(outcome.dataset.files.filter { $0.table == "days" }.map(\.rows) == [16], "killed at write \(kills)")
            // The first file to withdraw by is the same person's.
            try FileManager.default.moveItem(atPath: kept, toPath: world.inbox + "/w.withdrawal")
            #expect(try world.collect().dataset.people == 0, "killed at write \(kills)")
            if isLast { break }
        }
        #expect(kills == 7)
    }

    /// Saves steps on each of sixteen days.
    private func fill(_ path: String) throws {
        let (store, _) = HKHealthStore.person(location: .file(path), clock: { StudyWorld.now })
        let samples = (0..<16)
            .map { day in
                let start = Date(timeIntervalSince1970: 1_773_961_200 + Double(day) * 86_400 + 36_000)
                return HKQuantitySample(
                    type: HKQuantityType(.stepCount),
                    quantity: HKQuantity(unit: .count(), doubleValue: 100),
                    start: start,
                    end: start + 60
                )
            }
        let revision = HKSourceRevision(source: HKSource(name: "a", bundleIdentifier: "a"), version: "1")
        try store.database().write { try $0.save(samples, revision: revision, now: StudyWorld.now) }
    }

    /// Contributes in a process of its own; its status, `nil` when it was killed at a write.
    private func run(_ world: StudyWorld, _ store: String, _ path: String, _ write: Int) throws -> Int32? {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Engines.built("StudyRunner"))
        process.arguments = [
            "contribute", world.folder.path, store, "\(write)", path, "\(StudyWorld.now.timeIntervalSince1970)",
        ]
        process.standardError = FileHandle.nullDevice
        try process.start()
        process.waitUntilExit()
        return process.terminationReason == .exit ? process.terminationStatus : nil
    }
}
