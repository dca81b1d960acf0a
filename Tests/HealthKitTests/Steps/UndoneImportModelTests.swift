import Foundation
import HealthKitStore
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
        /// Whether it is an import that brings back what was deleted.
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
        /// The steps by what made them.
        private var numbers: [Int: Int] = [:]
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
        private func note(_ changes: [Int: Row], as label: Int, isRestoring: Bool = false) throws {
            if changes.isEmpty { return }
            var step = Step(isRestoring: isRestoring)
            for (row, after) in changes {
                step.changes[row] = (rows[row], after)
                rows[row] = after
            }
            let number = try last()
            known[number] = step
            numbers[label] = number
        }

        private func load(_ chosen: [Int], restoresDeleted: Bool, as label: Int) throws {
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
            if (tally.added, tally.deleted, tally.duplicate) != (changes.count, deleted, there) {
                throw Difference(text: "\(tally), expected \(changes.count) added, \(deleted) deleted, \(there) known")
            }
            try note(changes, as: label, isRestoring: restoresDeleted)
        }

        private func delete(_ chosen: [Int], as label: Int) throws {
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
                ),
                as: label
            )
        }

        /// Takes a step back in the model, or does it again.
        private func turn(_ number: Int, isRedo: Bool) {
            guard var step = known[number] else { return }
            var left: [Int: (before: Row, after: Row)] = [:]
            for (row, change) in step.changes {
                // What isn't as it was left is no longer its own, unless another undo brings that back.
                guard isRedo ? isRedone(change, rows[row], by: step, number) : rows[row] == change.after else {
                    continue
                }
                left[row] = isRedo ? (rows[row], change.after) : change
                rows[row] = isRedo ? change.after : change.before
            }
            step.changes = left
            step.state = isRedo ? (left.isEmpty ? .closed : .done) : .undone
            known[number] = step
        }

        /// Whether a step that is done again does again what it did with a row.
        private func isRedone(_ change: (before: Row, after: Row), _ row: Row, by step: Step, _ number: Int) -> Bool {
            guard case .present = change.after else { return row == change.before }
            switch row {
            case .absent: return true
            case .present: return false
            // What was deleted since stays deleted.
            case .deleted(let deletion, _): return step.isRestoring && deletion < number
            }
        }

        /// The samples that the store has, by row.
        private func stored() throws -> [Int: UUID] { try contents().samples }

        /// The samples that the store has, by row, and those of them that are said to be deleted.
        private func contents() throws -> (samples: [Int: UUID], stale: Int) {
            try test.store.port.local().personsDatabase()
                .read { reader in
                    var found: [Int: UUID] = [:]
                    guard let type = try reader.typeID(steps.identifier) else { return (found, 0) }
                    var twice: Int?
                    try reader.store.forEachSample(ScanRequest(type: type, columns: .all)) { row in
                        if found[Int(row.value)] != nil { twice = Int(row.value) }
                        found[Int(row.value)] = row.uuid
                        return .continue
                    }
                    if let twice { throw Difference(text: "row \(twice) is there twice") }
                    let uuids = Set(found.values)
                    let stale = try reader.store.tombstones(after: 0, limit: .max).count { uuids.contains($0.uuid) }
                    return (found, stale)
                }
        }

        /// Compares the store with the model.
        private func check() throws {
            let contents = try contents()
            let found = contents.samples.keys.sorted()
            let expected = rows.indices.filter { if case .present = rows[$0] { true } else { false } }
            if found != expected { throw Difference(text: "stored \(found), expected \(expected)") }
            // Nobody is told that what is there was deleted.
            if contents.stale > 0 { throw Difference(text: "\(contents.stale) stored samples count as deleted") }
        }

        /// Does one thing.
        func play(_ action: Action) throws {
            switch action.kind {
            case .load(let rows, let restoresDeleted):
                try load(rows, restoresDeleted: restoresDeleted, as: action.label)
            case .delete(let rows): try delete(rows, as: action.label)
            case .next(let isRedo):
                guard let outcome = try isRedo ? test.person.redo() : test.person.undo() else { return }
                turn(outcome.step.number, isRedo: isRedo)
                if isRedo, outcome.step.state != known[outcome.step.number]?.state {
                    throw Difference(text: "step \(outcome.step.number) is \(outcome.step.state)")
                }
            case .chosen(let label):
                guard let number = numbers[label], let preview = try test.person.previewStep(number) else { return }
                do {
                    let outcome = try test.person.turnStep(number, isRedo: preview.isRedo)
                    if preview.obstacle != nil { throw Difference(text: "step \(number) had an obstacle") }
                    if outcome?.step.number != number { throw Difference(text: "another step than \(number)") }
                    turn(number, isRedo: preview.isRedo)
                } catch let error as HKError {
                    // There is an obstacle, or all of it has changed since.
                    if error.code != .errorInvalidArgument { throw error }
                }
            }
            try check()
        }
    }

    /// Something that is done.
    ///
    /// Steps are named by what made them, so that a part of a history is a history too.
    private struct Action: CustomStringConvertible {
        enum Kind {
            case load([Int], restoresDeleted: Bool)
            case delete([Int])
            case next(isRedo: Bool)
            case chosen(Int)
        }

        var label: Int
        var kind: Kind

        var description: String {
            switch kind {
            case .load(let rows, let restores): "\(label): import\(restores ? " restoring" : "") \(rows)"
            case .delete(let rows): "\(label): delete \(rows)"
            case .next(let isRedo): isRedo ? "redo" : "undo"
            case .chosen(let label): "turn \(label)"
            }
        }
    }

    /// Where the store differs from the model.
    private struct Difference: Error { var text: String }

    /// Where a history makes the store differ from the model; `nil` for nowhere.
    private static func difference(_ history: [Action], rows: Int) throws -> String? {
        let world = World(rows)
        for (index, action) in history.enumerated() {
            do {
                try world.play(action)
            } catch let difference as Difference {
                return "after \(history[...index]): \(difference.text)"
            }
        }
        return nil
    }

    /// The shortest part of a history that still makes a difference.
    private static func shortest(_ history: [Action], rows: Int) throws -> String? {
        guard var found = try difference(history, rows: rows) else { return nil }
        var history = history
        func isStillWrong(_ shorter: [Action]) throws -> Bool {
            guard let text = try difference(shorter, rows: rows) else { return false }
            (history, found) = (shorter, text)
            return true
        }
        var length = history.count
        while length > 0 {
            var first = 0
            while first < history.count {
                var shorter = history
                shorter.removeSubrange(first..<min(first + length, history.count))
                if try !isStillWrong(shorter) { first += length }
            }
            length /= 2
        }
        for index in history.indices {
            for row in 0..<rows {
                var shorter = history
                switch shorter[index].kind {
                case .load(let rows, let restores):
                    shorter[index].kind = .load(rows.filter { $0 != row }, restoresDeleted: restores)
                case .delete(let rows): shorter[index].kind = .delete(rows.filter { $0 != row })
                default: continue
                }
                _ = try isStillWrong(shorter)
            }
        }
        return found
    }

    /// How many histories are tried: many in a soak, and as many as asked for by somebody who looks for a difference.
    private static var histories: Int {
        let environment = ProcessInfo.processInfo.environment
        if let count = environment["HISTORIES"].flatMap({ Int($0) }) { return count }
        return environment["SOAK_MINUTES"] == nil ? 16 : 200
    }

    @Test(
        "What an undo took away is added by an import, and what the person deleted stays deleted",
        arguments: 0..<histories
    )
    func model(_ run: Int) throws {
        let seed = newSeed()
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let rows = [3, 3, 5, 12][run % 4]
        func some() -> [Int] {
            let all = (0..<rows).shuffled(using: &random)
            return all.prefix(Int.random(in: 1...rows, using: &random)).sorted()
        }
        var history: [Action] = []
        var steps: [Int] = []
        // In half of the histories, steps that are chosen in the log are turned too.
        let kinds = run.isMultiple(of: 2) ? 0...9 : 0...7
        for label in 0..<60 {
            let kind: Action.Kind
            switch Int.random(in: kinds, using: &random) {
            case 0, 1, 2:
                kind = .load(some(), restoresDeleted: Int.random(in: 0...2, using: &random) == 0)
                steps.append(label)
            case 3, 4:
                kind = .delete(some())
                steps.append(label)
            case 5, 6: kind = .next(isRedo: false)
            case 7: kind = .next(isRedo: true)
            default:
                guard let step = steps.randomElement(using: &random) else { continue }
                kind = .chosen(step)
            }
            history.append(Action(label: label, kind: kind))
        }
        if let difference = try Self.shortest(history, rows: rows) { Issue.record("\(difference)") }
    }
}
