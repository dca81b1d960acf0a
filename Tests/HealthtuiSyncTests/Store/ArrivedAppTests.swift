import Foundation
import HealthKit
import HealthKitStore
import HealthtuiSync
import Testing

/// Apps of the same identifier on several machines.
@Suite struct ArrivedAppTests {
    private let folder: ScratchFolder
    private let laptop: Machine
    private let desktop: Machine
    private let app = AppIdentity(bundleIdentifier: "org.example.steps", name: "Steps", version: "1")

    init() throws {
        folder = try ScratchFolder()
        laptop = try Machine("laptop")
        desktop = try Machine("desktop")
        _ = try laptop.sync.begin(in: folder.path, name: "laptop")
        try desktop.join(laptop, folder.path)
        _ = try desktop.sync.sync()
        for machine in [laptop, desktop] {
            let type = HKQuantityTypeIdentifier.stepCount.rawValue
            try machine.person.setGrants([type: Grant(read: false, share: true)], app: app.bundleIdentifier)
        }
    }

    private func settle() throws {
        for _ in 0..<3 { for machine in [laptop, desktop] { _ = try machine.sync.sync() } }
    }

    private func access(_ machine: Machine) -> HKHealthStore {
        HKHealthStore(sharing: machine.store, principal: .app(app), prompt: nil)
    }

    /// The values that the app reads on a machine.
    private func seen(_ machine: Machine) async throws -> [Double] {
        let query = HKSampleQueryDescriptor(
            predicates: [.quantitySample(type: HKQuantityType(.stepCount))],
            sortDescriptors: [SortDescriptor(\.startDate)]
        )
        return try await query.result(for: access(machine)).map { $0.quantity.doubleValue(for: .count()) }
    }

    @Test("What an app saves on one machine its namesake on the other owns while the person approves it")
    func approval() async throws {
        let sample = Machine.steps(1, at: 0)
        try await access(laptop).save(sample)
        try settle()
        #expect(try desktop.contents == laptop.contents)
        #expect(try await seen(laptop) == [1])
        #expect(try await seen(desktop).isEmpty)
        let found = try #require(try desktop.sync.arrivedApps().first)
        #expect(found.app == app.bundleIdentifier && found.deviceName == "laptop" && found.count == 1)
        #expect(!found.isApproved)
        #expect(try laptop.sync.arrivedApps().isEmpty)
        #expect(try desktop.sync.approve(app.bundleIdentifier, of: "laptop", true).map(\.isApproved) == [true])
        #expect(try await seen(desktop) == [1])
        _ = try desktop.sync.approve(app.bundleIdentifier, of: nil, false)
        #expect(try await seen(desktop).isEmpty)
        #expect(throws: SyncError.self) { try desktop.sync.approve("org.example.other", of: nil, true) }
        #expect(throws: SyncError.self) { try desktop.sync.approve(app.bundleIdentifier, of: "nobody", true) }
    }

    @Test("Names that devices give sources stay on each: nothing is sent back, and stores are what the group agrees on")
    func names() async throws {
        try await access(laptop).save(Machine.steps(1, at: 0))
        try await access(desktop).save(Machine.steps(2, at: 1))
        try settle()
        for machine in [laptop, desktop] {
            let report = try machine.sync.sync()
            #expect(report.sent == 0 && report.added == 0 && report.changed == 0)
            #expect(try machine.sync.status(verifies: true).differing == [])
            #expect(try machine.values == [1, 2])
        }
        #expect(try await seen(laptop) == [1])
        #expect(try await seen(desktop) == [2])
        // A third machine learns where each was saved, whoever of the others is there.
        let third = try Machine("third")
        try third.join(desktop, folder.path)
        _ = try third.sync.sync()
        #expect(Set(try third.sync.arrivedApps().map(\.deviceName)) == ["laptop", "desktop"])
    }

    @Test("A machine's own samples stay its own, deleted elsewhere and brought back")
    func ownSamples() async throws {
        let sample = Machine.steps(1, at: 0)
        try await access(laptop).save(sample)
        try settle()
        _ = try desktop.person.delete([sample.uuid])
        try settle()
        #expect(try laptop.values.isEmpty)
        _ = try desktop.person.undo()
        try settle()
        #expect(try await seen(laptop) == [1])
        #expect(try laptop.sync.arrivedApps().isEmpty)
        #expect(try await seen(desktop).isEmpty)
    }

    @Test("What was imported has its source on every machine, and importing it there too is no double")
    func imports() throws {
        try laptop.importSteps([1, 2])
        try settle()
        #expect(try desktop.sync.arrivedApps().isEmpty)
        try desktop.importSteps([1, 2])
        try settle()
        #expect(try desktop.values == [1, 2])
        #expect(try desktop.contents == laptop.contents)
    }
}
