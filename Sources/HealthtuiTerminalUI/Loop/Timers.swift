/// The active timers by name, with their due times.
struct Timers<Action: Sendable> {
    private struct Entry {
        var due: Duration
        let interval: Duration?
        let action: Action
        let order: Int
    }

    private var entries: [EffectID: Entry] = [:]
    private var count = 0

    /// The shortest interval of a repeating timer, so that none can keep the loop from waiting.
    private static var shortest: Duration { .milliseconds(10) }

    mutating func set(_ id: EffectID, delay: Duration, repeats: Bool, action: Action, now: Duration) {
        let interval = repeats ? max(delay, Self.shortest) : nil
        count += 1
        entries[id] = Entry(due: now + (interval ?? delay), interval: interval, action: action, order: count)
    }

    mutating func cancel(_ id: EffectID) {
        entries[id] = nil
    }

    var nextDue: Duration? {
        // No key paths here: in a generic type, each use instantiates them again for each key.
        entries.values.lazy.map { $0.due }.min()
    }

    /// Takes the due actions, oldest first; a late repeating timer fires once.
    mutating func takeDue(now: Duration) -> [Action] {
        guard let next = nextDue, next <= now else { return [] }
        let due = entries.filter { $0.value.due <= now }
            .sorted { ($0.value.due, $0.value.order) < ($1.value.due, $1.value.order) }
        for (id, entry) in due {
            if let interval = entry.interval {
                entries[id]?.due = now + interval
            } else {
                entries[id] = nil
            }
        }
        return due.map { $0.value.action }
    }
}
