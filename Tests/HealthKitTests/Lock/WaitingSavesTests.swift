import Foundation
import LockTesting
import Synchronization
import Testing
import WaitTesting

@testable import HealthKit
@testable import HealthKitStore

/// A store whose apps save while it is locked.
private struct LockedApps {
    let store: EncryptedStore
    let database: HealthDatabase
    let journal: SealedJournal

    init(_ bundles: String...) throws {
        store = try EncryptedStore()
        try store.unlock()
        for bundle in bundles { try store.grant(bundle) }
        database = try store.database()
        journal = SealedJournal(storePath: store.path)
        try lock()
    }

    func lock() throws {
        #expect(try store.lock() == 0)
        database.lockStore()
        #expect(store.waitUntil(open: false, database))
    }

    func save(_ sample: HKSample, _ bundle: String) async throws { try await store.app(bundle).save(sample) }

    func unlock() throws -> UnlockReport { try #require(try database.unlockStore(store.key)) }

    var publicKey: [UInt8] { database.encryption?.lock.publicKey ?? [] }

    func stored() throws -> Set<UUID> {
        try database.read { reader in
            let request = FetchRequest(type: HKQuantityType(.stepCount))
            return Set(try reader.samples([request], order: .byStart(ascending: true), limit: nil).map(\.uuid))
        }
    }

    /// A call as it waits.
    func call(_ sample: HKSample, _ bundle: String, name: String? = nil) throws -> [UInt8] {
        let app = AppIdentity(bundleIdentifier: bundle, name: "App \(bundle)", version: "1")
        var call = try WaitingCall(SaveCall(objects: [sample]), app, at: Date())
        if let name { call.name = name }
        return try call.bytes
    }

    /// What version 0.2 kept of a call that waited.
    struct EarlierCall: Encodable {
        var bundleIdentifier: String
        var appName: String
        var version: String? = "1"
        var program = ""
        var time = at(7)
        var name: String
        var call: Data
    }

    /// A call as version 0.2 kept it: a property list.
    func earlierCall(_ name: String, _ call: some Encodable, _ bundle: String) throws -> [UInt8] {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        let data = try encoder.encode(call)
        let earlier = EarlierCall(bundleIdentifier: bundle, appName: "App \(bundle)", name: name, call: data)
        return [UInt8](try encoder.encode(earlier))
    }

    /// A save as version 0.2 kept it: its objects are an archive.
    func earlierSave(_ samples: [HKSample], _ bundle: String) throws -> [UInt8] {
        try earlierCall("save", ["objects": archive(samples)], bundle)
    }

    func archive(_ objects: [HKObject]) -> Data {
        let archiver = NSKeyedArchiver(requiringSecureCoding: true)
        archiver.encode(objects as NSArray, forKey: "objects")
        archiver.finishEncoding()
        return archiver.encodedData
    }

    func append(_ call: [UInt8], _ bundle: String) throws {
        try journal.append(call, of: bundle, isStranger: false, publicKey: publicKey)
    }
}

@Suite("Saves that wait for a locked store", .serialized)
struct WaitingSavesTests {
    @Test("What a newer version kept stays, and so does what the same app saved after it; the rest is stored")
    func newerVersion() async throws {
        let apps = try LockedApps("test.new", "test.other")
        let samples = stepSamples(0..<5) { ($0 + 1, $0 * 10, $0 * 10 + 5) }
        try await apps.save(samples[0], "test.new")
        try apps.append(apps.call(samples[1], "test.new", name: "saveInAnotherWay"), "test.new")
        try await apps.save(samples[2], "test.new")
        try await apps.save(samples[3], "test.other")
        let report = try apps.unlock()
        #expect(report.stored == 2 && report.later == 2 && report.refused == 0 && report.damaged == 0)
        #expect(try apps.stored() == [samples[0].uuid, samples[3].uuid])
        #expect(apps.journal.count == 2, "neither is lost")
        // Nothing of it is stored twice, and what is saved now stays behind them.
        try apps.lock()
        try await apps.save(samples[4], "test.new")
        let again = try apps.unlock()
        #expect(again.stored == 0 && again.later == 3 && again.refused == 0)
        #expect(apps.journal.count == 3)
        #expect(try apps.stored() == [samples[0].uuid, samples[3].uuid])
    }

    @Test("What is stored of a kept journal is whole: a version that knows the call stores all of it, in order")
    func newerVersionComes() async throws {
        let apps = try LockedApps("test.new")
        let samples = stepSamples(0..<3) { ($0 + 1, $0 * 10, $0 * 10 + 5) }
        try await apps.save(samples[0], "test.new")
        try apps.append(apps.call(samples[1], "test.new", name: "saveInAnotherWay"), "test.new")
        try await apps.save(samples[2], "test.new")
        #expect(try apps.unlock().later == 2)
        try apps.lock()
        // The newer version, which knows it as a save.
        let order = Mutex<[String]>([])
        let encryption = StoreEncryption(
            try #require(apps.database.encryption).lock,
            isReadOnly: false,
            agent: apps.store.agent
        )
        let newer = HealthDatabase(encryption) { waiting, database in
            order.withLock { $0.append(waiting.name) }
            var waiting = waiting
            waiting.name = SaveCall.name
            try HealthDatabase.throughGate(waiting, database)
        }
        let report = try #require(try newer.unlockStore(apps.store.key))
        #expect(report.stored == 2 && report.later == 0)
        #expect(order.withLock { $0 } == ["saveInAnotherWay", SaveCall.name])
        newer.lockStore()
        #expect(apps.journal.count == 0)
        #expect(try apps.unlock().stored == 0)
        #expect(try apps.stored() == Set(samples.map(\.uuid)))
    }

    @Test("What an earlier version kept as a property list with an archive is stored")
    func propertyList() async throws {
        let apps = try LockedApps("test.app")
        let samples = [stepSample(3, 0, 1), stepSample(4, 10, 11)]
        try apps.append(apps.earlierSave([samples[0]], "test.app"), "test.app")
        try await apps.save(samples[1], "test.app")
        let report = try apps.unlock()
        #expect(report.stored == 2 && report.later == 0 && report.damaged == 0)
        #expect(try apps.stored() == Set(samples.map(\.uuid)))
    }

    @Test("What waits is a message without an archive, and one of another version, kind, level or field waits on")
    func newerForms() async throws {
        let apps = try LockedApps("test.new", "test.other")
        let sample = stepSample(3, 0, 1)
        let known = try CallMessage(bytes: apps.call(sample, "test.new"))
        #expect(known.kind == .waiting && known.name == SaveCall.name)
        #expect(Data(known.bytes).range(of: Data("bplist".utf8)) == nil)
        guard case .fields(let parts) = known.value, case .fields(let call)? = parts["call"] else {
            throw HKError(.unknownError)
        }
        var version = known.bytes
        version[3] = 2
        var (level, field, part) = (known, known, known)
        level.level = 2
        field.value = .fields(parts.setting("call", .fields(call.setting("urgent", .flag(true)))))
        part.value = .fields(parts.setting("key", .uuid(UUID())))
        let entries = [version, level.bytes, field.bytes, part.bytes]
        for (number, bytes) in entries.enumerated() { try apps.append(bytes, "test.new.\(number)") }
        try await apps.save(sample, "test.other")
        let report = try apps.unlock()
        #expect(report.stored == 1 && report.later == entries.count && report.refused == 0 && report.damaged == 0)
        #expect(apps.journal.count == entries.count, "all are kept")
        #expect(try apps.stored() == [sample.uuid])
    }

    @Test("A damaged entry between good ones is reported, and the others are stored")
    func damagedBetween() async throws {
        let apps = try LockedApps("test.app")
        let samples = stepSamples(0..<3) { ($0 + 1, $0 * 10, $0 * 10 + 5) }
        let file = URL(fileURLWithPath: apps.journal.path)
        var ends: [Int] = []
        for sample in samples {
            try await apps.save(sample, "test.app")
            ends.append(try Data(contentsOf: file).count)
        }
        var bytes = try Data(contentsOf: file)
        bytes[(ends[0] + ends[1]) / 2] ^= 1
        try bytes.write(to: file)
        let report = try apps.unlock()
        #expect(report.stored == 2 && report.damaged == 1 && report.later == 0)
        #expect(try apps.stored() == [samples[0].uuid, samples[2].uuid])
    }

    @Test("A save of more than a megabyte waits whole")
    func large() async throws {
        let apps = try LockedApps("test.app")
        let samples = stepSamples(0..<30_000) { ($0.truncatingRemainder(dividingBy: 7) + 1, $0 * 10, $0 * 10 + 5) }
        try await apps.store.app("test.app").save(samples)
        #expect(try Data(contentsOf: URL(fileURLWithPath: apps.journal.path)).count > 1 << 20)
        #expect(apps.journal.count == 1)
        #expect(try apps.unlock().stored == 1)
        #expect(try apps.stored().count == samples.count)
    }

    @Test("An old entry that is copied into a later journal brings nothing back")
    func replayed() async throws {
        let apps = try LockedApps("test.app")
        let (old, new) = (stepSample(3, 0, 1), stepSample(4, 10, 11))
        try await apps.save(old, "test.app")
        let journal = URL(fileURLWithPath: apps.journal.path)
        let copied = try Data(contentsOf: journal)
        #expect(try apps.unlock().stored == 1)
        try await apps.store.app("test.app").delete(old)
        try apps.lock()
        try await apps.save(new, "test.app")
        try (Data(contentsOf: journal) + copied.dropFirst(80)).write(to: journal)
        let report = try apps.unlock()
        #expect(report.stored == 1 && report.misplaced == 1)
        #expect(try apps.stored() == [new.uuid])
    }

    @Test("The journal of version 0.2 is taken in once; what is put there later is left alone and reported")
    func earlierVersion() async throws {
        let apps = try LockedApps("test.app")
        let (first, later) = (stepSample(3, 0, 1), stepSample(4, 10, 11))
        // As if no later version had ever unlocked the store.
        _ = try apps.unlock()
        try apps.database.store.write { try $0.setValue(nil, "journal.form", "earlier") }
        apps.database.lockStore()
        try EarlierJournal.write([apps.call(first, "test.app")], beside: apps.store.path, to: apps.publicKey)
        #expect(apps.database.lockedState?.waiting == 1)
        let report = try apps.unlock()
        #expect(report.stored == 1 && report.earlier == 0)
        #expect(!FileManager.default.fileExists(atPath: apps.store.path + "-saves"))
        try apps.lock()
        try EarlierJournal.write([apps.call(later, "test.app")], beside: apps.store.path, to: apps.publicKey)
        let again = try apps.unlock()
        #expect(again.stored == 0 && again.earlier == 1)
        #expect(try apps.stored() == [first.uuid])
        #expect(FileManager.default.fileExists(atPath: apps.store.path + "-saves"))
    }

    @Test("The journal of version 0.2 is taken in with the calls that it wrote: saves, and a workout that was finished")
    func earlierCalls() async throws {
        struct EarlierFinish: Encodable {
            var workout: Data
            var routes: Data
            var members: [String: Data]
        }
        let apps = try LockedApps("test.app")
        _ = try apps.unlock()
        try apps.database.store.write { try $0.setValue(nil, "journal.form", "earlier") }
        apps.database.lockStore()
        let samples = [stepSample(3, 0, 1), stepSample(4, 10, 11)]
        let workout = HKWorkout(activityType: .running, start: at(0), end: at(60))
        let uuids = samples.map { sample in withUnsafeBytes(of: sample.uuid.uuid) { Data($0) } }
        let finish = EarlierFinish(
            workout: apps.archive([workout]),
            routes: apps.archive([]),
            members: [HKQuantityType(.stepCount).identifier: uuids[0] + uuids[1]]
        )
        let calls = [
            try apps.earlierSave(samples, "test.app"), try apps.earlierCall("finishWorkout", finish, "test.app"),
            try apps.earlierSave([stepSample(5, 20, 21)], "test.stranger"),
        ]
        try EarlierJournal.write(calls, beside: apps.store.path, to: apps.publicKey)
        let report = try apps.unlock()
        #expect(report.stored == 2 && report.refused == 1 && report.later == 0 && report.damaged == 0)
        #expect(try apps.stored() == Set(samples.map(\.uuid)))
        let store = try apps.store.person()
        let stored = try #require(try store.sample(workout.uuid) as? HKWorkout)
        #expect(stored.workoutActivityType == .running && stored.duration == 60)
        #expect(try store.memberCounts(of: stored).map(\.count) == [2])
        #expect(!FileManager.default.fileExists(atPath: apps.store.path + "-saves"))
    }

    @Test("What can be checked without the key is checked at once, and does not wait")
    func checkedAtOnce() async throws {
        let apps = try LockedApps("test.app")
        let endless = HKQuantitySample(
            type: steps,
            quantity: HKQuantity(unit: .count(), doubleValue: .infinity),
            start: at(0),
            end: at(1)
        )
        await #expect { try await apps.save(endless, "test.app") } throws: {
            ($0 as? HKError)?.code == .errorInvalidArgument
        }
        #expect(apps.journal.count == 0)
    }

    @Test("An app that shares nothing may keep little, and leaves room for one that does")
    func strangers() async throws {
        let apps = try LockedApps("test.app")
        var refusal: String?
        for number in 0..<400 where refusal == nil {
            do {
                try await apps.save(stepSample(1, Double(number), Double(number) + 1), "test.stranger")
            } catch {
                #expect((error as? HKError)?.code == .errorDatabaseInaccessible)
                refusal = error.localizedDescription
            }
        }
        #expect(refusal?.contains("healthtui unlock") == true)
        #expect(apps.journal.count == JournalLimits.standard.stranger.entries)
        // Not one of this process, which saw nothing of it: what is known is beside the store.
        #expect(apps.store.agent.known.entry(of: apps.store.path)?.knows("test.app") == true)
        for number in 0..<300 { try await apps.save(stepSample(1, Double(number), Double(number) + 1), "test.app") }
        let report = try apps.unlock()
        #expect(report.stored == 300 && report.refused == JournalLimits.standard.stranger.entries)
    }

    @Test("An unlock that outlasts the agent starts another, and the key is kept")
    func agentEndsMeanwhile() async throws {
        let apps = try LockedApps("test.app")
        try await apps.save(stepSample(3, 0, 1), "test.app")
        let started = apps.store.folder + "/started"
        let program = apps.store.folder + "/agent"
        try Data("#!/bin/sh\ntouch '\(started)'\nexec sleep 30\n".utf8).write(to: URL(fileURLWithPath: program))
        chmod(program, 0o700)
        // Taking in what waited takes longer than the agent lives.
        let encryption = StoreEncryption(
            try #require(apps.database.encryption).lock,
            isReadOnly: false,
            agent: apps.store.agent
        )
        let slow = HealthDatabase(encryption) { [store = apps.store] waiting, database in
            store.endAgent()
            try HealthDatabase.throughGate(waiting, database)
        }
        var configuration = HKHealthStoreConfiguration.person(location: .file(apps.store.path))
        configuration.handle = DatabaseHandle(slow)
        let person = PersonAccess(HKHealthStore(configuration: configuration))
        let starting = Thread { [store = apps.store] in
            eventuallyBlocking("the start of another agent") { FileManager.default.fileExists(atPath: started) }
            try? store.startAgent()
        }
        starting.start()
        let entry = try StoreSecret.Entry()
        for byte in EncryptedStore.passphrase.utf8 { #expect(entry.add(byte)) }
        let report = try person.unlock(entry.take(.passphrase), UnlockPlan(seconds: nil, agent: program))
        #expect(report?.stored == 1)
        #expect(try apps.store.client.status()?.stores.map(\.id) == [encryption.id])
    }

    @Test("Once the agent has the key every program reads and saves, also one that was not told yet")
    func readableAtOnce() async throws {
        let apps = try LockedApps("test.app")
        let sample = stepSample(3, 0, 1)
        // Nobody tells this one anything.
        let encryption = StoreEncryption(
            try #require(apps.database.encryption).lock,
            isReadOnly: false,
            agent: apps.store.agent
        )
        let unreported = HealthDatabase(encryption, carryOut: HealthDatabase.throughGate)
        var configuration = HKHealthStoreConfiguration.person(location: .file(apps.store.path))
        configuration.handle = DatabaseHandle(unreported)
        let app = HKHealthStore(
            sharing: HKHealthStore(configuration: configuration),
            principal: .app(AppIdentity(bundleIdentifier: "test.app", name: "App", version: "1"))
        )
        #expect(throws: HKError.self) { try unreported.read { try $0.sharingApps() } }
        try apps.store.unlock()
        #expect(try unreported.read { try $0.sharingApps() } == ["test.app"])
        try await app.save(sample)
        #expect(apps.journal.count == 0, "it is stored, and does not wait")
        #expect(apps.store.waitUntil(open: true, apps.database))
        #expect(try apps.stored() == [sample.uuid])
        // A lock is heard of by those who opened it that way as by all others.
        unreported.lockStore()
        #expect(try apps.store.lock() == 0)
        #expect(throws: HKError.self) { try unreported.read { try $0.sharingApps() } }
    }
}

@Suite("What is remembered of encrypted stores", .serialized)
struct RememberedStoreTests {
    private func problem(_ body: () throws -> Void) -> StoreError? {
        do {
            try body()
            return nil
        } catch {
            return (error as? HKError)?.userInfo[NSUnderlyingErrorKey] as? StoreError ?? error as? StoreError
        }
    }

    @Test("While the public key in the header is another's, nothing is sealed to it, and the person is told")
    func publicKey() async throws {
        let apps = try LockedApps("test.app")
        let attacker = try KeySlots.make(for: SecretBytes.random(count: 32))
        let own = try HeaderForgery.swapPublicKey(of: apps.store.path, for: attacker.publicKey)
        // A program that begins now sees the attacker's key alone.
        let lock = try #require(try StoreLock.read(at: apps.store.path))
        #expect(lock.publicKey == attacker.publicKey)
        let encryption = StoreEncryption(lock, isReadOnly: false, agent: apps.store.agent)
        let late = HealthDatabase(encryption, carryOut: HealthDatabase.throughGate)
        let app = AppIdentity(bundleIdentifier: "test.app", name: "App", version: "1")
        let error = problem { _ = try late.keepWaiting(SaveCall(objects: [stepSample(3, 0, 1)]), app, at: Date()) }
        #expect(error?.code == .foreignKey && error?.message.contains("public key") == true)
        #expect(apps.journal.count == 0)
        #expect(late.lockProblem?.code == .foreignKey)
        // With the right one in place again everything is as before.
        try HeaderForgery.swapPublicKey(of: apps.store.path, for: own)
        try await apps.save(stepSample(3, 0, 1), "test.app")
        #expect(try apps.unlock().stored == 1)
    }

    @Test("A save that was sealed to another key is distinguished from a damaged one")
    func foreignSave() async throws {
        let apps = try LockedApps("test.app")
        let attacker = try KeySlots.make(for: SecretBytes.random(count: 32))
        let call = try apps.call(stepSample(3, 0, 1), "test.app")
        try apps.journal.append(call, of: "test.app", isStranger: false, publicKey: attacker.publicKey)
        try await apps.save(stepSample(4, 10, 11), "test.app")
        let report = try apps.unlock()
        #expect(report.stored == 1 && report.foreign == 1 && report.damaged == 0)
    }

    @Test("A plain file in the place of an encrypted store, or none, is not used until the person accepts it")
    func plainInPlace() throws {
        let store = try EncryptedStore()
        try store.unlock()
        // Held until it has heard of the lock, so that nothing is written beside the store afterwards.
        let database = try store.database()
        _ = try store.person().lockState()
        #expect(store.waitUntil(open: true, database))
        let known = store.agent.known
        #expect(known.entry(of: store.path) != nil)
        let (path, link) = (store.path, store.folder + "-link")
        #expect(symlink(store.folder, link) == 0)
        defer { unlink(link) }
        try store.lock()
        #expect(store.waitUntil(open: false, database))
        #expect(rename(path, path + ".away") == 0)
        // A log that the lock left is no other store's.
        for end in ["-log", "-mark", "-shm", "-undo"] { unlink(path + end) }
        func open(_ path: String) throws {
            _ = try DatabaseHandle.shared(path: path, isReadOnly: false, agent: store.agent)
        }
        let missing = problem { try open(path) }
        #expect(missing?.code == .notEncrypted && missing?.message.contains("missing") == true)
        #expect(!FileManager.default.fileExists(atPath: path), "no other is made")
        try SampleStore(at: .file(path)).close()
        for name in [path, link + "/health.store"] {
            let plain = problem { try open(name) }
            #expect(plain?.code == .notEncrypted && plain?.message.contains("passphrase accept") == true, "\(name)")
        }
        #expect(known.forget(path))
        #expect(problem { try open(path) } == nil)
    }

    @Test("What is remembered is the user's alone, names no app, and survives what others leave there")
    func files() throws {
        let folder = FileManager.default.temporaryDirectory.path + "/known-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let known = KnownStores(folder: folder + "/state/stores")
        let slots = try KeySlots.make(for: SecretBytes.random(count: 32))
        let path = folder + "/health.store"
        known.note("com.example.app", sharesWith: path)
        #expect(known.entry(of: path) == nil, "nothing is remembered of a store that nobody has opened")
        known.remember(path, store: [1, 2], slots: slots)
        known.note("com.example.app", sharesWith: path)
        let entry = try #require(known.entry(of: path))
        #expect(entry.knows("com.example.app") && !entry.knows("com.example.other"))
        let names = try FileManager.default.contentsOfDirectory(atPath: known.folder)
        #expect(names.count == 1)
        let file = known.folder + "/" + names[0]
        var status = stat()
        #expect(stat(known.folder, &status) == 0 && status.st_mode & 0o777 == 0o700)
        #expect(stat(file, &status) == 0 && status.st_mode & 0o777 == 0o600)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: file))
        #expect(bytes.range(of: Data("com.example".utf8)) == nil)
        // The same store again keeps what is known of apps; another does not.
        known.remember(path, store: [1, 2], slots: slots)
        #expect(known.entry(of: path) == entry)
        known.remember(path, store: [3], slots: slots)
        #expect(known.entry(of: path)?.knows("com.example.app") == false)
        // What makes no sense, or others may write, is as if it were not there.
        chmod(file, 0o666)
        #expect(known.entry(of: path) == nil)
        chmod(file, 0o600)
        try Data("{".utf8).write(to: URL(fileURLWithPath: file))
        #expect(known.entry(of: path) == nil)
        known.remember(path, store: [1, 2], slots: slots)
        #expect(known.entry(of: path) != nil)
    }

    @Test("A passphrase that opens nothing since the header was changed says so, and a wrong one does not")
    func changedSlots() throws {
        let apps = try LockedApps("test.app")
        let person = try apps.store.person()
        func refusal(_ text: String) -> StoreError? {
            problem {
                let entry = try StoreSecret.Entry()
                for byte in text.utf8 { #expect(entry.add(byte)) }
                _ = try person.unlock(entry.take(.passphrase), UnlockPlan(seconds: nil, agent: "/nonexistent"))
            }
        }
        #expect(refusal("wrong")?.message == "The passphrase is wrong.")
        // The first slot's salt.
        try HeaderForgery.changeSlots(of: apps.store.path) { $0[128 + 20] ^= 1 }
        let changed = refusal(EncryptedStore.passphrase)
        #expect(
            changed?.code == .wrongKey && changed?.message.contains("header") == true,
            "\(String(describing: changed))"
        )
        try HeaderForgery.changeSlots(of: apps.store.path) { $0[128 + 20] ^= 1 }
        // Another slot: the passphrase still opens its own.
        try HeaderForgery.changeSlots(of: apps.store.path) { $0[128 * 6 + 20] ^= 1 }
        let right = refusal(EncryptedStore.passphrase)
        #expect(
            right?.code == .foreignKey && right?.message.contains("is right") == true,
            "\(String(describing: right))"
        )
    }
}
