import Foundation

extension WakeLedger {
    /// The obstacle to starting an app from the person's decisions; `nil` for none.
    func decisionObstacle(_ app: String) -> WakeObstacle? {
        guard let decision = decisions[app] else { return .notApproved }
        guard decision.isAllowed else { return .refused }
        return decision.isChanged || programs[app] != decision.program ? .programChanged : nil
    }
}

extension WakePlan {
    func isDue(_ key: WakeKey, _ world: some WakeWorld, _ now: WakeMoment) -> Bool {
        guard let record = rows[key]?.record, record.change != nil else { return false }
        if world.isLocked, rules.holds(.locked) { return false }
        if world.isGuest, rules.holds(.guest) { return false }
        if rules.holds(.interval), let interval = record.interval, interval.remaining(now, rules) > 0 { return false }
        if let retry = record.retry, retry.remaining(now, rules) > 0 { return false }
        return true
    }

    func startObstacle(_ app: String) -> WakeObstacle? {
        let obstacle = ledger.decisionObstacle(app)
        switch obstacle {
        case .notApproved?, .refused?: return rules.holds(.approved) ? obstacle : nil
        default: return rules.holds(.unchanged) ? obstacle : nil
        }
    }

    mutating func explain(_ key: WakeKey, _ world: some WakeWorld, _ now: WakeMoment) {
        guard let row = rows[key] else { return }
        let (obstacle, wait) = obstacle(row, world, now)
        let next = wait.map { now.wall + $0 }
        let isOther = abs((next ?? 0) - (row.record.next ?? 0)) > 2
        guard row.record.obstacle != obstacle || isOther else { return }
        rows[key]?.record.obstacle = obstacle
        rows[key]?.record.next = next
        unsaved.insert(key)
    }

    private func obstacle(_ row: WakeLedger.Row, _ world: some WakeWorld, _ now: WakeMoment)
        -> (WakeObstacle, wait: Double?)
    {
        let (key, record) = (row.key, row.record)
        if silent.contains(key) { return (.neverChanges, nil) }
        if (flights[key.app] ?? []).contains(where: { $0.open[key.type] != nil }) { return (.underWay, nil) }
        let isRunning = world.done(key) != nil
        if !isRunning, let obstacle = startObstacle(key.app) { return (obstacle, nil) }
        if world.isLocked { return (.locked, nil) }
        if world.isGuest { return (.guest, nil) }
        if hidden.contains(key) { return (.noAccess, nil) }
        guard record.change != nil else { return (.noChange, nil) }
        let interval = record.interval?.remaining(now, rules) ?? 0
        let retry = record.retry?.remaining(now, rules) ?? 0
        if retry > 0 { return (.retry, max(retry, interval)) }
        if interval > 0 { return (.interval, interval) }
        if !isRunning, !world.hasLauncher { return (.noLauncher, nil) }
        return (.busy, nil)
    }

    mutating func setStart(_ number: UInt64, _ app: String, _ change: (inout WakeStart) -> Void) {
        guard let index = ledger.starts[app]?.firstIndex(where: { $0.number == number }),
            var start = ledger.starts[app]?[index]
        else { return }
        change(&start)
        ledger.starts[app]?[index] = start
        unsavedStarts.insert(app)
    }
}
