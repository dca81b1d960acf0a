import Foundation
import HealthKitStore

/// The namespaces of the store's values that HealthKit uses.
package enum StoreNamespace {
    /// The apps that requested access, by account.
    package static let apps = "apps"
    /// The permissions that a person granted, by account and type.
    package static let grants = "grants"
    /// The program of each app that the person approved, by account.
    package static let approvals = "approvals"
    /// The objects that a person let an app read or refused, by account, type and UUID.
    package static let objectGrants = "objectGrants"
    /// Pending access requests, by number.
    package static let requests = "requests"
    /// The order of sources by type.
    package static let sourceOrder = "sourceOrder"
    /// The person's characteristics: date of birth, sex and so on.
    package static let characteristics = "characteristics"
    /// The person's preferred units, by type.
    package static let preferredUnits = "preferredUnits"
    /// The workout zones that the person set, by type.
    package static let workoutZones = "workoutZones"
    /// The items that the person pinned to the summary.
    package static let pins = "pins"
    /// The change number at which a workout's effort last changed, by the workout's UUID.
    package static let workoutEffort = "workoutEffort"
    /// The ring goals that the person set, by the first day they apply to.
    package static let activityGoals = "activityGoals"
    /// The type goals that the person set, by type.
    package static let typeGoals = "typeGoals"
    /// The apps whose objects have other UUIDs in the store than the apps know, by bundle identifier.
    package static let substituteUUIDs = "substituteUUIDs"
    /// The marks that the person made on days, by identity.
    package static let dayMarks = "dayMarks"
    /// The periods in which the person paused the rings, by the first day.
    package static let ringPauses = "ringPauses"
    /// Workout sessions in progress, by bundle identifier and session, and which of them is the primary one.
    package static let workoutSessions = "workoutSessions"
    /// The messages between the two sides of mirrored sessions.
    package static let workoutMessages = "workoutMessages"
    /// Programs that accept mirrored sessions, by bundle identifier.
    package static let workoutCompanions = "workoutCompanions"
    /// The pairs of programs that the person lets share workout sessions, by both bundle identifiers.
    package static let companionPairs = "companionPairs"
    /// The contents of the builders of those sessions, one value per piece.
    package static let workoutParts = "workoutParts"
    /// The day summaries of an export, by day.
    package static let activitySummaries = "activitySummaries"
    /// The studies that the person takes part in, by their identifiers.
    package static let studies = "studies"
    /// The samples that hold the values that an app computed for time spans, by source, type and sync identifier.
    package static let buckets = "buckets"
    /// The outcomes of changes that may be requested again, by app and change key.
    package static let changeKeys = "changeKeys"
    /// The creation time of the newest change key that was dropped, by app.
    package static let droppedChangeKeys = "changeKeys.dropped"
    static let keyNamespaces: Set<String> = [changeKeys, droppedChangeKeys]
}

extension ObjectReader {
    /// Reads a value stored as JSON; `nil` if there is none.
    ///
    /// An unreadable value counts as none, which is safe where a missing value implies nothing false. It is logged, and
    /// ``StoreDoctor`` finds it.
    package func value<T: Decodable>(_ type: T.Type, _ namespace: String, _ key: String) throws -> T? {
        try store.value(namespace, key).flatMap { Self.decoded(type, $0, namespace) }
    }

    /// Reads a value stored as JSON that has no substitute; `nil` if there is none.
    ///
    /// - Throws: `errorDatabaseInaccessible` for an unreadable value.
    package func requiredValue<T: Decodable>(_ type: T.Type, _ namespace: String, _ key: String) throws -> T? {
        guard let bytes = try store.value(namespace, key) else { return nil }
        guard let value = Self.decoded(type, bytes, namespace) else {
            throw StoreError(.damaged, "A setting in “\(namespace)” can't be read. healthtui doctor lists what can't.")
        }
        return value
    }

    /// Decodes a value; for an unreadable one, returns `nil` and logs it.
    static func decoded<T: Decodable>(_ type: T.Type, _ bytes: [UInt8], _ namespace: String) -> T? {
        guard let value = try? JSONDecoder().decode(T.self, from: Data(bytes)) else {
            HealthLog.unreadable(namespace)
            return nil
        }
        return value
    }

    /// All readable values of a namespace that were stored as JSON, by key.
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
