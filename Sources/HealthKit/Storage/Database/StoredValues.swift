import Foundation
import HealthStore

/// The namespaces of the store's values that HealthKit uses.
package enum StoreNamespace {
    /// Apps that asked for access, by account.
    package static let apps = "apps"
    /// What a person granted, by account and type.
    package static let grants = "grants"
    /// Which program of an app the person approved, by account.
    package static let approvals = "approvals"
    /// Which single objects a person let an app read or refused, by account, type and UUID.
    package static let objectGrants = "objectGrants"
    /// Requests for access that wait for an answer, by number.
    package static let requests = "requests"
    /// The order of sources by type.
    package static let sourceOrder = "sourceOrder"
    /// What is known of the person: date of birth, sex and so on.
    package static let characteristics = "characteristics"
    /// Units that the person prefers, by type.
    package static let preferredUnits = "preferredUnits"
    /// The zones of workouts that the person set, by type.
    package static let workoutZones = "workoutZones"
    /// What the person pinned to the summary.
    package static let pins = "pins"
    /// Where in the order of changes the effort of a workout last changed, by the workout's UUID.
    package static let workoutEffort = "workoutEffort"
    /// The goals of the rings that the person set, by the day from which they hold.
    package static let activityGoals = "activityGoals"
    /// The goals that the person set for types, by type.
    package static let typeGoals = "typeGoals"
    /// When the person paused the rings, by the first day.
    package static let ringPauses = "ringPauses"
    /// Workout sessions that are not over, by bundle identifier and session; which of all is the primary one.
    package static let workoutSessions = "workoutSessions"
    /// What the two sides of mirrored sessions tell each other.
    package static let workoutMessages = "workoutMessages"
    /// Programs that take mirrored sessions, by bundle identifier.
    package static let workoutCompanions = "workoutCompanions"
    /// Which two programs the person lets share workout sessions, by both bundle identifiers.
    package static let companionPairs = "companionPairs"
    /// What the builders of those sessions hold, part by part.
    package static let workoutParts = "workoutParts"
    /// The day summaries of an export, by day.
    package static let activitySummaries = "activitySummaries"
    /// The studies that the person takes part in, by their identifiers.
    package static let studies = "studies"
    /// Which samples hold the values that an app computed for spans of time, by source, type and sync identifier.
    package static let buckets = "buckets"
    /// The outcomes of changes that may be asked for again, by the app and the key of the change.
    package static let changeKeys = "changeKeys"
    /// When the newest key was made that was forgotten, by app.
    package static let droppedChangeKeys = "changeKeys.dropped"
    static let keyNamespaces: Set<String> = [changeKeys, droppedChangeKeys]
}

extension ObjectReader {
    /// A value that was stored as JSON; `nil` when there is none.
    ///
    /// One that can't be read counts as none, as it may where nothing wrong is said for want of it: the log tells of it, and
    /// ``StoreDoctor`` finds it.
    package func value<T: Decodable>(_ type: T.Type, _ namespace: String, _ key: String) throws -> T? {
        try store.value(namespace, key).flatMap { Self.decoded(type, $0, namespace) }
    }

    /// A value that was stored as JSON and that no other may stand for; `nil` when there is none.
    ///
    /// - Throws: `errorDatabaseInaccessible` for one that can't be read.
    package func requiredValue<T: Decodable>(_ type: T.Type, _ namespace: String, _ key: String) throws -> T? {
        guard let bytes = try store.value(namespace, key) else { return nil }
        guard let value = Self.decoded(type, bytes, namespace) else {
            throw StoreError(.damaged, "A setting in “\(namespace)” can't be read. healthtui doctor lists what can't.")
        }
        return value
    }

    /// What bytes say; `nil`, and a line in the log, for those that can't be read.
    static func decoded<T: Decodable>(_ type: T.Type, _ bytes: [UInt8], _ namespace: String) -> T? {
        guard let value = try? JSONDecoder().decode(T.self, from: Data(bytes)) else {
            HealthLog.unreadable(namespace)
            return nil
        }
        return value
    }

    /// All values of a namespace that were stored as JSON and can be read, by key.
    package func values<T: Decodable>(
        _ type: T.Type,
        _ namespace: String,
        prefix: String = ""
    ) throws -> [(key: String, value: T)] {
        try store.values(namespace, prefix: prefix)
            .compactMap { entry in Self.decoded(type, entry.bytes, namespace).map { (entry.key, $0) } }
    }
}

extension ObjectWriter {
    /// Stores a value as JSON; `nil` removes it.
    package func setValue<T: Encodable>(_ value: T?, _ namespace: String, _ key: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        try writer.setValue(try value.map { Array(try encoder.encode($0)) }, namespace, key)
    }
}
