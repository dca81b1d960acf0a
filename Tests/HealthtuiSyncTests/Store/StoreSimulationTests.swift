import Foundation
import HealthKit
import HealthKitStore
import HealthtuiSync
import RandomTesting
import Synchronization
import Testing

/// Stores in step by random scripts: what people do on several machines that sync now and then, over a real folder.
@Suite("Stores come to the same whatever people do, and whenever they sync") struct StoreSimulationTests {
    private static let runs = ProcessInfo.processInfo.environment["SOAK_MINUTES"] == nil ? 12 : 400
    /// How many scripts `make sync-scripts` asks for, all of them with faults of the folder.
    private static let faultyRuns = ProcessInfo.processInfo.environment["SYNC_SCRIPTS"].flatMap { Int($0) } ?? 0

    @Test(
        "All machines and a newcomer agree, in totals too; nothing is lost, nothing deleted is back, nothing is doubled"
    )
    func runs() throws {
        var random = SeededGenerator("stores in step")
        for _ in 0..<Self.runs { try Run(seed: random.next()).play() }
        var scripts = SeededGenerator("folders with faults")
        for _ in 0..<Self.faultyRuns { try Run(seed: scripts.next(), hasFaults: true).play() }
    }
}

/// A clock that is right until it is set wrong, by up to a year.
private final class WrongClock: Sendable {
    private let offset = Mutex(0.0)

    var now: @Sendable () -> Double {
        { Date().timeIntervalSinceReferenceDate + self.offset.withLock { $0 } }
    }

    func goWrong(by seconds: Double) { offset.withLock { $0 = seconds } }

    func pass(_ seconds: Double) { offset.withLock { $0 += seconds } }
}

/// One script.
private final class Run {
    private let seed: UInt64
    private var random: SeededGenerator
    private let folder: ScratchFolder
    private var machines: [Machine] = []
    private var clocks: [WrongClock] = []
    /// Which sample each value belongs to: values are never used twice.
    private var roots: [Double: Int] = [:]
    private var deleted: Set<Int> = []
    private var edited: Set<Int> = []
    private var hasUndone = false
    /// Whether blood pressures are saved, edited and deleted too.
    private var hasPressures = false
    private var nextValue = 1_000.0
    /// Whether something happens to the folder, whatever the seed says.
    private let hasFaults: Bool

    init(seed: UInt64, hasFaults: Bool = false) throws {
        self.seed = seed
        self.hasFaults = hasFaults
        random = SeededGenerator(seed: seed)
        folder = try ScratchFolder()
    }

    private static let steps = 24

    func play() throws {
        let count = [2, 2, 3, 3, 4, 5][Int.random(in: 0..<6, using: &random)]
        // Most have everything in one part; with few samples in each, what belongs together comes in several.
        let part = [16_384, 16_384, 1, 2, 5][Int.random(in: 0..<5, using: &random)]
        for number in 0..<count {
            let clock = WrongClock()
            clocks.append(clock)
            let machine = try Machine("m\(number)", part: part, now: clock.now)
            // Some have data before they are paired.
            if Bool.random(using: &random) { try importSome(machine) }
            if Bool.random(using: &random) { try save(machine) }
            if number == 0 {
                _ = try machine.sync.begin(in: folder.path, name: machine.name)
            } else {
                try machine.join(machines[0], folder.path)
                _ = try machine.sync.sync(joins: true)
            }
            machines.append(machine)
        }
        for clock in clocks { clock.goWrong(by: Double.random(in: -3e7...3e7, using: &random)) }
        let allowsUndo = Bool.random(using: &random)
        hasPressures = Bool.random(using: &random)
        let allowsFaults = Bool.random(using: &random) || hasFaults
        let allowsOrders = Bool.random(using: &random)
        for step in 0..<Self.steps {
            let machine = machines[Int.random(in: 0..<machines.count, using: &random)]
            if allowsFaults, Int.random(in: 0..<3, using: &random) == 0 { try disturb() }
            if allowsOrders, Int.random(in: 0..<6, using: &random) == 0 { try arrange(machine) }
            switch Int.random(in: 0..<(allowsUndo ? 13 : 11), using: &random) {
            case 0...1: try save(machine)
            // Once something is deleted, the test's import would bring it back.
            case 2: if step < Self.steps / 3 { try importSome(machine) } else { try save(machine) }
            case 3: try edit(machine)
            case 4: if hasPressures { try editPressure(machine) } else { try edit(machine) }
            case 5...6: if step >= Self.steps / 3 { try delete(machine) } else { try save(machine) }
            case 11: hasUndone = try machine.person.undo() != nil || hasUndone
            case 12: hasUndone = try machine.person.redo() != nil || hasUndone
            default: _ = try machine.sync.sync()
            }
        }
        for _ in 0..<3 { for machine in machines { _ = try machine.sync.sync() } }
        // What is still missing of others' files is written by whoever has it, after a day.
        for clock in clocks { clock.pass(100_000) }
        for _ in 0..<3 { for machine in machines { _ = try machine.sync.sync() } }
        try checkFolder()
        try check(part)
    }

    // MARK: What happens to the folder

    /// Files as they were once.
    private var earlier: [String: Data] = [:]
    /// Copies of files under names that no machine gives.
    private var doubles: Set<String> = []
    private var twins = 0

    private func files() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
            .filter { $0.hasSuffix(".seg") || $0.hasSuffix(".mem") }
    }

    private func path(_ file: String) -> String { "\(folder.path)/\(file)" }

    private func bytes(_ file: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path(file))) }

    /// A file vanishes, is damaged, comes back or is doubled, or two machines answer one code.
    private func disturb() throws {
        for file in try files() where earlier[file] == nil { earlier[file] = try bytes(file) }
        guard let file = try files().randomElement(using: &random) else { return }
        let url = URL(fileURLWithPath: path(file))
        var data = try bytes(file)
        switch Int.random(in: 0..<7, using: &random) {
        case 0: try FileManager.default.removeItem(at: url)
        case 1: try data.prefix(Int.random(in: 0..<max(data.count, 1), using: &random)).write(to: url)
        case 2:
            guard !data.isEmpty else { return }
            data[Int.random(in: 0..<data.count, using: &random)] ^= 1
            try data.write(to: url)
        case 3:
            guard let old = earlier.sorted(by: { $0.key < $1.key }).randomElement(using: &random) else { return }
            let place = URL(fileURLWithPath: path(old.key))
            // All of the folder may have vanished meanwhile.
            try FileManager.default.createDirectory(
                at: place.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try old.value.write(to: place)
        case 4:
            let double = file.replacing(".seg", with: ".sync-conflict.seg")
                .replacing(".mem", with: ".sync-conflict.mem")
            doubles.insert(double)
            try data.write(to: URL(fileURLWithPath: path(double)))
        case 5:
            let group = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix("hk-") }
            for name in group { try FileManager.default.removeItem(atPath: path(name)) }
        default:
            // Their answers stay, and nobody is added.
            guard twins == 0 else { return }
            twins = 2
            let code = try machines[0].sync.invite().code
            for name in ["twin", "other twin"] {
                let twin = try Machine(name, now: clocks[0].now)
                // The invitation may have vanished already.
                do { try twin.sync.join(folder.path, code: Machine.secret(code), name: name) } catch is SyncError {}
            }
        }
    }

    /// The folder has all that anybody has read, and whole.
    private func checkFolder() throws {
        for double in doubles { try? FileManager.default.removeItem(atPath: path(double)) }
        for machine in machines {
            let known = try machine.sync.sync().problems.filter { $0.error != .invitation }
            #expect(known.isEmpty, "\(machine.name): \(known), seed \(seed)")
            #expect(try machine.sources == machines[0].sources, "\(machine.name), seed \(seed)")
            let problems = try machine.sync.status(verifies: true).problems.filter { $0.error != .invitation }
            #expect(problems.isEmpty, "\(machine.name): \(problems), seed \(seed)")
            #expect(try machine.sync.status().devices.count == machines.count, "\(machine.name), seed \(seed)")
        }
    }

    // MARK: What people do

    private func value() -> Double {
        nextValue += 1
        return nextValue
    }

    private func save(_ machine: Machine) throws {
        let value = value()
        roots[value] = Int(value)
        if hasPressures, Int(value).isMultiple(of: 3) {
            roots[value + 0.5] = Int(value)
            return try machine.person.save([Machine.pressure(value, at: value)])
        }
        try machine.save(value, at: value)
    }

    /// An import of the same file is the same on each machine.
    private func importSome(_ machine: Machine) throws {
        try machine.importSteps([1, 2, 2, 3])
        for value in [1.0, 2, 3] { roots[value] = Int(value) }
        // Another app has counted at the same time.
        let other = Int.random(in: 4...6, using: &random)
        try machine.importSteps([Double(other)], of: "App \(other)")
        roots[Double(other)] = other
    }

    /// The person sets the order of sources, and leaves one out.
    private func arrange(_ machine: Machine) throws {
        let sources = try machine.sources.shuffled(using: &random)
        guard let first = sources.first else { return }
        let steps = HKQuantityTypeIdentifier.stepCount.rawValue
        try machine.person.setSourceOrder(steps, order: sources, excluded: Bool.random(using: &random) ? [first] : [])
    }

    private func samples(_ machine: Machine) throws -> [StoredSample] {
        try machine.database.read { reader in
            try reader.store.changes(after: 0).items
                .compactMap { item in if case .sample(let sample) = item { sample } else { nil } }
                .sorted { $0.value < $1.value }
        }
    }

    /// The steps that the person saved.
    private func steps(_ machine: Machine) throws -> [StoredSample] {
        try samples(machine)
            .filter { $0.value > 1_000 && $0.value.rounded() == $0.value && roots[$0.value + 0.5] == nil }
    }

    private func editPressure(_ machine: Machine) throws {
        guard let old = try machine.pressures.randomElement(using: &random) else { return }
        let members = try samples(machine).filter { old.members.contains($0.uuid) }
        guard let root = members.first.flatMap({ roots[$0.value] }) else { return }
        let value = value()
        (roots[value], roots[value + 0.5]) = (root, root)
        edited.insert(root)
        try machine.edit(old.id, to: Machine.pressure(value, at: value))
    }

    private func edit(_ machine: Machine) throws {
        let own = try steps(machine)
        guard let old = own.randomElement(using: &random), let root = roots[old.value] else { return }
        let value = value()
        roots[value] = root
        edited.insert(root)
        try machine.person.edit(old.uuid, to: Machine.steps(value, at: value))
    }

    private func delete(_ machine: Machine) throws {
        let pressures = try machine.pressures
        guard let old = try samples(machine).randomElement(using: &random), let root = roots[old.value] else { return }
        deleted.insert(root)
        // A pressure goes with both of its values.
        let pressure = pressures.first { $0.members.contains(old.uuid) }
        _ = try machine.person.delete(pressure.map { [$0.id] + $0.members } ?? [old.uuid])
    }

    // MARK: What must hold

    private func check(_ part: Int) throws {
        let contents = try machines[0].contents
        for machine in machines {
            #expect(try machine.contents == contents, "\(machine.name), seed \(seed)")
            let status = try machine.sync.status(verifies: true)
            #expect(status.differing == [] && status.differingTotals == [], "\(machine.name), seed \(seed)")
            #expect(try machine.pressures.map(\.members) == machines[0].pressures.map(\.members), "seed \(seed)")
            for pressure in try machine.pressures { #expect(pressure.members.count == 2, "seed \(seed)") }
            let report = try machine.sync.sync()
            #expect(report.sent == 0 && report.added == 0 && report.changed == 0 && report.deleted == 0, "seed \(seed)")
            #expect(try StoreComparison.differingDays(machine.person, machines[0].person).isEmpty, "seed \(seed)")
            #expect(try StoreComparison.differingTotals(machine.person, machines[0].person).isEmpty, "seed \(seed)")
        }
        // An invitation has its time by both clocks.
        let newcomer = try Machine("newcomer", part: part, now: clocks[0].now)
        try newcomer.join(machines[0], folder.path)
        _ = try newcomer.sync.sync()
        #expect(try newcomer.contents == contents, "newcomer, seed \(seed)")
        let shown = try samples(machines[0]).map(\.value)
        let byRoot = Dictionary(grouping: shown.filter { $0 != 2 }) { roots[$0] ?? 0 }
        for (root, values) in byRoot {
            let isPressure = values.contains { $0.rounded() != $0 }
            #expect(values.count == (isPressure ? 2 : 1), "\(root): \(values), seed \(seed)")
            if isPressure { #expect(values.max() == (values.min() ?? 0) + 0.5, "\(root): \(values), seed \(seed)") }
        }
        #expect(shown.count { $0 == 2 } <= 2, "seed \(seed)")
        if hasUndone { return }
        for root in Set(roots.values) where root != 2 {
            #expect((byRoot[root] == nil) == deleted.contains(root), "\(root), seed \(seed)")
        }
        for value in shown where !edited.contains(roots[value] ?? 0) {
            #expect(Int(value) == roots[value], "seed \(seed)")
        }
    }
}
