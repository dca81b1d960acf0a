import Foundation
import HealthKit
import HealthtuiSync
import Synchronization
import Testing

/// How a group stands, without its entries.
@Suite struct OverviewTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    /// Two machines of one group.
    private func pair(
        now: @escaping @Sendable () -> Double = { Date().timeIntervalSinceReferenceDate }
    ) throws -> (laptop: Machine, desktop: Machine) {
        let (laptop, desktop) = (try Machine("laptop"), try Machine("desktop", now: now))
        _ = try laptop.sync.begin(in: folder.path, name: "laptop")
        try desktop.join(laptop, folder.path)
        _ = try desktop.sync.sync()
        return (laptop, desktop)
    }

    private func overview(_ machine: Machine) throws -> GroupOverview {
        try #require(try machine.sync.overview())
    }

    @Test("A store in no group has none; one that is counts what waits, and says when each was heard of")
    func counts() throws {
        let alone = try Machine("alone")
        #expect(try alone.sync.overview() == nil)
        #expect(try DeviceSync(alone.person).lastSynced() == nil)
        let (laptop, desktop) = try pair()
        try laptop.save(1, at: 0)
        try laptop.save(2, at: 1)
        #expect(try overview(laptop).unsent == 2)
        _ = try laptop.sync.sync()
        _ = try desktop.sync.sync()
        #expect(try overview(laptop).unsent == 0)
        let seen = try overview(desktop)
        #expect(seen.devices.map(\.name) == ["laptop", "desktop"])
        #expect(seen.devices.map(\.isThis) == [false, true])
        #expect(seen.devices[0].heard != nil && seen.synced != nil && seen.state == .synced)
        #expect(seen.folderProblem == nil && seen.problems.isEmpty && seen.unwritten == 0)
    }

    @Test("A folder that is gone, one without the group's files, and files that vanished are told apart")
    func folders() throws {
        let (laptop, _) = try pair()
        try laptop.save(1, at: 0)
        _ = try laptop.sync.sync()
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path) where name.hasSuffix(".seg") {
            try FileManager.default.removeItem(atPath: "\(folder.path)/\(name)")
        }
        #expect(try overview(laptop).unwritten == 1)
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            try FileManager.default.removeItem(atPath: "\(folder.path)/\(name)")
        }
        #expect(try overview(laptop).folderProblem == .empty)
        let moved = folder.path + "-away"
        try FileManager.default.moveItem(atPath: folder.path, toPath: moved)
        #expect(try overview(laptop).folderProblem == .missing)
        try FileManager.default.moveItem(atPath: moved, toPath: folder.path)
        _ = try laptop.sync.sync()
        #expect(try overview(laptop).folderProblem == nil)
    }

    @Test("A machine whose clock is years ahead is named, and no longer once it is right")
    func clocks() throws {
        let offset = Mutex(0.0)
        let (laptop, desktop) = try pair { Date().timeIntervalSinceReferenceDate + offset.withLock { $0 } }
        offset.withLock { $0 = 3 * 365 * 86_400 }
        try desktop.save(1, at: 0)
        _ = try desktop.sync.sync()
        _ = try laptop.sync.sync()
        let ahead = try #require(try overview(laptop).devices[1].ahead)
        #expect(Int((ahead / 86_400).rounded()) == 3 * 365)
        #expect(try laptop.sync.status().devices[1].ahead == ahead)
        offset.withLock { $0 = 0 }
        try desktop.save(2, at: 1)
        _ = try desktop.sync.sync()
        _ = try laptop.sync.sync()
        #expect(try overview(laptop).devices[1].ahead == nil)
        #expect(try laptop.values == [1, 2])
    }

    @Test("A machine that left is still listed, and so is a file that can't be read")
    func gone() throws {
        let (laptop, desktop) = try pair()
        try desktop.sync.leave(informsOthers: true)
        let group = try #require(
            try FileManager.default.contentsOfDirectory(atPath: folder.path).first { $0.hasPrefix("hk-") }
        )
        let device = try #require(try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/\(group)").first)
        try Data([1]).write(to: URL(fileURLWithPath: "\(folder.path)/\(group)/\(device)/notes.txt"))
        _ = try laptop.sync.sync()
        let seen = try overview(laptop)
        #expect(seen.devices.map(\.isGone) == [false, true])
        #expect(seen.problems.map(\.file) == ["notes.txt"])
        #expect(try laptop.sync.status().problems.map(\.file) == ["notes.txt"])
    }
}
