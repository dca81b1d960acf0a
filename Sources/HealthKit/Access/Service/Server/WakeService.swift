import Foundation
import Glibc
import HealthKitStore
import Synchronization

/// Wakes the apps of a store that a service has open, carrying out the decisions of ``WakePlan``.
final class WakeService: Sendable {
    /// The events since the last pass.
    private struct News {
        /// Types whose samples were added or removed.
        var types: Set<String> = []
        /// Whether apps' visibility changed, or the store was unlocked.
        var isAll = true
        /// Whether registrations or decisions changed.
        var isLedger = true
        var reports: [ProgramReportCall] = []
        /// The starts whose connections have ended.
        var left: [UInt64] = []
        /// The starts whose launcher has ended.
        var orphans: [UInt64] = []
    }

    private struct State {
        var news = News()
        var launchers: [ObjectIdentifier: ServedLauncher] = [:]
        /// The launchers in order of arrival: the oldest is used.
        var order: [ObjectIdentifier] = []
        /// The launcher of each start.
        var starters: [UInt64: ObjectIdentifier] = [:]
        var companions: [UInt64: CompanionStart] = [:]
        var lastCompanion: UInt64 = 1 << 62
        var token: ChangeToken?
        var isStopped = false
        var isRunning = false
    }

    /// The state of a pass; used only by the thread that runs them.
    private struct Work {
        var plan = WakePlan()
        var mark: ByteMarks.Mark?
        var isLoaded = false
        var isGuest = false
        /// The change number up to which no change was found that an app may see.
        var reached: [WakeKey: Int64] = [:]
        /// The starts whose connection is open.
        var connected: Set<UInt64> = []
        /// Programs that ended while their connection was open, and the time of their end.
        var ends: [UInt64: (status: Int32, since: Double)] = [:]
        var orphans: Set<UInt64> = []
    }

    /// The time that a connection passed on by its program may outlive that program, in seconds.
    private static let connectionTime = 10.0
    /// The longest pause between two turns, in seconds; timers are late on a machine that was suspended.
    private static let longestPause = 30.0
    /// The shortest pause, in seconds, for a store that changes constantly.
    private static let shortestPause = 0.05

    private let owner: Gate
    private let clock: @Sendable () -> WakeMoment
    /// Serves the program at the other end of a socket, as the app that was started.
    private let adopt: @Sendable (Int32, StartedProgram) -> Void
    private let wanted = DispatchSemaphore(value: 0)
    private let over = DispatchSemaphore(value: 0)
    private let state = Mutex(State())
    private let work = Mutex(Work())
    let observers: WakeObservers

    init(
        _ owner: Gate,
        clock: @escaping @Sendable () -> WakeMoment = { .now() },
        adopt: @escaping @Sendable (Int32, StartedProgram) -> Void
    ) {
        self.owner = owner
        self.clock = clock
        self.adopt = adopt
        observers = WakeObservers { [wanted] in wanted.signal() }
    }

    // MARK: The thread

    /// Begins to wake apps, on a separate thread.
    func begin() {
        // A store that can't be observed reports that to its programs; no app is woken for it.
        let token = HealthLog.attempt("wakes") { try owner.listenForPerson { [weak self] in self?.note($0) } }
        state.withLock { state in
            state.token = token
            state.isRunning = true
        }
        Thread.detachNewThread { [self] in run() }
    }

    /// Stops waking apps, and waits until the last pass is complete.
    func stop() {
        let (token, wasRunning) = state.withLock { state in
            defer { (state.isStopped, state.token) = (true, nil) }
            return (state.token, state.isRunning && !state.isStopped)
        }
        token?.cancel()
        wanted.signal()
        if wasRunning { over.wait() }
    }

    private func run() {
        while !state.withLock({ $0.isStopped }) {
            let pause = turn()
            _ = wanted.wait(timeout: .now() + max(min(pause, Self.longestPause), Self.shortestPause))
            // Many simultaneous events are handled in one pass.
            while wanted.wait(timeout: .now()) == .success {}
            Thread.sleep(forTimeInterval: 0.01)
        }
        work.withLock { $0.mark = nil }
        over.signal()
    }

    private func turnSoon() { wanted.signal() }

    private func note(_ change: DatabaseChange) {
        let ledger: Set<String> = [
            StoreNamespace.backgroundDelivery, StoreNamespace.wakePrograms, StoreNamespace.wakeDecisions,
            StoreNamespace.machine,
        ]
        let isLedger = !change.namespaces.isDisjoint(with: ledger)
        let isAll = change.isReopened || !change.namespaces.isDisjoint(with: ChangeInterest.rights)
        guard isLedger || isAll || change.isLocked || !change.types.isEmpty else { return }
        state.withLock { state in
            state.news.types.formUnion(change.types)
            state.news.isAll = state.news.isAll || isAll
            state.news.isLedger = state.news.isLedger || isLedger || change.isReopened
        }
        turnSoon()
    }

    // MARK: A turn

    /// Handles all pending events.
    ///
    /// - Returns: The time until the next pass, in seconds.
    private func turn() -> Double {
        let news = state.withLock { state in
            defer { state.news = News(isAll: false, isLedger: false) }
            return state.news
        }
        return work.withLock { work in
            let now = clock()
            guard mark(&work), load(news, &work) else {
                // Tried again, so that no event is lost.
                state.withLock { state in
                    state.news.types.formUnion(news.types)
                    (state.news.isAll, state.news.isLedger) = (true, true)
                    state.news.reports.insert(contentsOf: news.reports, at: 0)
                    state.news.left += news.left
                    state.news.orphans += news.orphans
                }
                return isLocked ? Self.longestPause : 1
            }
            take(news, now, &work)
            let view = View(self, isGuest: work.isGuest, isLocked: isLocked, reached: work.reached)
            let actions = work.plan.step(view, now: now)
            work.reached = view.reached.withLock { $0 }
            save(&work)
            for action in actions { perform(action, &work) }
            return work.ends.isEmpty ? work.plan.pause(now) ?? Self.longestPause : 1
        }
    }

    private var isLocked: Bool {
        guard let database = try? owner.handle.database() else { return true }
        return database.state.isLocked || database.changes.isHolding
    }

    /// Ensures that no other service wakes the apps of the same store.
    private func mark(_ work: inout Work) -> Bool {
        if work.mark == nil { work.mark = HealthLog.attempt("wakes") { try owner.markWaking() } ?? nil }
        return work.mark != nil
    }

    private func load(_ news: News, _ work: inout Work) -> Bool {
        guard news.isLedger || !work.isLoaded else { return true }
        let found = HealthLog.attempt("wakes") {
            try owner.personsDatabase().read { (try $0.wakeLedger(), try $0.isGuest) }
        }
        guard let found else { return work.isLoaded }
        work.plan.load(found.0, isFirst: !work.isLoaded)
        work.isGuest = found.1
        work.isLoaded = true
        return true
    }

    private func take(_ news: News, _ now: WakeMoment, _ work: inout Work) {
        if news.isAll { work.reached = [:] }
        work.plan.noteChange(of: news.isAll ? nil : news.types)
        work.connected.subtract(news.left)
        for report in news.reports {
            if let problem = report.problem {
                work.plan.noteNotStarted(report.number, problem, isChanged: report.isChanged)
            } else if let status = report.status {
                work.ends[report.number] = (status, now.seconds)
            }
        }
        // A program's last messages are received before its end counts.
        for (number, end) in work.ends
        where !work.connected.contains(number) || now.seconds - end.since > Self.connectionTime {
            work.ends[number] = nil
            work.plan.noteEnded(number, status: end.status)
        }
        work.orphans.formUnion(news.orphans)
        for number in work.orphans where !work.connected.contains(number) {
            work.orphans.remove(number)
            work.plan.noteLost(number)
        }
    }

    private func save(_ work: inout Work) {
        let unsaved = work.plan.takeUnsaved()
        guard !unsaved.rows.isEmpty || !unsaved.starts.isEmpty || !unsaved.changed.isEmpty else { return }
        let isSaved: Void? = HealthLog.attempt("wakes") {
            try owner.personsDatabase()
                .write { try $0.saveWakes(unsaved.rows, starts: unsaved.starts, changed: unsaved.changed) }
        }
        if isSaved == nil { work.plan.keepUnsaved(unsaved.rows, unsaved.starts, unsaved.changed) }
    }

    private func perform(_ action: WakeAction, _ work: inout Work) {
        switch action {
        case .start(let start, let app, let decision):
            let call = StartProgramCall(
                number: start.number,
                app: app,
                program: decision.program,
                hash: decision.hash,
                environment: ["HEALTHKIT_WAKE": "1"]
            )
            guard let problem = self.start(call) else {
                work.connected.insert(start.number)
                return
            }
            work.plan.noteNotStarted(start.number, problem, isChanged: false)
            turnSoon()
        case .terminate(let number): launcher(of: number)?.end(number, isKilled: false)
        case .kill(let number): launcher(of: number)?.end(number, isKilled: true)
        case .reportAgain(let key): observers.reportAgain(key)
        }
    }

    /// The plan's view of the store and of the connections.
    private final class View: WakeWorld {
        private let service: WakeService
        let isGuest: Bool
        let isLocked: Bool
        let reached: Mutex<[WakeKey: Int64]>

        init(_ service: WakeService, isGuest: Bool, isLocked: Bool, reached: [WakeKey: Int64]) {
            self.service = service
            self.isGuest = isGuest
            self.isLocked = isLocked
            self.reached = Mutex(reached)
        }

        var hasLauncher: Bool { service.state.withLock { !$0.order.isEmpty } }

        func done(_ key: WakeKey) -> Int64? { service.observers.done(key) }

        func left(_ key: WakeKey) -> Int64? { service.observers.left(key) }

        func look(_ key: WakeKey, after number: Int64) throws -> WakeSight {
            guard let type = HKObjectType.type(identifier: key.type) as? HKSampleType else { return .noChange }
            let start = max(number, reached.withLock { $0[key] } ?? number)
            let gate = Gate(.app(AppIdentity(bundleIdentifier: key.app, name: key.app)), beside: service.owner)
            let found = try gate.wakeSight(of: type, after: start)
            if found.sight == .noChange { reached.withLock { $0[key] = found.reached } }
            return found.sight
        }
    }
}

// MARK: Launchers

extension WakeService {
    /// A companion that is being started, with a thread that waits for the outcome.
    fileprivate final class CompanionStart: Sendable {
        let isOver = DispatchSemaphore(value: 0)
        let problem = Mutex<String?>(nil)
    }

    /// Adds a launcher for starting programs.
    func join(_ launcher: ServedLauncher) {
        state.withLock { state in
            state.launchers[ObjectIdentifier(launcher)] = launcher
            state.order.append(ObjectIdentifier(launcher))
        }
        turnSoon()
    }

    /// Removes a launcher that is gone.
    func leave(_ launcher: ServedLauncher) {
        let name = ObjectIdentifier(launcher)
        let companions = state.withLock { state in
            state.launchers[name] = nil
            state.order.removeAll { $0 == name }
            let orphans = state.starters.filter { $0.value == name }.map(\.key)
            for number in orphans { state.starters[number] = nil }
            state.news.orphans += orphans
            return orphans.compactMap { state.companions.removeValue(forKey: $0) }
        }
        for companion in companions {
            companion.problem.withLock { $0 = "the launcher has ended" }
            companion.isOver.signal()
        }
        turnSoon()
    }

    /// Takes the report of a program.
    func take(_ report: ProgramReportCall) {
        let companion = state.withLock { state in
            if report.problem != nil || report.status != nil { state.starters[report.number] = nil }
            state.news.reports.append(report)
            return state.companions.removeValue(forKey: report.number)
        }
        if let companion {
            companion.problem.withLock { $0 = report.problem }
            companion.isOver.signal()
        }
        turnSoon()
    }

    /// Notes that the connection of a started program has ended.
    func leave(_ program: StartedProgram) {
        state.withLock { $0.news.left.append(program.number) }
        turnSoon()
    }

    private func launcher(of number: UInt64) -> ServedLauncher? {
        state.withLock { state in state.starters[number].flatMap { state.launchers[$0] } }
    }

    /// Asks a launcher to start a program, with its own connection.
    ///
    /// - Returns: The reason that it can't be started, or `nil` when a launcher was asked.
    private func start(_ call: StartProgramCall) -> String? {
        let launcher = state.withLock { state in
            let launcher = state.order.first.flatMap { state.launchers[$0] }
            if let launcher { state.starters[call.number] = ObjectIdentifier(launcher) }
            return launcher
        }
        guard let launcher else { return "no launcher is connected" }
        var ends: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { return String(cString: strerror(errno)) }
        let program = StartedProgram(number: call.number, app: call.app, path: call.program.path, digest: call.hash)
        adopt(ends[0], program)
        do {
            try launcher.start(call, descriptor: ends[1])
            return nil
        } catch {
            return "\(error)"
        }
    }

    /// Starts another program of an app for a workout; the pair was approved.
    ///
    /// - Parameters:
    ///   - companion: The program.
    ///   - configuration: The workout, in the form that the program reads.
    /// - Throws: `errorInvalidArgument` when it can't be started.
    func start(_ companion: CompanionProgram, configuration: String) throws {
        guard let path = companion.program else {
            throw HKError.invalid("The program of \(companion.bundleIdentifier) is not known")
        }
        let waiting = CompanionStart()
        let number = state.withLock { state in
            state.lastCompanion += 1
            state.companions[state.lastCompanion] = waiting
            return state.lastCompanion
        }
        let call = StartProgramCall(
            number: number,
            app: companion.bundleIdentifier,
            program: WakeProgram(path: path),
            hash: nil,
            environment: [CompanionProgram.configurationVariable: configuration]
        )
        var problem = start(call)
        if problem == nil {
            problem =
                waiting.isOver.wait(timeout: .now() + 10) == .success
                ? waiting.problem.withLock { $0 } : "the launcher did not answer"
        }
        state.withLock { _ = $0.companions.removeValue(forKey: number) }
        if let problem { throw HKError.invalid("\(path) can't be started: \(problem)") }
    }
}
