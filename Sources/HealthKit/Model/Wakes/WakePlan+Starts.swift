import Foundation

extension WakePlan {
    mutating func advance(_ app: String, _ world: some WakeWorld, _ now: WakeMoment) -> [WakeAction] {
        var actions: [WakeAction] = []
        var kept: [Flight] = []
        for var flight in flights[app] ?? [] {
            for type in flight.open.keys.sorted() {
                let key = WakeKey(app: app, type: type)
                // Withdrawn in the meantime.
                guard rows[key] != nil else {
                    flight.open[type] = nil
                    continue
                }
                let isObserved = world.done(key) != nil
                if isObserved, flight.reported[type] == nil { flight.reported[type] = now.seconds }
                var failure: WakeOutcome?
                if !isObserved, !flight.isStart {
                    // The program is gone, so it is started or waited for again.
                    flight.open[type] = nil
                } else if flight.isStart, let end = ended[flight.number], !isObserved {
                    failure = end
                } else if let reported = flight.reported[type] {
                    if now.seconds - reported >= WakeRules.completionTime { failure = .noCompletion }
                } else if now.seconds - flight.begun >= WakeRules.observerTime {
                    failure = .noObserver
                }
                guard let failure else { continue }
                fail(key, failure, now)
                flight.open[type] = nil
                flight.failure = failure
            }
            if flight.open.isEmpty { actions += end(&flight, app, now, &kept) } else { kept.append(flight) }
        }
        flights[app] = kept.isEmpty ? nil : kept
        return actions
    }

    /// Ends a program that was started and failed.
    private mutating func end(_ flight: inout Flight, _ app: String, _ now: WakeMoment, _ kept: inout [Flight])
        -> [WakeAction]
    {
        if flight.isStart, flight.ending == nil {
            let outcome = flight.failure ?? .acknowledged
            setStart(flight.number, app) { if $0.outcome == .underWay { $0.outcome = outcome } }
        }
        guard flight.isStart, flight.failure != nil, alive[flight.number] != nil else {
            ended[flight.number] = nil
            return []
        }
        let since = flight.ending.map { now.seconds - $0 }
        if let since, since >= 2 * WakeRules.endTime {
            // If even that didn't end it, nothing more is done.
            alive[flight.number] = nil
            return []
        }
        defer { kept.append(flight) }
        if since == nil {
            flight.ending = now.seconds
            return [.terminate(flight.number)]
        }
        guard let since, since >= WakeRules.endTime, !flight.isKilled else { return [] }
        flight.isKilled = true
        return [.kill(flight.number)]
    }

    private mutating func fail(_ key: WakeKey, _ outcome: WakeOutcome, _ now: WakeMoment) {
        rows[key]?.record.outcome = outcome
        unsaved.insert(key)
        // It waits for the person, not for another try.
        guard outcome != .programChanged else { return }
        let attempt = (rows[key]?.record.attempt ?? 0) + 1
        rows[key]?.record.attempt = attempt
        guard rules.holds(.retry) else { return }
        rows[key]?.record.retry = WakeTimer(WakeRules.retryWait(after: attempt), after: now)
    }

    mutating func begin(_ app: String, _ keys: [WakeKey], _ world: some WakeWorld, _ now: WakeMoment) -> [WakeAction] {
        guard flights[app] == nil || !rules.holds(.oneStart) else { return [] }
        var reported: [WakeKey] = []
        var started: [WakeKey] = []
        for key in keys where isDue(key, world, now) {
            if (flights[app] ?? []).contains(where: { $0.open[key.type] != nil }) { continue }
            if world.done(key) != nil { reported.append(key) } else { started.append(key) }
        }
        var actions: [WakeAction] = []
        if !reported.isEmpty {
            // Its observers were notified of the change directly; after a failure they are called again.
            // Attempts are counted from zero after the person has decided.
            for key in reported {
                guard let record = rows[key]?.record, record.attempt > 0 || record.outcome == .noCompletion else {
                    continue
                }
                actions.append(.reportAgain(key))
            }
            depart(reported, app, number: 0, isStart: false, now)
            return actions
        }
        guard !started.isEmpty, world.hasLauncher else { return [] }
        let obstacle = startObstacle(app)
        guard obstacle == nil, let decision = ledger.decisions[app] else { return [] }
        guard startCount < WakeRules.mostStarts || !rules.holds(.fewStarts) else { return [] }
        guard rules.holds(.oneStart) || started.count == 1 else {
            return started.flatMap { start([$0], app, decision, now) }
        }
        return start(started, app, decision, now)
    }

    private var startCount: Int { flights.values.joined().count { $0.isStart } }

    private mutating func start(_ keys: [WakeKey], _ app: String, _ decision: WakeDecision, _ now: WakeMoment)
        -> [WakeAction]
    {
        if rules.holds(.oneStart), let number = alive.first(where: { $0.value == app })?.key {
            // The program of an earlier start, which may begin to observe again.
            depart(keys, app, number: number, isStart: true, now)
            return []
        }
        lastNumber += 1
        let start = WakeStart(number: lastNumber, time: now.wall, types: keys.map(\.type))
        alive[start.number] = app
        ledger.starts[app] = Array(((ledger.starts[app] ?? []) + [start]).suffix(WakeRules.keptStarts))
        unsavedStarts.insert(app)
        depart(keys, app, number: start.number, isStart: true, now)
        for key in keys { rows[key]?.record.started = now.wall }
        return [.start(start, app: app, decision)]
    }

    private mutating func depart(
        _ keys: [WakeKey],
        _ app: String,
        number: UInt64,
        isStart: Bool,
        _ now: WakeMoment
    ) {
        var open: [String: Int64] = [:]
        for key in keys {
            open[key.type] = rows[key]?.record.change
            rows[key]?.record.outcome = .underWay
            if !rules.holds(.acknowledged), let change = rows[key]?.record.change {
                rows[key]?.record.acknowledged = change
                rows[key]?.record.change = nil
                stale.insert(key)
            }
            unsaved.insert(key)
        }
        var flight = Flight(number: number, open: open, begun: now.seconds, isStart: isStart)
        // All observers have been notified by now, however late the next step comes.
        if !isStart { for type in open.keys { flight.reported[type] = now.seconds } }
        flights[app, default: []].append(flight)
    }
}
