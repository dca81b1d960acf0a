import Foundation

/// The stored registrations and decisions for wakes.
package struct WakeLedger: Codable, Hashable, Sendable {
    package struct Row: Codable, Hashable, Sendable {
        package var key: WakeKey
        /// Raw value of the frequency.
        package var frequency: Int
        package var record: WakeRecord

        package init(key: WakeKey, frequency: HKUpdateFrequency, record: WakeRecord) {
            self.key = key
            self.frequency = frequency.rawValue
            self.record = record
        }

        /// The maximum frequency at which the app wants to be woken.
        package var updateFrequency: HKUpdateFrequency { HKUpdateFrequency(rawValue: frequency) ?? .weekly }
    }

    package var rows: [Row] = []
    /// The programs that start apps, as they requested, by bundle identifier.
    package var programs: [String: WakeProgram] = [:]
    /// The person's decisions, by bundle identifier.
    package var decisions: [String: WakeDecision] = [:]
    /// The latest starts of each app, the oldest first, by bundle identifier.
    package var starts: [String: [WakeStart]] = [:]

    package init() {}
}
