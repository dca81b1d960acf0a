import Foundation
import HealthStore
import RandomTesting
import Testing

@testable import HealthKit

/// Imports, deletions, undo, redo and steps that are chosen in the log, in any order, held against a model of a few lines.
@Suite struct UndoneImportModelTests {
    /// What a row of the file is in the store.
    private enum Row: Hashable {
        /// Never there, or taken away by an undo: an import adds it.
        case absent
        /// There, as some import brought it.
        case present(Int)
        /// Deleted by the person, by a step: an import leaves it out.
        case deleted(Int, was: Int)
    }

    private struct Step {
        var isRestoring = false
        var state = OwnerOperation.State.done
        /// What it did when it was last done: of what it made what.
        var changes: [Int: (before: Row, after: Row)] = [:]
    }

    /// A store and what is expected of it.
    private final class World {
        let test = TestStore()
        var rows: [Row]
        var known: [Int: Step] = [:]
        private var instances = 0

        init(_ count: Int) { rows = Array(repeating: .absent, count: count) }

        private static let forms = ImportForms(
            unit: { $0 },
            metadata: \.bytes,
            workout: { _ in [] },
            saysTheSame: ==
        )

        private static func start(_ row: Int) -> Double { 600_000_000 + Double(row) * 60 }

        /// The number of the latest step.
        private func last() throws -> Int { try test.person.steps(limit: 1).first?.number ?? 0 }

        /// Notes a step that was just done, where it did anything.
        private func note(_ changes: [Int: Row], isRestoring: Bool = false) throws {
            if changes.isEmpty { return }
            var step = Step(isRestoring: isRestoring)
            for (row, after) in changes {
                step.changes[row] = (rows[row], after)
                rows[row] = after
            }
            known[try last()] = step
        }

        func load(_ chosen: [Int], restoresDeleted: Bool) throws {
            var chunk = ImportChunk()
            let source = HKSource(name: "Watch", bundleIdentifier: "com.example.watch")
            chunk.definitions.series = [ImportedSeries(type: steps.identifier, unit: "count")]
            chunk.definitions.revisions = [HKSourceRevision(source: source, version: nil)]
            chunk.rows = chosen.map { row in
                let start = Self.start(row)
                let header = ImportedHeader(start: start, end: start + 30, creation: start + 31, revision: .init(0))
                return ImportedRow(series: .init(0), value: Double(row), header: header)
            }
            let session = try test.person.beginImport(Self.forms, restoresDeleted: restoresDeleted, named: "export.xml")
            let outcome = try session.write(chunk)
            try session.finish()
            var changes: [Int: Row] = [:]
            var (deleted, there) = (0, 0)
            for row in chosen {
                switch rows[row] {
                case .present: there += 1
                case .deleted where !restoresDeleted: deleted += 1
                case .absent, .deleted:
                    instances += 1
                    changes[row] = .present(instances)
                }
            }
            let tally = outcome.tallies[.records]
            #expect(tally.added == changes.count && tally.deleted == deleted && tally.duplicate == there)
            try note(changes, isRestoring: restoresDeleted)
        }

        func delete(_ chosen: [Int]) throws {
            let uuids = try stored()
            let there = chosen.filter { uuids[$0] != nil }
            try test.person.delete(there.compactMap { uuids[$0] })
            let number = try last()
            try note(
                Dictionary(
                    uniqueKeysWithValues: there.compactMap { row in
                        guard case .present(let instance) = rows[row] else { return nil }
                        return (row, .deleted(number, was: instance))
                    }
                )
            )
        }

        /// Takes a step back in the model, or does it again.
        func turn(_ number: Int, isRedo: Bool) {
            guard var step = known[number] else { return }
            var left: [Int: (before: Row, after: Row)] = [:]
            for (row, change) in step.changes {
                let (from, to) = isRedo ? (change.before, change.after) : (change.after, change.before)
                guard rows[row] == from else {
                    // What isn't as it was left is no longer its own, unless another undo brings that back.
                    continue
                }
                rows[row] = to
                left[row] = change
            }
            step.changes = left
            step.state = isRedo ? (left.isEmpty ? .closed : .done) : .undone
            known[number] = step
        }

        /// The samples that the store has, by row.
        func stored() throws -> [Int: UUID] {
            try test.store.port.local().personsDatabase()
                .read { reader in
                    var found: [Int: UUID] = [:]
                    guard let type = try reader.typeID(steps.identifier) else { return found }
                    try reader.store.forEachSample(ScanRequest(type: type, columns: .all)) { row in
                        #expect(found[Int(row.value)] == nil, "row \(row.value) is there twice")
                        found[Int(row.value)] = row.uuid
                        return .continue
                    }
                    // Nobody is told that what is there was deleted.
                    let uuids = Set(found.values)
                    let stale = try reader.store.tombstones(after: 0, limit: .max).count { uuids.contains($0.uuid) }
                    #expect(stale == 0)
                    return found
                }
        }

        /// Compares the store with the model.
        func check(_ what: String) throws -> Bool {
            let found = Set(try stored().keys)
            let expected = Set(rows.indices.filter { if case .present = rows[$0] { true } else { false } })
            #expect(found == expected, "after \(what)")
            return found == expected
        }
    }

    @Test("What an undo took away is added by an import, and what the person deleted stays deleted", arguments: 0..<12)
    func model(_ run: Int) throws {
        let seed = newSeed()
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let world = World(run < 4 ? 3 : 12)
        var done: [String] = []
        func some() -> [Int] {
            let all = world.rows.indices.shuffled(using: &random)
            return Array(all.prefix(Int.random(in: 1...world.rows.count, using: &random)))
        }
        // Steps chosen from the log are the soak's: ChosenStepTests holds them one by one.
        let kinds = ProcessInfo.processInfo.environment["SOAK_MINUTES"] == nil ? 0...7 : 0...9
        for _ in 0..<60 {
            switch Int.random(in: kinds, using: &random) {
            case 0, 1, 2:
                let (rows, restores) = (some(), Int.random(in: 0...2, using: &random) == 0)
                done.append("import \(rows.sorted()) \(restores)")
                try world.load(rows, restoresDeleted: restores)
            case 3, 4:
                let rows = some()
                done.append("delete \(rows.sorted())")
                try world.delete(rows)
            case 5, 6:
                guard let outcome = try world.test.person.undo() else { continue }
                done.append("undo \(outcome.step.number)")
                world.turn(outcome.step.number, isRedo: false)
            case 7:
                guard let outcome = try world.test.person.redo() else { continue }
                done.append("redo \(outcome.step.number)")
                world.turn(outcome.step.number, isRedo: true)
                #expect(outcome.step.state == world.known[outcome.step.number]?.state, "\(done)")
            default:
                guard let number = world.known.keys.sorted().randomElement(using: &random),
                    let preview = try world.test.person.previewStep(number)
                else { continue }
                if preview.obstacle != nil {
                    #expect(throws: HKError.self) {
                        try world.test.person.turnStep(number, isRedo: preview.isRedo)
                    }
                    continue
                }
                done.append("\(preview.isRedo ? "redo" : "undo") step \(number)")
                do {
                    let outcome = try #require(try world.test.person.turnStep(number, isRedo: preview.isRedo))
                    #expect(outcome.step.number == number)
                    world.turn(number, isRedo: preview.isRedo)
                } catch let error as HKError {
                    // All of it has changed since.
                    #expect(error.code == .errorInvalidArgument)
                }
            }
            guard try world.check("\(done)") else { return }
        }
    }
}
