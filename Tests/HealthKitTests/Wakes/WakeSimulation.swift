import Foundation
import RandomTesting

@testable import HealthKit

/// A machine with a store, a service, a launcher and apps, whose days pass as fast as they can be computed.
///
/// The machine restarts, its clock is set, the service and the launcher are killed, apps answer, are silent or end too early;
/// whatever happens is held against what was promised, and what wasn't kept is a line of ``violations``.
final class WakeSimulation {
    private struct Program {
        let number: UInt64
        let app: String
        var types: [String]
        /// When it begins to observe, by the true clock; `nil` for never.
        var observes: Double?
        /// When it says that it is done; `nil` for never.
        var completes: Double?
        var ends: Double?
        var ignoresTerm = false
        /// Which service it is connected to.
        let service: Int
        /// What observers were told, by type.
        var reported: [String: Int64] = [:]
        var isDone = false
    }

    static let types = ["HKQuantityTypeIdentifierStepCount", "HKQuantityTypeIdentifierHeartRate"]
    private let rules: WakeRules
    private var generator: SeededGenerator

    // The machine.
    private(set) var real = 0.0
    private var bootStart = 0.0
    private var boots = 0
    private var wallOffset = 0.0
    private var isDeaf = false
    /// By how much the clock was set forward since the service last saved what that means.
    private var unsavedJump = 0.0

    // The store.
    private var saved = WakeLedger()
    private var lastChange: Int64 = 0
    private var changes: [WakeKey: [Int64]] = [:]
    private var rights: [WakeKey: Bool] = [:]
    var isLocked = false
    var isGuest = false

    // The programs.
    private var plan: WakePlan?
    private var service = 0
    private var hasLivingLauncher = true
    private var programs: [UInt64: Program] = [:]
    private var lastForeground: UInt64 = 1 << 40
    private var gone: [WakeKey: Int64] = [:]
    private var serviceReturns: Double?
    private var launcherReturns: Double?

    // What was promised.
    private(set) var violations: [String] = []
    private(set) var starts = 0
    private(set) var wakes = 0
    private var done: [WakeKey: Int64] = [:]
    /// What the service knows, saved or not, and since when.
    private var known: [WakeKey: (record: WakeRecord, time: Double, wake: Double?)] = [:]
    private var lastWake: [WakeKey: (time: Double, excuse: Double)] = [:]
    private var lastFailure: [WakeKey: (time: Double, excuse: Double, attempt: Int)] = [:]

    init(seed: UInt64, leavingOut rule: WakeRules.Rule? = nil) {
        generator = SeededGenerator(seed: seed)
        rules = WakeRules(leavingOut: rule)
        for index in 0..<8 {
            let app = "test.app\(index)"
            let program = WakeProgram(path: "/app\(index)")
            saved.programs[app] = program
            saved.decisions[app] = WakeDecision(isAllowed: index != 7, program: program, hash: "", decided: 0)
            for (offset, type) in Self.types.enumerated() {
                let key = WakeKey(app: app, type: type)
                let frequency = HKUpdateFrequency(rawValue: (index + offset) % 4 + 1) ?? .immediate
                let record = WakeRecord(registered: 0, acknowledged: 0)
                saved.rows.append(.init(key: key, frequency: frequency, record: record))
                rights[key] = true
            }
        }
        startService()
    }

    private var now: WakeMoment {
        WakeMoment(boot: "boot \(boots)", seconds: real - bootStart, wall: real + wallOffset)
    }

    private func random(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &generator) }
    private func happens(_ chance: Double) -> Bool { random(0...1) < chance }

    // MARK: Days

    /// Lets days pass.
    ///
    /// - Parameters:
    ///   - days: How many.
    ///   - isCalm: Whether nothing goes wrong and the person lets everything be.
    func run(days: Double, isCalm: Bool = false) {
        let end = real + days * 86_400
        if isCalm { calm() }
        var nextEvent = real
        while real < end, violations.isEmpty {
            if real >= nextEvent {
                if isCalm { calm() } else { event() }
                nextEvent = real + (isCalm ? 86_400 : -log(random(1e-9...1)) * 7_000)
            }
            turn()
            var times = [nextEvent, end]
            if let pause = plan?.pause(now) {
                if pause > 604_800 + 1 { violations.append("a wait of \(pause) s, longer than any interval") }
                times.append(real + max(pause, 0.001))
            }
            times += [serviceReturns, launcherReturns].compactMap { $0 }
            for program in programs.values {
                times += [
                    program.reported.isEmpty ? program.observes : nil, program.isDone ? nil : program.completes,
                    program.ends,
                ]
                .compactMap { $0 }
            }
            real = max(real, times.min() ?? end)
            passTime()
        }
    }

    /// Says which visible changes no app was done with.
    func lost() -> [String] {
        saved.rows.compactMap { row in
            guard saved.decisions[row.key.app]?.isAllowed == true else { return nil }
            let missing = (changes[row.key] ?? []).filter { $0 > row.record.acknowledged }
            return missing.isEmpty ? nil : "\(row.key.app) \(row.key.type): \(missing.count) changes, \(row.record)"
        }
    }

    private func calm() {
        (isLocked, isGuest, hasLivingLauncher) = (false, false, true)
        launcherReturns = nil
        for key in rights.keys { rights[key] = true }
        for (app, decision) in saved.decisions where decision.isAllowed { saved.decisions[app]?.isChanged = false }
        isDeaf = true
        if plan == nil { startService() } else { plan?.load(saved) }
        plan?.noteChange(of: nil)
    }

    private func event() {
        switch Int.random(in: 0..<100, using: &generator) {
        case 0..<55: change()
        case 55..<60:
            isLocked.toggle()
            if !isLocked { plan?.noteChange(of: nil) }
        case 60..<64: isGuest.toggle()
        case 64..<72:
            guard let key = rights.keys.sorted().randomElement(using: &generator) else { return }
            rights[key]?.toggle()
            plan?.noteChange(of: nil)
        case 72..<76: killService(for: random(1...20_000))
        case 76..<79:
            hasLivingLauncher = false
            launcherReturns = real + random(1...20_000)
            for number in plan?.running ?? [] { plan?.noteLost(number) }
        case 79..<82: reboot()
        case 82..<84: setClock()
        case 84..<90: foreground()
        case 90..<94:
            // The person approves anew what had changed.
            for (app, decision) in saved.decisions where decision.isChanged && !isLocked {
                saved.decisions[app]?.isChanged = false
                saved.decisions[app]?.decided = real
                for key in saved.rows.map(\.key) where key.app == app { lastFailure[key] = nil }
            }
            plan?.load(saved)
        default:
            if let number = programs.keys.sorted().randomElement(using: &generator) { end(number, status: 137) }
        }
    }

    /// Something comes or goes, which apps see as far as they may.
    private func change() {
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
            lastChange += 1
            guard let type = Self.types.randomElement(using: &generator) else { return }
            for key in rights.keys where key.type == type && happens(0.7) {
                changes[key, default: []].append(lastChange)
            }
            plan?.noteChange(of: [type])
            for (number, program) in programs where program.reported[type] != nil && program.service == service {
                // A running app hears of it at once.
                programs[number]?.reported[type] = lastChange
                if program.isDone {
                    programs[number]?.isDone = false
                    programs[number]?.completes = happens(0.8) ? real + random(0.01...30) : nil
                }
            }
        }
    }

    private func foreground() {
        guard let app = saved.programs.keys.sorted().randomElement(using: &generator) else { return }
        lastForeground += 1
        var program = Program(number: lastForeground, app: app, types: [Self.types[0]], service: service)
        program.observes = real + 1
        program.completes = happens(0.7) ? real + 5 : nil
        program.ends = real + random(10...20_000)
        programs[program.number] = program
    }

    // MARK: What goes wrong

    private func startService() {
        excuse()
        known = [:]
        service += 1
        serviceReturns = nil
        var plan = WakePlan(rules)
        plan.load(saved, isFirst: true)
        self.plan = plan
    }

    private func killService(for time: Double) {
        guard plan != nil else { return }
        plan = nil
        serviceReturns = real + time
        gone = [:]
        // Their connections have ended, and the launcher ends them.
        for (number, program) in programs { programs[number]?.ends = min(program.ends ?? .infinity, real + 1) }
    }

    private func reboot() {
        programs = [:]
        gone = [:]
        boots += 1
        real += random(10...30_000)
        bootStart = real
        if happens(0.4) { setClock() }
        plan = nil
        (hasLivingLauncher, launcherReturns) = (true, nil)
        serviceReturns = real + random(0...100)
    }

    private func setClock() {
        let jump = random(-1...1) * (happens(0.3) ? 400 * 86_400 : 90_000)
        wallOffset += jump
        unsavedJump += max(jump, 0)
    }

    /// What nobody saw and saved before the service ended, nobody can tell afterwards.
    private func excuse() {
        for key in lastWake.keys { lastWake[key]?.excuse += unsavedJump }
        for key in lastFailure.keys { lastFailure[key]?.excuse += unsavedJump }
        unsavedJump = 0
    }

    // MARK: What is done

    private func passTime() {
        if let time = serviceReturns, real >= time { startService() }
        if let time = launcherReturns, real >= time { (hasLivingLauncher, launcherReturns) = (true, nil) }
        for (number, program) in programs {
            if let time = program.observes, real >= time, program.reported.isEmpty {
                for type in program.types { programs[number]?.reported[type] = lastChange }
            }
            if let time = program.completes, real >= time, !program.isDone, programs[number]?.reported.isEmpty == false
            {
                programs[number]?.isDone = true
                for (type, change) in programs[number]?.reported ?? [:] {
                    let key = WakeKey(app: program.app, type: type)
                    done[key] = max(done[key] ?? 0, change)
                }
            }
            if let time = program.ends, real >= time { end(number, status: 0) }
        }
    }

    private func end(_ number: UInt64, status: Int32) {
        guard let program = programs.removeValue(forKey: number) else { return }
        if program.service == service, program.isDone {
            for (type, change) in program.reported {
                let key = WakeKey(app: program.app, type: type)
                gone[key] = max(gone[key] ?? 0, change)
            }
        }
        if hasLivingLauncher { plan?.noteEnded(number, status: status) }
    }

    private func turn() {
        guard var plan else { return }
        let actions = plan.step(View(self), now: now)
        self.plan = plan
        for row in plan.currentRows {
            let old = known[row.key]?.record
            guard old?.acknowledgedAt != row.record.acknowledgedAt || old?.attempt != row.record.attempt else {
                continue
            }
            // What a running app is told within its interval is no wake.
            let interval = WakeRules.interval(of: row.updateFrequency)
            let isWake =
                old?.acknowledgedAt != row.record.acknowledgedAt && row.record.interval?.remaining(now) == interval
            known[row.key] = (row.record, real, isWake ? real : known[row.key]?.wake)
        }
        if !isDeaf, happens(0.001) { return killService(for: random(1...5_000)) }
        save()
        if !isDeaf, happens(0.001) { return killService(for: random(1...5_000)) }
        for action in actions { perform(action) }
    }

    private func save() {
        guard !isLocked, let unsaved = plan?.takeUnsaved() else { return }
        unsavedJump = 0
        for row in unsaved.rows {
            guard let index = saved.rows.firstIndex(where: { $0.key == row.key }) else { continue }
            check(row, before: saved.rows[index].record)
            saved.rows[index].record = row.record
        }
        saved.starts.merge(unsaved.starts) { $1 }
        for app in unsaved.changed { saved.decisions[app]?.isChanged = true }
    }

    private func check(_ row: WakeLedger.Row, before: WakeRecord) {
        let key = row.key
        let time = known[key]?.time ?? real
        if row.record.acknowledged > done[key] ?? 0 {
            violations.append("\(key.app) acknowledged change \(row.record.acknowledged), done with \(done[key] ?? 0)")
        }
        if row.record.acknowledgedAt != before.acknowledgedAt {
            wakes += 1
            if let wake = known[key]?.wake { lastWake[key] = (wake, 0) }
            lastFailure[key] = nil
        } else if row.record.attempt > before.attempt {
            lastFailure[key] = (time, 0, row.record.attempt)
        }
    }

    private func perform(_ action: WakeAction) {
        switch action {
        case .start(let start, let app, _): self.start(start, app)
        case .terminate(let number):
            if programs[number]?.ignoresTerm == false { programs[number]?.ends = real + 0.5 }
        case .kill(let number): end(number, status: 137)
        case .reportAgain(let key):
            for (number, program) in programs where program.app == key.app && program.reported[key.type] != nil {
                programs[number]?.reported[key.type] = lastChange
                programs[number]?.isDone = false
                programs[number]?.completes = happens(0.7) ? real + random(0.1...30) : nil
            }
        }
    }

    private func start(_ start: WakeStart, _ app: String) {
        starts += 1
        if isLocked { violations.append("\(app) started while locked") }
        if isGuest { violations.append("\(app) started while a guest uses the machine") }
        if saved.decisions[app]?.isAllowed != true { violations.append("\(app) started without approval") }
        if saved.decisions[app]?.isChanged == true { violations.append("\(app) started though its program changed") }
        let isRunning = programs.values.contains { $0.app == app && $0.number < 1 << 40 && $0.service == service }
        if isRunning, plan?.running.count ?? 0 > 0, hasLivingLauncher,
            plan?.running.filter({ programs[$0]?.app == app }).isEmpty == false
        {
            violations.append("\(app) started twice")
        }
        let underWay = saved.starts.values.joined().filter { $0.outcome == .underWay }.count
        if underWay > WakeRules.mostStarts { violations.append("\(underWay) starts at once") }
        for type in start.types {
            let key = WakeKey(app: app, type: type)
            guard let row = saved.rows.first(where: { $0.key == key }) else { continue }
            let isVisible = (changes[key] ?? []).contains { $0 > row.record.acknowledged }
            if rights[key] != true || !isVisible { violations.append("\(app) started for what it may not see") }
            let interval = WakeRules.interval(of: row.updateFrequency)
            if let last = lastWake[key], real - last.time + last.excuse < interval - 0.01 {
                violations.append("\(app) woken \(real - last.time) s after the last time, not \(interval)")
            }
            if let last = lastFailure[key],
                real - last.time + last.excuse < WakeRules.retryWait(after: last.attempt) - 0.01
            {
                violations.append("\(app) tried again after \(real - last.time) s, attempt \(last.attempt)")
            }
        }
        launch(start, app)
    }

    private func launch(_ start: WakeStart, _ app: String) {
        var program = Program(number: start.number, app: app, types: start.types, service: service)
        let kind = isDeaf ? 0 : random(0...1)
        switch kind {
        case ..<0.7:
            program.observes = real + random(0.1...5)
            program.completes = real + random(5...120)
            program.ends = (program.completes ?? real) + random(0...3)
        case ..<0.76:
            // Says nothing, and ends only when it must.
            program.ignoresTerm = happens(0.5)
        case ..<0.82:
            program.observes = real + 1
            program.ignoresTerm = happens(0.5)
        case ..<0.9:
            program.observes = happens(0.5) ? real + 1 : nil
            program.ends = real + random(1.1...20)
        case ..<0.95:
            plan?.noteNotStarted(start.number, "no such file", isChanged: false)
            return
        default:
            plan?.noteNotStarted(start.number, "another program", isChanged: true)
            if rules.holds(.unchanged) == false { saved.decisions[app]?.isChanged = true }
            return
        }
        programs[program.number] = program
    }

    /// What the plan sees.
    private struct View: WakeWorld {
        let simulation: WakeSimulation

        init(_ simulation: WakeSimulation) { self.simulation = simulation }

        var isLocked: Bool { simulation.isLocked }
        var isGuest: Bool { simulation.isGuest }
        var hasLauncher: Bool { simulation.hasLivingLauncher }

        func done(_ key: WakeKey) -> Int64? {
            simulation.programs.values
                .filter { $0.app == key.app && $0.service == simulation.service && $0.reported[key.type] != nil }
                .map { $0.isDone ? $0.reported[key.type] ?? 0 : 0 }.min()
        }

        func left(_ key: WakeKey) -> Int64? { simulation.gone[key] }

        func look(_ key: WakeKey, after number: Int64) throws -> WakeSight {
            let isHidden = simulation.rights[key] != true
            if isHidden, simulation.rules.holds(.visible) { return .noAccess }
            return (simulation.changes[key] ?? []).first { $0 > number }.map { .change($0) } ?? .noChange
        }
    }
}
