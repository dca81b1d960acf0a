import Foundation
import HealthKit
import HealthKitStore
import HealthtuiSync
import Testing

/// Edits of one sample on two machines at once, and what a group shows of its state.
@Suite struct ConflictTests {
    private let folder: ScratchFolder
    private let laptop: Machine
    private let desktop: Machine

    init() throws {
        folder = try ScratchFolder()
        laptop = try Machine("laptop")
        desktop = try Machine("desktop")
        _ = try laptop.sync.begin(in: folder.path, name: "laptop")
        try desktop.join(laptop, folder.path)
        _ = try desktop.sync.sync()
    }

    private func settle() throws {
        for _ in 0..<3 { for machine in [laptop, desktop] { _ = try machine.sync.sync() } }
    }

    private func editAtOnce() throws {
        let uuid = try laptop.save(100, at: 0)
        try settle()
        try laptop.edit(uuid, to: Machine.steps(110, at: 0))
        try desktop.edit(uuid, to: Machine.steps(120, at: 0))
        try settle()
    }

    private func value(_ sample: HKSample) -> Double? {
        (sample as? HKQuantitySample)?.quantity.doubleValue(for: .count())
    }

    @Test("The edit that isn't shown is listed on both machines with what is shown, and can be shown instead")
    func taking() throws {
        try editAtOnce()
        #expect(try laptop.values == [120])
        for machine in [laptop, desktop] {
            let conflict = try #require(try machine.sync.conflicts().first)
            #expect(value(conflict.sample) == 110 && conflict.device == "laptop")
            #expect(value(conflict.shown) == 120 && conflict.shownDevice == "desktop")
            #expect(try machine.sync.status().conflicts == 1)
            #expect(try machine.sync.overview()?.conflicts == 1)
        }
        let version = try #require(try laptop.sync.conflicts().first).version.uuidString
        #expect(throws: SyncError.self) { try laptop.sync.settle("zzz", takes: true) }
        _ = try laptop.sync.settle(String(version.prefix(8)).lowercased(), takes: true)
        try settle()
        for machine in [laptop, desktop] {
            #expect(try machine.values == [110])
            #expect(try machine.sync.conflicts().isEmpty)
        }
        _ = try laptop.person.undo()
        try settle()
        #expect(try desktop.values == [120])
    }

    @Test("What is shown can be kept: the edit is off the list of that machine, and of none else")
    func keeping() throws {
        try editAtOnce()
        let version = try #require(try laptop.sync.conflicts().first).version.uuidString
        _ = try laptop.sync.settle(version, takes: false)
        try settle()
        #expect(try laptop.sync.conflicts().isEmpty)
        #expect(try laptop.sync.status().conflicts == 0)
        #expect(try desktop.sync.conflicts().count == 1)
        #expect(try laptop.values == [120])
    }

    @Test("Edits that knew of each other are no conflict, nor is an edit that was undone")
    func sequences() throws {
        let uuid = try laptop.save(100, at: 0)
        try settle()
        try laptop.edit(uuid, to: Machine.steps(110, at: 0))
        try settle()
        let shown = try #require(UUID(uuidString: String(try desktop.contents[0].suffix(36))))
        try desktop.edit(shown, to: Machine.steps(120, at: 0))
        try settle()
        _ = try desktop.person.undo()
        try settle()
        #expect(try laptop.values == [110])
        for machine in [laptop, desktop] { #expect(try machine.sync.conflicts().isEmpty) }
    }

    @Test("Of several edits of one machine those that the shown one was made of are no conflict")
    func chains() throws {
        let uuid = try laptop.save(100, at: 0)
        try settle()
        try laptop.edit(uuid, to: Machine.steps(110, at: 0))
        let second = try #require(UUID(uuidString: String(try laptop.contents[0].suffix(36))))
        _ = try laptop.sync.sync()
        try laptop.edit(second, to: Machine.steps(115, at: 0))
        try desktop.edit(uuid, to: Machine.steps(120, at: 0))
        try settle()
        #expect(try desktop.values == [115])
        #expect(try laptop.sync.conflicts().compactMap { value($0.sample) } == [120])
    }

    @Test("An edited sample whose deletion is undone is back, though another machine edited it too")
    func undoneDeletion() throws {
        // Of two edits that the store knows, the order of their UUIDs must not tell which one counts.
        let uuids = try (0..<12).map { try laptop.save(Double($0), at: Double($0)) }
        try settle()
        for (hour, uuid) in uuids.enumerated() {
            try laptop.person.edit(uuid, to: Machine.steps(Double(hour) + 100, at: Double(hour)))
            try desktop.person.edit(uuid, to: Machine.steps(Double(hour) + 200, at: Double(hour)))
        }
        _ = try desktop.sync.sync()
        let own = try laptop.contents.compactMap { UUID(uuidString: String($0.suffix(36))) }
        _ = try laptop.person.delete(own)
        _ = try laptop.sync.sync()
        #expect(try laptop.values.isEmpty)
        _ = try laptop.person.undo()
        try settle()
        #expect(try laptop.values.count == 12)
        for machine in [laptop, desktop] {
            #expect(try machine.contents == laptop.contents)
            #expect(try machine.sync.status(verifies: true).differing == [])
        }
    }

    @Test(
        "An edited sample that another machine deleted is back once that is undone, also when it is edited before the next sync"
    )
    func editedAfterUndo() throws {
        let uuid = try laptop.save(100, at: 0)
        try laptop.edit(uuid, to: Machine.steps(110, at: 0))
        try settle()
        let own = try laptop.contents.compactMap { UUID(uuidString: String($0.suffix(36))) }
        _ = try laptop.person.delete(own)
        try settle()
        #expect(try desktop.values.isEmpty)
        _ = try desktop.person.undo()
        let back = try #require(try desktop.contents.first.flatMap { UUID(uuidString: String($0.suffix(36))) })
        #expect(try desktop.person.versions(of: back).map(\.value) == [100])
        try desktop.edit(back, to: Machine.steps(120, at: 0))
        try settle()
        for machine in [laptop, desktop] {
            #expect(try machine.values == [120])
            let shown = try #require(try machine.contents.first.flatMap { UUID(uuidString: String($0.suffix(36))) })
            #expect(try machine.person.versions(of: shown).map(\.value) == [100, 110])
            #expect(try machine.sync.status(verifies: true).differing == [])
        }
    }

    @Test("What a sample has become is the edit that is shown, of those of two machines")
    func successors() throws {
        for hour in 0..<8 {
            let uuid = try laptop.save(100, at: Double(hour))
            try settle()
            try laptop.edit(uuid, to: Machine.steps(110, at: Double(hour)))
            try desktop.edit(uuid, to: Machine.steps(120, at: Double(hour)))
            try settle()
            for machine in [laptop, desktop] {
                #expect(try machine.person.successor(of: uuid).flatMap(value) == 120)
            }
        }
    }

    @Test("Two stores in step are the same day by day; a day on which one has more, or another value, is named")
    func comparison() throws {
        try laptop.importSteps((0..<50).map { Double($0) })
        let uuid = try laptop.save(100, at: 0)
        try settle()
        #expect(try StoreComparison.differingDays(laptop.person, desktop.person).isEmpty)
        try desktop.edit(uuid, to: Machine.steps(110, at: 0))
        #expect(
            try StoreComparison.differingDays(laptop.person, desktop.person)
                == [StoreComparison.Day(day: "2023-03-08", here: 1, there: 1)]
        )
        try laptop.save(1, at: 48)
        #expect(
            try StoreComparison.differingDays(laptop.person, desktop.person).map(\.day) == ["2023-03-08", "2023-03-10"]
        )
        try settle()
        #expect(try StoreComparison.differingDays(laptop.person, desktop.person).isEmpty)
    }
}
