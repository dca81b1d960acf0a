import HealthKit

/// The exercise sessions of an export, by which a distance or a speed gets its activity.
package struct HealthConnectSessions: Sendable {
    private struct Session {
        let start: Int64
        let end: Int64
        let activity: HKWorkoutActivityType
        /// The latest end of this session and those before it.
        var lastEnd: Int64
    }

    private var sessions: [Int64?: [Session]] = [:]

    /// Reads them.
    ///
    /// - Parameter file: The export.
    /// - Throws: `ForeignDatabaseError` and `CancellationError`.
    package init(_ file: HealthConnectFile) throws {
        guard let table = HealthConnectTable.all.first(where: { $0.name == HealthConnectTable.sessionsName }) else {
            return
        }
        _ = try file.read(table.withoutParts) { record in
            let number = record.value.flatMap { Int64(exactly: $0) }
            let activity = number.map { HealthConnectExercise.numbered($0).activity } ?? .other
            sessions[record.app, default: []]
                .append(Session(start: record.start, end: record.end, activity: activity, lastEnd: record.end))
        }
        for app in sessions.keys {
            sessions[app]?.sort { ($0.start, $0.end) < ($1.start, $1.end) }
            var last = Int64.min
            for index in sessions[app, default: []].indices {
                last = max(last, sessions[app]?[index].end ?? last)
                sessions[app]?[index].lastEnd = last
            }
        }
    }

    /// The activity of the session over a time: of several, of the one that began last.
    ///
    /// - Parameters:
    ///   - app: The number of the app whose session it is.
    ///   - start: The start of the time.
    ///   - end: Its end; the middle has to be in the session.
    /// - Returns: The activity, or nil if there is no session.
    package func activity(of app: Int64?, _ start: Int64, _ end: Int64) -> HKWorkoutActivityType? {
        guard let sessions = sessions[app] else { return nil }
        let middle = start + (end - start) / 2
        var (low, high) = (0, sessions.count)
        while low < high {
            let index = (low + high) / 2
            if sessions[index].start <= middle { low = index + 1 } else { high = index }
        }
        while low > 0, sessions[low - 1].lastEnd >= middle {
            low -= 1
            if sessions[low].end >= middle { return sessions[low].activity }
        }
        return nil
    }
}
