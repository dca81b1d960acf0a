import Foundation
import HealthKit
import HealthKitStore
import HealthtuiSync
import RandomTesting
import Synchronization
import Testing

/// What is derived from samples is the same on every machine of a group, in whatever order they came.
@Suite struct SameEverywhereTests {
    private let folder: ScratchFolder
    private let laptop: Machine
    private let desktop: Machine
    private let steps = HKQuantityTypeIdentifier.stepCount.rawValue

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

    private func listed(_ machine: Machine, ascending: Bool, from start: Double? = nil, limit: Int) throws -> [UUID] {
        try machine.database.read { reader in
            var request = FetchRequest(type: HKQuantityType(.stepCount))
            if let start { request.bounds = TimeBounds(startLower: start) }
            var found: [UUID] = []
            try reader.forEachRow(request, ascending: ascending) { row in
                found.append(row.uuid)
                return found.count < limit
            }
            return found
        }
    }

    /// Who brought a sample, and whether it was edited before it was deleted.
    struct FoldedHistory: CustomStringConvertible {
        var isOfDesktop: Bool
        var isEdited: Bool

        var description: String { "of the \(isOfDesktop ? "desktop" : "laptop")\(isEdited ? ", edited" : "")" }
    }

    @Test(
        "What was deleted goes, although the deletion comes in a folded file that has the sample no more",
        arguments: [
            FoldedHistory(isOfDesktop: false, isEdited: false), FoldedHistory(isOfDesktop: false, isEdited: true),
            FoldedHistory(isOfDesktop: true, isEdited: false), FoldedHistory(isOfDesktop: true, isEdited: true),
        ]
    )
    func foldedDeletion(_ history: FoldedHistory) throws {
        func all(_ machine: Machine) throws -> [UUID] { try listed(machine, ascending: true, limit: .max) }
        let machine = history.isOfDesktop ? desktop : laptop
        // What was imported can't be edited.
        if history.isEdited { try machine.save(1, at: 1) } else { try machine.importSteps([1, 2]) }
        try settle()
        let first = try #require(try all(laptop).first)
        if history.isEdited {
            try laptop.edit(first, to: Machine.steps(9, at: 1))
            try settle()
        }
        #expect(try all(desktop) == all(laptop))
        let deleted = try #require(
            try all(laptop).first { try history.isEdited ? value(laptop, $0) == 9 : $0 == first }
        )
        _ = try laptop.person.delete([deleted])
        // Sixteen files become one.
        for hour in 0..<20 {
            try laptop.save(100, at: Double(100 + hour))
            _ = try laptop.sync.sync()
        }
        _ = try desktop.sync.sync()
        #expect(try !all(desktop).contains(deleted))
        #expect(try all(desktop) == all(laptop))
        try settle()
        #expect(try all(desktop) == all(laptop))
    }

    private func value(_ machine: Machine, _ uuid: UUID) throws -> Double? {
        try machine.database.read { try $0.store.samples(uuids: [uuid])[uuid]?.value }
    }

    private func save(_ value: Double, _ version: Int, on machine: Machine) throws {
        let metadata: [String: Any] = [HKMetadataKeySyncIdentifier: "walk", HKMetadataKeySyncVersion: version]
        try machine.save(value, at: value, metadata)
    }

    private func values(_ machine: Machine) throws -> [Double] {
        try listed(machine, ascending: true, limit: .max).compactMap { try value(machine, $0) }
    }

    @Test("An undo brings no second sample of a sync identifier that another machine saved next")
    func undoOfWhatWasReplaced() throws {
        try save(9, 1, on: laptop)
        try settle()
        try save(23, 3, on: desktop)
        _ = try desktop.sync.sync()
        _ = try desktop.person.undo()
        _ = try laptop.sync.sync()
        #expect(try values(laptop) == [23])
        _ = try desktop.sync.sync()
        // Nothing was deleted here, so that there is only the first save to undo, which isn't shown.
        _ = try? laptop.person.undo()
        #expect(try values(laptop) == [23])
        _ = try laptop.sync.sync()
        try save(26, 2, on: laptop)
        #expect(try values(laptop) == [26])
        try settle()
        #expect(try values(desktop) == [26])
        #expect(try values(laptop) == [26])
    }

    @Test("An undo of another machine's deletion brings no second sample of a sync identifier")
    func undoOfWhatWasSavedAgain() throws {
        try save(6, 2, on: laptop)
        try settle()
        _ = try laptop.person.undo()
        try save(22, 1, on: laptop)
        _ = try laptop.sync.sync()
        _ = try desktop.sync.sync()
        #expect(try values(desktop) == [22])
        _ = try? desktop.person.undo()
        #expect(try values(desktop) == [22])
        try settle()
        #expect(try values(desktop) == [22])
        #expect(try values(laptop) == [22])
        try save(30, 2, on: desktop)
        #expect(try values(desktop) == [30])
        try settle()
        #expect(try values(laptop) == [30])
    }

    @Test("A sample that an undo brought back is found by the next save of its identifier")
    func foundAfterUndo() throws {
        try save(6, 1, on: laptop)
        try settle()
        _ = try laptop.person.delete(listed(laptop, ascending: true, limit: .max))
        try settle()
        #expect(try values(desktop) == [])
        _ = try desktop.person.undo()
        #expect(try values(desktop) == [6])
        try save(7, 2, on: desktop)
        #expect(try values(desktop) == [7])
        try settle()
        #expect(try values(laptop) == [7])
    }

    @Test("Samples that start together are listed by UUID, up and down, wherever a page ends")
    func order() throws {
        var random = SeededGenerator("samples that start together")
        for round in 0..<20 {
            for machine in [laptop, desktop] {
                for _ in 0..<Int.random(in: 1...8, using: &random) {
                    let hour = Double(round * 10 + Int.random(in: 0..<3, using: &random))
                    try machine.save(Double.random(in: 1...9_999, using: &random), at: hour)
                }
            }
            if Int.random(in: 0..<3, using: &random) == 0 { try settle() }
        }
        try settle()
        let all = try listed(laptop, ascending: true, limit: .max)
        #expect(try listed(desktop, ascending: true, limit: .max) == all)
        #expect(try listed(desktop, ascending: false, limit: .max) == all.reversed())
        for limit in [1, 2, 3, 7, 20] {
            #expect(try listed(laptop, ascending: true, limit: limit) == Array(all.prefix(limit)))
            #expect(try listed(desktop, ascending: false, limit: limit) == Array(all.reversed().prefix(limit)))
        }
        for machine in [laptop, desktop] {
            try machine.database.read { reader in
                let request = FetchRequest(type: HKQuantityType(.stepCount))
                for skipped in 0..<all.count {
                    var found: [UUID] = []
                    try reader.forEachRow(request, skipping: skipped) { row in
                        found.append(row.uuid)
                        return found.count < 2
                    }
                    #expect(found == Array(all.dropFirst(skipped).prefix(2)))
                }
            }
        }
    }

    @Test("Records that start together are listed by UUID")
    func records() throws {
        for machine in [laptop, desktop] { for _ in 0..<5 { try machine.person.save([Machine.pressure(120, at: 1)]) } }
        try settle()
        func listed(_ machine: Machine, ascending: Bool) throws -> [UUID] {
            try machine.database.read { reader in
                var found: [UUID] = []
                let request = FetchRequest(type: HKCorrelationType(.bloodPressure))
                try reader.forEachRecord(request, ascending: ascending) { record in
                    found.append(record.uuid)
                    return true
                }
                return found
            }
        }
        let all = try listed(laptop, ascending: true)
        #expect(all.count == 10 && all == all.sorted())
        #expect(try listed(desktop, ascending: true) == all)
        #expect(try listed(desktop, ascending: false) == all.reversed())
    }

    @Test("A source of several names has one, the same on both")
    func names() throws {
        try laptop.importSteps([1], of: "Watch")
        try settle()
        for machine in [laptop, desktop] {
            let names = try machine.database.read { try $0.orderedSources(of: steps).map(\.source.name) }
            #expect(names == ["Watch"])
        }
    }

    // MARK: Orders of sources

    private let app = AppIdentity(bundleIdentifier: "org.example.steps", name: "Steps", version: "1")

    private func saveAsApp(_ steps: Double, at hour: Double, on machine: Machine) async throws {
        let type = HKQuantityTypeIdentifier.stepCount.rawValue
        try machine.person.setGrants([type: Grant(read: true, share: true)], app: app.bundleIdentifier)
        let access = HKHealthStore(sharing: machine.store, principal: .app(app), prompt: nil)
        try await access.save(Machine.steps(steps, at: hour))
    }

    /// The values of the sources of steps, in their order: the sources themselves have other names on each machine.
    private func ordered(_ machine: Machine) throws -> [Double] {
        try machine.database.read { reader in
            try reader.orderedSources(of: steps)
                .map { traits in
                    var value = 0.0
                    try reader.forEachRow(
                        FetchRequest(
                            type: HKQuantityType(.stepCount),
                            scope: .only(bundleIdentifier: traits.source.bundleIdentifier)
                        )
                    ) { row in
                        value = row.value
                        return false
                    }
                    return value
                }
        }
    }

    private func total(_ machine: Machine) throws -> Double? {
        try machine.database.read { reader in
            let type = HKQuantityType(.stepCount)
            return try reader.statistics(FetchRequest(type: type), type, options: .cumulativeSum)?.sumQuantity()?
                .doubleValue(for: .count())
        }
    }

    @Test(
        "An order of apps that the person set on one machine means the same apps on the other, and so does leaving one out"
    )
    func appOrder() async throws {
        // The same app on both machines, and a watch, over the same hour.
        try await saveAsApp(100, at: 0, on: laptop)
        try await saveAsApp(200, at: 0, on: desktop)
        try laptop.person.save([Machine.steps(300, at: 0)])
        try settle()
        for first in [100.0, 200, 300] {
            let sources = try laptop.database.read { try $0.orderedSources(of: steps).map(\.source.bundleIdentifier) }
            let values = try ordered(laptop)
            let place = try #require(values.firstIndex(of: first))
            let order = [sources[place]] + sources.filter { $0 != sources[place] }
            try laptop.person.setSourceOrder(steps, order: order, excluded: [])
            try settle()
            #expect(try ordered(laptop).first == first)
            #expect(try ordered(desktop) == ordered(laptop))
            #expect(try total(laptop) == first && total(desktop) == first)
            // Set on the other machine, it is the same here.
            let back = try desktop.database.read { try $0.orderedSources(of: steps).map(\.source.bundleIdentifier) }
            try desktop.person.setSourceOrder(steps, order: back.reversed(), excluded: [back[1]])
            try settle()
            #expect(try ordered(desktop) == ordered(laptop))
            #expect(try total(desktop) == total(laptop))
            for machine in [laptop, desktop] {
                let report = try machine.sync.sync()
                #expect(report.sent == 0 && report.settings == 0)
                #expect(try machine.sync.status(verifies: true).differingTotals == [])
            }
        }
    }

    @Test(
        "Totals that differ though the samples don't are named, by type and machine; what isn't in step is not compared"
    )
    func totals() throws {
        try laptop.importSteps([100], of: "Foo")
        try laptop.importSteps([1_000], of: "Bar")
        try settle()
        func verified(_ machine: Machine) throws -> [String] {
            try machine.sync.status(verifies: true).differingTotals?.map { "\($0.type) \($0.device)" } ?? ["none"]
        }
        #expect(try verified(laptop) == [])
        try settle()
        #expect(try verified(desktop) == [])
        #expect(try StoreComparison.differingTotals(laptop.person, desktop.person).isEmpty)
        // A fault: the desktop has another time of one source than the group.
        try desktop.database.write { writer in
            let arrival = SourceArrival(time: -1e9, name: "com.example.foo")
            try writer.setValue(arrival, StoreNamespace.sourceArrivals, "com.example.foo")
            let later = SourceArrival(time: 1e9, name: "com.example.bar")
            try writer.setValue(later, StoreNamespace.sourceArrivals, "com.example.bar")
        }
        let before = try total(laptop)
        if try total(desktop) == before {
            try desktop.database.write { writer in
                let later = SourceArrival(time: 1e9, name: "com.example.foo")
                try writer.setValue(later, StoreNamespace.sourceArrivals, "com.example.foo")
                let arrival = SourceArrival(time: -1e9, name: "com.example.bar")
                try writer.setValue(arrival, StoreNamespace.sourceArrivals, "com.example.bar")
            }
        }
        #expect(try total(desktop) != before)
        #expect(try verified(desktop) == ["\(steps) laptop"])
        #expect(try StoreComparison.differingTotals(laptop.person, desktop.person) == [steps])
        // A sample that waits is no difference.
        try desktop.save(5, at: 1_000)
        #expect(try verified(desktop) == [])
    }

    // MARK: Clocks and names

    @Test("A joining machine hears that its clock differs and still joins: the inviter's clock decides")
    func clocks() throws {
        for (seconds, differs) in [
            (0.0, false), (30, false), (-30, false), (7_200, true), (-7_200, true), (-4e7, true),
        ] {
            let third = try Machine("third \(seconds)") { Date().timeIntervalSinceReferenceDate + seconds }
            let code = try laptop.sync.invite().code
            #expect(try third.sync.join(folder.path, code: Machine.secret(code), name: third.name) == differs)
            #expect(try laptop.sync.sync().joined == [third.name])
            #expect(try third.sync.sync().state == .synced)
        }
    }

    @Test("Why files wait is said, until they are written")
    func reasons() throws {
        try laptop.save(1, at: 0)
        let group = try #require(
            try FileManager.default.contentsOfDirectory(atPath: folder.path).first { $0.hasPrefix("hk-") }
        )
        let devices = "\(folder.path)/\(group)"
        let own = try #require(
            try FileManager.default.contentsOfDirectory(atPath: devices)
                .first { name in try laptop.sync.status().devices.contains { $0.isThis && $0.id == name } }
        )
        // A file stands where the folder of this machine's files was.
        try FileManager.default.moveItem(atPath: "\(devices)/\(own)", toPath: "\(folder.path)/away")
        try Data().write(to: URL(fileURLWithPath: "\(devices)/\(own)"))
        #expect(throws: SyncError.self) { try laptop.sync.sync() }
        let status = try laptop.sync.status()
        #expect(status.unwritten > 0 && status.unwrittenReason?.contains("Can't") == true, "\(status)")
        try FileManager.default.removeItem(atPath: "\(devices)/\(own)")
        try FileManager.default.moveItem(atPath: "\(folder.path)/away", toPath: "\(devices)/\(own)")
        _ = try laptop.sync.sync()
        let after = try laptop.sync.status()
        #expect(after.unwritten == 0 && after.unwrittenReason == nil)
        _ = try desktop.sync.sync()
        #expect(try desktop.values == [1])
    }
}
