import FaultDisk
import Foundation
import HealthKitStore
import Testing

@testable import HealthKit

/// How the audit is kept: by the minute, then the hour, then the day, and never without bounds.
@Suite("The audit in the store")
struct AuditStorageTests {
    private let hour = 3_600.0
    private let day = 86_400.0

    private func key(_ app: String = "a", _ type: String = "t", _ operation: AuditOperation = .read) -> AuditKey {
        AuditKey(app: app, type: type, operation: operation, outcome: .allowed)
    }

    private func tally(_ key: AuditKey, _ time: Double, objects: Int = 1) -> AuditTally {
        var tally = AuditTally(limit: 10)
        tally.add(key, AuditCount(calls: 1, objects: objects, first: time, last: time))
        return tally
    }

    @Test("Calls are known by the minute for a day, by the hour for 30 days, and by the day after that; none is lost")
    func spans() throws {
        let database = try HealthDatabase.inMemory()
        let end = 100 * day
        var (calls, objects) = (0, 0)
        var time = 0.0
        while time <= end {
            try database.write { try $0.addAudit(tally(key(), time, objects: 3), tag: "x") }
            calls += 1
            objects += 3
            time += 1_000
        }
        let rows = try database.read { try $0.audit() }
        #expect(rows.reduce(0) { $0 + $1.count.calls } == calls)
        #expect(rows.reduce(0) { $0 + $1.count.objects } == objects)
        let last = try #require(rows.map(\.count.last).max())
        for row in rows {
            let age = last - row.count.last
            switch row.span {
            case .minute: #expect(age <= day + 60 && row.count.last - row.count.first < 60)
            case .hour: #expect(age > day - hour && age <= 31 * day && row.count.last - row.count.first < hour)
            case .day: #expect(age > 29 * day && row.count.last - row.count.first < day)
            }
        }
        #expect(rows.count { $0.span == .minute } == 87)
        #expect(Set(rows.map(\.span)) == Set(AuditRow.Span.allCases))
    }

    @Test("An entry that can't be read stays as it is, and new calls are kept beside it")
    func unreadable() throws {
        let database = try HealthDatabase.inMemory()
        let name = "000000000000.x"
        try database.write { try $0.writer.setValue([1, 2, 3], AuditNamespace.minutes, name) }
        try database.write { try $0.addAudit(tally(key(), 5), tag: "x") }
        try database.write { try $0.addAudit(tally(key(), 6), tag: "x") }
        #expect(try database.read { try $0.store.value(AuditNamespace.minutes, name) } == [1, 2, 3])
        #expect(try database.read { try $0.audit() }.map(\.count.calls) == [2])
        // After a day entries move on by the hour.
        try database.write { try $0.addAudit(tally(key(), 2 * day), tag: "x") }
        #expect(try database.read { try $0.store.value(AuditNamespace.minutes, name) } == [1, 2, 3])
        #expect(try database.read { try $0.audit() }.reduce(0) { $0 + $1.count.calls } == 3)
    }

    @Test("Beyond its bounds the oldest calls are counted together sooner, and of days the oldest are dropped")
    func bounds() throws {
        let database = try HealthDatabase.inMemory()
        var bounds = AuditBounds()
        bounds.minutes = 16
        bounds.bytes = 8_000
        bounds.rows = 4
        for minute in 0..<3_000 {
            try database.write { writer in
                try writer.addAudit(tally(key("a", "t\(minute % 7)"), Double(minute) * 60), tag: "x", bounds: bounds)
            }
        }
        let rows = try database.read { try $0.audit() }
        #expect(rows.reduce(0) { $0 + $1.count.calls } == 3_000, "nothing had to be dropped")
        #expect(rows.count { $0.span == .minute } <= 16)
        for year in 0..<40 {
            try database.write { writer in
                try writer.addAudit(tally(key("b", "t"), Double(year) * 365 * day + 4e6), tag: "x", bounds: bounds)
            }
        }
        for namespace in AuditNamespace.all {
            let size = try database.read { try $0.store.values(namespace).reduce(0) { $0 + $1.bytes.count } }
            #expect(size <= 8_000 + 2_000, "\(namespace)")
        }
        #expect(try database.read { try $0.audit(app: "a") }.isEmpty == false)
    }

    @Test("What is too much to tell apart is counted together, by app and then all in one, in bounded memory")
    func manyKeys() {
        var tally = AuditTally(limit: 100)
        for number in 0..<1_000_000 {
            let time = Double(number)
            tally.add(
                key("app\(number % 977)", "type\(number % 1_009)"),
                AuditCount(calls: 1, objects: 2, first: time, last: time)
            )
        }
        #expect(tally.counts.count <= 100 + 64 + 1)
        #expect(tally.counts.values.reduce(0) { $0 + $1.calls } == 1_000_000)
        #expect(tally.counts.values.reduce(0) { $0 + $1.objects } == 2_000_000)
        #expect(tally.counts[key("", "")] != nil)
        var full = AuditCount(calls: .max - 1, objects: 0, first: 0, last: 0)
        full.add(AuditCount(calls: 5, objects: 0, first: 0, last: 0))
        #expect(full.calls == .max)
    }

    @Test("An entry that is damaged costs what it held, and neither reading nor counting fails")
    func damaged() throws {
        let database = try HealthDatabase.inMemory()
        try database.write { try $0.addAudit(tally(key(), 1_000), tag: "x") }
        let known = try database.read { try $0.store.values(AuditNamespace.minutes) }
        try database.write { try $0.writer.setValue([1, 2, 3], AuditNamespace.minutes, known[0].key) }
        try database.write { try $0.addAudit(tally(key(), 1_001), tag: "x") }
        #expect(try database.read { try $0.audit() }.map(\.count.calls) == [1])
    }

    @Test("A copy that is taken to another store has no audit, and merging brings none")
    func own() throws {
        #expect(StoreNamespace.ownNamespaces.isSuperset(of: AuditNamespace.all))
        #expect(StoreNamespace.ownNamespaces.isSuperset(of: StoreNamespace.stepNamespaces))
    }

    // MARK: Disks that fail

    private static func disk() -> OpaquePointer {
        fault_disk_register()
        return fault_disk_create()
    }

    @Test("On a full disk the app has its answer, and what was counted is written when there is room again")
    func fullDisk() async throws {
        let disk = Self.disk()
        var options = StoreOptions()
        options.fileSystem = StoreFileSystem.over("faultdisk")
        let path = "/fault-disk-\(fault_disk_number(disk))/health.store"
        var database: HealthDatabase? = HealthDatabase(try SampleStore(at: .file(path), options: options))
        do {
            let store = try #require(database)
            try store.write { try $0.setGrant(Grant(read: true), app: "test.app", type: steps.identifier) }
            let app = HKHealthStore(
                configuration: .over(store, .app(AppIdentity(bundleIdentifier: "test.app", name: "app")))
            )
            #expect(try await app.all(steps).isEmpty)
            fault_disk_fail(disk, FAULT_FULL, fault_disk_calls(disk) + 1)
            var calls = 1
            func written() throws -> Int { try store.read { try $0.audit() }.reduce(0) { $0 + $1.count.calls } }
            // The log has some room left.
            repeat {
                #expect(try await app.all(steps).isEmpty)
                calls += 1
                store.audit.flush()
            } while try written() == calls && calls < 2_000
            #expect(try written() < calls)
            #expect(try await app.all(steps).isEmpty)
            fault_disk_heal(disk)
            store.audit.flush()
            #expect(try written() == calls + 1)
            try store.store.close()
        }
        database = nil
        _ = database
    }

    @Test("A store that is only read keeps no audit, and the app has its answer")
    func readOnly() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("audit-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("health.store").path
        let (store, person) = HKHealthStore.person(location: .file(path))
        try person.setGrants([steps.identifier: Grant(read: true)], app: "test.app")
        try await store.save(stepSample(1, 0, 1))
        let reading = try HealthDatabase.shared(
            path: path,
            isReadOnly: true,
            agent: KeyHolder.address,
            carryOut: HealthDatabase.throughGate
        )
        let app = HKHealthStore(
            configuration: .over(reading, .app(AppIdentity(bundleIdentifier: "test.app", name: "app")))
        )
        #expect(try await app.all(steps).count == 1)
        reading.audit.flush()
        #expect(try await app.all(steps).count == 1)
        #expect(try person.audit().isEmpty)
    }

    @Test("Counts left for a month, of a store that nobody uses, are removed when they are looked for; no others are")
    func abandoned() throws {
        let root = FileManager.default.temporaryDirectory.path + "/marks-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: root) }
        let path = root + "/health.store"
        try Data().write(to: URL(fileURLWithPath: path))
        let place = try #require(AuditMarks.Place(storePath: path, root: root))
        let (old, recent) = (place.folder + "/other.1-a", place.folder + "/other.2-b")
        for (file, days) in [(old, 31.0), (recent, 29)] {
            try Data().write(to: URL(fileURLWithPath: file))
            try FileManager.default.setAttributes(
                [.modificationDate: Date().addingTimeInterval(-days * day)],
                ofItemAtPath: file
            )
        }
        #expect(AuditMarks.left(at: place, removesAbandoned: false).isEmpty)
        #expect(FileManager.default.fileExists(atPath: old))
        #expect(AuditMarks.left(at: place, removesAbandoned: true, turns: 1).isEmpty)
        #expect(!FileManager.default.fileExists(atPath: old) && FileManager.default.fileExists(atPath: recent))
    }
}

extension HKHealthStoreConfiguration {
    /// The configuration of a caller to an open database.
    fileprivate static func over(_ database: HealthDatabase, _ principal: Principal) -> HKHealthStoreConfiguration {
        var configuration = HKHealthStoreConfiguration(location: .memory)
        configuration.principal = principal
        configuration.handle = DatabaseHandle(database)
        return configuration
    }
}
