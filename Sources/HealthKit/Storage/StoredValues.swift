import Foundation
import HealthStore

/// The namespaces of the store's values that HealthKit uses.
package enum StoreNamespace {
    /// Apps that asked for access, by bundle identifier.
    package static let apps = "apps"
    /// What a person granted, by bundle identifier and type.
    package static let grants = "grants"
    /// Which single objects a person let an app read or refused, by bundle identifier, type and UUID.
    package static let objectGrants = "objectGrants"
    /// Requests for access that wait for an answer, by number.
    package static let requests = "requests"
    /// The order of sources by type.
    package static let sourceOrder = "sourceOrder"
    /// What is known of the person: date of birth, sex and so on.
    package static let characteristics = "characteristics"
    /// Units that the person prefers, by type.
    package static let preferredUnits = "preferredUnits"
    /// What the person pinned to the summary.
    package static let pins = "pins"
    /// Where in the order of changes the effort of a workout last changed, by the workout's UUID.
    package static let workoutEffort = "workoutEffort"
    /// The day summaries of an export, by day.
    package static let activitySummaries = "activitySummaries"
}

extension ObjectReader {
    /// A value that was stored as JSON; `nil` when there is none or it cannot be read.
    package func value<T: Decodable>(_ type: T.Type, _ namespace: String, _ key: String) throws -> T? {
        try store.value(namespace, key).flatMap { try? JSONDecoder().decode(T.self, from: Data($0)) }
    }

    /// All values of a namespace that were stored as JSON, by key.
    package func values<T: Decodable>(
        _ type: T.Type,
        _ namespace: String,
        prefix: String = ""
    ) throws -> [(key: String, value: T)] {
        try store.values(namespace, prefix: prefix)
            .compactMap { entry in
                (try? JSONDecoder().decode(T.self, from: Data(entry.bytes))).map { (entry.key, $0) }
            }
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
