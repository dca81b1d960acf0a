import Foundation
import HealthKitStore
import LockTesting
import Testing
import WaitTesting

@testable import HealthKit

@Suite("A store that is locked and unlocked while programs use it", .serialized)
struct LockedStoreTests {
    private func code(_ body: () async throws -> Void) async -> HKError.Code? {
        do {
            try await body()
            return nil
        } catch {
            return (error as? HKError)?.code
        }
    }

    private func stored(_ database: HealthDatabase) throws -> [HKSample] {
        try database.read { reader in
            try reader.samples(
                [FetchRequest(type: HKQuantityType(.stepCount))],
                order: .byStart(ascending: true),
                limit: nil
            )
        }
    }

    /// Who saved the steps, those first that were stored first.
    private func inOrderOfStoring(_ app: HKHealthStore) async throws -> [String] {
        var (sources, anchor): ([String], HKQueryAnchor?) = ([], nil)
        while true {
            let query = HKAnchoredObjectQueryDescriptor(
                predicates: [.quantitySample(type: HKQuantityType(.stepCount))],
                anchor: anchor,
                limit: 1
            )
            let found = try await query.result(for: app)
            guard let sample = found.addedSamples.first else { return sources }
            sources.append(sample.sourceRevision.source.bundleIdentifier)
            anchor = found.newAnchor
        }
    }

    @Test("R10.1 what two programs save while locked comes in at the unlock, in order, and observers hear of it once")
    func twoPrograms() async throws {
        let store = try EncryptedStore()
        try store.unlock()
        try store.grant("test.first", "test.second")
        let (first, second) = (try store.program("test.first"), try store.program("test.second"))
        try await first.ask(inTurn: "save 1", "observe")
        try await first.hear("heard change")
        try await second.ask(inTurn: "observe")
        try await second.hear("heard change")
        #expect(try store.lock() == 0)
        for program in [first, second] { try await program.ask("count", expectingError: 6) }
        let database = try store.database()
        #expect(!database.isOpen)
        #expect(await code { _ = try stored(database) } == .errorDatabaseInaccessible)
        try await first.ask("save 1", expecting: "")
        try await second.ask("save 2", expecting: "")
        try await first.ask("save 3", expecting: "")
        try await second.ask("status", expecting: "0", "nothing was asked before the lock")
        #expect(database.lockedState?.waiting == 3)

        let report = try #require(try database.unlockStore(store.key))
        #expect(report.stored == 3 && report.refused == 0 && report.damaged == 0)
        try store.unlock()
        for program in [first, second] {
            try await program.hear("heard change")
            try await program.ask("count", expecting: "7")
        }
        // What was saved first came first.
        let expected =
            ["test.first", "test.first", "test.second", "test.second"] + Array(repeating: "test.first", count: 3)
        #expect(try await inOrderOfStoring(store.app("test.first")) == expected)
        #expect(!FileManager.default.fileExists(atPath: store.path + "-waiting"))
        // Another change is the next word that they hear.
        try await first.ask("save 1", expecting: "")
        for program in [first, second] { try await program.hear("heard change") }
        for program in [first, second] { #expect(program.timesSaid("heard change") == 0) }
    }

    @Test("R10.1 a program that begins while the store is locked saves, and its right to is checked at the unlock")
    func beginsLocked() async throws {
        let store = try EncryptedStore()
        try store.unlock()
        try store.grant("test.known")
        #expect(try store.lock() == 0)
        let (known, unknown) = (try store.program("test.known"), try store.program("test.unknown"))
        for program in [known, unknown] {
            try await program.ask("count", expectingError: 6)
            try await program.ask("save 2", expecting: "")
        }
        let report = try #require(try store.database().unlockStore(store.key))
        #expect(report.stored == 1 && report.refused == 1)
        try store.unlock()
        // They open it by themselves, without asking again.
        try await eventually("the program to open the store", seconds: 120) { try await known.ask("count") == "2" }
        try await unknown.ask("save 1", expectingError: 5)
        try await known.ask("status", expecting: "2")
        #expect(try store.lock() == 0)
        try await known.ask("status", expecting: "2", "as it was when the store was locked")
    }

    @Test("An agent that dies locks every program, which go on as locked")
    func agentDies() async throws {
        let store = try EncryptedStore()
        try store.unlock()
        try store.grant("test.app")
        let program = try store.program("test.app")
        try await program.ask("save 1", expecting: "")
        let database = try store.database()
        store.endAgent()
        #expect(store.waitUntil(open: false, database))
        try await eventually("the program to be locked", seconds: 120) {
            try await program.ask("count").hasPrefix("error 6")
        }
        try await program.ask("save 1", expecting: "")
        #expect(database.lockedState?.waiting == 1)
        try store.unlock()
        #expect(store.waitUntil(open: true, database))
        try await eventually("the program to open the store", seconds: 120) { try await program.ask("count") == "2" }
    }

    @Test(
        "R10.2 a live workout goes on over a lock; finished while locked it gives none, and is whole after the unlock"
    )
    func liveWorkout() async throws {
        let store = try EncryptedStore()
        try store.unlock()
        try store.grant("test.run")
        let program = try store.program("test.run")
        try await program.ask(inTurn: "session", "start", "begin", "add 3")
        #expect(try store.lock() == 0)
        try await program.ask(inTurn: "add 4", "lap", "pause", "resume", "stop", "end")
        try await program.ask("finish", expecting: "none")
        let database = try store.database()
        let report = try #require(try database.unlockStore(store.key))
        #expect(report.refused == 0 && report.damaged == 0 && report.stored > 0)
        let workouts = try database.read { reader in
            try reader.samples(
                [FetchRequest(type: HKObjectType.workoutType())],
                order: .byStart(ascending: true),
                limit: nil
            )
        }
        let workout = try #require(workouts.first as? HKWorkout)
        #expect(workouts.count == 1 && workout.workoutEvents?.contains { $0.type == .lap } == true)
        #expect(workout.statistics(for: HKQuantityType(.stepCount))?.sumQuantity()?.doubleValue(for: .count()) == 7)
    }

    @Test("The journal shows nothing of what was saved, and a damaged entry costs only itself")
    func journal() async throws {
        let store = try EncryptedStore()
        try store.unlock()
        try store.grant("test.secret.app")
        let (app, database) = (try store.app("test.secret.app"), try store.database())
        #expect(try store.lock() == 0)
        #expect(store.waitUntil(open: false, database))
        let samples = (0..<3).map { stepSample(4_711 + Double($0), 0, 1, metadata: ["note": "marmalade"]) }
        for sample in samples { try await app.save(sample) }
        let file = store.path + "-waiting"
        var bytes = try Data(contentsOf: URL(fileURLWithPath: file))
        for text in ["test.secret", "App test", "StepCount", "marmalade", "4711", "HK"] {
            #expect(bytes.dropFirst(4).range(of: Data(text.utf8)) == nil || text == "HK", "\(text) is in the journal")
        }
        for sample in samples {
            #expect(withUnsafeBytes(of: sample.uuid.uuid) { bytes.range(of: Data($0)) } == nil)
        }
        // In the middle of the second of three of the same length.
        bytes[80 + (bytes.count - 80) / 2] ^= 1
        try bytes.write(to: URL(fileURLWithPath: file))
        let report = try #require(try database.unlockStore(store.key))
        #expect(report.stored == 2 && report.damaged == 1)
        #expect(try stored(database).map(\.uuid).count == 2)
        #expect(Set(try stored(database).map(\.uuid)) == [samples[0].uuid, samples[2].uuid])
    }

    @Test("A journal that was taken in before its process was killed is not taken in again")
    func takenOnce() async throws {
        let store = try EncryptedStore()
        try store.unlock()
        try store.grant("test.app")
        let (app, database) = (try store.app("test.app"), try store.database())
        #expect(try store.lock() == 0)
        #expect(store.waitUntil(open: false, database))
        let sample = stepSample(3, 0, 1)
        try await app.save(sample)
        let file = URL(fileURLWithPath: store.path + "-waiting")
        let journal = try Data(contentsOf: file)
        #expect(try database.unlockStore(store.key)?.stored == 1)
        try await app.delete(sample)
        database.lockStore()
        try journal.write(to: file)
        #expect(try database.unlockStore(store.key)?.stored == 0)
        #expect(try stored(database).isEmpty)
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }

    @Test("A read that is under way when the store is locked gives nothing")
    func longRead() async throws {
        let store = try EncryptedStore()
        try store.unlock()
        try store.grant("test.app")
        let (app, database) = (try store.app("test.app"), try store.database())
        try await app.save(stepSamples(0..<500) { ($0, $0, $0 + 1) })
        let begun = DispatchSemaphore(value: 0)
        let reading = Task.detached {
            try database.read { reader -> Int in
                var count = 0
                while database.isOpen {
                    count +=
                        try reader.samples([FetchRequest(type: steps)], order: .byStart(ascending: true), limit: nil)
                        .count
                    begun.signal()
                }
                return count
            }
        }
        begun.wait()
        #expect(try store.lock() == 0)
        #expect(await code { _ = try await reading.value } == .errorDatabaseInaccessible)
    }

    @Test("An import that is cut short by a lock leaves whole what it stored, and can be repeated")
    func runningImport() async throws {
        let store = try EncryptedStore()
        try store.unlock()
        let database = try store.database()
        func bring(_ numbers: Range<Int>, _ session: ImportSession) throws -> (added: Int, duplicate: Int) {
            try session.write { transaction in
                let type = try transaction.intern(.type, DictionaryCoding.bytes(type: steps.identifier))
                let unit = try transaction.intern(.unit, DictionaryCoding.bytes(unit: "count"))
                let phone = AppIdentity(bundleIdentifier: "test.phone", name: "Phone").revision
                let ids = try ObjectWriter(transaction.writer).intern(phone)
                let counts = try transaction.add(
                    numbers.map { number in
                        NewSample(
                            type: type,
                            source: ids.source,
                            unit: unit,
                            revision: ids.revision,
                            start: Double(number),
                            end: Double(number) + 1,
                            value: Double(number),
                            creation: 0
                        )
                    }
                )
                return (counts.added, counts.duplicate)
            }
        }
        let work = try database.store.beginImport()
        #expect(try bring(0..<1000, work).added == 1000)
        #expect(try store.lock() == 0)
        #expect { try bring(1000..<3000, work) } throws: { ($0 as? StoreError)?.code == .locked }
        _ = try database.unlockStore(store.key)
        #expect(try stored(database).count == 1000)
        let again = try bring(0..<3000, database.store.beginImport())
        #expect(again.added == 2000 && again.duplicate == 1000)
    }

    @Test("The person unlocks by the passphrase alone, and a wrong one changes nothing")
    func passphrase() async throws {
        let store = try EncryptedStore()
        try store.startAgent()
        let person = try store.person()
        guard case .locked(_, 0, nil) = try person.lockState() else {
            Issue.record("\(try person.lockState())")
            return
        }
        func secret(_ text: String) throws -> StoreSecret {
            let entry = try StoreSecret.Entry()
            for byte in text.utf8 { #expect(entry.add(byte)) }
            return try entry.take(.passphrase)
        }
        let plan = UnlockPlan(seconds: 60, agent: "/nonexistent")
        #expect(throws: HKError.self) { try person.unlock(secret("vermilion otter sing"), plan) }
        #expect(try person.lockState().isLocked)
        #expect(try store.client.status()?.stores.count == 0)
        #expect(try person.unlock(secret(EncryptedStore.passphrase), plan) != nil)
        #expect(try person.lockState() == .unlocked)
        #expect(try person.lock() == LockOutcome(stores: 1, silent: 0))
        #expect(try person.lockState().isLocked)
        #expect(try person.lock() == LockOutcome(stores: 0, silent: 0))
    }

    @Test("A plain store is neither locked nor unlocked")
    func plain() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("plain-\(UUID().uuidString).store")
            .path
        defer { for suffix in ["", "-log", "-mark", "-shm"] { unlink(path + suffix) } }
        let person = HKHealthStore.person(location: .file(path)).person
        #expect(try person.lockState() == .plain)
        #expect(throws: HKError.self) { try person.lock() }
    }

    /// What an app is told of a locked store: by every call its answer, and how long what waits is.
    private func answers(_ store: EncryptedStore) async throws -> [String] {
        let app = try store.app("test.app")
        let day = HKQuery.predicateForSamples(withStart: at(0), end: at(86_400))
        let all = HKSamplePredicate<HKQuantitySample>.quantitySample(type: steps, predicate: day)
        let read: Set<HKObjectType> = [steps]
        let calls: [(String, () async throws -> Any)] = [
            ("samples", { try await HKSampleQueryDescriptor(predicates: [all], sortDescriptors: []).result(for: app) }),
            (
                "anchored",
                { try await HKAnchoredObjectQueryDescriptor(predicates: [all], anchor: nil).result(for: app) }
            ),
            (
                "statistics",
                {
                    try await HKStatisticsQueryDescriptor(predicate: all, options: .cumulativeSum).result(for: app)
                        as Any
                }
            ),
            ("status", { app.authorizationStatus(for: steps).rawValue }),
            ("request", { try await app.requestAuthorization(toShare: [steps], read: read) }),
            ("save", { try await app.save(stepSample(5, 10, 20)) }),
            ("delete", { try await app.deleteObjects(of: steps, predicate: day) }),
        ]
        var lines: [String] = []
        for (name, call) in calls {
            do {
                lines.append("\(name): \(try await call())")
            } catch {
                lines.append("\(name): \((error as NSError).code) \(error.localizedDescription)")
            }
        }
        lines.append("waiting: \(FileManager.default.contents(atPath: store.path + "-waiting")?.count ?? -1) bytes")
        return lines.map { $0.replacing(store.path, with: "PATH") }
    }

    @Test("An app cannot distinguish two locked stores, whatever is in them")
    func sameAnswers() async throws {
        var seen: [[String]] = []
        for isFull in [false, true] {
            let store = try EncryptedStore()
            try store.unlock()
            // Held from the beginning: what the app was told of its rights is known to its process for that long.
            let database = try store.database()
            try store.grant("test.app", "test.other")
            try await store.app("test.app").save(stepSample(9, 0, 5))
            if isFull {
                try await store.app("test.other")
                    .save(stepSamples(0..<50) { ($0, $0, $0 + 1) })
                try await store.app("test.app").save(stepSample(8, 5, 9))
            }
            #expect(try store.lock() == 0)
            #expect(store.waitUntil(open: false, database))
            seen.append(try await answers(store))
        }
        #expect(seen[0] == seen[1])
        #expect(seen[0].count { $0.contains("\(HKError.errorDatabaseInaccessible.rawValue) ") } >= 5, "\(seen[0])")
    }
}
