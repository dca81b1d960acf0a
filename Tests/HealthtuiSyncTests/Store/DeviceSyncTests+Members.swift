import Foundation
import HealthKit
import HealthKitStore
import HealthtuiSync
import Testing

/// Machines that are removed, leave and join.
extension DeviceSyncTests {
    @Test("A removed machine learns it, keeps its data, and nothing that it does is read any more")
    func removal() throws {
        try laptop.save(100, at: 0)
        try pair()
        try settle(laptop, desktop)
        #expect(throws: SyncError.self) { try desktop.sync.remove("laptop", recovery: nil) }
        #expect(try laptop.sync.remove("desktop", recovery: nil) == "desktop")
        try desktop.save(200, at: 1)
        #expect(try desktop.sync.sync().state == .removed)
        _ = try laptop.sync.sync()
        #expect(try laptop.values == [100])
        #expect(try desktop.values == [100, 200])
        try desktop.sync.leave(informsOthers: true)
        #expect(try !DeviceSync.isInGroup(desktop.person))
        #expect(try laptop.sync.status().devices.map(\.name) == ["laptop"])
    }

    @Test("What one machine alone has read of a removed one reaches all, also where it hears of that as it invites")
    func repeated() throws {
        try pair()
        let third = try Machine("third")
        try third.join(laptop, folder.path)
        try settle(third, laptop, desktop)
        try desktop.save(200, at: 1)
        _ = try desktop.sync.sync()
        _ = try third.sync.sync()
        let gone = try #require(try desktop.sync.status().devices.first { $0.isThis }?.id)
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        where name.hasSuffix(".seg") && name.contains(gone) {
            try FileManager.default.removeItem(atPath: "\(folder.path)/\(name)")
        }
        _ = try laptop.sync.remove("desktop", recovery: nil)
        #expect(try laptop.values.isEmpty)
        _ = try third.sync.invite()
        try settle(third, laptop)
        #expect(try laptop.values == [200])
    }

    @Test("Who leaves keeps the data, and can join again without a double")
    func leaving() throws {
        try laptop.save(100, at: 0)
        try pair()
        try settle(laptop, desktop)
        try desktop.sync.leave(informsOthers: true)
        #expect(try desktop.values == [100])
        #expect(throws: SyncError.self) { try desktop.sync.sync() }
        try desktop.save(200, at: 1)
        try desktop.join(laptop, folder.path)
        _ = try desktop.sync.sync()
        try settle(laptop, desktop)
        #expect(try laptop.values == [100, 200])
        #expect(try desktop.contents == laptop.contents)
    }

    @Test("A third machine that joins later has everything, whoever of the others is there")
    func newcomer() throws {
        let uuid = try laptop.save(100, at: 0)
        try pair()
        try desktop.save(200, at: 1)
        try settle(laptop, desktop)
        try laptop.edit(uuid, to: Machine.steps(150, at: 0))
        try settle(laptop, desktop)
        let third = try Machine("third")
        try third.join(desktop, folder.path)
        _ = try third.sync.sync()
        #expect(try third.contents == laptop.contents)
        try third.save(300, at: 2)
        try settle(third, laptop, desktop)
        #expect(try laptop.values == [150, 200, 300])
        #expect(try desktop.contents == laptop.contents)
    }
}
