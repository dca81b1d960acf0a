import Foundation

/// Decides when each app is woken, and determines the outcome.
///
/// It has no access to a clock, a store or processes: the time and the state of the world are passed to each step, which
/// returns the actions to perform. The caller saves the values from ``takeUnsaved()``; anything unsaved when it ends is done
/// again.
package struct WakePlan: Sendable {
    /// An app that is being woken.
    struct Flight: Sendable {
        var number: UInt64
        /// The types that are not settled, and the change that each is to be done with.
        var open: [String: Int64]
        let begun: Double
        /// Whether a program was started for it; otherwise a running one is awaited.
        let isStart: Bool
        /// The time when observers first existed, by type.
        var reported: [String: Double] = [:]
        var failure: WakeOutcome?
        /// The time when the program was asked to end.
        var ending: Double?
        var isKilled = false
    }

    let rules: WakeRules
    var ledger = WakeLedger()
    var rows: [WakeKey: WakeLedger.Row] = [:]
    /// The keys of the rows, in order, by app.
    private var keys: [(app: String, keys: [WakeKey])] = []
    /// The rows of types whose changes are never reported.
    private(set) var silent: Set<WakeKey> = []
    var flights: [String: [Flight]] = [:]
    /// The programs that were started and have not ended, by the start's number.
    var alive: [UInt64: String] = [:]
    /// The programs that have ended, or whose end can't be determined.
    var ended: [UInt64: WakeOutcome] = [:]
    var stale: Set<WakeKey> = []
    /// The rows whose type the app can't see.
    var hidden: Set<WakeKey> = []
    var unsaved: Set<WakeKey> = []
    var unsavedStarts: Set<String> = []
    var changedPrograms: Set<String> = []
    var lastNumber: UInt64 = 0

    package init(_ rules: WakeRules = WakeRules()) { self.rules = rules }

    // MARK: Reports

    /// Loads the ledger from the store.
    ///
    /// - Parameters:
    ///   - new: The ledger.
    ///   - isFirst: Whether this is the first load since the service started: starts from before are no longer in progress.
    package mutating func load(_ new: WakeLedger, isFirst: Bool = false) {
        var found: [WakeKey: WakeLedger.Row] = [:]
        for var row in new.rows {
            if let known = rows[row.key], known.record.registered == row.record.registered {
                row.record = known.record
            } else {
                stale.insert(row.key)
            }
            if isFirst, row.record.outcome == .underWay {
                row.record.outcome = .serviceEnded
                unsaved.insert(row.key)
            }
            let old = ledger.decisions[row.key.app]
            if !isFirst, let now = new.decisions[row.key.app], now.isAllowed, now.decided != old?.decided {
                // After a new approval, earlier failures came from another program or have been fixed.
                (row.record.attempt, row.record.retry) = (0, nil)
                unsaved.insert(row.key)
            }
            found[row.key] = row
        }
        rows = found
        keys = Dictionary(grouping: found.keys.sorted(), by: \.app).sorted { $0.key < $1.key }
            .map { ($0.key, $0.value) }
        silent = Set(found.keys.filter { HKObjectType.type(identifier: $0.type) is HKCharacteristicType })
        let (starts, decisions) = (ledger.starts, ledger.decisions)
        ledger = new
        for app in changedPrograms where ledger.decisions[app]?.decided == decisions[app]?.decided {
            ledger.decisions[app]?.isChanged = true
        }
        if isFirst {
            for (app, list) in new.starts {
                lastNumber = max(lastNumber, list.last?.number ?? 0)
                for (index, start) in list.enumerated() where start.outcome == .underWay {
                    ledger.starts[app]?[index].outcome = .serviceEnded
                    unsavedStarts.insert(app)
                }
            }
        } else {
            for (app, list) in starts where new.starts[app] != nil || unsavedStarts.contains(app) {
                ledger.starts[app] = list
            }
        }
        stale.formIntersection(rows.keys)
    }

    /// Records that samples of types were added or deleted; `nil` for any type, and for changes of visibility.
    package mutating func noteChange(of types: Set<String>?) {
        for (key, row) in rows where types?.contains(key.type) ?? true {
            // Pending changes stay pending, except for new decisions of the person.
            if types == nil || row.record.change == nil { stale.insert(key) }
        }
    }

    /// Records that a program couldn't be started.
    package mutating func noteNotStarted(_ number: UInt64, _ problem: String, isChanged: Bool) {
        guard let app = alive.removeValue(forKey: number) else { return }
        ended[number] = isChanged ? .programChanged : .notStarted
        setStart(number, app) { $0.problem = problem }
        if isChanged, rules.holds(.unchanged) {
            ledger.decisions[app]?.isChanged = true
            changedPrograms.insert(app)
        }
    }

    /// Records that a started program has ended.
    package mutating func noteEnded(_ number: UInt64, status: Int32) {
        guard let app = alive.removeValue(forKey: number) else { return }
        ended[number] = .exited
        setStart(number, app) { $0.status = status }
    }

    /// Records that there will be no more reports about a started program.
    package mutating func noteLost(_ number: UInt64) {
        if alive.removeValue(forKey: number) != nil { ended[number] = .launcherEnded }
    }

    /// The programs that were started and have not ended.
    package var running: Set<UInt64> { Set(alive.keys) }

    // MARK: What is to be done

    /// Determines the actions to perform now.
    package mutating func step(_ world: some WakeWorld, now: WakeMoment) -> [WakeAction] {
        for key in keys.flatMap(\.keys) {
            carry(key, now)
            look(key, world, now)
            settle(key, world, now)
        }
        var actions: [WakeAction] = []
        for app in flights.keys.sorted() { actions += advance(app, world, now) }
        for (app, keys) in keys { actions += begin(app, keys, world, now) }
        for key in rows.keys { explain(key, world, now) }
        return actions
    }

    /// The number of seconds until the next decision, if nothing else happens; `nil` for never.
    package func pause(_ now: WakeMoment) -> Double? {
        var times: [Double] = []
        for row in rows.values where row.record.change != nil {
            times += [row.record.interval, row.record.retry].compactMap { $0?.remaining(now, rules) }.filter { $0 > 0 }
        }
        for flight in flights.values.joined() {
            if let ending = flight.ending {
                times.append(ending + WakeRules.endTime * (flight.isKilled ? 2 : 1) - now.seconds)
            } else {
                for type in flight.open.keys {
                    let end = flight.reported[type].map { $0 + WakeRules.completionTime }
                    times.append((end ?? flight.begun + WakeRules.observerTime) - now.seconds)
                }
            }
        }
        return times.min().map { max(0, $0) }
    }

    /// Returns the unsaved values: rows, and starts and decisions by app.
    package mutating func takeUnsaved() -> (rows: [WakeLedger.Row], starts: [String: [WakeStart]], changed: Set<String>)
    {
        let found = unsaved.compactMap { rows[$0] }.sorted { $0.key < $1.key }
        let starts = Dictionary(uniqueKeysWithValues: unsavedStarts.map { ($0, ledger.starts[$0] ?? []) })
        defer { (unsaved, unsavedStarts, changedPrograms) = ([], [], []) }
        return (found, starts, changedPrograms)
    }

    /// Marks values that couldn't be saved, so that they are saved next time.
    package mutating func keepUnsaved(_ rows: [WakeLedger.Row], _ starts: [String: [WakeStart]], _ changed: Set<String>)
    {
        unsaved.formUnion(rows.map(\.key))
        unsavedStarts.formUnion(starts.keys)
        changedPrograms.formUnion(changed)
    }

    /// The rows as they are now.
    package var currentRows: [WakeLedger.Row] { rows.values.sorted { $0.key < $1.key } }

    // MARK: Changes

    private mutating func carry(_ key: WakeKey, _ now: WakeMoment) {
        var isNew = rows[key]?.record.interval?.carry(to: now, rules) ?? false
        isNew = rows[key]?.record.retry?.carry(to: now, rules) ?? false || isNew
        if isNew { unsaved.insert(key) }
    }

    private mutating func look(_ key: WakeKey, _ world: some WakeWorld, _ now: WakeMoment) {
        guard stale.contains(key), var record = rows[key]?.record else { return }
        guard !world.isLocked || !rules.holds(.locked) else { return }
        // Changes that can't be read now are read in the next step.
        guard let sight = try? world.look(key, after: record.acknowledged) else { return }
        stale.remove(key)
        let old = record
        switch sight {
        case .noAccess, .noChange: record.change = nil
        case .change(let number):
            if record.change == nil { record.changed = now.wall }
            record.change = number
        }
        if sight == .noAccess { hidden.insert(key) } else { hidden.remove(key) }
        guard record != old else { return }
        rows[key]?.record = record
        unsaved.insert(key)
    }

    /// Applies the acknowledgements of observers.
    private mutating func settle(_ key: WakeKey, _ world: some WakeWorld, _ now: WakeMoment) {
        guard let done = [world.done(key), world.left(key)].compactMap({ $0 }).max(),
            var record = rows[key]?.record, done > record.acknowledged
        else { return }
        // A row that isn't known to be hidden is checked first.
        guard !stale.contains(key) else { return }
        record.acknowledged = done
        guard let change = record.change, change <= done else {
            // This doesn't affect the app, so it isn't worth a transaction.
            rows[key]?.record = record
            return
        }
        record.change = nil
        (record.attempt, record.retry) = (0, nil)
        record.outcome = .acknowledged
        record.acknowledgedAt = now.wall
        // A change reported to a running app meanwhile isn't a wake, and doesn't delay the next one.
        if record.interval.map({ $0.remaining(now, rules) <= 0 }) ?? true, let row = rows[key] {
            record.interval = WakeTimer(WakeRules.interval(of: row.updateFrequency), after: now)
        }
        rows[key]?.record = record
        stale.insert(key)
        unsaved.insert(key)
        for index in (flights[key.app] ?? []).indices {
            guard let change = flights[key.app]?[index].open[key.type], change <= done else { continue }
            flights[key.app]?[index].open[key.type] = nil
        }
        look(key, world, now)
    }
}
