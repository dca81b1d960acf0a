import Foundation
import HealthKit
import HealthtuiSync
import RandomTesting
import Testing

/// What one machine took back is gone on all, and comes back with the next import of it on any of them.
@Suite struct UndoneImportSyncTests {
    let folder: ScratchFolder
    let machines: [Machine]

    init() throws {
        folder = try ScratchFolder()
        machines = try ["laptop", "desktop", "server"].map { try Machine($0, part: 7) }
        _ = try machines[0].sync.begin(in: folder.path, name: "laptop")
        for machine in machines.dropFirst() { try machine.join(machines[0], folder.path) }
        try settle()
    }

    /// Syncs until nobody has anything new.
    private func settle() throws {
        for _ in 0..<3 { for machine in machines { _ = try machine.sync.sync() } }
    }

    private func expect(_ values: [Double], _ comment: Comment? = nil) throws {
        for machine in machines {
            #expect(try machine.values.sorted() == values.sorted(), comment)
            #expect(try machine.contents == machines[0].contents)
            #expect(try machine.sync.status(verifies: true).differing == [])
        }
    }

    @Test("An undone import goes everywhere, and importing it anywhere brings it back everywhere", arguments: 0..<3)
    func importedAgain(_ place: Int) throws {
        let values = (0..<20).map(Double.init)
        try machines[0].importSteps(values)
        try settle()
        try expect(values)
        #expect(try machines[0].person.undo()?.deleted == 20)
        try settle()
        try expect([])
        try machines[place].importSteps(Array(values.prefix(15)))
        #expect(try machines[place].values.count == 15)
        try settle()
        try expect(Array(values.prefix(15)), "what isn't imported again stays away")
        try machines[(place + 1) % 3].importSteps(values)
        try settle()
        try expect(values)
    }

    @Test("What the person deleted elsewhere stays deleted, whenever it was undone here", arguments: [true, false])
    func deletedElsewhere(_ isToldFirst: Bool) throws {
        try machines[0].importSteps([1, 2, 3])
        try settle()
        try machines[1].delete(2)
        if isToldFirst { _ = try machines[1].sync.sync() }
        #expect(try machines[0].person.undo()?.deleted == 3)
        try settle()
        try expect([])
        for machine in machines {
            try machine.importSteps([1, 2, 3])
            try settle()
            try expect([1, 3], "\(machine.name)")
        }
        try machines[2].importSteps([1, 2, 3], restoresDeleted: true)
        try settle()
        try expect([1, 2, 3])
    }

    @Test("The undo of another machine is a step of its own here, which is taken back and done again as such")
    func step() throws {
        try machines[0].importSteps([1, 2, 3])
        try machines[0].save(9, at: 1)
        try settle()
        // The save is undone first, then the import.
        _ = try machines[0].person.undo()
        _ = try machines[0].person.undo()
        try settle()
        try expect([])
        let here = try #require(try machines[1].person.steps(limit: 1).first)
        #expect(here.kind == .sync && here.isUndo == true)
        #expect(try machines[1].person.undo()?.restored == 4)
        try settle()
        try expect([1, 2, 3, 9])
        #expect(try machines[1].person.redo()?.deleted == 4)
        try settle()
        try expect([])
        try machines[2].importSteps([1, 2, 3])
        try settle()
        try expect([1, 2, 3])
    }

    @Test("What the person deleted on another machine stays deleted when the import is done again here")
    func redoneWithout() throws {
        try machines[0].importSteps([1, 2, 3])
        try settle()
        try machines[1].delete(2)
        #expect(try machines[0].person.undo()?.deleted == 3)
        try settle()
        #expect(try machines[0].person.redo()?.restored == 2)
        try settle()
        try expect([1, 3])
        for machine in machines { try machine.importSteps([1, 2, 3]) }
        try settle()
        try expect([1, 3])
    }

    @Test("What an import was told to bring back is deleted again where that import is undone, on all machines")
    func broughtBack() throws {
        try machines[0].importSteps([1, 2])
        try settle()
        try machines[0].delete(1)
        try settle()
        try machines[1].importSteps([1, 2], restoresDeleted: true)
        try settle()
        try expect([1, 2])
        #expect(try machines[1].person.undo()?.deleted == 1)
        try settle()
        for machine in machines { try machine.importSteps([1, 2]) }
        try settle()
        try expect([2])
        #expect(try machines[1].person.redo()?.restored == 1)
        try settle()
        try expect([1, 2])
        for machine in machines { try machine.importSteps([1, 2]) }
        try settle()
        try expect([1, 2])
    }

    @Test("Where the next version of a sync identifier is undone, the one before is back everywhere", arguments: 0..<3)
    func undoneVersion(_ place: Int) throws {
        func save(_ value: Double, _ version: Int, on machine: Machine) throws {
            let metadata: [String: Any] = [HKMetadataKeySyncIdentifier: "one", HKMetadataKeySyncVersion: version]
            try machine.save(value, at: 0, metadata)
        }
        try save(10, 1, on: machines[0])
        try settle()
        try save(20, 2, on: machines[place])
        try settle()
        try expect([20])
        _ = try machines[place].person.undo()
        #expect(try machines[place].values == [10])
        try settle()
        try expect([10], "undone")
        _ = try machines[place].person.redo()
        #expect(try machines[place].values == [20])
        try settle()
        try expect([20], "done again")
        _ = try machines[place].person.undo()
        try settle()
        try expect([10], "undone again")
        try save(30, 3, on: machines[(place + 1) % 3])
        try settle()
        try expect([30])
        // Deleted, and saved anew as an earlier version.
        try machines[(place + 2) % 3].delete(30)
        try save(15, 2, on: machines[(place + 2) % 3])
        try settle()
        try expect([15], "saved anew")
    }

    @Test("An undone import that is done again is back everywhere")
    func redone() throws {
        try machines[0].importSteps([1, 2, 3])
        try settle()
        _ = try machines[0].person.undo()
        try settle()
        try machines[0].save(5, at: 0)
        try settle()
        #expect(try machines[0].person.redo()?.restored == 3)
        try settle()
        try expect([1, 2, 3, 5])
    }

    @Test("The identity of a deletion says whether an undo made it, and most bytes of it are random")
    func identities() throws {
        let deletions = (0..<200).map { SyncID.ofDeletion(isUndo: $0 % 2 == 0) }
        #expect(Set(deletions).count == deletions.count)
        for (number, id) in deletions.enumerated() {
            #expect(Deletion(id: id, roots: [], versions: []).isUndo == (number % 2 == 0))
            #expect((Array(id.bytes.suffix(8)) == Array("takeback".utf8)) == (number % 2 == 0))
        }
    }
}
